internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumSync
internal import Visit
internal import Wording

/// Which keys do something now, the most useful ones first.
extension Client {
    var keyRows: [KeyRow] { usualKeyRows.map { $0.with(preferences.keymap) } }

    /// The last line. Below a list that hides the screen it names what closes that.
    var keyBar: KeyBar {
        let hidesScreen = display.helpPage != nil || display.overlay == .notices
        let closing = [.back.named(KeyLabels.close), KeyRow.help.with(preferences.keymap)]
        let rows = hidesScreen ? closing : keyRows
        return KeyBar(rows, columns: display.size.columns)
    }

    /// The key for something, as people are told of it.
    func key(_ intent: Intent) -> String { preferences.keymap.word(for: intent) }

    /// By the keys that the program comes with.
    private var usualKeyRows: [KeyRow] { keyRowsHere.compactMap(asItIs) }

    private var keyRowsHere: [KeyRow] {
        switch display.overlay {
        case .question: return KeyScreen.question
        case .prompt: return KeyScreen.prompt
        case .themes: return KeyScreen.themes
        case .phrases: return KeyScreen.phrases
        case .notices, nil: break
        }
        return keyRowsOfInvitations + keyRowsOfScreen
    }

    /// Whoever asks can be answered wherever one is; so can one's own question be taken back.
    private var keyRowsOfInvitations: [KeyRow] {
        guard let session = visit?.session, session.own == nil else { return [] }
        let isAsked = openInvitation != nil
        let asks = session.invitations.asking != nil
        return (isAsked ? KeyScreen.invitation : []) + (asks ? KeyScreen.asking : [])
    }

    private var keyRowsOfScreen: [KeyRow] {
        switch display.screen {
        case .lobby: return KeyScreen.lobby
        case .match:
            guard let match = visit?.session.match?.match else { return KeyScreen.common }
            guard visit?.session.match?.flaw == nil else { return KeyScreen.doubt }
            guard match.outcome == nil else { return KeyScreen.roundOver }
            return (mayClaim ? KeyScreen.waiting : []) + KeyScreen.round
        case .table where table?.isPuzzle == true || table?.opponent == .bots:
            return table?.isOwnTurn == true ? KeyScreen.puzzle : KeyScreen.common
        case .table: return table?.match.outcome == nil ? KeyScreen.table : KeyScreen.tableOver
        case .gallery: return KeyScreen.gallery
        case .watching: return KeyScreen.watching
        case .account: return KeyScreen.account
        case .friends: return KeyScreen.friends
        case .statistics: return KeyScreen.statistics
        case .devices: return KeyScreen.devices
        case .settings: return KeyScreen.settings
        case .replay: return KeyScreen.replay
        case .games: return KeyScreen.games
        case .game: return keyRowsOfGame
        }
    }

    /// A row of the screen as it is now: by another word, with other digits, or not at all.
    private func asItIs(_ row: KeyRow) -> KeyRow? {
        switch row.click {
        case nil where row.isSame(as: .number):
            preferences.keymap.numbering == .keypad ? .keypadNumber : row
        case .retry: isOffline ? row : nil
        case .copy where visit?.invitation == nil: row.unnamed
        case .nextItem where isAlone && display.screen == .lobby: nil
        case .nextGame where !isSignedIn: nil
        case .open(let item) where !menuItems.contains(item): nil
        case .back where display.overlay == nil || display.overlay == .notices: backRow(row)
        case .rematch where display.screen == .match && visit?.session.match?.isDecided == true:
            row.unnamed
        case .befriend where display.screen == .match && !mayBefriendOpponent: row.unnamed
        case .draw where row.word != nil: offersDraw ? row.named(KeyLabels.agree) : row
        case .decline: declineWord.map(row.named) ?? row
        default: row
        }
    }

    /// Whether both have accounts, so that a game of theirs may last for days.
    var mayPlayOverDays: Bool {
        guard isSignedIn, let own = visit?.session.own, let user = user(of: own.opponent)
        else { return false }
        return user != visit?.account?.user
    }

    /// Whether both have accounts, and are no friends yet.
    var mayBefriendOpponent: Bool {
        guard isSignedIn, let own = visit?.session.own else { return false }
        return user(of: own.opponent) != nil && !isFriend(own.opponent)
    }

    /// Whether the opponent has been away for so long that the round can be ended.
    var mayClaim: Bool { visit?.session.mayClaim(at: now) == true }

    private var isOffline: Bool {
        if case .offline(.some, _)? = visit?.status { true } else { false }
    }

    /// In the lobby Esc is called by what it takes back.
    private func backRow(_ row: KeyRow) -> KeyRow {
        guard display.screen == .lobby else { return row }
        return lobbyBackWord.map(row.named) ?? row.unnamed
    }

    /// Whether the opponent offers a draw.
    private var offersDraw: Bool {
        guard let session = visit?.session, let own = session.own else { return false }
        return session.match?.match?.drawOffers.contains(own.piece.opponent) == true
    }

    /// What is declined or taken back in a match; nil if nothing.
    private var declineWord: String? {
        guard let own = visit?.session.own, let match = visit?.session.match, match.flaw == nil,
            let record = match.record
        else { return nil }
        let asked = record.match.outcome == nil ? record.match.drawOffers : record.wantsRematch
        if asked.contains(own.piece) { return KeyLabels.withdraw }
        return asked.isEmpty ? nil : KeyLabels.decline
    }

    /// What Esc takes back in the lobby; nil if nothing.
    private var lobbyBackWord: String? {
        guard let session = visit?.session else { return nil }
        if session.challenge?.isChosen == true { return KeyLabels.withdraw }
        if session.invitations.isUndisturbed { return KeyLabels.bePresent }
        if lookingSince != nil { return KeyLabels.stopLooking }
        if session.player?.code != nil { return KeyLabels.dropCode }
        if purpose.awaited != nil { return KeyLabels.stopWaiting }
        return cursors.lobby.list == .menu ? nil : KeyLabels.menu
    }
}
