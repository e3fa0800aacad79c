import Commands
import Drawing
import Game
import PlainText
import Records
import SimperiumClock
import SimperiumLoop
import Visit
import Wording

/// `games` and `status`: the correspondence games of the account, and the moves in them.
struct GamesCommand {
    /// The time between two requests to the server while `games --wait` runs.
    private static let pause = Duration.seconds(5)

    /// The account's games, from the server or a copy on this machine.
    private struct FoundGames {
        let games: CorrespondenceGameList
        let records: PersonRecords
        let now: ServerTime
        let asOf: ServerTime?

        init(_ known: AvailableRecords, of account: SavedAccount) {
            now = ServerTime(milliseconds: ThisProcess.calendarMilliseconds)
            records = known.records
            games = CorrespondenceGameList(known.records.games, of: account.user, at: now)
            asOf = known.asOf
        }

        /// Finds a game by its number in the list, or by its key; nil if there is none.
        func row(_ word: String) -> CorrespondenceGameList.Row? {
            guard let number = Int(word) else { return games[word] }
            guard number > 0, games.rows.indices.contains(number - 1) else { return nil }
            return games.rows[number - 1]
        }

        func opponentName(of row: CorrespondenceGameList.Row) -> ForeignText {
            records.friends[row.opponent.user]?.alias ?? row.opponent.name
        }
    }

    private let context: AccountCommandContext

    init(_ lobby: LobbyOptions) throws {
        context = try AccountCommandContext(lobby)
    }

    func run(_ options: GamesOptions) -> ExitStatus {
        defer { context.route.closeConnections() }
        guard let account = context.signedInAccount(printsWarnings: false) else {
            return complain(AccountWords.notSignedInError, .notFound)
        }
        let numbering = Numbering(isKeypad: options.isKeypad)
        return switch options.request {
        case .list: list(of: account, options)
        case .wait: printWaitingGames(for: account, options)
        case .new(let partner): invite(partner, account, options)
        case .show(let word): show(word, of: account, options)
        case .accept(let word):
            changeAndShowGame(in: word, of: account, options, answers: true) {
                game, now throws(MoveRefusal) in try game.accept(by: account.user, at: now)
            }
        case .decline(let word): decline(word, of: account)
        case .move(let word, let digit):
            changeAndShowGame(in: word, of: account, options, answers: false) {
                game, now throws(MoveRefusal) in
                guard let square = numbering.square(digit) else { return }
                try game.play(square, by: account.user, at: now)
            }
        }
    }

    /// Prints the status. Returns `done` if a game waits for the user, and `notFound` if none does,
    /// so that a shell prompt needs no output.
    func run(_ options: StatusOptions) -> ExitStatus {
        defer { context.route.closeConnections() }
        guard let account = context.signedInAccount(printsWarnings: false) else {
            return options.isShort ? .notFound : complain(AccountWords.notSignedInError, .notFound)
        }
        guard let games = findGames(of: account, isSilent: options.isShort)?.games else {
            return .serverUnreachable
        }
        let line =
            options.isShort
            ? CorrespondenceGameWords.shellPromptStatus(waiting: games.waiting)
            : CorrespondenceGameWords.status(
                waiting: games.waiting, invitations: games.invitations, running: games.running)
        if !line.isEmpty { say(line) }
        return games.waiting > 0 ? .done : .notFound
    }

    private func say(_ line: String) { Descriptor.standardOutput.writeLine(line) }
}

/// Requests for correspondence games.
extension GamesCommand {
    /// Returns the games; nil if nothing is known about them. A silent command prints no warning.
    private func findGames(of account: SavedAccount, isSilent: Bool = false) -> FoundGames? {
        let (known, refusal) = context.records(of: account, in: [.game, .friend])
        let found = FoundGames(known, of: account)
        let isEmpty = found.games.rows.isEmpty
        let isKnown =
            isSilent
            ? known.age != .unknown || !isEmpty
            : context.warnOfOldData(known, refusal, isEmpty: isEmpty)
        return isKnown ? found : nil
    }

    /// Finds the game that the user named and passes it to `use`, or prints a complaint.
    private func withGame(
        _ word: String, of account: SavedAccount,
        then use: (CorrespondenceGameList.Row, FoundGames) -> ExitStatus
    ) -> ExitStatus {
        guard let found = findGames(of: account) else { return .serverUnreachable }
        guard let row = found.row(word) else {
            return complain(CorrespondenceGameWords.noSuchGame(word), .notFound)
        }
        return use(row, found)
    }

