internal import Records
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// A file with an account's copy, on a device's disk.
struct SimulatedCopy {
    let clientID: ClientID
    private(set) var buckets: [BucketName: StoredReplicaBucket] = [:]
    /// The program that has the file open.
    var holder: Int?

    init(_ clientID: ClientID) {
        self.clientID = clientID
    }

    mutating func perform(_ work: StoreTransaction) {
        for part in work.parts {
            buckets[part.bucket, default: StoredReplicaBucket()].apply(part.edits)
        }
    }

    /// The keys of the results in the file.
    var results: Set<String> {
        let stored = buckets[Fixture.bucket(RecordBucket.result.rawValue)]
        return Set(stored?.objects.filter { $0.value.object != nil }.map(\.key.text) ?? [])
    }
}

/// A device. Several programs of one user may run on it.
struct SimulatedDevice {
    let account: Int
    var copies: [SimulatedCopy] = []
}

/// A program that runs on a device, with a copy of its own.
struct DeviceProgram {
    let device: Int
    let copy: Int
    var visit: LobbyClient
    /// The program ends when this number of effects has been performed.
    var effectsToLive: Int?
    /// The work that the disk has been given and not done.
    var unwritten: [StoreTransaction] = []
}
