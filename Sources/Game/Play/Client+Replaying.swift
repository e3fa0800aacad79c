internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import Visit
internal import Wording

/// Rounds seen again.
extension Client {
    /// When a round that plays by itself goes on.
    var replayDeadline: Instant? {
        display.screen == .replay ? cursors.viewing?.replay.nextDeadline : nil
    }

    mutating func show(_ round: PlayedRound, from origin: Display.Screen) {
        cursors.viewing = Viewing(replay: Replay(round), origin: origin)
        display.screen = .replay
    }

    /// Shows the round again that has just ended in the match.
    mutating func review(_ own: OwnMatch, in match: LobbyMatch) {
        guard let state = match.match, let outcome = state.outcome else {
            return noticeboard.answer(ReplayWords.noRound, at: now)
        }
        let names =
            own.piece == .circle
            ? (ownName, own.opponentName)
            : (own.opponentName, ownName)
        review(
            cursors.seat.trace.moves, of: names, round: state.round, outcome, from: .match)
    }

    mutating func review(_ table: Table) {
        guard let outcome = table.match.outcome else {
            return noticeboard.answer(ReplayWords.noRound, at: now)
        }
        let names = (table.name(of: .circle), table.name(of: .cross))
        review(table.trace.moves, of: names, round: table.match.round, outcome, from: .table)
    }

    private mutating func review(
        _ moves: [Square]?, of names: (String, String), round: Int, _ outcome: Outcome,
        from origin: Display.Screen
    ) {
        let played = moves.flatMap { moves in
            try? PlayedRound(
                circle: names.0, cross: names.1, first: .first(inRound: round), moves: moves,
                finish: PlayedRound.Finish(outcome))
        }
        guard let played else { return noticeboard.answer(ReplayWords.notSeen, at: now) }
        show(played, from: origin)
    }

    mutating func performInReplay(_ intent: Intent) {
        switch intent {
        case .move(.left), .move(.up), .previousItem: replay(.step(-1))
        case .move(.right), .move(.down), .nextItem: replay(.step(1))
        case .first: replay(.goToStart)
        case .last: replay(.goToEnd)
        case .autoplay: replay(.play)
        case .explain: replay(.turnNotes)
        case .back: leaveReplay()
        default: break
        }
    }

    private mutating func replay(_ act: Replay.Act) {
        cursors.viewing?.replay.handle(act, at: now)
    }

    /// Back to where it was asked for, if that is still there.
    private mutating func leaveReplay() {
        let origin = cursors.viewing?.origin ?? .lobby
        cursors.viewing = nil
        switch origin {
        case .match where visit?.session.own == nil, .table where table == nil, .replay:
            display.screen = .lobby
        default: display.screen = origin
        }
    }

    mutating func wakeReplay() {
        guard display.screen == .replay else { return }
        cursors.viewing?.replay.wake(at: now)
    }

    var replayView: ReplayScreen? {
        guard let viewing = cursors.viewing else { return nil }
        return ReplayScreen(
            viewing.replay, numbering: preferences.keymap.numbering, size: display.size)
    }
}
