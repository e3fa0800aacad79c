internal import Records
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// A file with what an account keeps, on a device's disk.
struct SimulatedCopy {
    let clientID: ClientID
    private(set) var buckets: [BucketName: StoredReplica] = [:]
    /// The program that has hold of it.
    var holder: Int?

    init(_ clientID: ClientID) {
        self.clientID = clientID
    }

    mutating func perform(_ work: StoreWork) {
        for part in work.parts {
            buckets[part.bucket, default: StoredReplica()].perform(part.edits)
        }
    }

    /// The results that are in it.
    var results: Set<String> {
        let stored = buckets[Fixture.bucket(RecordBucket.result.rawValue)]
        return Set(stored?.objects.filter { $0.value.object != nil }.map(\.key.text) ?? [])
    }
}

/// A device, on which several programs of one person may run.
struct SimulatedDevice {
    let account: Int
    var copies: [SimulatedCopy] = []
}

/// A program that runs on a device, on a copy of its own.
struct DeviceProgram {
    let device: Int
    let copy: Int
    var visit: LobbyClient
    /// The program ends after so many effects.
    var effectsToLive: Int?
    /// What its disk was given and does not have yet.
    var unwritten: [StoreWork] = []
}
