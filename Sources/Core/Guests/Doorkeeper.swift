package import SimperiumClock

/// Lets people up to the door, or not: so many in all, so many of one household, so many a minute.
package struct Doorkeeper: Sendable {
    /// Why somebody can't come in now.
    package enum Obstacle: Error, Hashable, Sendable, CaseIterable {
        case full
        case householdFull
        case tooOften
    }

    private struct Household {
        var guests = 0
        var arrivals: Allowance
    }

    private let limits: DoorLimits
    package private(set) var count = 0
    private var households: [[UInt8]: Household] = [:]
    /// Looking through all of them takes time that strangers must not be able to spend.
    private var forgotAt: Instant?

    package init(_ limits: DoorLimits) {
        self.limits = limits
    }

    /// A household is whatever shares an address: see `SocketAddress`.
    package mutating func admit(
        _ address: [UInt8], at now: Instant
    ) throws(Obstacle) {
        guard count < limits.guests else { throw .full }
        if households.count >= limits.rememberedHouseholds { forget(at: now) }
        let isKnown = households[address] != nil
        guard isKnown || households.count < limits.rememberedHouseholds else { throw .full }
        var household =
            households[address]
            ?? Household(
                arrivals: Allowance(
                    atOnce: limits.arrivalsAtOnce, perMinute: limits.arrivalsPerMinute, at: now))
        defer { households[address] = household }
        guard household.guests < limits.guestsPerHousehold else { throw .householdFull }
        guard household.arrivals.take(at: now) == nil else { throw .tooOften }
        household.guests += 1
        count += 1
    }

    package mutating func release(_ address: [UInt8]) {
        count -= 1
        households[address]?.guests -= 1
    }

    /// Forgets those who have left long enough ago to come as if for the first time.
    private mutating func forget(at now: Instant) {
        guard forgotAt.map({ now >= $0 + .seconds(1) }) ?? true else { return }
        forgotAt = now
        households = households.compactMapValues { household in
            var household = household
            household.arrivals.fill(at: now)
            return household.guests == 0 && household.arrivals.isFull ? nil : household
        }
    }
}

extension Doorkeeper.Obstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full: "This server is full. Please try again in a few minutes."
        case .householdFull: "Too many connections from your address. Please close one first."
        case .tooOften: "Too many connections in a minute. Please try again in a minute."
        }
    }
}
