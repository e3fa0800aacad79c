internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// The invariants of one run of a program, checked at each of its notifications and frames.
struct RunWatch {
    private var order = EventOrder()
    private var keys = KnownKeys()
    private var inFlight = ChangesInFlight()
    private var cursors = CursorOrder()
    private var attendance = AttendanceCheck()
    /// The buckets that end with the program.
    private var volatile: [BucketName] = []

    mutating func recordStart(_ replica: Replica, _ buckets: [BucketName]) {
        order = EventOrder()
        inFlight = ChangesInFlight()
        keys = KnownKeys()
        attendance = AttendanceCheck()
        volatile = buckets.filter { $0 != SimulatedClient.notes }
        for bucket in buckets { keys.restart(bucket, replica) }
        for bucket in volatile { cursors.forget(bucket) }
    }

    mutating func recordEdit(of key: ObjectKey, in bucket: BucketName, _ replica: Replica) {
        keys.recordEdit(of: key, in: bucket, replica)
    }

    mutating func recordDial() {
        inFlight = ChangesInFlight()
        attendance.connected()
    }

    /// Records that the hub has accepted or refused these changes.
    mutating func recordAnswers(to changes: [ChangeID]) {
        inFlight.recordAnswers(to: changes)
    }

    mutating func checkStored(_ disk: StoredReplicaBucket) throws(Violation) {
        try cursors.check(disk.changeVersion, of: SimulatedClient.notes)
    }

    /// Checks an event for the program. `earlierDisk` is the disk before the tick.
    mutating func check(
        _ event: BucketEvent, in bucket: BucketName, _ replica: Replica, disk: StoredReplicaBucket,
        earlierDisk: StoredReplicaBucket
    ) throws(Violation) {
        try order.check(event, in: bucket, replica)
        try keys.check(event, in: bucket)
        guard bucket == SimulatedClient.notes else { return }
        try StoredFirst.check(event, replica, disk)
        try UnsentText.check(event, earlierDisk)
    }

    /// Checks an event about guests.
    mutating func checkGuests(
        _ event: BucketEvent, at now: Instant, byHubWithin delay: Duration
    ) throws(Violation) {
        try attendance.check(event, at: now, byHubWithin: delay)
    }

    mutating func checkSent(_ frame: [UInt8], disk: StoredReplicaBucket) throws(Violation) {
        guard let message = try? ClientMessage(frame: frame.span),
            case .command(.changes(let readings), let channel) = message
        else { return }
        for case .success(let change) in readings {
            try inFlight.add(change, on: channel)
            guard channel.rawValue == 0 else { continue }
            try StoredFirst.check(change, disk)
        }
    }

    mutating func checkEndOfTick(_ replica: Replica, guest: ObjectKey?) throws(Violation) {
        try keys.compare(with: replica)
        for bucket in volatile {
            try cursors.check(replica.changeVersion(of: bucket), of: bucket)
        }
        if let guest { attendance.record(guest, replica) }
    }

    /// The guests that were reported away and not back since.
    var away: Set<ObjectKey> { attendance.away }
}

/// Index events come in pairs, and the number of pending objects is the true one.
private struct EventOrder {
    private var indexing: Set<BucketName> = []

    mutating func check(
        _ event: BucketEvent, in bucket: BucketName, _ replica: Replica
    ) throws(Violation) {
        switch event {
        case .willIndex:
            guard indexing.insert(bucket).inserted else { throw Violation("willIndex twice") }
        case .didIndex:
            guard indexing.remove(bucket) != nil else { throw Violation("didIndex alone") }
        case .inserted(_, .index), .updated(_, _, .index), .deleted(_, .index):
            guard indexing.contains(bucket) else { throw Violation("indexed outside an index") }
        case .pending(let count):
            guard count == replica.unsyncedKeys(in: bucket).count else {
                throw Violation("pending(\(count)) is not so")
            }
        case .willChange, .inserted, .updated, .deleted, .acknowledged, .deleteAcknowledged,
            .version, .error, .away, .back, .rules, .aged:
            break
        }
    }
}

/// A follower of the events knows at any time which objects there are.
private struct KnownKeys {
    private var keys: [BucketName: Set<ObjectKey>] = [:]

    mutating func restart(_ bucket: BucketName, _ replica: Replica) {
        keys[bucket] = Set(replica.keys(in: bucket))
    }

    mutating func recordEdit(of key: ObjectKey, in bucket: BucketName, _ replica: Replica) {
        if replica.object(key, in: bucket) == nil {
            keys[bucket]?.remove(key)
        } else {
            keys[bucket]?.insert(key)
        }
    }

