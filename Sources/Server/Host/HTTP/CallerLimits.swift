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
    /// Who fails to come in again and again waits longer each time.
    private var addressPauses: GrowingPauses<[UInt8]>
    private var namePauses: GrowingPauses<String>
    /// New accounts of the game.
    var signUps: RateLimits<[UInt8]>
    /// What one user asks about others.
    var lookUps: RateLimits<String>
    /// Games over days that one user begins.
    var gameStarts: RateLimits<String>
    /// What is asked over HTTP, in commands of the hub's.
    var addressRequests: RateLimits<[UInt8]>
    /// Lines of the log that say of an address that it has too many connections.
    var fullAddresses = RateLimits<[UInt8]>(RateLimit(atOnce: 1, perMinute: 1))

    init(_ limits: HostLimits, _ people: PeopleLimits, at pace: CommandPace) {
        price = max(limits.successesPerFailure, 1)
        addressAttempts = RateLimits(
            RateLimit(
                atOnce: limits.attemptsPerAddress * price, pause: limits.addressPause / price))
        let nameLimit = RateLimit(atOnce: limits.attemptsPerName, pause: limits.namePause)
        nameAttempts = RateLimits(nameLimit)
        knownAttempts = RateLimits(nameLimit)
        addressPauses = GrowingPauses(
            free: people.freeFailuresPerAddress, first: people.firstPause,
            longest: people.longestPause)
        namePauses = GrowingPauses(
            free: people.freeFailuresPerName, first: people.firstPause,
            longest: people.longestPause)
        signUps = RateLimits(RateLimit(atOnce: people.signUps, pause: people.signUpPause))
        lookUps = RateLimits(RateLimit(atOnce: people.lookUps, pause: people.lookUpPause))
        gameStarts = RateLimits(RateLimit(atOnce: people.gameStarts, pause: people.gameStartPause))
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

    /// How long the next attempt must wait because of those that failed. It counts as another one
    /// that did, until it is forgiven.
    mutating func pause(
        of name: String?, from addressPrefix: [UInt8], at now: Instant
    ) -> Duration {
        var wait = addressPauses.wait(of: addressPrefix, at: now)
        let counted = name.flatMap { name in
            let place = KnownPlace(name: name, addressPrefix: addressPrefix)
            return knownPlaces.contains(place) ? nil : name
        }
        if let counted { wait = max(wait, namePauses.wait(of: counted, at: now)) }
        guard wait == .zero else { return wait }
        addressPauses.note(addressPrefix, at: now)
        if let counted { namePauses.note(counted, at: now) }
        return .zero
    }

    /// An attempt without a name was right.
    mutating func forgive(addressPrefix: [UInt8]) {
        addressPauses.forgive(addressPrefix)
    }

    /// The password was right.
    mutating func forgive(_ name: String, from addressPrefix: [UInt8]) {
        addressAttempts.refund(addressPrefix, price - 1)
        let place = KnownPlace(name: name, addressPrefix: addressPrefix)
        if knownPlaces.count >= Self.mostKnownPlaces { knownPlaces = [] }
        knownPlaces.insert(place)
        knownAttempts.forgive(place)
        nameAttempts.forgive(name)
        addressPauses.forgive(addressPrefix)
        namePauses.forgive(name)
    }
}
