import EngineSamples
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// A hub that shares its store, of which a test is the store.
struct SharedHub {
    private(set) var hub: Hub
    /// What waits for an answer.
    private(set) var questions: [(QuestionID, StoreQuery)] = []
    private(set) var frames: [String] = []
    private(set) var closed = 0
    var now = Instant.start
    private static let me = ConnectionID(rawValue: 1)
    static let log = LogID(Names.logs[0])
    static let bucket = log.bucket(Names.buckets[0])
    /// The last change, and the object that it was made to.
    static let head = Ordinal(epoch: 1, count: 3)

    init(guards: any Guards = NoGuards()) {
        hub = Hub(epoch: 9, guards: guards, isShared: true)
        handle(.followed(Self.log, at: Self.head, epoch: 1))
        dial()
    }

    /// One that has been told a change, and asks for it to be written.
    init(told change: String) {
        self.init()
        say("0:cv:")
        say(change)
        answer { $0.isAppend }
    }

    /// Comes, at first or once more.
    mutating func dial() {
        handle(.opened(Self.me, app: nil))
        say(
            """
            0:init:{"clientid":"c","api":"1.1","token":"t","app_id":"app-1",\
            "name":"\(Self.bucket.name)"}
            """)
    }

    mutating func handle(_ event: Hub.Event) {
        for effect in hub.handle(event, at: now) {
            switch effect {
            case .send(let frame, _), .broadcast(let frame, _):
                frames.append(String(decoding: frame, as: UTF8.self))
            case .authorize(let question, let request):
                guard let name = UserName("ann@x.org") else { continue }
                let identity = Identity(user: Self.log.user, name: name)
                handle(.authorized(question, request.granted(to: identity, fresh: nil)))
            case .read(let question, let query): questions.append((question, query))
            case .close: closed += 1
            case .compute(let question, _): handle(.computed(question, .nothingYet))
            case .write, .answer, .inquire, .leave, .view, .note: break
            }
        }
    }

    mutating func say(_ frame: String) {
        handle(.received(Array(frame.utf8), from: Self.me))
    }

    mutating func takeFrames() -> [String] { exchange(&frames, with: []) }

    /// Answers all questions but those that a test would like to see.
    mutating func answer(until wanted: (StoreQuery) -> Bool = { _ in false }) {
        while let index = questions.firstIndex(where: { !wanted($0.1) }) {
            let (question, query) = questions.remove(at: index)
            handle(.read(question, Self.answer(to: query)))
        }
        while hub.nextDeadline.map({ $0 <= now }) == true { handle(.wake) }
        if questions.contains(where: { !wanted($0.1) }) { answer(until: wanted) }
    }

    mutating func answer(_ answer: StoreAnswer) {
        handle(.read(questions.removeFirst().0, answer))
    }

    static func entity(_ object: String = #"{"a":1}"#) -> StoredEntity {
        StoredEntity(
            key: Names.keys[0], version: .first, isRemoved: false, object: Array(object.utf8),
            changed: head)
    }

    private static func answer(to query: StoreQuery) -> StoreAnswer {
        switch query {
        case .bucket(let id):
            var state = StoredBucket()
            if id == bucket { (state.head, state.count) = (head, 1) }
            return .bucket(state)
        case .entity(Names.keys[0], bucket): return .entity(entity(), changeIDs: [])
        case .entity: return .noEntity(beginning: .first)
        case .index: return .index([entity()], hasMore: false)
        case .changes: return .changes(nil, hasMore: false)
        case .version(.first, _, _): return .version(entity().object)
        case .version: return .version(nil)
        case .leases: return .leases([])
        default: return .owned([], hasMore: false)
        }
    }
}

extension StoreQuery {
    var isAppend: Bool { if case .append = self { true } else { false } }
}
