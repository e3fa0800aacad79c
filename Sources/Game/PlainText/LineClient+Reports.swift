internal import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

extension LineClient {
    private static let distantMatches = 20

    mutating func printBoard() {
        guard let visit = program.visit else { return }
        if let own = visit.own, let match = visit.match {
            if let board = match.match?.board { say(board) }
            say(own.statusSentence(in: match))
        } else if let key = visit.watching.match, let match = visit.lobbyState[key]?.match {
            say(match.board)
        } else {
            say(RequestObstacle.noMatch.reasonAndNextStep(about: ""))
        }
    }

    /// Returns the lobby's state. If it is incomplete, prints the reason and returns nil.
    mutating func requireLobbyState() -> LobbyState? {
        guard let lobbyState = program.visit?.lobbyState, lobbyState.isComplete else {
            say(RequestObstacle.notConnected.reasonAndNextStep(about: ""))
            return nil
        }
        return lobbyState
    }

    mutating func printPeople() {
        guard let lobbyState = requireLobbyState() else { return }
        let visit = program.visit
        PeopleReport(lobbyState, visit?.halls.census, for: visit?.me, at: program.now).lines
            .forEach { say($0) }
    }

    /// Requests the matches of all halls; `printRequestedMatchesIfKnown` prints them later. With
    /// one hall, or without a connection, prints the matches of the user's hall immediately.
    mutating func requestOrPrintMatches() {
        guard requireLobbyState() != nil else { return }
        guard let visit = program.visit, visit.halls.census != nil, visit.status == .synced else {
            return printMatches([])
        }
        awaitsMatches = true
        updateProgram { $0.listDistantMatches(Self.distantMatches) }
    }

    /// Prints the requested matches, once the other halls' matches are known or can't be requested.
    mutating func printRequestedMatchesIfKnown() {
        guard awaitsMatches, let visit = program.visit,
            visit.halls.distantMatches.isRead || visit.status != .synced
        else { return }
        awaitsMatches = false
        printMatches(visit.halls.distantMatches.matches)
        updateProgram { $0.listDistantMatches(0) }
    }

    private mutating func printMatches(_ distant: [OtherHallMatch]) {
        guard let lobbyState = program.visit?.lobbyState else { return }
        let own = lobbyState.liveMatches
        if own.isEmpty, distant.isEmpty { say(LineWords.noMatches) }
        for shown in own {
            let roster = lobbyState.roster
            let (circle, cross) = (
                roster.shownName(of: shown.circle), roster.shownName(of: shown.cross)
            )
            say(LineWords.matchLine(of: circle, and: cross, round: shown.match?.round))
        }
        let printed = distant.prefix(Self.distantMatches)
        for match in printed {
            say(LineWords.matchLine(of: match.names[0], and: match.names[1], hall: "\(match.hall)"))
        }
        let all = max(program.visit?.halls.census?.matches ?? 0, own.count + distant.count)
        if !printed.isEmpty, all > own.count + printed.count {
            say(LineWords.moreMatches(all - own.count - printed.count))
        }
    }
}

extension LineClient {
    /// Prints the finished round of the match; otherwise the last round that ended here, or the
    /// account's last one.
    mutating func printFinishedRound() {
        if let own = program.visit?.own, let state = program.visit?.match?.match,
            state.outcome != nil
        {
            return printMovesWithNotes(own.endedRound(in: state))
        }
        if let endedRound { return printMovesWithNotes(endedRound) }
        guard let (key, result) = program.records?.latestResults(1).first else {
            return say(ReplayWords.noRoundToReplay)
        }
        let name = program.userName?.text ?? LobbyWords.you
        printMovesWithNotes(result.playedRound(ownName: name, under: key))
    }

    mutating func printFinishedLocalRound() {
        guard let table = program.table, table.match.outcome != nil else {
            return say(ReplayWords.noRoundToReplay)
        }
        printMovesWithNotes(table.endedRound)
    }

    private mutating func printMovesWithNotes(_ round: PlayedRound?) {
        guard let round else { return say(ReplayWords.cannotReplay) }
        RoundText.lines(round, withNotes: true, numbering).forEach { say($0) }
    }
}

extension LineClient {
    /// True for an ssh guest, whose machine may have no `tictactoe` program.
    var isOverSSH: Bool { program.profile.way == .ssh }

    mutating func sayNotSignedIn() {
        say(isOverSSH ? AccountWords.guestNotSignedIn : AccountWords.notSignedIn)
    }

    mutating func handleAccountCommand(_ word: LineCommand, _ rest: String) {
        guard let account = program.visit?.account, let records = program.records else {
            return sayNotSignedIn()
        }
        switch word {
        case .friends where !rest.isEmpty: answerFriendInvitation(rest)
        case .friends:
            AccountReport.friends(
                records, at: program.today, doing: statusesByAccount, isJSON: false
            ).forEach { say($0) }
        case .stats:
            let name = rest.isEmpty ? nil : rest
            let lines = AccountReport.statistics(
                records, on: PuzzleDay(of: program.today), about: name, isJSON: false)
            (lines ?? [AccountWords.noRounds(with: ForeignText(rest))]).forEach { say($0) }
        default: say(AccountWords.signedIn(account.name))
        }
    }
}

