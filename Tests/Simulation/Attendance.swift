internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// What must be true of what a program is told of guests.
struct Attendance {
    /// Who is away, as far as the program knows.
    private(set) var away: Set<ObjectKey> = []
    /// Until when they may return, if this connection said so.
    private var limits: [ObjectKey: Instant] = [:]
    /// The program's own guest, once it is certain that the hub has it for this connection.
    private var held: ObjectKey?

    mutating func connected() {
        limits = [:]
        held = nil
    }

    mutating func note(_ guest: ObjectKey, _ replica: Replica) {
        switch replica.status {
        case .synced:
            let guests = SimulatedClient.guests
            if replica.object(guest, in: guests) != nil,
                !replica.unsynced(in: guests).contains(guest)
            {
                held = guest
            }
        case .indexing: break
        case .connecting, .authorizing, .offline, .unauthorized: held = nil
        }
    }

    /// `delay` is what the hub's words take to arrive, at most.
    mutating func check(
        _ event: BucketEvent, at now: Instant, byHubWithin delay: Duration
    ) throws(Violation) {
        switch event {
        case .away(let keys, let absence):
            away.formUnion(keys)
            for key in keys { limits[key] = absence.until }
        case .back(let keys):
            for key in keys {
                guard away.remove(key) != nil else {
                    throw Violation("\(key) is back, and was not away")
                }
                limits[key] = nil
            }
        case .deleted(let key, _):
            guard key != held else { throw Violation("\(key) was removed, and is present") }
            away.remove(key)
            // Their time is told in whole seconds.
            if let until = limits.removeValue(forKey: key), now + delay + .seconds(1) < until {
                throw Violation("\(key) was removed, and had time until \(until)")
            }
        case .willIndex, .didIndex, .willChange, .inserted, .updated, .acknowledged,
            .deleteAcknowledged, .version, .error, .pending, .rules, .aged:
            break
        }
    }
}
