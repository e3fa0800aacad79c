import SimperiumClock
import SyncHub

/// How much callers ask, by the addresses they come from and the names they try.
struct CallerLimits {
    var addressAttempts: RateLimits<[UInt8]>
    var nameAttempts: RateLimits<String>
    /// What is asked over HTTP, in commands of the hub's.
    var addressRequests: RateLimits<[UInt8]>
    /// Lines of the log that say of an address that it has too many connections.
    var fullAddresses = RateLimits<[UInt8]>(RateLimit(atOnce: 1, perMinute: 1))

    init(_ limits: HostLimits, _ pace: CommandPace) {
        addressAttempts = RateLimits(
            RateLimit(atOnce: limits.attemptsPerAddress, pause: limits.addressPause))
        nameAttempts = RateLimits(
            RateLimit(atOnce: limits.attemptsPerName, pause: limits.namePause))
        addressRequests = RateLimits(RateLimit(atOnce: pace.commandsAtOnce, pause: pace.price))
    }
}
