internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// What the lobby and the list of matches show.
extension Client {
    var lobbyView: LobbyView {
        guard let visit else { return LobbyView(standing: .init(headline: "")) }
        let lobbyState = visit.session.lobbyState
        let (people, matches) = (people, liveMatches)
        var view = LobbyView(standing: standing(at: visit.session, visit.status))
        view.census = lobbyState.isComplete ? lobbyState.census : nil
        view.server = preferences.server
        view.menu = MenuItem.allCases.map(menuRow)
        view.people = people.map { row(for: $0, lobbyState) }
        view.matches = matches.map(row)
        view.list = cursors.lobby.list
        view.chosen[.menu] = cursors.lobby.menu.index(in: MenuItem.allCases)
        view.chosen[.people] = cursors.lobby.people.index(in: people.map(\.id))
        view.chosen[.matches] = cursors.lobby.matches.index(in: matches.map(\.key))
        view.preview = view.chosen[.matches].flatMap { boardView(of: matches[$0]) }
        return view
    }

    private func standing(at session: LobbySession, _ status: SyncStatus) -> LobbyView.Standing {
        switch status {
        case .connecting, .authorizing, .indexing:
            .init(
                headline: "Connecting", detail: ["Meanwhile \(key(.open(.bot))) plays", "a bot."])
        case .offline:
            .init(
                headline: "Offline", style: .warning,
                detail: ["\(key(.retry)) tries again now.", botAdvice])
        case .unauthorized:
            .init(headline: "Not let in", style: .danger, detail: [botAdvice])
        case .synced: standing(at: session)
        }
    }

    private func standing(at session: LobbySession) -> LobbyView.Standing {
        if let challenge = session.challenge, challenge.isChosen {
            return .init(headline: "Asking \(challenge.name)", detail: ["Esc takes it back."])
        }
        if let code = session.player?.code {
            return .init(
                headline: "Your code: \(code)", style: .ownTurn,
                detail: ["Your friend presses c", "and types it.", "Esc drops it."])
        }
        if let lookingSince {
            return .init(
                headline: "Looking for a match", style: .ownTurn,
                clock: (now - lookingSince).age,
                detail: [botAdvice, "Esc stops looking."])
        }
        if let awaited = purpose.awaited {
            return .init(
                headline: "Waiting for \(awaited)", style: .ownTurn,
                detail: [botAdvice, "Esc stops waiting."])
        }
        return .init(
            headline: "Hello, \(session.lobbyState.roster.name(of: session.me))!",
            detail: ["\(key(.open(.quickMatch))) finds you a match,", "Tab leads to people."])
    }

    private var botAdvice: String { "\(key(.open(.bot))) plays a bot." }

    private func menuRow(_ item: MenuItem) -> LobbyView.Row {
        let (name, remark): (String, String) =
            switch item {
            case .quickMatch:
                lookingSince == nil
                    ? ("Quick match", waitingWords) : ("Stop looking", "")
            case .invite: ("Invite a friend", "makes a code")
            case .join: ("Join with a code", "")
            case .watch: ("Watch", "\(liveMatches.count) live")
            case .bot: ("Bot", botWords)
            case .twoPlayers: ("Two at this keyboard", "")
            case .rename: ("Your name", preferences.name?.text ?? "none yet")
            case .quit: ("Leave", "")
            }
        return LobbyView.Row(
            mark: item == .quit ? key(.quit) : key(.open(item)), name: name, remark: remark,
            nameColumns: 20)
    }

    private var waitingWords: String {
        let waiting = people.count { $0.pastime == .waiting && $0.id != visit?.session.me }
        return waiting == 0 ? "" : "\(waiting) waiting"
    }

    private var botWords: String {
        let isChosen =
            cursors.lobby.list == .menu && cursors.lobby.menu.chosen(in: MenuItem.allCases) == .bot
        let level = isChosen ? "‹ \(cursors.lobby.level.rawValue) ›" : cursors.lobby.level.rawValue
        guard let table, table.opponent == .bot(cursors.lobby.level), table.match.moveCount > 0
        else { return level }
        return level + ", goes on"
    }

    private func row(for person: Person, _ lobbyState: LobbyState) -> LobbyView.Row {
        let isMe = person.id == visit?.session.me
        return LobbyView.Row(
            name: person.name, remark: isMe ? "you" : person.doing(in: lobbyState),
            figure: person.way == .ssh ? "ssh" : "", style: isMe ? .faint : person.style,
            nameColumns: 16)
    }

    /// Who plays, circle first.
    func names(of shown: ShownMatch) -> String {
        guard let roster = visit?.session.lobbyState.roster else { return "" }
        return "\(roster.name(of: shown.circle)) – \(roster.name(of: shown.cross))"
    }

    func row(for shown: ShownMatch) -> LobbyView.Row {
        guard let lobbyState = visit?.session.lobbyState, let match = shown.match else {
            return LobbyView.Row(name: names(of: shown), remark: "?")
        }
        let score = "\(match.score.circleWins)–\(match.score.crossWins)"
        let step = match.outcome == nil ? "move \(match.moveCount + 1)" : "over"
        let state = shown.flaw == nil ? step : Doubtful.word
        let watchers = lobbyState.watchers.count(watching: shown.key)
        return LobbyView.Row(
            name: names(of: shown),
            remark: score.padded(toColumns: 4) + " " + state.padded(toColumns: 6),
            extra: "  " + (watchers == 0 ? "" : "\(watchers) watch").padded(toColumns: 9),
            figure: shown.movedAt.map { (now - $0).age } ?? " ")
    }
}

extension String {
    /// The text with blanks behind it, up to that width.
    fileprivate func padded(toColumns columns: Int) -> String {
        self + String(repeating: " ", count: max(0, columns - self.columns))
    }
}
