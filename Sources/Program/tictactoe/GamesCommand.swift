import Commands
import Drawing
import PlainText
import Records
import SimperiumClock
import SimperiumLoop
import Visit
import Wording

/// `games` and `status`: which games over days there are, and which wait; and a new one.
struct GamesCommand {
    private let context: CommandContext

    init(_ lobby: LobbyOptions) throws {
        context = try CommandContext(lobby)
    }

    func run(_ options: GamesOptions) -> ExitStatus {
        defer { context.route.close() }
        guard let account = context.account(printsWarnings: false) else {
            return complain(AccountWords.notSignedIn, .notFound)
        }
        guard let partner = options.partner else { return list(of: account, options.isJSON) }
        let limit = DayLimit(rawValue: options.days) ?? .usual
        switch context.ask(.beginGame(with: .name(partner), limit, account.token)) {
        case .begun(_, let name):
            Descriptor.standardOutput.say(DayGameWords.begun(with: name))
            return .done
        case .refused(let refusal): return complain(context.sentence(refusal), refusal.status)
        default: return complain(AccountRefusal.unknownServer.sentence, .refused)
        }
    }

    private func list(of account: Account, _ isJSON: Bool) -> ExitStatus {
        let now = Stamp(milliseconds: ThisProcess.calendarMilliseconds)
        let (known, refusal) = context.records(of: account, in: [.game, .friend])
        let games = DayGameList(known.records.games, of: account.user, at: now)
        guard context.explain(known, refusal, isEmpty: games.rows.isEmpty) else {
            return .serverUnreachable
        }
        let lines = RecordsReport.games(games, at: now, isJSON: isJSON, asOf: known.asOf) { row in
            known.records.friends[row.opponent.user]?.alias ?? row.opponent.name
        }
        for line in lines { Descriptor.standardOutput.say(line) }
        return .done
    }

    /// Done if something waits, so that a prompt can go by that alone.
    func run(_ options: StatusOptions) -> ExitStatus {
        defer { context.route.close() }
        guard let account = context.account(printsWarnings: false) else {
            return options.isShort ? .notFound : complain(AccountWords.notSignedIn, .notFound)
        }
        let now = Stamp(milliseconds: ThisProcess.calendarMilliseconds)
        let (known, refusal) = context.records(of: account, in: [.game])
        let games = DayGameList(known.records.games, of: account.user, at: now)
        if options.isShort {
            if known.age == .unknown, games.rows.isEmpty { return .serverUnreachable }
            let line = DayGameWords.shortStatus(waiting: games.waiting)
            if !line.isEmpty { Descriptor.standardOutput.say(line) }
        } else {
            guard context.explain(known, refusal, isEmpty: games.rows.isEmpty) else {
                return .serverUnreachable
            }
            Descriptor.standardOutput.say(
                DayGameWords.status(waiting: games.waiting, running: games.running))
        }
        return games.waiting > 0 ? .done : .notFound
    }
}
