import Commands
internal import Guests
import Host
import SimperiumNetwork

/// Whom a server keeps out, by the address they come from: asked for each connection, and for each
/// request that a proxy passes on.
final class ServerBans {
    private let file: String?
    private let log: Log
    private let isRereadTold: Bool
    /// What the file says, and what all servers know that share an engine.
    private var own: BanList
    private var shared: [String] = []
    private var watch: BanWatch
    /// Hears of each change, with all that counts from then on.
    var onChange: (BanList) -> Void = { _ in }

    /// `file` names them; nil if there is none. A door reads the same list, and tells of it.
    init(_ file: String?, log: Log, isRereadTold: Bool) throws(Misuse) {
        self.file = file
        self.log = log
        self.isRereadTold = isRereadTold
        own = try file.map(Configuration.bans) ?? BanList()
        watch = BanWatch(own)
    }

    /// Whether somebody is kept out. The log has the reason, once.
    func keepsOut(_ client: SocketAddress) -> Bool {
        guard let finding = watch.finding(onAddress: client.host, at: { .today }) else {
            return false
        }
        if finding.isNews {
            log.write(LogEntry(keptOut: client.hostText, because: finding.ban.reason))
        }
        return true
    }

    /// Takes the list in again; if it can't be meant, the one before stays.
    func readAgain() {
        guard let file,
            let bans = Configuration.bansAgain(file, tellingTo: isRereadTold ? log : nil)
        else { return }
        own = bans
        change()
    }

    var all: BanList { watch.bans }

    /// Takes in the lines that all servers know.
    func take(_ lines: [String]) {
        shared = lines
        log.write(LogEntry(bansRead: own.adding(lines).count))
        change()
    }

    private func change() {
        watch.bans = own.adding(shared)
        onChange(watch.bans)
    }
}
