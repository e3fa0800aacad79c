internal import SimperiumClock
internal import SimperiumWire

/// The cached row of a bucket. It may have values that only the next commit saves.
struct BucketRow {
    var number: Int
    let feed: Int
    var state = StoredBucket()
    /// The number of the bucket's changes in the tables `log` and `recent`.
    var logged = 0
    /// The number of removed objects that still have rows; nil before they are counted.
    var removed: Int?
    var isChanged = false
}

extension HubStore {
    /// Returns the row of a bucket; nil if the bucket was never written to, or was dropped.
    mutating func row(of id: BucketID) throws(StorageError) -> BucketRow? {
        if let known = buckets[id] { return known }
        defer { statements.bucket.rewind() }
        try statements.bucket.bind(id.app, at: 1)
        try statements.bucket.bind(id.name, at: 2)
        try statements.bucket.bind(id.user, at: 3)
        guard try statements.bucket.step() else { return nil }
        var row = BucketRow(
            number: try statements.bucket.count(in: 0),
            feed: try statements.bucket.count(in: 1),
            state: StoredBucket(emptyings: try statements.bucket.changeIDs(in: 6)))
        row.state.head = try statements.bucket.ordinal(in: 2)
        row.state.floor = try statements.bucket.ordinal(in: 3)
        row.state.count = try statements.bucket.count(in: 4)
        row.logged = try statements.bucket.count(in: 5)
        row.state.beginning = try statements.bucket.version(in: 7)
        row.state.stamp = try statements.bucket.serverTime(in: 8)
        row.state.mirrors = try statements.bucket.count(in: 9)
        buckets[id] = row
        return row
    }

    mutating func addRow(of id: BucketID) throws(StorageError) -> BucketRow {
        try statements.addFeed.bind(id.app, at: 1)
        try statements.addFeed.bind(id.name, at: 2)
        try statements.addFeed.run()
        defer { statements.addBucket.rewind() }
        try statements.addBucket.bind(id.app, at: 1)
        try statements.addBucket.bind(id.name, at: 2)
        try statements.addBucket.bind(id.user, at: 3)
        try statements.addBucket.bind(SequenceNumber.zero, at: 4)
        guard try statements.addBucket.step() else { throw .implausible }
        return BucketRow(
            number: try statements.addBucket.count(in: 0),
            feed: try statements.addBucket.count(in: 1))
    }

    mutating func saveIfChanged(_ id: BucketID) throws(StorageError) {
        guard var row = buckets[id], row.isChanged else { return }
        try statements.saveBucket.bind(row.number, at: 1)
        try statements.saveBucket.bind(row.state.head, at: 2)
        try statements.saveBucket.bind(row.state.floor, at: 3)
        try statements.saveBucket.bind(row.state.count, at: 4)
        try statements.saveBucket.bind(row.logged, at: 5)
        try statements.saveBucket.bind(all: row.state.emptyings, at: 6)
        try statements.saveBucket.bind(row.state.beginning.number, at: 7)
        try statements.saveBucket.bind(Int(row.state.stamp.milliseconds), at: 8)
        try statements.saveBucket.bind(row.state.mirrors, at: 9)
        try statements.saveBucket.run()
        row.isChanged = false
        buckets[id] = row
    }
}
