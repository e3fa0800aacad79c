package import SimperiumClock

/// Lets people up to the door, or not: so many in all, so many from one address, so many a minute.
package struct Doorkeeper: Sendable {
    /// Why somebody can't come in now.
    package enum Obstacle: Error, Hashable, Sendable, CaseIterable {
        case full
        case addressFull
        case tooOften
    }

    private struct AddressRecord {
        var guests = 0
        var arrivals: Allowance
    }

    private let limits: DoorLimits
    package private(set) var count = 0
    private var records: [[UInt8]: AddressRecord] = [:]
    /// Looking through all of them takes time that strangers must not be able to spend.
    private var forgotAt: Instant?

    package init(_ limits: DoorLimits) {
        self.limits = limits
    }

    /// What counts as one address, see `SocketAddress`.
    package mutating func admit(
        _ address: [UInt8], at now: Instant
    ) throws(Obstacle) {
        guard count < limits.guests else { throw .full }
        if records.count >= limits.rememberedAddresses { forget(at: now) }
        let isKnown = records[address] != nil
        guard isKnown || records.count < limits.rememberedAddresses else { throw .full }
        var record =
            records[address]
            ?? AddressRecord(
                arrivals: Allowance(
                    atOnce: limits.arrivalsAtOnce, perMinute: limits.arrivalsPerMinute, at: now))
        defer { records[address] = record }
        guard record.guests < limits.guestsPerAddress else { throw .addressFull }
        guard record.arrivals.take(at: now) == nil else { throw .tooOften }
        record.guests += 1
        count += 1
    }

    package mutating func release(_ address: [UInt8]) {
        count -= 1
        records[address]?.guests -= 1
    }

    /// Forgets those who have left long enough ago to come as if for the first time.
    private mutating func forget(at now: Instant) {
        guard forgotAt.map({ now >= $0 + .seconds(1) }) ?? true else { return }
        forgotAt = now
        records = records.compactMapValues { record in
            var record = record
            record.arrivals.fill(at: now)
            return record.guests == 0 && record.arrivals.isFull ? nil : record
        }
    }
}

extension Doorkeeper.Obstacle: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full: "This server is full. Please try again in a few minutes."
        case .addressFull: "Too many connections from your address. Please close one first."
        case .tooOften: "Too many connections in a minute. Please try again in a minute."
        }
    }
}
