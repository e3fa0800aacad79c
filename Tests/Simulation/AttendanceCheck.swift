internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// The invariants of a program's events about guests.
struct AttendanceCheck {
    /// The guests that the program knows as away.
    private(set) var away: Set<ObjectKey> = []
    /// The ends of their absences, as received on this connection.
    private var limits: [ObjectKey: Instant] = [:]
    /// The program's own guest, once it is certain that the hub has it for this connection.
    private var held: ObjectKey?

    mutating func connected() {
        limits = [:]
        held = nil
    }

    mutating func record(_ guest: ObjectKey, _ replica: Replica) {
        switch replica.status {
        case .synced:
            let guests = SimulatedClient.guests
            if replica.object(guest, in: guests) != nil,
                !replica.unsyncedKeys(in: guests).contains(guest)
            {
                held = guest
            }
        case .indexing: break
        case .connecting, .authorizing, .offline, .unauthorized: held = nil
        }
    }

    /// `delay` is the longest time that a frame of the hub takes.
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
            // Times are sent in whole seconds.
            if let until = limits.removeValue(forKey: key), now + delay + .seconds(1) < until {
                throw Violation("\(key) was removed, and had time until \(until)")
            }
        case .willIndex, .didIndex, .willChange, .inserted, .updated, .acknowledged,
            .deleteAcknowledged, .version, .error, .pending, .rules, .aged:
            break
        }
    }
}
