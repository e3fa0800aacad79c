import SyncHub

/// How much callers ask, by the addresses they come from and the names they try.
struct CallerLimits {
    var addressAttempts: SourceLimit<[UInt8]>
    var nameAttempts: SourceLimit<String>
    /// What is asked over HTTP, in commands of the hub's.
    var addressRequests: SourceLimit<[UInt8]>

    init(_ limits: HostLimits, _ pace: CommandPace) {
        addressAttempts = SourceLimit(
            atOnce: limits.attemptsPerAddress, pause: limits.addressPause)
        nameAttempts = SourceLimit(atOnce: limits.attemptsPerName, pause: limits.namePause)
        addressRequests = SourceLimit(atOnce: pace.commandsAtOnce, pause: pace.price)
    }
}
