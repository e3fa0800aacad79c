import SimperiumWire
import SyncHub

/// The changes of a bulk request, which are sent to the hub in their order.
///
/// `Host` takes some changes with `takeNext` in each event and sends them to the hub.
/// `recordResult` and `recordOutcome` record the results, in any order. `answer` is nil until all
/// results are recorded.
struct BulkChanges {
    let bucket: BucketID
    let caller: Caller
    let bytes: Int
    /// True if the caller waits for the results.
    let waits: Bool
    private static let form = "a change or a list of changes in JSON"
    private let changes: [Change.Reading]
    private var next = 0
    /// The results as JSON, in the order of the changes; nil for a change that has no result yet.
    private var results: [[UInt8]?]
    private var missing: Int

    init(
        _ changes: [Change.Reading], bytes: Int, of bucket: BucketID, by caller: Caller,
        waits: Bool
    ) throws(CallRefusal) {
        self.bucket = bucket
        self.caller = caller
        self.bytes = bytes
        self.waits = waits
        self.changes = changes
        if case .failure(let malformed)? = changes.first {
            guard malformed.reason != .tooManyChanges else { throw .tooManyChanges }
            // An entry that has neither a key nor an id is not a change.
            let isUnknown = malformed.key == nil && malformed.id == nil
            guard changes.count > 1 || !isUnknown else { throw .badBody(Self.form) }
        }
        guard bytes > 0 else { throw .badBody(Self.form) }
        results = Array(repeating: nil, count: changes.count)
        missing = changes.count
    }

    var count: Int { changes.count }
    var hasMore: Bool { next < changes.count }

    mutating func takeNext() -> (index: Int, change: Change.Reading) {
        defer { next += 1 }
        return (next, changes[next])
    }

    /// Records a result. Stores the bytes only if the caller waits for the results.
    mutating func recordResult(_ result: [UInt8], at index: Int) {
        if results[index] == nil { missing -= 1 }
        results[index] = waits ? result : []
    }

    /// Records the outcome of a change. Returns true if all results are recorded.
    mutating func recordOutcome(_ outcome: CallerRequestOutcome, at index: Int) -> Bool {
        guard case .success(let change) = changes[index] else { return false }
        switch outcome {
        case .accepted(_, _, let entry): recordResult(entry, at: index)
        case .refused(let error):
            recordResult(RefusedChange(error, to: change, by: caller.clientID).json, at: index)
        // The hub does not answer a change with these outcomes, and `Host` handles `unavailable`.
        case .index, .entity, .changes, .shared, .notShared, .unwelcome, .sharers, .unavailable:
            break
        }
        return missing == 0
    }

    /// All results as a JSON array; nil while a result is missing. If the caller does not wait, the
    /// results are empty, and the array is not sent.
    var answer: [UInt8]? {
        guard missing == 0 else { return nil }
        var bytes = Array("[".utf8)
        bytes.reserveCapacity(results.reduce(2) { $0 + ($1?.count ?? 0) + 1 })
        for (place, result) in results.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += result ?? []
        }
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}

extension RefusedChange {
    var json: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }
}