extension LineClient {
    /// The states of the players in the lobby who have accounts, by account id.
    private var statusesByAccount: [String: String] {
        guard let lobbyState = program.visit?.lobbyState else { return [:] }
        var statuses: [String: String] = [:]
        for person in lobbyState.listedPeople(at: program.now) {
            guard let user = person.user else { continue }
            statuses[user] = person.statusWords(in: lobbyState, at: program.now)
        }
        return statuses
    }
}

/// Friend invitations: `friends accept lin`, `friends decline lin`.
extension LineClient {
    private mutating func answerFriendInvitation(_ rest: String) {
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        let (action, name) = (words[0], words.count > 1 ? words[1] : "")
        guard action == FriendWords.acceptCommand || action == FriendWords.declineCommand,
            !name.isEmpty
        else {
            return say(FriendWords.howToAnswerRequests)
        }
        let own = program.visit?.account?.user ?? ""
        let asker = program.records?.friendInvitations.values.first {
            $0.isOpenAndReceived(by: own) && $0.asker.name.equalsIgnoringCase(name)
        }?.asker
        guard let asker else { return say(FriendWords.noRequest(from: ForeignText(name).shown)) }
        updateProgram {
            $0.answerFriendInvitation(
                asker.user, called: name, accepts: action == FriendWords.acceptCommand)
        }
    }
}

/// Correspondence games: `games` lists them, and `games 2` shows one of them. A square or a word
/// after the number is an action in the game. `games new lin 3` starts a game, with three days for
/// each move.
extension LineClient {
    mutating func handleGamesCommand(_ rest: String) {
        guard program.isSignedIn else { return sayNotSignedIn() }
        let games = program.correspondenceGames
        let words = rest.split(separator: " ")
        guard let first = words.first else {
            let lines = AccountReport.games(games, at: program.today, isJSON: false) {
                ForeignText(opponentName(of: $0))
            }
            return lines.forEach { say($0) }
        }
        if first == CorrespondenceGameWords.newGameCommand {
            return startCorrespondenceGame(words.dropFirst())
        }
        guard let number = Int(first), number > 0, games.rows.indices.contains(number - 1),
            words.count < 3
        else { return say(CorrespondenceGameWords.noSuchNumber) }
        let row = games.rows[number - 1]
        guard let typed = words.dropFirst().first else { return printBoardAndState(of: row) }
        guard let action = correspondenceAction(typed) else {
            return say(CorrespondenceGameWords.howToActInGame)
        }
        perform(action, on: row)
    }

    private mutating func startCorrespondenceGame(_ words: ArraySlice<Substring>) {
        guard !words.isEmpty else { return say(CorrespondenceGameWords.howToStartGame) }
        // A name may contain blanks. A last word that is a number of days is not a part of the
        // name.
        let limit = words.count > 1 ? words.last.flatMap { Int($0) }.flatMap(DaysPerMove.init) : nil
        let name = words.dropLast(limit == nil ? 0 : 1).joined(separator: " ")
        updateProgram {
            $0.beginCorrespondenceGame(with: .name(name), called: name, limit ?? .usual)
        }
    }

    private func correspondenceAction(_ typed: Substring) -> CorrespondenceGameAction? {
        if let square = Int(typed).flatMap({ numbering.square($0) }) { return .play(square) }
        return switch String(typed) {
        case CorrespondenceGameWords.resignCommand: .resign
        case CorrespondenceGameWords.claimCommand: .claim
        case CorrespondenceGameWords.putAwayCommand: .remove
        case CorrespondenceGameWords.acceptCommand: .accept
        case CorrespondenceGameWords.declineCommand: .decline
        default: nil
        }
    }

    private mutating func perform(
        _ action: CorrespondenceGameAction, on row: CorrespondenceGameList.GameRow
    ) {
        do throws(CorrespondenceGameObstacle) {
            try updateProgram { program throws(CorrespondenceGameObstacle) in
                try program.perform(action, on: row)
            }
        } catch {
            switch error {
            case .timeNotUp: return say(CorrespondenceGameWords.claimTooEarly)
            case .notOver, .noInvitation: return say(CorrespondenceGameWords.howToActInGame)
            case .move(let refusal): return say(refusal.sentence)
            }
        }
        if action == .remove { return say(CorrespondenceGameWords.removedFromList) }
        if action == .decline { return say(CorrespondenceGameWords.invitationRemoved) }
        if let row = program.correspondenceGames[row.key] { printBoardAndState(of: row) }
    }

    private mutating func printBoardAndState(of row: CorrespondenceGameList.GameRow) {
        say(row.game.position.board)
        say(
            CorrespondenceGameWords.sentenceBelowBoard(
                about: row, against: opponentName(of: row), at: program.today))
    }

    private func opponentName(of row: CorrespondenceGameList.GameRow) -> String {
        program.name(of: row) ?? FriendWords.unknownName
    }
}