    private func list(of account: SavedAccount, _ options: GamesOptions) -> ExitStatus {
        guard let found = findGames(of: account) else { return .serverUnreachable }
        AccountReport.games(
            found.games, at: found.now, isJSON: options.isJSON, asOf: found.asOf,
            called: found.opponentName
        ).forEach(say)
        return .done
    }

    private func show(
        _ word: String, of account: SavedAccount, _ options: GamesOptions
    ) -> ExitStatus {
        withGame(word, of: account) { row, found in
            show(row, found, options)
            return .done
        }
    }

    private func show(
        _ row: CorrespondenceGameList.Row, _ found: FoundGames, _ options: GamesOptions
    ) {
        AccountReport.game(
            row, at: found.now, numbering: Numbering(isKeypad: options.isKeypad),
            isJSON: options.isJSON, called: found.opponentName(of: row)
        ).forEach(say)
    }

    /// Prints each game when it begins to wait for the user, until the program is ended. Complains
    /// once about an unreachable server, and keeps asking it. Returns only if the server refuses
    /// for good, or if the output can't be written.
    private func printWaitingGames(for account: SavedAccount, _ options: GamesOptions) -> ExitStatus
    {
        var printed: [String: CorrespondenceGame] = [:]
        var lastRefusal: AccountRefusal?
        while Descriptor.outputError == nil {
            let (known, refusal) = context.records(of: account, in: [.game, .friend])
            if let refusal {
                guard refusal.isTemporary else {
                    return complain(context.sentence(refusal), refusal.status)
                }
                if refusal != lastRefusal { complain(context.sentence(refusal)) }
            } else {
                let found = FoundGames(known, of: account)
                let waiting = found.games.rows.filter(\.waits)
                for row in waiting where printed[row.key] != row.game {
                    say(
                        AccountReport.waitingGameLine(
                            of: row, at: found.now, isJSON: options.isJSON,
                            called: found.opponentName(of: row)))
                }
                printed = Dictionary(waiting.map { ($0.key, $0.game) }) { first, _ in first }
            }
            lastRefusal = refusal
            context.pause(Self.pause)
        }
        return .done
    }
}

/// Actions in games, which the server accepts or refuses.
extension GamesCommand {
    private func invite(
        _ partner: String, _ account: SavedAccount, _ options: GamesOptions
    ) -> ExitStatus {
        let limit = DaysPerMove(rawValue: options.days) ?? .usual
        switch context.sendAndWait(.beginGame(with: .name(partner), limit, account.token)) {
        case .begun(_, let name, let isInvitation):
            say(
                isInvitation
                    ? CorrespondenceGameWords.invitationSent(name)
                    : CorrespondenceGameWords.gameStarted(with: name))
            return .done
        case .refused(let refusal): return complain(context.sentence(refusal), refusal.status)
        default: return complain(AccountRefusal.unknownServer.sentence, .refused)
        }
    }

    private func decline(_ word: String, of account: SavedAccount) -> ExitStatus {
        withGame(word, of: account) { row, _ in
            guard row.game.invitation != nil else {
                return complain(CorrespondenceGameWords.notAnInvitation, .refused)
            }
            if case .refused(let refusal) = context.sendAndWait(.leaveGame(row.key, account.token))
            {
                return complain(context.sentence(refusal), refusal.status)
            }
            say(CorrespondenceGameWords.invitationRemoved)
            return .done
        }
    }

    /// Performs an action in a game, and shows the game. `answers` is true for the answer to an
    /// invitation.
    private func changeAndShowGame(
        in word: String, of account: SavedAccount, _ options: GamesOptions, answers: Bool,
        _ act: (inout CorrespondenceGame, ServerTime) throws(MoveRefusal) -> Void
    ) -> ExitStatus {
        withGame(word, of: account) { row, found in
            guard !answers || row.state == .invitation else {
                return complain(CorrespondenceGameWords.notAnInvitation, .refused)
            }
            var game = row.game
            do throws(MoveRefusal) {
                try act(&game, found.now)
            } catch {
                return complain(error.sentence, .refused)
            }
            if case .refused(let refusal) = context.sendAndWait(
                .changeGame(row.key, game, account.token))
            {
                return complain(context.sentence(refusal), refusal.status)
            }
            let after = CorrespondenceGameList([row.key: game], of: account.user, at: found.now)
            if let row = after[row.key] { show(row, found, options) }
            return .done
        }
    }
}

extension AccountRefusal {
    /// True if the same request may succeed later.
    fileprivate var isTemporary: Bool {
        switch self {
        case .offline, .unavailable, .tooMany, .unknownServer: true
        default: false
        }
    }
}
