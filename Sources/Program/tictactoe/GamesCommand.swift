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
    private static let pollInterval = Duration.seconds(5)

    /// The account's games, from the server or a copy on this machine.
    private struct FoundGames {
        let games: CorrespondenceGameList
        let records: AccountRecords
        let now: ServerTime
        let asOf: ServerTime?

        init(_ known: RecordsWithAge, of account: SavedAccount) {
            now = .now
            records = known.records
            games = CorrespondenceGameList(known.records.games, of: account.user, at: now)
            asOf = known.asOf
        }

        /// Finds a game by its number in the list, or by its key; nil if there is none.
        func gameRow(withNumberOrKey word: String) -> CorrespondenceGameList.GameRow? {
            guard let number = Int(word) else { return games[word] }
            guard number > 0, games.rows.indices.contains(number - 1) else { return nil }
            return games.rows[number - 1]
        }

        func opponentName(of row: CorrespondenceGameList.GameRow) -> ForeignText {
            records.friends[row.opponent.user]?.alias ?? row.opponent.name
        }
    }

    private let context: AccountCommandContext

    init(_ lobby: LobbyOptions) throws {
        context = try AccountCommandContext(lobby)
    }

    func performRequest(_ options: GamesOptions) throws(CommandFailure) -> ExitStatus {
        defer { context.connector.closeConnections() }
        let account = try context.signedInAccount()
        let numbering = SquareNumbering(isKeypad: options.isKeypad)
        switch options.request {
        case .list: try listGames(of: account, options)
        case .wait: try printWaitingGames(for: account, options)
        case .new(let partner): try invite(partner, account, options)
        case .show(let word):
            let (row, found) = try findGame(word, of: account)
            showGame(row, found, options)
        case .accept(let word): try performAndShowGame(.accept, in: word, of: account, options)
        case .decline(let word): try removeInvitation(word, of: account)
        case .move(let word, let digit):
            guard let square = numbering.square(digit) else { break }
            try performAndShowGame(.play(square), in: word, of: account, options)
        }
        return .done
    }

    /// Prints the status. Returns `done` if a game waits for the user, and `notFound` if none does,
    /// so that a shell prompt does not have to parse the output. With `isShort`, returns an error's
    /// exit status without printing the error.
    func printStatus(_ options: StatusOptions) throws(CommandFailure) -> ExitStatus {
        defer { context.connector.closeConnections() }
        let games: CorrespondenceGameList
        do throws(CommandFailure) {
            let account = try context.signedInAccount(printsWarnings: !options.isShort)
            games = try fetchGames(of: account, isSilent: options.isShort).games
        } catch {
            guard options.isShort else { throw error }
            return error.status
        }
        let line =
            options.isShort
            ? CorrespondenceGameWords.shellPromptStatus(waiting: games.waiting)
            : CorrespondenceGameWords.status(
                waiting: games.waiting, invitations: games.invitations, running: games.running)
        if !line.isEmpty { printLine(line) }
        return games.waiting > 0 ? .done : .notFound
    }

    /// Returns the account's games. Throws if neither the server nor a copy on this machine
    /// supplies the data.
    private func fetchGames(
        of account: SavedAccount, isSilent: Bool = false
    ) throws(CommandFailure) -> FoundGames {
        let (known, refusal) = context.fetchRecordsOrUseCopies(of: account, in: [.game, .friend])
        let found = FoundGames(known, of: account)
        try context.warnOfOldOrMissingData(
            known, refusal, isEmpty: found.games.rows.isEmpty, isSilent: isSilent)
        return found
    }

    /// Returns the game that the user named, and all games.
    private func findGame(
        _ word: String, of account: SavedAccount
    ) throws(CommandFailure) -> (row: CorrespondenceGameList.GameRow, found: FoundGames) {
        let found = try fetchGames(of: account)
        guard let row = found.gameRow(withNumberOrKey: word) else {
            throw CommandFailure(CorrespondenceGameWords.noSuchGame(word), .notFound)
        }
        return (row, found)
    }

    private func listGames(
        of account: SavedAccount, _ options: GamesOptions
    ) throws(CommandFailure) {
        let found = try fetchGames(of: account)
        AccountReport.games(
            found.games, at: found.now, isJSON: options.isJSON, asOf: found.asOf,
            called: found.opponentName
        ).forEach(printLine)
    }

    private func showGame(
        _ row: CorrespondenceGameList.GameRow, _ found: FoundGames, _ options: GamesOptions
    ) {
        AccountReport.game(
            row, at: found.now, numbering: SquareNumbering(isKeypad: options.isKeypad),
            isJSON: options.isJSON, called: found.opponentName(of: row)
        ).forEach(printLine)
    }

    /// Prints each game when it begins to wait for the user, until a signal ends the program.
    /// Complains once about an unreachable server, and retries. Throws if the server refuses
    /// permanently. Returns if the output can't be written.
    private func printWaitingGames(
        for account: SavedAccount, _ options: GamesOptions
    ) throws(CommandFailure) {
        var printed: [String: CorrespondenceGame] = [:]
        var lastRefusal: AccountRefusal?
        while Descriptor.outputError == nil {
            let (known, refusal) = context.fetchRecordsOrUseCopies(
                of: account, in: [.game, .friend])
            if let refusal {
                // A server without accounts may be replaced while the command waits.
                guard refusal.isTemporary || refusal == .unknownServer else {
                    throw context.failure(refusal)
                }
                if refusal != lastRefusal { complain(context.sentence(refusal)) }
            } else {
                let found = FoundGames(known, of: account)
                let waiting = found.games.rows.filter(\.waits)
                for row in waiting where printed[row.key] != row.game {
                    printLine(
                        AccountReport.waitingGameLine(
                            of: row, at: found.now, isJSON: options.isJSON,
                            called: found.opponentName(of: row)))
                }
                printed = Dictionary(waiting.map { ($0.key, $0.game) }) { first, _ in first }
            }
            lastRefusal = refusal
            context.pause(Self.pollInterval)
        }
    }

    private func invite(
        _ partner: String, _ account: SavedAccount, _ options: GamesOptions
    ) throws(CommandFailure) {
        let limit = DaysPerMove(rawValue: options.days) ?? .usual
        // The server does not know nicknames, and another player may have such a name.
        let friends = context.fetchRecordsOrUseCopies(of: account, in: [.friend]).known.records
        let reply = try context.requireReply(
            to: .beginGame(with: friends.invitee(called: partner), limit, account.token))
        guard case .begun(_, let name, let isInvitation) = reply else {
            throw CommandFailure(AccountRefusal.unknownServer.sentence, .refused)
        }
        printLine(
            isInvitation
                ? CorrespondenceGameWords.invitationSent(name)
                : CorrespondenceGameWords.gameStarted(with: name))
    }

    private func removeInvitation(_ word: String, of account: SavedAccount) throws(CommandFailure) {
        let row = try findGame(word, of: account).row
        guard row.game.invitation != nil else {
            throw CommandFailure(CorrespondenceGameWords.notAnInvitation, .refused)
        }
        _ = try context.requireReply(to: .leaveGame(row.key, account.token))
        printLine(CorrespondenceGameWords.invitationRemoved)
    }

    /// Performs an action in a game, sends the game to the server, and shows it. Throws if the
    /// action is not possible, such as to accept a game that is no invitation to the user.
    private func performAndShowGame(
        _ action: CorrespondenceGame.PlayerAction, in word: String, of account: SavedAccount,
        _ options: GamesOptions
    ) throws(CommandFailure) {
        let (row, found) = try findGame(word, of: account)
        guard action != .accept || row.state == .invitation else {
            throw CommandFailure(CorrespondenceGameWords.notAnInvitation, .refused)
        }
        var game = row.game
        do throws(MatchActionRefusal) {
            try game.perform(action, by: account.user, at: found.now)
        } catch {
            throw CommandFailure(error.sentence, .refused)
        }
        _ = try context.requireReply(to: .changeGame(row.key, game, account.token))
        let after = CorrespondenceGameList([row.key: game], of: account.user, at: found.now)
        if let row = after[row.key] { showGame(row, found, options) }
    }
}
