import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Many changes in one request, which are made one after the other.
struct Bulk {
    let bucket: BucketID
    let caller: Caller
    let bytes: Int
    /// Whether its author wants to hear what became of each.
    let waits: Bool
    private let changes: [Change.Reading]
    private var next = 0
    /// What became of each, as JSON; nil as long as nobody knows.
    private var results: [[UInt8]?]
    private var missing: Int

    init(_ request: HTTPRequest, _ bucket: BucketID, _ caller: Caller) {
        self.bucket = bucket
        self.caller = caller
        bytes = request.body.count
        waits = request.target.query.isOn("wait")
        changes = Change.list(request.body.span)
        results = Array(repeating: nil, count: changes.count)
        missing = changes.count
    }

    var count: Int { changes.count }
    var hasMore: Bool { next < changes.count }

    mutating func takeNext() -> (place: Int, change: Change.Reading) {
        defer { next += 1 }
        return (next, changes[next])
    }

    mutating func learn(_ result: [UInt8], at place: Int) {
        if results[place] == nil { missing -= 1 }
        results[place] = result
    }

    mutating func learn(_ outcome: Outcome, at place: Int) {
        guard case .success(let change) = changes[place] else { return }
        switch outcome {
        case .accepted(_, _, let entry): learn(entry, at: place)
        case .refused(let error):
            learn(RefusedChange(error, to: change, by: caller.clientID).json, at: place)
        // A change is never answered in any other way.
        case .index, .entity, .changes, .unavailable: break
        }
    }

    /// All results as an array; nil as long as one is missing.
    var answer: [UInt8]? {
        guard missing == 0 else { return nil }
        return Array("[".utf8) + results.compactMap(\.self).joined(separator: ",".utf8) + "]".utf8
    }
}

extension Host {
    mutating func begin(_ bulk: Bulk, for id: CallID) throws(Refusal) {
        guard bulkBytes + bulk.bytes <= settings.limits.bulkBytes else { throw .unavailable }
        bulkBytes += bulk.bytes
        owe(bulk.count, for: id)
        calls[id]?.step = .bulk(bulk)
        proceed(withBulkOf: id)
    }

    /// Puts as many of its changes to the hub as one event may cause.
    mutating func proceed(withBulkOf id: CallID) {
        guard case .bulk(var bulk) = calls[id]?.step else { return }
        for _ in 0..<settings.limits.changesPerTurn where bulk.hasMore {
            let (place, reading) = bulk.takeNext()
            switch reading {
            case .success(let change):
                request(.change(change), of: bulk.bucket, by: bulk.caller, for: .bulk(id, place))
            case .failure(let malformed):
                bulk.learn(RefusedChange(malformed, by: bulk.caller.clientID).json, at: place)
            }
        }
        calls[id]?.step = .bulk(bulk)
        if bulk.hasMore { unfinished.append(id) } else { finishBulk(id) }
    }

    mutating func learn(_ outcome: Outcome, ofBulk id: CallID, at place: Int) {
        guard case .bulk(var bulk) = calls[id]?.step else { return }
        if case .unavailable = outcome { return refuse(id, .unavailable) }
        bulk.learn(outcome, at: place)
        calls[id]?.step = .bulk(bulk)
        if !bulk.hasMore { finishBulk(id) }
    }

    private mutating func finishBulk(_ id: CallID) {
        guard case .bulk(let bulk) = calls[id]?.step, let results = bulk.answer else { return }
        answer(id, bulk.waits ? .json(results) : HTTPResponse(.ok))
    }
}

extension RefusedChange {
    fileprivate var json: [UInt8] {
        var bytes: [UInt8] = []
        write(into: &bytes)
        return bytes
    }
}
