import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// Whether Ann is deleted, and how far that has come.
struct Deletion {
    var isWanted = false
    var hasBegun = false
    /// Whether the log is to be closed, and is. A replica may not know it that takes the engine's
    /// place.
    var isMarked = false
    var isClosed = false
    /// When somebody looks again whether it can be closed.
    var next = Instant.start

    /// Stops at what nobody may write there any more.
    func check(_ entry: EngineEntry) throws {
        var isMade = false
        if case .change(let record) = entry.act { isMade = !record.isRemoved }
        guard !isClosed, !isMarked || !isMade else {
            throw HubWorld.Failure(description: "\(entry) in a log that is closed")
        }
    }
}

/// Ann is deleted while others share with her. A node drops her bucket, or ends before it has; the
/// world keeps the note of it, as the accounts do.
extension NotesWorld {
    static let annsLog = logs[2]

    var isDeletionOver: Bool { !deletion.hasBegun || deletion.isClosed }

    mutating func deleteAnn() throws {
        if deletion.isWanted, !deletion.hasBegun, !isCalm, random.chance(1, in: 150) {
            deletion.hasBegun = true
            deletion.next = now + .milliseconds(Int64(random.below(300)))
            for device in devices where device.user == Self.annsLog.user {
                guard let line = device.line else { continue }
                places[line.node].node.handle(.closed(line.connection, .goodbye), at: now)
                try attend(line.node)
            }
            devices.removeAll { $0.user == Self.annsLog.user }
            try drop(Self.bucket)
        }
        guard deletion.hasBegun, deletion.next <= now else { return }
        deletion.next = now + .milliseconds(Int64(200 + random.below(1_500)))
        let answer = try perform(.log(.close, Self.annsLog))
        deletion.isMarked = true
        switch answer {
        case .done:
            if !deletion.isClosed { counts["closed", default: 0] += 1 }
            deletion.isClosed = true
        case .owing(let buckets):
            counts["left over", default: 0] += 1
            let index = random.below(places.count)
            if buckets.isEmpty { places[index].node.handle(.swept(Self.annsLog), at: now) }
            let found = buckets.map { Self.annsLog.bucket($0) }
            places[index].node.handle(.abandoned(found), at: now)
            try attend(index)
            for bucket in buckets { try drop(bucket) }
        default: throw HubWorld.Failure(description: "to close is answered \(answer)")
        }
    }

    private mutating func drop(_ bucket: BucketName) throws {
        names += 1
        let change = Change(
            .drop, key: Self.valid(ObjectKey(bucket.text)),
            id: Self.valid(ChangeID("drop-\(names)")))
        try request(.change(change), by: Self.annsLog.user, isAdministrator: true)
    }
}
