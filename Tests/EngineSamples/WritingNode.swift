package import SharedLog
internal import SimperiumClock
package import SimperiumWire

/// A node that writes into one bucket, one batch after the other, on whatever engine a test gives
/// it.
package struct WritingNode {
    package let bucket: BucketID
    private var asked: [EngineDeed] = []
    package private(set) var answers: [StoreAnswer] = []
    package private(set) var head = Ordinal.zero
    private var epoch: UInt32 = 0
    private var logs: NodeLogs<Int>
    private var versions: [ObjectKey: (EntityVersion, Ordinal)] = [:]
    private var changes = 0
    private let perform: (EngineDeed) -> EngineOutcome

    package init(
        _ incarnation: Incarnation, epoch: UInt32, keeping limits: StoreLimits,
        in bucket: BucketID, on perform: @escaping (EngineDeed) -> EngineOutcome
    ) {
        self.bucket = bucket
        self.perform = perform
        logs = NodeLogs(of: incarnation, epoch: epoch, grace: .seconds(1), keeping: limits)
        ask(.bucket(bucket))
    }

    /// What it has asked for since that was asked last, so that the log stays small.
    package mutating func takeTending() -> [EngineDeed] {
        defer { asked = [] }
        return asked.filter(\.tends)
    }

    /// Has each of these objects changed once.
    package mutating func change(_ keys: [ObjectKey], saying bytes: Int = 5) {
        for start in stride(from: 0, to: keys.count, by: LogBatch.mostWrites) {
            let some = keys[start..<min(start + LogBatch.mostWrites, keys.count)]
            let first = next
            write(
                some.enumerated().map {
                    change($1, at: first.advanced(by: $0), saying: bytes)
                })
        }
    }

    package mutating func empty() {
        guard let id = ChangeID("emptied") else { return }
        write([.forgetHistory(of: bucket, emptiedBy: id)])
    }

    package mutating func drop() {
        write([.drop(bucket)])
        versions = [:]
    }

    package mutating func ask(_ query: StoreQuery) { handle(.asked(0, query)) }

    /// The line breaks, and is there again.
    package mutating func reconnect() {
        handle(.broken)
        handle(.resumed(epoch: epoch))
    }

    private var next: Ordinal { Ordinal(epoch: max(epoch, head.epoch), count: head.count + 1) }

    private mutating func change(
        _ key: ObjectKey, at place: Ordinal, saying bytes: Int
    ) -> StoreWrite {
        changes += 1
        let before = versions[key]
        guard let version = before?.0.next ?? EntityVersion(1),
            let id = ChangeID("change-\(changes)")
        else { preconditionFailure("no version") }
        versions[key] = (version, place)
        return .append(
            StoredChange(
                ordinal: place, key: key, version: version, previous: before?.1, changeID: id,
                entry: [UInt8](repeating: UInt8(ascii: "e"), count: bytes)),
            entity: StoredEntity(
                key: key, version: version, isRemoved: false, object: Array("{}".utf8),
                changed: place),
            outdated: [], to: bucket, expected: head)
    }

    private mutating func write(_ writes: [StoreWrite]) {
        let batch = LogBatch(writes, to: bucket, on: head, at: next)
        let before = answers.count
        ask(.append(batch))
        guard answers.count > before, case .appended = answers[before] else { return }
        head = batch.end
    }

    private mutating func handle(_ event: NodeLogs<Int>.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in logs.handle(events.removeFirst(), at: .start) {
                switch effect {
                case .ask(let number, let deed):
                    asked.append(deed)
                    events.append(.settled(number, perform(deed)))
                case .follow(let number, _): events.append(.settled(number, .answered(.done)))
                case .followed(_, let head, let epoch): (self.head, self.epoch) = (head, epoch)
                case .answer(_, let answer): answers.append(answer)
                case .unanswered, .foreign, .anotherLife, .reset, .viewed, .grown, .full, .dead,
                    .unfollow:
                    break
                }
            }
        }
    }
}

extension EngineDeed {
    /// Whether it is to keep a log small.
    package var tends: Bool {
        switch self {
        case .log(.trim, _), .log(.sweep, _), .read(.trimmable, _), .read(.remains, _): true
        default: false
        }
    }
}