    mutating func check(_ event: BucketEvent, in bucket: BucketName) throws(Violation) {
        switch event {
        case .inserted(let key, _):
            guard keys[bucket, default: []].insert(key).inserted else {
                throw Violation("inserted what was there: \(key)")
            }
        case .updated(let key, _, _):
            guard keys[bucket, default: []].contains(key) else {
                throw Violation("updated what was not there: \(key)")
            }
        case .deleted(let key, _):
            guard keys[bucket]?.remove(key) != nil else {
                throw Violation("deleted what was not there: \(key)")
            }
        case .aged(let key, _):
            guard keys[bucket, default: []].contains(key) else {
                throw Violation("told how old \(key) is, which is not there")
            }
        case .away(let guests, _), .back(let guests):
            guard keys[bucket, default: []].isSuperset(of: guests) else {
                throw Violation("told whether \(guests) are away, who are not there")
            }
        default: break
        }
    }

    func compare(with replica: Replica) throws(Violation) {
        for (bucket, keys) in keys {
            guard Set(replica.keys(in: bucket)) == keys else {
                throw Violation("the events do not add up in \(bucket)")
            }
        }
    }
}

/// Only one change of an object is in flight on a connection.
private struct ChangesInFlight {
    private struct ObjectOfChannel: Hashable {
        let channel: ChannelNumber
        let key: ObjectKey
    }

    private var changes: [ObjectOfChannel: ChangeID] = [:]

    mutating func add(_ change: Change, on channel: ChannelNumber) throws(Violation) {
        let object = ObjectOfChannel(channel: channel, key: change.key)
        if let other = changes[object], other != change.id {
            throw Violation("\(change.id) of \(change.key) was sent before \(other) was answered")
        }
        changes[object] = change.id
        let limit = Limits.changesInFlight
        guard changes.count <= 2 * limit else { throw Violation("more than \(limit) in flight") }
    }

    mutating func recordAnswers(to answered: [ChangeID]) {
        guard !answered.isEmpty else { return }
        changes = changes.filter { !answered.contains($0.value) }
    }
}

/// No removal by another client removes an object with unsent text.
private enum UnsentText {
    static func check(_ event: BucketEvent, _ disk: StoredReplicaBucket) throws(Violation) {
        guard case .deleted(let key, _) = event, let stored = disk.objects[key],
            case .object(let draft) = stored.draft, stored.inFlight == nil
        else { return }
        guard Set(draft.words).isSubset(of: stored.ghost?.object.words ?? []) else {
            throw Violation("\(key) was removed with words in it that were not sent")
        }
    }
}

/// An object is on disk before the program is notified of it, or it is sent.
private enum StoredFirst {
    static func check(
        _ event: BucketEvent, _ replica: Replica, _ disk: StoredReplicaBucket
    ) throws(Violation) {
        switch event {
        case .inserted(let key, _), .updated(let key, _, _), .deleted(let key, _),
            .deleteAcknowledged(let key):
            try check(key, replica, disk)
        case .acknowledged(let key, let version):
            try check(key, replica, disk)
            guard let ghost = disk.objects[key]?.ghost else { return }
            guard ghost.version >= version else { throw Violation("acknowledged before stored") }
        case .didIndex(let version):
            guard disk.changeVersion == replica.changeVersion(of: SimulatedClient.notes) else {
                throw Violation("the end of the index was told before \(version as Any) was stored")
            }
        default: break
        }
    }

    private static func check(
        _ key: ObjectKey, _ replica: Replica, _ disk: StoredReplicaBucket
    ) throws(Violation) {
        let present = replica.object(key, in: SimulatedClient.notes)
        guard disk.objects[key]?.object == present else {
            throw Violation("told of \(key) before it was stored")
        }
    }

    static func check(_ change: Change, _ disk: StoredReplicaBucket) throws(Violation) {
        guard disk.objects[change.key]?.inFlight?.change == change else {
            throw Violation("\(change.id) was sent before it was stored")
        }
    }
}

/// A cursor never goes back, not even after an index.
private struct CursorOrder {
    private var last: [BucketName: (epoch: UInt32, number: UInt64)] = [:]

    mutating func forget(_ bucket: BucketName) {
        last[bucket] = nil
    }

    mutating func check(_ version: ChangeVersion?, of bucket: BucketName) throws(Violation) {
        guard let parts = version?.parts else { return }
        guard parts >= last[bucket, default: (0, 0)] else {
            throw Violation("the cursor of \(bucket) went back to \(parts)")
        }
        last[bucket] = parts
    }
}

extension StoredReplicaObject {
    /// The object that the program would see after a restart.
    var object: JSONObject? {
        switch draft {
        case .object(let object): object
        case .removal: nil
        case nil: ghost?.object
        }
    }
}
