import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import TestSupport

/// Random writes to three buckets, and random queries about them.
struct RandomWrites {
    static let buckets: [BucketID] = [.todo, .todoOfLee, .notes]
    static let keys: [ObjectKey] = ["a", "a", "a", "a", "b", "c", "d", "e", "f"].map { named($0) }
    private static let retention = VersionRetention(contiguous: 4, tenths: 3)

    var random: SeededRandom
    /// The number of changes so far.
    private(set) var last = 0

    init(random: SeededRandom) {
        self.random = random
    }

    /// Returns a write that a hub could make now; nil if the drawn one is not possible.
    mutating func next(on model: any KeepsBuckets) throws -> StoreWrite? {
        switch random.numberBelow(85) {
        case 60..<63: .forgetHistory(of: bucket(), emptiedBy: named("e\(last)"))
        case 63: .drop(bucket())
        case 64: .forgetVersions(of: key(), in: bucket())
        case 65:
            .hold(
                someKeys(), seat: random.numberBelow(9),
                secret: random.chance(1, in: 2) ? digest(random.numberBelow(2)) : nil, in: bucket())
        case 66: .countRestart(of: someKeys(), in: bucket())
        case 67..<71: .owe(someDebts(), for: bucket())
        case 71..<74: .settle(key(), in: bucket())
        case 74: .forgive(random.chance(1, in: 2) ? key() : nil, in: bucket())
        case 75..<77: seatEnd()
        case 77: .assign(bucket(), to: bucket())
        case 78..<82: try mirror(on: model)
        default: try append(on: model)
        }
    }

    private func digest(_ number: Int) -> SecretDigest {
        SecretDigest(bytes: [0, UInt8(number), 255])
    }

    mutating func append(on model: any KeepsBuckets) throws -> StoreWrite {
        last += 1
        let owner = PresenceObjectOwner(
            lease: ordinal(random.numberBelow(9)), clientID: named("c\u{e9}\n"),
            secret: random.chance(1, in: 2) ? digest(random.numberBelow(2)) : nil,
            seat: random.numberBelow(3),
            restarts: random.numberBelow(3))
        let key = key()
        // Some are as long as objects that are stored as edits, and some too short.
        let isLong = key == Self.keys[0] && random.chance(8, in: 9)
        return try StoreWrite.next(
            ordinal(last), key, isRemoved: random.chance(1, in: 6), in: bucket(),
            owner: random.chance(1, in: 4) ? owner : nil,
            outdated: { Self.retention.newlyOutdated(by: $0) }, length: isLong ? 5_000 : 0,
            in: model)
    }

    /// Shares an object of Kim's with Lee, copies a change to Lee, or ends the share.
    private mutating func mirror(on model: any KeepsBuckets) throws -> StoreWrite? {
        let key = key()
        guard case .bucket(let state) = try model.answer(.bucket(.todo)),
            case .entity(let owned, _) = try model.answer(.entity(key, in: .todo)),
            !owned.isRemoved, !owned.isMirror
        else { return nil }
        let known = try model.answer(.entity(key, in: .todoOfLee))
        let before = known.entity
        guard before?.isRemoved != false || before?.isMirror == true else { return nil }
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
            stamp: ServerTime(milliseconds: Int64(last)), sharing: .mirror(of: named("kim")))
        let sharer = SharingRecipient(
            named("lee"), mayWrite: random.chance(1, in: 2), followed: ordinal(last))
        let entry = ChangeCopiesForSharers.SharedCopyChange(
            change, making: entity, in: .todoOfLee,
            outdated: Self.retention.newlyOutdated(by: version), isFirst: isFirst)
        let sharing = isRemoved ? nil : SharedOriginalOrCopy(with: [sharer])
        return .mirror(ChangeCopiesForSharers(of: key, in: .todo, at: state.head, sharing, [entry]))
    }

    mutating func query() -> StoreQuery {
        let portion = StoreAnswerLimit(
            entries: random.numberBelow(9),
            bytes: random.chance(1, in: 2) ? .max : random.numberBelow(60))
        let before =
            random.chance(1, in: 9) ? .zero : ordinal(max(1, last - random.numberBelow(70)))
        let app: AppID = named("Demo")
        switch random.numberBelow(11) {
        case 10: return .mirrors(of: bucket().user, in: app)
        case 9: return .seatEnds(after: stamp(), atMost: random.numberBelow(4))
        case 7: return .debts(atMost: random.numberBelow(5))
        case 0: return .bucket(bucket())
        case 1: return .entity(key(), in: bucket())
        case 2:
            let version = EntityVersion(1 + random.numberBelow(200)) ?? .first
            return .version(version, of: key(), in: bucket())
        case 3: return .changes(after: before, in: bucket(), atMost: portion)
        case 4:
            return .owned(
                after: random.chance(1, in: 2) ? key() : nil, in: bucket(), atMost: portion)
        case 5: return .buckets(of: bucket().user, in: app)
        case 6:
            return .everybodysChanges(after: before, in: bucket().name, of: app, atMost: portion)
        default:
            let slice = IndexSliceQuery(
                random.chance(1, in: 2) ? .newestFirst : .oldestFirst,
                above: random.chance(1, in: 2) ? ordinal(random.numberBelow(last + 1)) : nil,
                below: random.chance(1, in: 2) ? ordinal(random.numberBelow(last + 1)) : nil,
                hasObjects: random.chance(1, in: 2), atMost: portion)
            return .index(slice, of: bucket())
        }
    }

    private mutating func seatEnd() -> StoreWrite {
        let bucket = bucket()
        let end = SessionEnd(
            random.chance(1, in: 2) ? .grace : .goodbye,
            outcome: random.chance(1, in: 2) ? ["lost": "\u{e9}"] : nil)
        let stored = StoredSessionEnd(
            app: bucket.app, user: bucket.user, clientID: named("c\(random.numberBelow(3))"),
            secret: digest(random.numberBelow(2)), end: end, stamp: stamp())
        return .endSeat(
            stored, forgetting: ServerTime(milliseconds: Int64(last / 9)), in: bucket)
    }

    private mutating func stamp() -> ServerTime {
        ServerTime(milliseconds: Int64(last / 9 + random.numberBelow(30)))
    }

    private mutating func someDebts() -> [PendingCrossLogInsert] {
        (0..<random.numberBelow(3)).map { _ in
            PendingCrossLogInsert(
                bucket: bucket(), key: key(), object: Array("{\"n\":\(last)}".utf8),
                isDue: random.chance(2, in: 3))
        }
    }

    private mutating func bucket() -> BucketID {
        Self.buckets[random.numberBelow(Self.buckets.count)]
    }
    private mutating func someKeys() -> [ObjectKey] {
        (0..<random.numberBelow(4)).map { _ in key() }
    }
    private mutating func key() -> ObjectKey { Self.keys[random.numberBelow(Self.keys.count)] }
}
