import EngineSamples
import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub
import Testing

/// An engine that has begun another life may have forgotten the end of what it told.
@Suite("What is carried from log to log, in another life of the engine")
struct AnotherLifeTests {
    private static let home = SharedHub.bucket
    private static let mirrors = SharedLogID(app: home.app, user: Names.logs[1].user)
    private static let parcel = Parcel(
        .beginning, of: Names.keys[0], at: Ordinal(epoch: 1, count: 3), becoming: .first,
        by: home.user,
        Array(
            """
            {"clientid":"c","id":"a","o":"M","v":{"a":{"o":"+","v":1}},"ev":1,"cv":"1",\
            "ccids":["made"]}
            """.utf8), to: [mirrors.user])

    /// Answers what is asked, until it wants something like that.
    private func answer(_ hub: inout SharedHub, until isWanted: (StoreQuery) -> Bool) {
        for _ in 0..<20 {
            hub.answer { isWanted($0) || $0.isOfParcels }
            guard let query = hub.questions.first?.1, !isWanted(query) else { return }
            hub.answer(query.isMark ? .parcelMark(.zero) : .parcels([Self.parcel], hasMore: false))
        }
    }

    @Test("S242 What was found to be carried is not written any more, and is looked for anew")
    func carried() {
        var hub = SharedHub()
        hub.answer()
        hub.handle(.followed(LogID(Self.mirrors), at: .zero, epoch: 1))
        hub.handle(.abandoned([Self.home]))
        answer(&hub) { $0.isAppend }
        guard case .append(let batch)? = hub.questions.first?.1 else {
            Issue.record("nothing is written: \(hub.questions)")
            return
        }
        #expect(batch.mark == ReplicationCheckpoint(of: Self.home.user, at: Self.parcel.place))
        hub.handle(.anotherLife)
        hub.handle(.followed(LogID(Self.mirrors), at: .zero, epoch: 2))
        hub.answer(.overtaken)
        hub.answer { $0.isAppend || $0.isOfParcels }
        #expect(hub.questions.map(\.1.isAppend) == [false])
        answer(&hub) { $0.isAppend }
        #expect(hub.questions.map(\.1.isAppend) == [true])
    }

    @Test("S242 Nothing is struck off, and what was read and not told is read again")
    func struck() {
        let log = Names.logs[0]
        let bucket = log.bucket(Names.buckets[0])
        var logs = NodeLogs<Int>(of: Incarnation(rawValue: 7), epoch: 1, grace: .zero)
        var asked: [(number: UInt64, deed: EngineDeed)] = []
        var answers: [Int: StoreAnswer] = [:]
        let state = EngineLog(
            head: Ordinal(epoch: 1, count: 3), epoch: 1, now: Stamp(milliseconds: 1), buckets: [],
            leases: [], beginnings: [])
        func handle(_ event: NodeLogs<Int>.Event, at now: Instant = .start) {
            for effect in logs.handle(event, at: now) {
                switch effect {
                case .ask(let number, .node): handle(.settled(number, .answered(.done)))
                case .ask(let number, .log(.open, _)):
                    handle(.settled(number, .answered(.opened(state))))
                case .follow(let number, _): handle(.settled(number, .answered(.done)))
                case .ask(let number, let deed): asked.append((number, deed))
                case .answer(let asker, let answer): answers[asker] = answer
                default: break
                }
            }
        }
        handle(.asked(1, .mirrors(of: log.user, in: log.app)))
        handle(.asked(2, .strike([Ordinal(epoch: 1, count: 2)], of: bucket)))
        // It knows of an entry that was not told yet.
        let later = EngineFact.stored(.mirrors(5))
        handle(
            .settled(asked[0].number, .answered(.fact(later, at: Ordinal(epoch: 1, count: 4)))))
        for (number, _) in asked.dropFirst() { handle(.settled(number, .lost)) }
        #expect(answers.isEmpty)
        handle(.broken)
        asked = []
        handle(.resumed(epoch: 2))
        handle(.wake, at: .start + .seconds(1))
        #expect(answers == [2: .struck])
        #expect(asked.map(\.deed) == [.read(.mirrors, log)])
    }
}

extension StoreQuery {
    fileprivate var isMark: Bool { if case .parcelMark = self { true } else { false } }
    fileprivate var isOfParcels: Bool {
        if case .parcels = self { true } else { isMark }
    }
}
