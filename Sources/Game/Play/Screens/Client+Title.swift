internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import Visit
internal import Wording

/// What the window is called, for whoever looks at others meanwhile.
extension Client {
    package var windowTitle: String {
        if let invitation = openInvitation { return WindowWords.asked(by: invitation.name) }
        if let own = visit?.session.own {
            guard let match = visit?.session.match, let state = match.match, match.flaw == nil
            else { return WindowWords.plain }
            guard state.outcome == nil else { return WindowWords.over }
            return state.next == own.piece
                ? WindowWords.ownTurn : WindowWords.waiting(for: own.opponentName)
        }
        if display.screen == .table, let table, case .bot = table.opponent {
            return table.isOwnTurn ? WindowWords.ownTurn : WindowWords.plain
        }
        if display.screen == .game, openGame?.state == .ownMove { return WindowWords.ownTurn }
        let waiting = cursors.games.reminder.waiting
        return waiting > 0 ? WindowWords.games(waiting) : WindowWords.plain
    }
}
