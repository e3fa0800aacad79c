import SimperiumClock
import SimperiumWire

func named<Kind: Name>(_ text: String) -> Kind { .trappingIfInvalid(text) }

func ordinal(_ number: Int) -> SequenceNumber { SequenceNumber(epoch: 1, count: UInt64(number)) }

extension BucketID {
    static let todo = BucketID(app: named("demo"), user: named("kim"), name: named("todo"))
    static let todoOfLee = BucketID(app: named("demo"), user: named("lee"), name: named("todo"))
    static let notes = BucketID(app: named("demo"), user: named("kim"), name: named("notes"))
}

extension KeepsBuckets {
    /// Writes a change as a hub would, on top of the present state.
    func append(
        _ number: Int, _ key: String, isRemoved: Bool = false, in bucket: BucketID = .todo,
        owner: Bool = false, outdated: [EntityVersion] = [], length: Int = 0
    ) throws {
        try write(
            .next(
                ordinal(number), named(key), isRemoved: isRemoved, in: bucket,
                owner: owner
                    ? PresenceObjectOwner(lease: ordinal(number), clientID: named("c"), secret: nil)
                    : nil,
                outdated: { _ in outdated }, length: length, in: self))
    }
}

extension StoreWrite {
    /// Returns the change that a hub would make now.
    static func next(
        _ ordinal: SequenceNumber, _ key: ObjectKey, isRemoved: Bool, in bucket: BucketID,
        owner: PresenceObjectOwner?, outdated: (EntityVersion) -> [EntityVersion], length: Int = 0,
        in store: any KeepsBuckets
    ) throws -> StoreWrite {
        guard case .bucket(let state) = try store.answer(.bucket(bucket)) else {
            preconditionFailure("not what was asked for")
        }
        let (before, version): (StoredEntity?, EntityVersion) =
            switch try store.answer(.entity(key, in: bucket)) {
            case .entity(let entity, _): (entity, entity.version.next)
            case .noEntity(let beginning): (nil, beginning)
            default: preconditionFailure("not what was asked for")
            }
        let change = StoredChange(
            ordinal: ordinal, key: key, version: version,
            previous: before.flatMap { $0.isRemoved ? nil : $0.changed },
            changeID: named("\(ordinal.count)"), entry: Array("{\"n\":\(ordinal.count)}".utf8))
        // A copy is another user's, also in its removal.
        let stays = before?.isRemoved == false && (!isRemoved || before?.isMirror == true)
        let entity = StoredEntity(
            key: key, version: version, isRemoved: isRemoved,
            object: isRemoved ? nil : object(ordinal.count, length: length), changed: ordinal,
            owner: isRemoved ? nil : owner, stamp: ServerTime(milliseconds: Int64(ordinal.count)),
            sharing: stays ? before?.sharing : nil)
        return .append(
            change, entity: entity, outdated: outdated(version), to: bucket, expected: state.head)
    }

    /// An object with a number, and perhaps a text that differs in a few places from the one of
    /// the number before.
    private static func object(_ number: UInt64, length: Int) -> [UInt8] {
        guard length > 0 else { return Array("{\"n\":\(number)}".utf8) }
        var text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
        for earlier in number / 4 * 4...number {
            let place = Int(earlier * 2_654_435_761 % UInt64(length))
            text[place] = UInt8(ascii: "a") + UInt8(earlier % 26)
        }
        text.removeLast(Int(number % 3))
        return Array("{\"n\":\(number),\"text\":\"".utf8) + text + Array("\"}".utf8)
    }
}
