import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import SyncHub
import Testing

@Suite("A log that a node follows no more")
struct LogLeavingTests {
    private static let log = Names.logs[0]
    private static let question = StoreQuery.bucket(log.bucket(Names.buckets[0]))

    /// The logs of a node, with an engine that answers at once.
    private struct Node {
        private var engine = ModelEngine()
        private(set) var logs: NodeLogs<Int>
        /// What the engine has told of logs, which has not reached the node.
        private(set) var told: [EngineMessage] = []
        private let stamp = Stamp(milliseconds: 5_000)

        init() {
            let begin = EngineDeed.node(.begin(seen: 0, life: .seconds(6)))
            guard case .incarnation(let me) = engine.perform(begin, at: stamp).answer else {
                preconditionFailure("a node begins")
            }
            logs = NodeLogs(of: me, epoch: 1, grace: .zero)
        }

        mutating func perform(_ deed: EngineDeed) -> EngineAnswer {
            let (answer, messages) = engine.perform(deed, at: stamp)
            told += messages
            return answer
        }

        mutating func closeLog() {
            _ = engine.perform(.log(.close, LogLeavingTests.log), at: stamp)
        }

        /// What comes of it that is nothing for the engine, which answers unless it is silent.
        mutating func handle(
            _ event: NodeLogs<Int>.Event, isSilent: Bool = false
        ) -> [NodeLogs<Int>.Effect] {
            var rest: [NodeLogs<Int>.Effect] = []
            for effect in logs.handle(event, at: .start) {
                switch effect {
                case .ask(let number, let deed) where !isSilent:
                    rest += handle(.settled(number, .answered(perform(deed))))
                case .follow(let number, _) where !isSilent:
                    rest += handle(.settled(number, .answered(.done)))
                default: rest.append(effect)
                }
            }
            return rest
        }
    }

    @Test("S221 It is left when the hub has nothing of it, and opened anew when it wants something")
    func leaving() throws {
        var node = Node()
        let opened = node.handle(.asked(1, Self.question))
        guard case .followed(Self.log, _, _)? = opened.first, opened.count == 2 else {
            Issue.record("\(opened)")
            return
        }
        #expect(node.handle(.compare) == [])
        #expect(node.handle(.left(Self.log)) == [])
        #expect(node.handle(.compare) == [.unfollow(Self.log)])
        #expect(node.logs.followed == 0)
        #expect(node.handle(.asked(1, Self.question)) == opened)
    }

    @Test("S221 The hub is told once more how it stands if it comes back before that")
    func comingBack() {
        var node = Node()
        let opened = node.handle(.asked(1, Self.question))
        _ = node.handle(.left(Self.log))
        #expect(node.handle(.asked(1, Self.question)) == opened)
        #expect(node.handle(.compare) == [])
        #expect(node.logs.followed == 1)
    }

    @Test("S221 Who comes back knows all of a batch of its own of which the first has been told")
    func comingBackInABatch() throws {
        var node = Node()
        guard case .followed(_, let head, let epoch)? = node.handle(.asked(1, Self.question)).first
        else {
            Issue.record("it is not followed")
            return
        }
        let first = Ordinal(epoch: epoch, count: head.count + 1)
        let bucket = Self.log.bucket(Names.buckets[0])
        let batch = LogBatch(
            Names.keys.prefix(2).enumerated().map { index, key in
                Self.beginning(key, in: bucket, at: first.advanced(by: index))
            }, to: bucket, on: head, at: first)
        let asked = node.handle(.asked(2, .append(batch)), isSilent: true)
        guard case .ask(let number, let deed)? = asked.first else { return #expect(asked == []) }
        let answer = node.perform(deed)
        #expect(node.told.count == 2)
        let appended = node.handle(.told(Self.log, [node.told[0]]))
        #expect(appended == [.answer(2, .appended(node.told[0].entry.stamp))])
        _ = node.handle(.left(Self.log))
        let back = node.handle(.asked(3, Self.question))
        #expect(back.first == .followed(Self.log, at: batch.end, epoch: epoch))
        #expect(batch.end == first.advanced(by: 1))
        _ = node.handle(.told(Self.log, [node.told[1]]))
        _ = node.handle(.settled(number, .answered(answer)))
        #expect(node.logs.followed == 1)
    }

    private static func beginning(
        _ key: ObjectKey, in bucket: BucketID, at place: Ordinal
    ) -> StoreWrite {
        let change = StoredChange(
            ordinal: place, key: key, version: .first, previous: nil,
            changeID: Names.changeIDs[Int(place.count) % Names.changeIDs.count],
            entry: Array("{}".utf8))
        let entity = StoredEntity(
            key: key, version: .first, isRemoved: false, object: Array("{}".utf8), changed: place)
        return .append(change, entity: entity, outdated: [], to: bucket, expected: .zero)
    }

    @Test("S247 A log that is closed reads as an empty one, and nothing is written there")
    func closed() {
        var node = Node()
        let opened = node.handle(.asked(1, Self.question))
        guard case .followed(_, let head, let epoch)? = opened.first else {
            Issue.record("\(opened)")
            return
        }
        node.closeLog()
        let bucket = Self.log.bucket(Names.buckets[0])
        let batch = LogBatch(
            [.forgetHistory(of: bucket, emptiedBy: Names.changeIDs[0])], to: bucket, on: head,
            at: Ordinal(epoch: epoch, count: head.count + 1))
        #expect(node.handle(.asked(2, .append(batch))) == [.answer(2, .gone)])
        _ = node.handle(.left(Self.log))
        _ = node.handle(.compare)
        #expect(
            node.handle(.asked(1, Self.question)) == [
                .unfollow(Self.log), .answer(1, .bucket(StoredBucket())),
            ])
        #expect(
            node.handle(.asked(2, .append(batch))) == [.unfollow(Self.log), .answer(2, .gone)])
        #expect(node.logs.followed == 0)
    }

    @Test("S247 What was on its way as a log was given up is asked once more")
    func givenUp() throws {
        var node = Node()
        _ = node.handle(.asked(1, Self.question))
        let asked = node.handle(.asked(2, Self.question), isSilent: true)
        guard case .ask(let number, _)? = asked.first else { return #expect(asked == []) }
        node.closeLog()
        _ = node.handle(.broken)
        _ = node.handle(.resumed(epoch: 1))
        #expect(node.logs.followed == 0)
        let late = EngineAnswer.fact(.stored(.bucket(StoredBucket())), at: .zero)
        #expect(
            node.handle(.settled(number, .answered(late))) == [
                .unfollow(Self.log), .answer(2, .bucket(StoredBucket())),
            ])
    }

    @Test("S221 Nothing is left in which something is under way")
    func busy() {
        var node = Node()
        _ = node.handle(.asked(1, Self.question))
        _ = node.handle(.asked(2, Self.question), isSilent: true)
        _ = node.handle(.left(Self.log))
        #expect(!node.handle(.compare).contains(.unfollow(Self.log)))
    }

    @Test("S221 Who only looks which buckets there are leaves at once")
    func listing() {
        var node = Node()
        _ = node.handle(.asked(1, .buckets(of: Self.log.user, in: Self.log.app)))
        #expect(node.handle(.compare) == [.unfollow(Self.log)])
    }
}
