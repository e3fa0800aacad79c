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
    private var watch: BanWatch

    /// `file` names them; nil if there is none. A door reads the same list, and tells of it.
    init(_ file: String?, log: Log, isRereadTold: Bool) throws(Misuse) {
        self.file = file
        self.log = log
        self.isRereadTold = isRereadTold
        watch = BanWatch(try file.map(Configuration.bans) ?? BanList())
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
        watch.bans = bans
    }
}
