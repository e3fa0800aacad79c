internal import Guests
import Host
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork

/// Who is let in at a door: as many as the doorkeeper allows, and none of those who are banned.
struct Admittance {
    enum Refusal: Error {
        case obstacle(Doorkeeper.Obstacle)
        case banned(Ban)

        /// Why, for the guest.
        var sentence: String {
            switch self {
            case .obstacle(let obstacle): "\(obstacle)"
            case .banned(let ban): ban.sentence
            }
        }
    }

    private var keeper: Doorkeeper
    /// The guests that the host keeps out, if they come from now on.
    var bans: BanList

    init(_ limits: DoorLimits, bans: BanList) {
        keeper = Doorkeeper(limits.crowd)
        self.bans = bans
    }

    mutating func admit(_ peer: SocketAddress, at now: Instant) throws(Refusal) {
        do throws(Doorkeeper.Obstacle) {
            try keeper.admit(peer.addressPrefix, at: now)
        } catch {
            throw .obstacle(error)
        }
        // Not before, so that nobody fills the log by coming again and again.
        if let ban = today.flatMap({ bans.ban(onAddress: peer.host, at: $0) }) {
            keeper.release(peer.addressPrefix)
            throw .banned(ban)
        }
    }

    /// Lets another come in place of a guest who has left.
    mutating func release(_ peer: SocketAddress) {
        keeper.release(peer.addressPrefix)
    }

    func ban(onKey fingerprint: String) -> Ban? {
        today.flatMap { bans.ban(onKey: fingerprint, at: $0) }
    }

    /// Nil after the year 9999.
    private var today: CalendarDay? {
        let now = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return CalendarDay("\(now)".prefix { $0 != "T" })
    }
}
