import Commands
internal import Guests
import Host
import SimperiumLoop
import SimperiumNetwork

/// The bans of a server: those in its file, and those of all servers on its Redis. The server
/// applies them to each connection, and to each request through a proxy.
final class ServerBans {
    private let file: String?
    private let log: Log
    private let logsReload: Bool
    /// The bans in the file.
    private var own: BanList
    /// The lines of the list in Redis.
    private var shared: [String] = []
    private(set) var all: BanList
    /// Called with the bans after each change.
    var onChange: (BanList) -> Void = { _ in }

    /// Reads the file, if there is one. `logsReload` is false if a door reads the same file,
    /// because the door then logs the result of each reload.
    init(_ file: String?, log: Log, logsReload: Bool) throws(UsageError) {
        self.file = file
        self.log = log
        self.logsReload = logsReload
        own = try file.map(ConfigurationReader.readBans) ?? BanList()
        all = own
    }

    /// Returns true for a banned client. Logs the first attempt to connect from each address or
    /// IPv6 subnet, up to a limit.
    func isBanned(_ client: SocketAddress) -> Bool {
        guard let finding = all.checkAttempt(fromAddress: client.host, at: { .today }) else {
            return false
        }
        if finding.isFirstFromSubnet {
            log.write(ServerLogEntry(keptOut: client.hostText, because: finding.ban.reason))
        }
        return true
    }

    /// Reads the file again, and applies its bans. An invalid file changes nothing.
    func rereadBanFile() {
        guard let file,
            let bans = ConfigurationReader.rereadAndLogBans(file, log: logsReload ? log : nil)
        else { return }
        own = bans
        mergeAndReportBans()
    }

    /// Replaces the lines that all servers share, applies them, and logs the number of bans and
    /// each invalid line.
    func replaceSharedBans(_ lines: [String]) {
        shared = lines
        let merged = own.adding(lines) { line in
            log.write(ServerLogEntry(trouble: LogWords.banIgnored, line))
        }
        log.write(ServerLogEntry(bansRead: merged.count))
        mergeAndReportBans()
    }

    private func mergeAndReportBans() {
        all = own.adding(shared)
        onChange(all)
    }
}

/// The file that passes all bans of a server to the server's door: the bans in the server's own
/// file, and the bans in Redis.
final class DoorBansFile {
    private static let retryPause = Duration.seconds(5)

    private let path: String
    private let log: Log
    private let onWritten: () -> Void
    /// The bans that could not be written, to be retried after a pause; nil if there are none.
    private var unwritten: BanList?
    private var retry: Timer?

    /// Writes the file. Later, calls `onWritten` whenever `replace(with:)` has replaced the file.
    init(
        _ path: String, with bans: BanList, on loop: Loop, log: Log, onWritten: @escaping () -> Void
    ) throws(LibraryError) {
        self.path = path
        self.log = log
        self.onWritten = onWritten
        try WholeFile.replace(path, with: bans.bytes)
        retry = Timer(on: loop) { [unowned self] in
            if let unwritten { replace(with: unwritten) }
        }
    }

    /// Replaces the file. After a failure, logs the error once, and retries until a list is
    /// written.
    func replace(with bans: BanList) {
        do throws(LibraryError) {
            try WholeFile.replace(path, with: bans.bytes)
            unwritten = nil
            retry?.disarm()
            onWritten()
        } catch {
            if unwritten == nil {
                log.write(ServerLogEntry(trouble: LogWords.bansNotRead, "\(error)"))
            }
            unwritten = bans
            retry?.arm(after: Self.retryPause)
        }
    }
}

extension CalendarDay {
    /// The current day; nil after the year 9999.
    static var today: CalendarDay? {
        let now = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return CalendarDay("\(now)".prefix { $0 != "T" })
    }
}
