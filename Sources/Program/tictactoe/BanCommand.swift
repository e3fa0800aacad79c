import Commands
import Drawing
internal import Guests
import RedisStore
import SimperiumLoop
import SimperiumServer

/// `tictactoe ban`: prints or changes the ban list of one server, or of all servers on a Redis.
struct BanCommand {
    private let options: BanOptions

    init(_ options: BanOptions) throws {
        self.options = options
        guard options.action == .add else { return }
        do throws(BanFlaw) { _ = try BanList(line: options.line) } catch {
            throw CommandFailure(BanWords.invalidBan("\(error)"))
        }
    }

    func run() throws -> ExitStatus {
        switch options.location {
        case .file(let path): try performAction(onFile: path)
        case .redis(let redis): try performAction(onRedis: try RedisDeployment(redis))
        }
    }

    private func performAction(onFile path: String) throws -> ExitStatus {
        switch options.action {
        case .list: return printBans(try ConfigurationReader.readBans(path).lines)
        case .add:
            try updateFile(path) { list in
                (list.removing(options.target) ?? list).adding([options.line])
            }
            printWithProgramName(BanWords.added(options.target))
        case .remove:
            var isFound = false
            try updateFile(path) { list in
                let others = list.removing(options.target)
                isFound = others != nil
                return others
            }
            guard isFound else { return complain(BanWords.notThere(options.target)) }
            printWithProgramName(BanWords.removed(options.target))
        }
        printWithProgramName(BanWords.reloadAdvice(path))
        return .done
    }

    /// Replaces the list in the file, unless `change` returns nil. Only `add` may create the file.
    private func updateFile(_ path: String, _ change: (BanList) -> BanList?) throws {
        let limit = BanList.fileSizeLimit
        try WholeFile.updateUnderLock(path, limit: limit, mode: .previousMode) { bytes throws in
            guard bytes != nil || options.action == .add else {
                throw UsageError.unreadable(path: path, reason: FileFlawWords.noSuchFile)
            }
            let changed = change(try ConfigurationReader.parseBans(bytes ?? [], in: path))?.bytes
            // No server could read a longer file, and no command could shorten it.
            guard changed?.count ?? 0 <= limit else {
                throw CommandFailure(BanWords.tooLong(path, limit: limit))
            }
            return changed
        }
    }

    private func performAction(onRedis redis: RedisDeployment) throws -> ExitStatus {
        let call: RedisOperatorCommand =
            switch options.action {
            case .list: .bans(known: nil)
            case .add: .ban(target: options.target, line: options.line)
            case .remove: .unban(target: options.target)
            }
        do {
            // Data of 0.2, or of another program, has no list that this version reads.
            _ = try OperatorRedisCall.ask(.check(mayForget: true, mayBegin: true), at: redis)
            switch try OperatorRedisCall.ask(call, at: redis) {
            case .bans(let lines, _): return printBans(lines)
            case .none: return complain(BanWords.notThere(options.target))
            default:
                let isAdded = options.action == .add
                printWithProgramName((isAdded ? BanWords.added : BanWords.removed)(options.target))
                return .done
            }
        } catch let failure as OperatorRedisFailure {
            throw CommandFailure(BanWords.unusableRedis(failure.sentence))
        }
    }

    private func printBans(_ lines: [String]) -> ExitStatus {
        let bans = lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }
        if bans.isEmpty { printWithProgramName(BanWords.none) }
        for line in bans {
            printLine(ForeignText(line).shown(toColumns: 1_000))
        }
        return .done
    }
}

private enum BanWords {
    static func added(_ target: String) -> String { "\(target) is banned" }
    static func removed(_ target: String) -> String { "\(target) is no longer banned" }
    static func notThere(_ target: String) -> String { "there is no ban on \(target)" }

    static let none = "there are no bans"

    static func tooLong(_ file: String, limit: Int) -> String {
        "\(file) was not changed: it would have more than \(limit) bytes; remove other lines first"
    }

    /// Returns the advice after a change: a running server reads its file again only at SIGHUP.
    static func reloadAdvice(_ file: String) -> String {
        "\(file) has been updated; send SIGHUP to a running server to apply the change"
    }

    /// Returns the error message for an invalid ban. `flaw` starts with a line number, because the
    /// ban is parsed like a line of a ban file.
    static func invalidBan(_ flaw: String) -> String { "not a valid ban: \(flaw)" }

    static func unusableRedis(_ reason: String) -> String {
        "can't use the ban list in Redis: \(reason)"
    }
}
