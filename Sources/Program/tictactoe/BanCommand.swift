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
        let list: BanList
        do throws(BanFlaw) {
            list = try BanList(newBan: options.line)
        } catch {
            throw CommandFailure(BanWords.invalidBan(options, error.kind), .misused)
        }
        // A comment is a valid line of a list.
        guard list.count > 0 else {
            throw CommandFailure(BanWords.invalidBan(options, .noTarget), .misused)
        }
        if let today = CalendarDay.today, list.isOver(on: today) {
            throw CommandFailure(BanWords.alreadyOver(options.target), .misused)
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
        do {
            // Data of 0.2, or of another program, has no list that this version reads.
            _ = try OperatorRedisCall.ask(.check(mayForget: true, mayBegin: true), at: redis)
            let reply = try OperatorRedisCall.ask(.bans(known: nil), at: redis)
            guard case .bans(let lines, _) = reply else {
                throw CommandFailure(BanWords.unusableRedis(SharedRedisWords.damaged))
            }
            let names = BanList.words(in: lines, for: options.target)
            switch options.action {
            case .list: return printBans(lines)
            case .add:
                let call = RedisOperatorCommand.ban(target: options.target, line: options.line)
                _ = try OperatorRedisCall.ask(call, at: redis)
                try removeBans(of: names.filter { $0 != options.target }, at: redis)
                printWithProgramName(BanWords.added(options.target))
            case .remove:
                guard !names.isEmpty else { return complain(BanWords.notThere(options.target)) }
                try removeBans(of: names, at: redis)
                printWithProgramName(BanWords.removed(options.target))
            }
            return .done
        } catch let failure as OperatorRedisFailure {
            throw CommandFailure(BanWords.unusableRedis(failure.sentence))
        }
    }

    /// Removes bans from the list in Redis by their first words.
    private func removeBans(of names: [String], at redis: RedisDeployment) throws {
        for name in names { _ = try OperatorRedisCall.ask(.unban(target: name), at: redis) }
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

    static func alreadyOver(_ target: String) -> String {
        "\(target) was not banned: the last day of the ban is already over"
    }

    static func invalidBan(_ options: BanOptions, _ flaw: BanFlaw.BanLineFlaw) -> String {
        switch flaw {
        case .noText: "not a valid ban: it is not plain text"
        case .noDay: "\(options.target) was not banned: expected a date like 2027-01-31"
        case .noTarget:
            "\"\(options.target)\" is not an address, a range like 10.0.0.0/8 or a key fingerprint"
                + " like SHA256:…"
        }
    }

    static func unusableRedis(_ reason: String) -> String {
        "can't use the ban list in Redis: \(reason)"
    }
}
