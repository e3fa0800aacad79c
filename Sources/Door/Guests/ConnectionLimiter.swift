package import SimperiumClock

/// Limits on connections to a door: in total, from one address, and per minute.
package struct ConnectionLimiter: Sendable {
    /// The limit that a new connection exceeds.
    package enum ExceededLimit: Error, Hashable, Sendable, CaseIterable {
        case full
        case addressFull
        case tooOften
    }

    private struct AddressUsage {
        var guests = 0
        var arrivals: RateLimiter
    }

    private let limits: ConnectionCountLimits
    package private(set) var count = 0
    private var origins: [[UInt8]: AddressUsage] = [:]
    /// The time of the last removal of idle addresses; nil before the first removal. Searching for
    /// idle addresses is too slow for each connection.
    private var forgotAt: Instant?

    package init(_ limits: ConnectionCountLimits) {
        self.limits = limits
    }

    /// Counts a new connection, or throws the limit that the connection exceeds. `address` is a
    /// prefix, as in `SocketAddress.addressPrefix`.
    package mutating func admit(
        _ address: [UInt8], at now: Instant
    ) throws(ExceededLimit) {
        guard count < limits.guests else { throw .full }
        if origins.count >= limits.rememberedAddresses { forgetIdleAddresses(at: now) }
        let isKnown = origins[address] != nil
        guard isKnown || origins.count < limits.rememberedAddresses else { throw .full }
        var origin =
            origins[address]
            ?? AddressUsage(
                arrivals: RateLimiter(
                    atOnce: limits.arrivalsAtOnce, perMinute: limits.arrivalsPerMinute))
        defer { origins[address] = origin }
        guard origin.guests < limits.guestsPerAddress else { throw .addressFull }
        guard origin.arrivals.chargeIfAllowed(at: now) else { throw .tooOften }
        origin.guests += 1
        count += 1
    }

    package mutating func release(_ address: [UInt8]) {
        count -= 1
        origins[address]?.guests -= 1
    }

    /// Removes the addresses without connections whose rate limits have recovered, at most once a
    /// second.
    private mutating func forgetIdleAddresses(at now: Instant) {
        guard forgotAt.map({ now >= $0 + .seconds(1) }) ?? true else { return }
        forgotAt = now
        origins = origins.filter { $1.guests > 0 || !$1.arrivals.hasFullAllowance(at: now) }
    }
}

extension ConnectionLimiter.ExceededLimit: CustomStringConvertible {
    package var description: String { DoorWords.sentence(self) }
}
