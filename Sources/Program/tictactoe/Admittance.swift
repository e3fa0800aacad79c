internal import Guests
import SimperiumClock
import SimperiumNetwork

/// Who is let in at a door: as many as the doorkeeper allows, and none of those who are banned.
struct Admittance {
    enum Refusal: Error {
        case obstacle(Doorkeeper.Obstacle)
        /// The log has told of it already, unless that is news.
        case banned(Ban, isNews: Bool)

        /// Why, for the guest.
        var sentence: String {
            switch self {
            case .obstacle(let obstacle): "\(obstacle)"
            case .banned(let ban, _): ban.sentence
            }
        }
    }

    private var keeper: Doorkeeper
    private var watch: BanWatch

    /// The guests that the host keeps out, if they come from now on.
    var bans: BanList {
        get { watch.bans }
        set { watch.bans = newValue }
    }

    init(_ limits: DoorLimits, bans: BanList) {
        keeper = Doorkeeper(limits.crowd)
        watch = BanWatch(bans)
    }

    mutating func admit(_ peer: SocketAddress, at now: Instant) throws(Refusal) {
        do throws(Doorkeeper.Obstacle) {
            try keeper.admit(peer.addressPrefix, at: now)
        } catch {
            throw .obstacle(error)
        }
        if let finding = watch.finding(onAddress: peer.host, at: { .today }) {
            keeper.release(peer.addressPrefix)
            throw .banned(finding.ban, isNews: finding.isNews)
        }
    }

    /// Lets another come in place of a guest who has left.
    mutating func release(_ peer: SocketAddress) {
        keeper.release(peer.addressPrefix)
    }

    func ban(onKey fingerprint: String) -> Ban? {
        CalendarDay.today.flatMap { bans.ban(onKey: fingerprint, at: $0) }
    }
}
