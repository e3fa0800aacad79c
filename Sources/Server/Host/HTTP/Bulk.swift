import SimperiumWire
import SyncHub

/// Many changes in one request, which are made one after the other.
struct Bulk {
    let bucket: BucketID
    let caller: Caller
    let bytes: Int
    /// Whether its author wants to hear what became of each.
    let waits: Bool
    private static let form = "a change or a list of changes in JSON"
    private let changes: [Change.Reading]
    private var next = 0
    /// What became of each, as JSON; nil as long as it is open.
    private var results: [[UInt8]?]
    private var missing: Int

    init(
        _ changes: [Change.Reading], bytes: Int, of bucket: BucketID, by caller: Caller,
        waits: Bool
    ) throws(Refusal) {
        self.bucket = bucket
        self.caller = caller
        self.bytes = bytes
        self.waits = waits
        self.changes = changes
        if case .failure(let malformed)? = changes.first {
            guard malformed.reason != .tooManyChanges else { throw .tooManyChanges }
            // Nothing in the body has even a name.
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

    mutating func note(_ result: [UInt8], at index: Int) {
        if results[index] == nil { missing -= 1 }
        results[index] = result
    }

    mutating func apply(_ outcome: Outcome, at index: Int) {
        guard case .success(let change) = changes[index] else { return }
        switch outcome {
        case .accepted(_, _, let entry): note(entry, at: index)
        case .refused(let error):
            note(RefusedChange(error, to: change, by: caller.clientID).json, at: index)
        // A change is never answered in any other way.
        case .index, .entity, .changes, .shared, .notShared, .sharers, .unavailable: break
        }
    }

    /// All results as an array; nil as long as one is missing.
    var answer: [UInt8]? {
        guard missing == 0 else { return nil }
        return Array("[".utf8) + results.compactMap(\.self).joined(separator: ",".utf8) + "]".utf8
    }
}

extension RefusedChange {
    var json: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }
}
