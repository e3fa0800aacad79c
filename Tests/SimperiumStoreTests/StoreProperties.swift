import SimperiumClock
import SimperiumStore
import SimperiumWire
import SyncHub
import TestSupport
import Testing

@Suite("Properties of the stores of a hub's buckets")
struct StoreProperties {
    @Test(
        "Both stores answer alike, after any writes and crashes, to any query",
        arguments: Seeds.batches(12, share: 10))
    func sameAnswers(seeds: [UInt64]) throws {
        for seed in seeds {
            var pair = try Pair(seed: seed)
            for _ in 0..<700 { try pair.step() }
            #expect(pair.answers > 40, "seed \(seed)")
        }
    }
}

/// A store in memory and one in a file, which are sent the same queries.
private struct Pair {
    private let model: any KeepsBuckets
    private let file: any KeepsBuckets
    private let seed: UInt64
    private var writes: RandomWrites
    private(set) var answers = 0

    init(seed: UInt64) throws {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        let logLength = 1 + random.numberBelow(60)
        let removals = random.numberBelow(4)
        model = try StoreKind.memory.make(logLength: logLength, removals: removals)
        file = try StoreKind.file.make(logLength: logLength, removals: removals)
        writes = RandomWrites(random: random)
    }

    mutating func step() throws {
        switch writes.random.numberBelow(100) {
        case 0..<80: if let write = try writes.next(on: model) { try self.write(write) }
        case 80..<88: try both { try $0.commit() }
        case 88: try both { try $0.restart() }
        default: try ask(writes.query())
        }
    }

    private mutating func write(_ write: StoreWrite) throws {
        try both { try $0.write(write) }
        guard case .append = write, writes.random.chance(1, in: 20) else {
            return
        }
        // The head has moved.
        #expect(throws: (any Error).self) { try model.write(write) }
        #expect(throws: (any Error).self) { try file.write(write) }
    }

    private func both(_ act: (any KeepsBuckets) throws -> Void) rethrows {
        try act(model)
        try act(file)
    }

    private mutating func ask(_ query: StoreQuery) throws {
        let (expected, found) = (try model.answer(query), try file.answer(query))
        #expect(found == expected, "seed \(seed): \(query)")
        // The order of buckets is each store's own, but none may be missing.
        let (left, right) = (try model.present(one: true), try file.present(one: true))
        #expect(Set(left) == Set(right))
        #expect(left.count == right.count)
        answers += 1
    }
}
