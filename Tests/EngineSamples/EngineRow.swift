package import SharedLog
internal import SimperiumClock
internal import SimperiumWire

/// A few deeds, and the kind of answer that each is to have.
package struct EngineRow: Sendable, CustomStringConvertible {
    package let name: String
    package private(set) var deeds: [EngineDeed] = []
    package private(set) var answers: [String] = []

    init(_ name: String, _ steps: [(EngineDeed, String)]) {
        self.name = name
        for (deed, answer) in Self.beginning + steps {
            deeds.append(deed)
            answers.append(answer)
        }
    }

    package var description: String { name }

    static let long = Duration.seconds(3_600)
    static let over = Duration.seconds(-60)
    static let epoch = EngineStory.seen + 1
    /// The two that begin in each row.
    static let one = Incarnation(rawValue: epoch + 1)
    static let other = Incarnation(rawValue: epoch + 2)
    /// The third, in rows that begin one.
    static let late = Incarnation(rawValue: epoch + 3)
    static let log = Names.logs[0]
    static let bucket = Names.buckets[0]
    static let key = Names.keys[0]

    private static let beginning: [(EngineDeed, String)] = [
        (.node(.hello(seen: EngineStory.seen, life: over)), "life"),
        (.node(.begin(seen: EngineStory.seen, life: long)), "incarnation"),
        (.node(.begin(seen: EngineStory.seen, life: long)), "incarnation"),
        (.node(.note(log, one)), "done"),
        (.log(.open(one, epoch: epoch, grace: long), log), "opened"),
        (.node(.note(log, other)), "done"),
        (.log(.open(other, epoch: epoch, grace: long), log), "opened"),
    ]

    /// One of the nodes, on top of that many entries.
    static func writer(
        _ incarnation: Incarnation = one, on count: UInt64, epoch: UInt32 = epoch
    ) -> EngineWriter {
        let head = count == 0 ? .zero : Ordinal(epoch: Self.epoch, count: count)
        return EngineWriter(
            incarnation, on: head, at: Ordinal(epoch: epoch, count: count + 1))
    }

    static func change(
        _ version: Int, of key: ObjectKey = key, in bucket: BucketName = bucket,
        previous: UInt64? = nil, isRemoval: Bool = false, lease: EntityOwner.Lease? = nil,
        if condition: LeaseCondition? = nil, entry: Int = 3
    ) -> EngineChange {
        guard let version = EntityVersion(version) else { preconditionFailure("no version") }
        return EngineChange(
            key, in: bucket, version: version,
            previous: previous.map { Ordinal(epoch: epoch, count: $0) },
            by: Names.changeIDs[version.number % Names.changeIDs.count],
            entry: [UInt8](repeating: UInt8(ascii: "e"), count: entry),
            object: isRemoval ? nil : Array("{\"v\":\(version.number)}".utf8), lease: lease,
            outdated: version.number > 2 ? [EntityVersion.first] : [], if: condition)
    }

    static func append(
        _ changes: EngineChange..., by writer: EngineWriter, wantsTurn: Bool = false
    ) -> EngineDeed {
        .log(.append(changes, writer, wantsTurn: wantsTurn), log)
    }

    /// So many changes to one object, each on top of the last, as few at once as a node appends.
    static func many(_ count: Int) -> [(EngineDeed, String)] {
        stride(from: 1, through: count, by: LogBatch.mostWrites).map { first in
            let last = min(first + LogBatch.mostWrites - 1, count)
            let changes = (first...last).map {
                change($0, previous: $0 == 1 ? nil : UInt64($0 - 1))
            }
            return (
                .log(.append(changes, writer(on: UInt64(first - 1)), wantsTurn: false), log),
                "written"
            )
        }
    }

    static func read(_ query: LogQuery) -> EngineDeed { .read(query, log) }
}
