import Commands
import Drawing
import PlainText
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import Visit
import Wording

/// `games` and `status`: which games over days there are, and which wait; and a new one. The server
/// is asked, and where it can't be, the copy on this machine tells what it knows.
struct GamesCommand {
    private let context: CommandContext

    init(_ lobby: LobbyOptions) throws {
        context = try CommandContext(lobby)
    }

    func run(_ options: GamesOptions) -> ExitStatus {
        defer { context.route.close() }
        guard let copy = signedIn() else { return complain(AccountWords.notSignedIn, .notFound) }
        guard let partner = options.partner else {
            let now = Stamp(milliseconds: ThisProcess.calendarMilliseconds)
            let (games, warning) = games(of: copy, at: now)
            if let warning { complain(warning) }
            let lines = RecordsReport.games(games, at: now, isJSON: options.isJSON) { row in
                copy.records.friends[row.opponent.user]?.alias ?? row.opponent.name
            }
            for line in lines { Descriptor.standardOutput.say(line) }
            return .done
        }
        let limit = DayLimit(rawValue: options.days) ?? .usual
        switch context.ask(.beginGame(with: .name(partner), limit, copy.account.token)) {
        case .begun(_, let name):
            Descriptor.standardOutput.say(DayGameWords.begun(with: name.asForeignText))
            return .done
        case .refused(let refusal): return complain(refusal.sentence, refusal.status)
        default: return complain(AccountRefusal.unknownServer.sentence, .refused)
        }
    }

    /// Done if something waits, so that a prompt can go by that alone.
    func run(_ options: StatusOptions) -> ExitStatus {
        defer { context.route.close() }
        guard let copy = signedIn() else {
            return options.isShort ? .notFound : complain(AccountWords.notSignedIn, .notFound)
        }
        let now = Stamp(milliseconds: ThisProcess.calendarMilliseconds)
        let (games, warning) = games(of: copy, at: now)
        if options.isShort {
            let line = DayGameWords.shortStatus(waiting: games.waiting)
            if !line.isEmpty { Descriptor.standardOutput.say(line) }
        } else {
            if let warning { complain(warning) }
            Descriptor.standardOutput.say(
                DayGameWords.status(waiting: games.waiting, running: games.running))
        }
        return games.waiting > 0 ? .done : .notFound
    }

    /// As the server has them, or as this machine last heard of them, and why.
    private func games(
        of copy: AccountCopy, at now: Stamp
    ) -> (games: DayGameList, warning: String?) {
        let user = copy.account.user
        let known = DayGameList(copy.records.games, of: user, at: now)
        switch context.ask(.showGames(copy.account.token)) {
        case .games(let games): return (DayGameList(games, of: user, at: now), nil)
        case .refused(let refusal): return (known, refusal.sentence)
        default: return (known, nil)
        }
    }

    private func signedIn() -> AccountCopy? {
        let found = context.signedIn(printsWarnings: false)
        found?.file?.close()
        return found?.copy
    }
}
