import SimperiumClock
import SimperiumJSON
import SimperiumStore
import SimperiumWire
import TestSupport
import Testing

@Suite("Properties of a program's store")
struct ClientStoreProperties {
    @Test(
        "A store has the results of its edits, however often its program was killed",
        arguments: Seeds.batches(12, share: 20))
    func edits(seeds: [UInt64]) throws {
        for seed in seeds { try edit(seed: seed) }
    }

    private func edit(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let ids = [ReplicaBucketID.todo, ReplicaBucketID(account: "lee", bucket: named("todo"))]
        var random = SeededRandom(seed: seed)
        var committed: [ReplicaBucketID: StoredReplicaBucket] = [:]
        for _ in 0..<12 {
            var store = try ClientStore(.file(folder.path("client")))
            var model = committed
            for _ in 0..<random.numberBelow(40) {
                let id = ids[random.numberBelow(ids.count)]
                let edits = (0..<(1 + random.numberBelow(4))).map { _ in random.edit() }
                try store.write(edits, to: id)
                model[id, default: StoredReplicaBucket()].apply(edits)
                if random.chance(1, in: 6) {
                    try store.commit()
                    committed = model
                }
            }
            for id in ids {
                #expect(try store.load(id) == model[id] ?? StoredReplicaBucket(), "seed \(seed)")
            }
        }
    }
}

extension SeededRandom {
    fileprivate mutating func edit() -> ReplicaStoreEdit {
        let key: ObjectKey = named("k\(numberBelow(9))")
        switch numberBelow(24) {
        case 0: return .forgetAll
        case 1..<4: return .forget(key)
        case 4..<7: return .move(to: ChangeVersion("cv\(numberBelow(99))"))
        case 7: return .belong(to: UserName("u\(numberBelow(3))"))
        default: return .put(key, object(key))
        }
    }

    private mutating func object(_ key: ObjectKey) -> StoredReplicaObject {
        StoredReplicaObject(
            ghost: maybe { Ghost(version: .first, object: $0.json()) },
            draft: maybe { $0.chance(1, in: 3) ? .removal : .object($0.json()) },
            inFlight: maybe { $0.flight(key) }, turn: maybe { $0.numberBelow(100) },
            refusal: chance(1, in: 2) ? 413 : nil, suspect: maybe { _ in .first })
    }

    private mutating func flight(_ key: ObjectKey) -> ChangeInFlight {
        let operation: Change.Operation =
            switch numberBelow(3) {
            case 0: .modify(Diff(from: json(), to: json()))
            case 1: .replace(with: json(), diff: maybe { Diff(from: $0.json(), to: $0.json()) })
            default: .remove
            }
        let change = Change(
            operation, key: key, version: maybe { _ in .first }, id: named("id\(numberBelow(999))"))
        return ChangeInFlight(
            change, base: maybe { _ in .first }, outcome: maybe { $0.json() }, turn: numberBelow(9),
            isApplied: chance(1, in: 2))
    }

    private mutating func json() -> JSONObject {
        var object: JSONObject = [:]
        for _ in 0..<numberBelow(5) {
            object[JSONString("m\(numberBelow(6))")] = pick([
                1.5, -7, nil, true, "text", "te\u{301}xt\n", ["a": ["b": [1, "c"]]], [],
            ])
        }
        return object
    }

    private mutating func maybe<Value>(_ make: (inout SeededRandom) -> Value) -> Value? {
        chance(1, in: 2) ? make(&self) : nil
    }
}
