import SimperiumClock
import SimperiumJSON
import SimperiumStore
import SimperiumWire
import SyncHub
import TestSupport
import Testing

@Suite("Properties of what keeps a hub's buckets")
struct StoreProperties {
    @Test(
        "Both stores say the same, whatever was written, lost, and asked",
        arguments: Seeds.batches(12, share: 10))
    func sameAnswers(seeds: [UInt64]) throws {
        for seed in seeds {
            var pair = try Pair(seed: seed)
            for _ in 0..<700 { try pair.step() }
            #expect(pair.answers > 40, "seed \(seed)")
        }
    }
}

/// A store in memory and one in a file, of which the same is asked.
private struct Pair {
    private static let retention = Retention(contiguous: 4, tenths: 3)
    private static let buckets: [BucketID] = [.todo, .todoOfLee, .notes]
    private static let keys: [ObjectKey] = ["a", "a", "a", "a", "b", "c", "d", "e", "f"].map {
        named($0)
    }

    private let model: any KeepsBuckets
    private let file: any KeepsBuckets
    private let seed: UInt64
    private var random: SeededRandom
    private var last = 0
    private(set) var answers = 0

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        let logLength = 1 + random.below(60)
        let removals = random.below(4)
        model = try StoreKind.memory.make(logLength: logLength, removals: removals)
        file = try StoreKind.file.make(logLength: logLength, removals: removals)
    }

    mutating func step() throws {
        switch random.below(100) {
        case 0..<60: try append()
        case 60..<63: try write(.forgetHistory(of: bucket(), emptiedBy: named("e\(last)")))
        case 63: try write(.drop(bucket()))
        case 64: try write(.forgetVersions(of: key(), in: bucket()))
        case 65:
            let secret = random.chance(1, in: 2) ? Self.digest(random.below(2)) : nil
            try write(.hold(someKeys(), seat: random.below(9), secret: secret, in: bucket()))
        case 66: try write(.countRestart(of: someKeys(), in: bucket()))
        case 67..<75: try both { try $0.commit() }
        case 75: try both { try $0.restart() }
        case 76..<79: try write(.owe(someDebts(), for: bucket()))
        case 79..<82: try write(.settle(key(), in: bucket()))
        case 82: try write(.forgive(random.chance(1, in: 2) ? key() : nil, in: bucket()))
        case 83: try write(seatEnd())
        case 84: try write(.assign(bucket(), to: bucket()))
        case 85..<89: try mirror()
        default: try ask(query())
        }
    }

    private static func digest(_ number: Int) -> SecretDigest {
        SecretDigest(bytes: [0, UInt8(number), 255])
    }

    private mutating func append() throws {
        last += 1
        let owner = EntityOwner(
            lease: ordinal(random.below(9)), clientID: named("c\u{e9}\n"),
            secret: random.chance(1, in: 2) ? Self.digest(random.below(2)) : nil,
            seat: random.below(3),
            restarts: random.below(3))
        let write = try StoreWrite.next(
            ordinal(last), key(), isRemoved: random.chance(1, in: 6), in: bucket(),
            owner: random.chance(1, in: 4) ? owner : nil,
            outdated: { Self.retention.outdated(by: $0) }, in: model)
        try self.write(write)
        if random.chance(1, in: 20) {
            #expect(throws: (any Error).self) { try model.write(write) }
            #expect(throws: (any Error).self) { try file.write(write) }
        }
    }

    /// Shares what Kim has with Lee, has Lee follow a change, or ends that.
    private mutating func mirror() throws {
        let key = key()
        guard case .bucket(let state) = try model.answer(.bucket(.todo)),
            case .entity(let owned, _) = try model.answer(.entity(key, in: .todo)),
            !owned.isRemoved, !owned.isMirror
        else { return }
        let known = try model.answer(.entity(key, in: .todoOfLee))
        let before = known.entity
        guard before?.isRemoved != false || before?.isMirror == true else { return }
        last += 1
        let isFirst = before?.isRemoved != false
        let isRemoved = !isFirst && random.chance(1, in: 3)
        var version = before?.version.next ?? .first
        if case .noEntity(let beginning) = known { version = beginning }
        let change = StoredChange(
            ordinal: ordinal(last), key: key, version: version,
            previous: isFirst ? nil : before?.changed, changeID: named("m\(last)"),
            entry: Array("{}".utf8), author: random.chance(1, in: 2) ? named("kim") : nil)
        let entity = StoredEntity(
            key: key, version: version, isRemoved: isRemoved,
            object: isRemoved ? nil : Array("{\"m\":\(last)}".utf8), changed: ordinal(last),
            stamp: Stamp(milliseconds: Int64(last)), sharing: .mirror(of: named("kim")))
        let sharer = Sharer(
            named("lee"), mayWrite: random.chance(1, in: 2), followed: ordinal(last))
        let entry = Mirroring.Entry(
            change, making: entity, in: .todoOfLee,
            outdated: Self.retention.outdated(by: version), isFirst: isFirst)
        let sharing = isRemoved ? nil : Sharing(with: [sharer])
        try write(.mirror(Mirroring(of: key, in: .todo, at: state.head, sharing, [entry])))
    }

    private func write(_ write: StoreWrite) throws { try both { try $0.write(write) } }

    private func both(_ act: (any KeepsBuckets) throws -> Void) rethrows {
        try act(model)
        try act(file)
    }

    private mutating func ask(_ query: StoreQuery) throws {
        let (expected, found) = (try model.answer(query), try file.answer(query))
        #expect(found == expected, "seed \(seed): \(query)")
        // Which bucket is first is each store's own affair, but none may be missing.
        let (left, right) = (try model.present(one: true), try file.present(one: true))
        #expect(Set(left) == Set(right))
        #expect(left.count == right.count)
        answers += 1
    }

    private mutating func query() -> StoreQuery {
        let portion = Portion(
            entries: random.below(9), bytes: random.chance(1, in: 2) ? .max : random.below(60))
        let before = random.chance(1, in: 9) ? .zero : ordinal(max(1, last - random.below(70)))
        let app: AppID = named("Demo")
        switch random.below(11) {
        case 10: return .mirrors(of: bucket().user, in: app)
        case 9: return .seatEnds(after: stamp(), atMost: random.below(4))
        case 7: return .debts(atMost: random.below(5))
        case 0: return .bucket(bucket())
        case 1: return .entity(key(), in: bucket())
        case 2:
            let version = EntityVersion(1 + random.below(200)) ?? .first
            return .version(version, of: key(), in: bucket())
        case 3: return .changes(after: before, in: bucket(), atMost: portion)
        case 4:
            return .owned(
                after: random.chance(1, in: 2) ? key() : nil, in: bucket(), atMost: portion)
        case 5: return .buckets(of: bucket().user, in: app)
        case 6:
            return .everybodysChanges(after: before, in: bucket().name, of: app, atMost: portion)
        default:
            let slice = IndexSlice(
                random.chance(1, in: 2) ? .newestFirst : .oldestFirst,
                above: random.chance(1, in: 2) ? ordinal(random.below(last + 1)) : nil,
                below: random.chance(1, in: 2) ? ordinal(random.below(last + 1)) : nil,
                hasObjects: random.chance(1, in: 2), atMost: portion)
            return .index(slice, of: bucket())
        }
    }

    private mutating func seatEnd() -> StoreWrite {
        let bucket = bucket()
        let end = SeatEnd(
            random.chance(1, in: 2) ? .grace : .goodbye,
            outcome: random.chance(1, in: 2) ? ["lost": "\u{e9}"] : nil)
        let stored = StoredSeatEnd(
            app: bucket.app, user: bucket.user, clientID: named("c\(random.below(3))"),
            secret: Self.digest(random.below(2)), end: end, stamp: stamp())
        return .endSeat(
            stored, forgetting: Stamp(milliseconds: Int64(last / 9)), in: bucket)
    }

    private mutating func stamp() -> Stamp {
        Stamp(milliseconds: Int64(last / 9 + random.below(30)))
    }

    private mutating func someDebts() -> [OwedObject] {
        (0..<random.below(3)).map { _ in
            OwedObject(
                bucket: bucket(), key: key(), object: Array("{\"n\":\(last)}".utf8),
                isDue: random.chance(2, in: 3))
        }
    }
    private mutating func bucket() -> BucketID { Self.buckets[random.below(Self.buckets.count)] }
    private mutating func someKeys() -> [ObjectKey] { (0..<random.below(4)).map { _ in key() } }
    private mutating func key() -> ObjectKey { Self.keys[random.below(Self.keys.count)] }
}
