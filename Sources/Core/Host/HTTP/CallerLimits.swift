import SimperiumClock
import SyncHub

/// How much callers ask, by the addresses they come from and the names they try.
struct CallerLimits {
    /// A name, tried from an address from where it has signed in before.
    private struct KnownPlace: Hashable {
        let name: String
        let addressPrefix: [UInt8]
    }

    private static let mostKnownPlaces = 10_000

    /// A failure's price. What succeeds is given back all but one.
    private let price: Int
    private var addressAttempts: RateLimits<[UInt8]>
    private var nameAttempts: RateLimits<String>
    /// Who comes from where they have been is not held up by others who guess.
    private var knownAttempts: RateLimits<KnownPlace>
    private var knownPlaces: Set<KnownPlace> = []
    /// What is asked over HTTP, in commands of the hub's.
    var addressRequests: RateLimits<[UInt8]>
    /// Lines of the log that say of an address that it has too many connections.
    var fullAddresses = RateLimits<[UInt8]>(RateLimit(atOnce: 1, perMinute: 1))

    init(_ limits: HostLimits, _ pace: CommandPace) {
        price = max(limits.successesPerFailure, 1)
        addressAttempts = RateLimits(
            RateLimit(
                atOnce: limits.attemptsPerAddress * price, pause: limits.addressPause / price))
        let nameLimit = RateLimit(atOnce: limits.attemptsPerName, pause: limits.namePause)
        nameAttempts = RateLimits(nameLimit)
        knownAttempts = RateLimits(nameLimit)
        addressRequests = RateLimits(RateLimit(atOnce: pace.commandsAtOnce, pause: pace.price))
    }

    /// Takes the price of an attempt to get in by a password. False if it must wait.
    mutating func allowAttempt(
        by name: String, from addressPrefix: [UInt8], at now: Instant
    ) -> Bool {
        guard addressAttempts.allows(addressPrefix, costing: price, at: now) else { return false }
        let place = KnownPlace(name: name, addressPrefix: addressPrefix)
        return knownPlaces.contains(place)
            ? knownAttempts.allows(place, at: now) : nameAttempts.allows(name, at: now)
    }

    /// The password was right.
    mutating func forgive(_ name: String, from addressPrefix: [UInt8]) {
        addressAttempts.refund(addressPrefix, price - 1)
        let place = KnownPlace(name: name, addressPrefix: addressPrefix)
        if knownPlaces.count >= Self.mostKnownPlaces { knownPlaces = [] }
        knownPlaces.insert(place)
        knownAttempts.forgive(place)
        nameAttempts.forgive(name)
    }
}
