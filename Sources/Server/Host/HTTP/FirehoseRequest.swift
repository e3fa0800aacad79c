import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// An administrator's request to `all`: the changes in all users' buckets of one name.
struct FirehoseRequest {
    enum FirehoseProgress {
        /// The call waits for a change in the buckets.
        case waiting
        /// The changes are being read. A change that was made meanwhile may be missed.
        case reading(mayMissChange: Bool)
        /// The call continues at the next wake, or reads the names and objects of its answer.
        case busy
    }

    private static let usualBatch = 100
    private static let largestBatch = 1_000

    let bucket: BucketID
    /// The ordinal of the last change that the caller knows; nil if the caller wants only changes
    /// from now on.
    var ordinal: SequenceNumber?
    let showsNames: Bool
    let showsObjects: Bool
    let showsOnlyLatest: Bool
    let waits: Bool
    let skipped: [ClientID]
    let batch: Int
    var progress = FirehoseProgress.busy
    /// The changes of the answer, while their names and objects are being read.
    var changes: [ChangeWithBucketUser] = []
    /// The names of the changes' users; nil for a user without an account.
    var names: [UserName?] = []
    /// The objects after the changes; null for a removed object, and for a version that has been
    /// deleted.
    var objects: [JSON] = []

    init(_ query: FormParameters, _ bucket: BucketID) throws(CallRefusal) {
        self.bucket = bucket
        showsNames = query.isOn("username")
        showsObjects = query.isOn("data")
        showsOnlyLatest = query.isOn("most_recent")
        waits = query["wait"] != "0"
        skipped = query.values(of: "skip_clientid").compactMap(ClientID.init)
        let batch = query["batch"].flatMap(Int.init) ?? Self.usualBatch
        self.batch = min(max(batch, 1), Self.largestBatch)
        guard let text = query["cv"] else { return }
        guard !text.isEmpty else {
            ordinal = .zero
            return
        }
        guard let ordinal = ChangeVersion(text).flatMap(SequenceNumber.init) else {
            throw .unknownCursor
        }
        self.ordinal = ordinal
    }

    /// Returns the changes that the caller wants: those of clients that are not skipped, and only
    /// the latest of each object if `showsOnlyLatest`.
    func wantedChanges(of changes: [ChangeWithBucketUser]) -> [ChangeWithBucketUser] {
        let wanted = changes.filter { change in
            guard !skipped.isEmpty, let author = change.entry?.clientID else { return true }
            return !skipped.contains(author)
        }
        guard showsOnlyLatest else { return wanted }
        var later: Set<String> = []
        return wanted.reversed().filter { later.insert($0.name).inserted }.reversed()
    }

    /// The answer in JSON. All names and objects that it needs must have been read.
    var answer: [UInt8] {
        var bytes = Array("[".utf8)
        for (number, change) in changes.enumerated() {
            if number > 0 { bytes += ",".utf8 }
            change.entry?.write(
                into: &bytes, of: change.user, named: showsNames ? names[number] : nil,
                object: showsObjects ? objects[number] : JSON?.none)
        }
        return bytes + "]".utf8
    }
}

extension ChangeWithBucketUser {
    fileprivate var name: String { "\(user)/\(change.key)" }

    fileprivate var entry: AcceptedChange? {
        guard
            case .accepted(let accepted)? = try? HubChangeListEntry.parseList(change.entry.span)
                .first
        else { return nil }
        return accepted
    }
}
