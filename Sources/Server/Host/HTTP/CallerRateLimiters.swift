import SimperiumClock
import SimperiumWire
import SyncHub

/// The limiters of callers' requests, by address, name and user.
struct CallerRateLimiters {
    /// The limits on attempts to sign in, to sign up, and to use a code.
    var attempts: AttemptLimiter
    private let pluginApp: AppID?
    /// The limits on the accounts that an address creates in the plug-in's app.
    private var pluginSignUps: KeyedRateLimiter<[UInt8]>
    /// The limits on the accounts that an address creates in other apps.
    private var otherSignUps: KeyedRateLimiter<[UInt8]>
    var lookUps: KeyedRateLimiter<String>
    var invitations: KeyedRateLimiter<String>
    /// The limits on an address's requests over HTTP, counted in hub commands.
    var addressRequests: KeyedRateLimiter<[UInt8]>
    /// The limits on log lines about an address with too many connections.
    var rejectionLogLines = KeyedRateLimiter<[UInt8]>(RateLimiter(atOnce: 1, perMinute: 1))

    init(
        _ limits: HostLimits, _ people: PluginAccountRateLimits, of app: AppID?,
        at pace: CommandRateLimit
    ) {
        pluginApp = app
        attempts = AttemptLimiter(limits.attempts)
        pluginSignUps = KeyedRateLimiter(
            RateLimiter(atOnce: people.signUps, pause: people.signUpPause))
        otherSignUps = KeyedRateLimiter(
            RateLimiter(atOnce: limits.signUps, pause: limits.signUpPause))
        lookUps = KeyedRateLimiter(RateLimiter(atOnce: people.lookUps, pause: people.lookUpPause))
        invitations = KeyedRateLimiter(
            RateLimiter(atOnce: people.invitations, pause: people.invitationPause))
        addressRequests = KeyedRateLimiter(
            RateLimiter(atOnce: pace.commandsAtOnce, pause: pace.price))
    }

    /// Charges a new account to an address. Throws if the address has created too many accounts.
    mutating func chargeSignUp(
        of app: AppID, from address: [UInt8], at now: Instant
    ) throws(CallRefusal) {
        if app == pluginApp {
            try pluginSignUps.chargeOrRefuse(address, at: now)
        } else {
            try otherSignUps.chargeOrRefuse(address, at: now)
        }
    }

    mutating func refundSignUp(of app: AppID, from address: [UInt8]) {
        if app == pluginApp { pluginSignUps.refund(address, 1) }
        if app != pluginApp { otherSignUps.refund(address, 1) }
    }
}

extension KeyedRateLimiter {
    /// Charges a use to a key. Throws if the key must wait.
    mutating func chargeOrRefuse(_ key: Key, at now: Instant) throws(CallRefusal) {
        guard chargeIfAllowed(key, at: now) else { throw .tooSoon(wait(of: key, at: now)) }
    }
}

/// The limiter of attempts that may fail: a wrong password, a wrong code, a taken name.
///
/// An attempt is charged when it begins, as if it failed. The first failures cost no time; after
/// these, each next attempt waits twice as long as the one before. A success refunds all attempts
/// at the same name from the same address, and no others.
struct AttemptLimiter: Sendable {
    fileprivate enum FailureKey: Hashable {
        case address([UInt8])
        /// A name, from all addresses where its user has not signed in before.
        case name(String)
        /// A name from an address where its user has signed in before.
        case known(String, [UInt8])
        /// The attempts at a name from an address. A success refunds them. They delay no attempt.
        case cost(String, [UInt8])
    }

    /// The number of failures, with the time of the last one. A wait is measured from that time.
    private struct FailureCountAndTime {
        var count: Int
        var last: Instant
    }

    struct ChargedAttempt: Hashable {
        /// The name with its app, preceded by a prefix for an attempt with a reset code. For an
        /// attempt with a link code, `link` and the code's prefix.
        let name: String
        let address: [UInt8]
        /// The key of the charged name; nil while only the address is charged.
        fileprivate var nameKey: FailureKey?

        init(_ name: String, from address: [UInt8]) {
            self.name = name
            self.address = address
        }

        fileprivate var cost: FailureKey { .cost(name, address) }
        fileprivate var keys: [FailureKey] {
            [.address(address), cost] + [nameKey].compactMap(\.self)
        }
    }

    private static let capacity = 30_000

    private let limits: AttemptLimits
    private var failures: [FailureKey: FailureCountAndTime] = [:]

    init(_ limits: AttemptLimits) {
        self.limits = limits
    }

    /// Charges an attempt to its address. Throws if the address must wait.
    mutating func chargeToAddress(_ attempt: ChargedAttempt, at now: Instant) throws(CallRefusal) {
        let key = FailureKey.address(attempt.address)
        try refuseIfTooSoon(key, free: limits.freePerAddress, at: now)
        addFailure(to: key, at: now)
        addFailure(to: attempt.cost, at: now)
    }

    /// Charges an attempt also to its name or, from a known address, to the name at this address.
    /// Throws if the name must wait.
    mutating func chargeName(
        of attempt: inout ChargedAttempt, isKnown: Bool, at now: Instant
    ) throws(CallRefusal) {
        let key: FailureKey =
            isKnown ? .known(attempt.name, attempt.address) : .name(attempt.name)
        try refuseIfTooSoon(key, free: limits.freePerName, at: now)
        addFailure(to: key, at: now)
        attempt.nameKey = key
    }

    mutating func refund(_ attempt: ChargedAttempt) {
        for key in attempt.keys { removeFailures(1, from: key) }
    }

    /// Refunds this attempt, and all earlier attempts at the same name from the same address.
    mutating func refundWithEarlierAttempts(_ attempt: ChargedAttempt) {
        let count = failures[attempt.cost]?.count ?? 0
        for key in attempt.keys { removeFailures(count, from: key) }
    }

    private func refuseIfTooSoon(
        _ key: FailureKey, free: Int, at now: Instant
    ) throws(CallRefusal) {
        guard let failures = failures[key], failures.count >= free else { return }
        let doublings = min(failures.count - free, 20)
        let pause = min(limits.longestPause, limits.firstPause * (1 << doublings))
        let wait = failures.last + pause - now
        guard wait <= .zero else { throw .tooSoon(wait) }
    }

    private mutating func addFailure(to key: FailureKey, at now: Instant) {
        if failures.count >= Self.capacity { removeOldFailures(at: now) }
        let earlier =
            failures[key].flatMap { now - $0.last < limits.longestPause * 2 ? $0.count : nil } ?? 0
        failures[key] = FailureCountAndTime(count: earlier + 1, last: now)
    }

    private mutating func removeFailures(_ count: Int, from key: FailureKey) {
        guard let left = failures[key].map({ $0.count - count }), left > 0 else {
            failures[key] = nil
            return
        }
        failures[key]?.count = left
    }

    /// Removes the counts of keys without a failure within twice the longest pause. If more than
    /// half of the capacity remains, keeps only the half with the latest failures.
    private mutating func removeOldFailures(at now: Instant) {
        failures = failures.filter { now - $0.value.last < limits.longestPause * 2 }
        guard failures.count > Self.capacity / 2 else { return }
        let newest = failures.sorted { $0.value.last > $1.value.last }.prefix(Self.capacity / 2)
        failures = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
