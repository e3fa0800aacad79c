import Host
import SimperiumClock
import SimperiumStore
import SimperiumWire
import StorageSamples
import SyncHub
import TestKit
import TestSupport
import Testing

@Suite("Properties of batches", .waits)
struct BatchProperties {
    @Test(
        "A file and Redis answer random batches like the stores in memory",
        arguments: Seeds.batches(6, share: 20))
    func sameAnswers(seeds: [UInt64]) throws {
        for seed in seeds {
            var trio = try StoreTrio(seed: seed)
            for _ in 0..<60 { try trio.step() }
            #expect(trio.answers > 150, "seed \(seed)")
        }
    }
}

/// Stores in memory, in a file and in Redis, which perform the same batches.
private struct StoreTrio {
    private let seed: UInt64
    private let model: StoreInMemory
    private let users = AccountsInMemory()
    private let file: StoreInFile
    private let redis: StoreInRedis
    private var writes: RandomWrites
    private var story: AccountStory
    private(set) var answers = 0

    init(seed: UInt64) throws {
        self.seed = seed
        var random = SeededRandom(seed: seed)
        let limits = MinimumStoredHistory(
            logLength: 1 + random.numberBelow(60), removals: random.numberBelow(4))
        model = StoreInMemory(limits)
        file = try StoreInFile(limits)
        redis = try StoreInRedis(limits)
        story = AccountStory(SeededRandom(seed: random.next()))
        writes = RandomWrites(random: random)
    }

    mutating func step() throws {
        var batch = StoreBatch()
        var expected: [ExpectedAnswer] = []
        for _ in 0..<(1 + writes.random.numberBelow(25)) {
            switch writes.random.numberBelow(10) {
            case 0...5:
                guard let write = try writes.next(on: model) else { continue }
                try model.write(write)
                batch.append(.write(write))
            case 6:
                let query = writes.query()
                batch.append(.query(query))
                expected.append(.data(model.answer(query)))
            case 7:
                let query = story.query()
                batch.append(.accountQuery(query))
                expected.append(.account(users.answer(query)))
            default:
                let write = story.write(users.answer)
                batch.append(.accountWrite(write))
                if let result = users.write(write) { expected.append(.account(.changed(result))) }
            }
        }
        check(file.perform(batch), expected, "file")
        check(redis.perform(batch), expected, "Redis")
        answers += expected.count
        if writes.random.chance(1, in: 20) { try redis.restart() }
        #expect(try Set(model.present(one: true)) == Set(redis.present(one: true)))
    }

    private func check(_ outcome: StoreBatchResult, _ expected: [ExpectedAnswer], _ name: String) {
        #expect(outcome.failure == nil && outcome.refused.isEmpty, "\(name), seed \(seed)")
        let found = outcome.answers.map { ExpectedAnswer($0) }
        #expect(found.count == expected.count, "\(name), seed \(seed)")
        for (found, expected) in zip(found, expected) {
            #expect(found == expected, "\(name), seed \(seed)")
        }
    }
}

private enum ExpectedAnswer: Equatable {
    case data(StoreQueryAnswer)
    case account(AccountQueryAnswer)
    case none

    init(_ answer: StoreBatchAnswer) {
        self =
            switch answer {
            case .data(.success(let answer)): .data(answer)
            case .account(.success(let answer)): .account(answer)
            case .data, .account, .lost: .none
            }
    }
}
