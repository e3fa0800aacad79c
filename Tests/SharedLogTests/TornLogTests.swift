import SharedLog
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub
import Testing

/// Kim, who shares a note with Ann by way of one node, on an engine of which one log may forget its
/// end, and another not.
private struct TornWorld {
    var engine = NotesWorld(seed: 1).engine
    private var node: HubNode
    private var followed: Set<SharedLogID> = []
    private(set) var kim = NoteDevice(
        "kim-1", of: NotesWorld.people[0], asksForAuthors: false, asksForOpen: false)
    private(set) var ann = NoteDevice(
        "ann-1", of: NotesWorld.people[2], asksForAuthors: false, asksForOpen: false)
    private var now = Instant.start
    private var numbers: UInt64 = 0
    static let key = NotesWorld.keys[0]
    static let logs = [NotesWorld.logs[0], NotesWorld.logs[2]]

    init() {
        node = Self.begin(&engine, .start)
        dial()
        settle()
    }

    private var stamp: Stamp { Self.stamp(now) }

    private static func stamp(_ now: Instant) -> Stamp {
        Stamp(milliseconds: 1_000_000) + (now - .start)
    }

    private static func begin(_ engine: inout ModelEngine, _ now: Instant) -> HubNode {
        let life = Duration.seconds(3_600)
        let hello = EngineDeed.node(.hello(seen: 0, life: life))
        let begin = EngineDeed.node(.begin(seen: 0, life: life))
        guard case .life(let epoch, _, _) = engine.perform(hello, at: stamp(now)).answer,
            case .incarnation(let me) = engine.perform(begin, at: stamp(now)).answer
        else { preconditionFailure("a node begins") }
        return HubNode(me, epoch: epoch, guards: NoGuards(), at: now)
    }

    private mutating func dial() {
        numbers += 2
        let ids = [numbers, numbers + 1].map { ConnectionID(rawValue: $0) }
        for (id, frame) in [
            (ids[0], kim.begin(at: 0, ids[0])), (ids[1], ann.begin(at: 0, ids[1])),
        ] {
            node.handle(.opened(id, app: nil), at: now)
            node.handle(.received(Array(frame.utf8), from: id), at: now)
        }
    }

    /// Everything goes its way until nothing more comes of it.
    mutating func settle() {
        for _ in 0..<2_000 {
            for wish in node.takeWishes() { carry(wish) }
            for log in node.takeLeft() { followed.remove(log) }
            _ = (node.takeAnswers(), node.takeClosed())
            for (connection, frame) in node.takeMail() { hear(frame, on: connection) }
            guard node.isQuiet else { continue }
            guard let time = node.nextDeadline, time <= now + .seconds(3) else { return }
            now = max(now, time)
            node.wake(at: now)
        }
        Issue.record("it never rests")
    }

    private mutating func carry(_ wish: EngineLines.Wish) {
        switch wish {
        case .follow(let number, let log):
            followed.insert(log)
            node.handle(.settled(number, .answered(.done)), at: now)
        case .ask(let number, let deed):
            let (answer, told) = engine.perform(deed, at: stamp)
            if let log = deed.log, followed.contains(log) {
                for message in told { node.handle(.told(log, [message]), at: now) }
            }
            node.handle(.settled(number, .answered(answer)), at: now)
        }
    }

    private mutating func hear(_ frame: [UInt8], on connection: ConnectionID) {
        var answers: [[UInt8]] = []
        if kim.line?.connection == connection { answers = kim.hear(frame) }
        if ann.line?.connection == connection { answers = ann.hear(frame) }
        for answer in answers {
            node.handle(.received(answer, from: connection), at: now)
        }
    }

    mutating func type(_ word: Character, byAnn isByAnn: Bool = false) throws {
        numbers += 2
        let id = NotesWorld.valid(ChangeID("typed-\(numbers)"))
        var random = SeededRandom(seed: numbers)
        let frame =
            isByAnn
            ? ann.type(word, as: id, into: Self.key, &random)
            : kim.type(word, as: id, into: Self.key, &random)
        try say(frame, by: isByAnn ? ann : kim)
    }

    private mutating func say(_ frame: [UInt8]?, by device: NoteDevice) throws {
        let line = try #require(device.line)
        node.handle(.received(try #require(frame), from: line.connection), at: now)
        settle()
    }

    /// Ann begins a note of her own, of the same key, or removes it.
    mutating func own(_ begins: Bool) throws {
        numbers += 2
        let id = NotesWorld.valid(ChangeID("own-\(numbers)"))
        try say(begins ? ann.insert(Self.key, as: id) : ann.remove(Self.key, as: id), by: ann)
    }

    /// How far Ann's log says that it has followed Kim's.
    var mark: Ordinal? {
        let query = LogQuery.parcelMark(of: kim.user, in: NotesWorld.bucket)
        guard case .parcelMark(let mark) = stored(query, of: ann.user) else { return nil }
        return mark
    }

    mutating func share(_ purpose: ShareWish.Purpose = .share(mayWrite: true)) {
        numbers += 2
        let id = NotesWorld.valid(ChangeID("shared-\(numbers)"))
        let wish = ShareWish(purpose, of: Self.key, with: ann.user, id: id)
        let caller = Caller(
            identity: Identity(user: kim.user, name: NotesWorld.valid(UserName("kim@x.org"))),
            clientID: NotesWorld.valid(ClientID("http")))
        let bucket = BucketID(app: NotesWorld.app, user: kim.user, name: NotesWorld.bucket)
        node.handle(
            .requested(RequestID(rawValue: numbers), .share(wish), of: bucket, by: caller), at: now)
        settle()
    }

    /// One log is as it was, and another life of the engine begins.
    mutating func tear(_ log: SharedLogID, back earlier: ModelEngine) {
        engine.take(log, of: earlier)
        engine.restart()
        followed = []
        node.handle(.broken, at: now)
        let hello = NodeDeed.hello(seen: 0, life: .seconds(3_600))
        if case .life(let epoch, _, _) = engine.perform(.node(hello), at: stamp).answer {
            node.handle(.resumed(epoch: epoch), at: now)
        }
        settle()
    }

    /// All servers end with it, and begin much later: none of them knew what there was.
    mutating func tearForAll(_ log: SharedLogID, back earlier: ModelEngine) {
        engine.take(log, of: earlier)
        engine.restart()
        followed = []
        now = now + .seconds(600)
        node = Self.begin(&engine, now)
        now = now + .seconds(600)
        dial()
        settle()
    }

    mutating func comeBack() {
        dial()
        settle()
    }

    func text(of user: UserID) -> String? {
        let query = LogQuery.entity(Self.key, in: NotesWorld.bucket)
        guard case .entity(let entity, _) = stored(query, of: user), let bytes = entity.object
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func stored(_ query: LogQuery, of user: UserID) -> StoreAnswer? {
        var engine = engine
        let log = SharedLogID(app: NotesWorld.app, user: user)
        let answer = engine.perform(.read(query, log), at: stamp).answer
        guard case .fact(.stored(let stored), _) = answer else { return nil }
        return stored
    }

    /// What is otherwise than in Kim's log.
    var faults: [String] {
        let truth = text(of: kim.user)
        let known = [
            "Ann's log": text(of: ann.user), "Kim": kim.text, "Ann": ann.text,
        ]
        return kim.faults + ann.faults
            + known.filter { $0.value != truth }.map { "\($0.key) has \($0.value ?? "nothing")" }
            .sorted()
    }
}

extension NoteDevice {
    fileprivate var text: String? {
        notes[TornWorld.key].map { String(decoding: $0.object.utf8, as: UTF8.self) }
    }
}

@Suite("A log that has lost its end, and another that has not")
struct TornLogTests {
    @Test("S223 A mirror gives up what its owner's log has lost, and goes on with it")
    func ahead() throws {
        var world = TornWorld()
        world.share()
        try world.type("a")
        let earlier = world.engine
        try world.type("b")
        try world.type("c", byAnn: true)
        #expect(world.faults.isEmpty)
        world.tear(TornWorld.logs[0], back: earlier)
        world.comeBack()
        #expect(world.faults.isEmpty)
        #expect(world.kim.text == #"{"t":"a"}"#)
        try world.type("d")
        try world.type("e", byAnn: true)
        #expect(world.faults.isEmpty)
    }

    @Test("S223 S225 Where nobody has noticed, it does so with the next change")
    func unnoticed() throws {
        var world = TornWorld()
        world.share()
        let earlier = world.engine
        try world.type("b")
        try world.type("c")
        world.tearForAll(TornWorld.logs[0], back: earlier)
        #expect(world.ann.text != world.kim.text)
        try world.type("d")
        #expect(world.faults.isEmpty)
        #expect(world.kim.text == #"{"t":"d"}"#)
        try world.type("e", byAnn: true)
        #expect(world.faults.isEmpty)
    }

    @Test("S223 What is shared with nobody by its owner's log is no mirror any more")
    func unshared() throws {
        var world = TornWorld()
        let earlier = world.engine
        world.share()
        #expect(world.ann.text != nil)
        world.tear(TornWorld.logs[0], back: earlier)
        world.comeBack()
        #expect(world.ann.text == nil && world.text(of: world.ann.user) == nil)
        world.share()
        try world.type("d")
        #expect(world.faults.isEmpty && world.ann.text == #"{"t":"d"}"#)
    }

    @Test("S224 What a mirror's log has lost comes to it once more", arguments: [false, true])
    func behind(_ isShared: Bool) throws {
        var world = TornWorld()
        if isShared { world.share() }
        let earlier = world.engine
        if !isShared { world.share() }
        try world.type("b")
        try world.type("c", byAnn: true)
        world.tear(TornWorld.logs[1], back: earlier)
        world.comeBack()
        #expect(world.faults.isEmpty)
        try world.type("d", byAnn: true)
        #expect(world.faults.isEmpty)
    }

    @Test("S224 An end that a mirror's log has lost comes to it once more")
    func ended() throws {
        var world = TornWorld()
        world.share()
        let earlier = world.engine
        world.share(.unshare)
        #expect(world.ann.text == nil)
        world.tear(TornWorld.logs[1], back: earlier)
        world.comeBack()
        #expect(world.ann.text == nil && world.text(of: world.ann.user) == nil)
    }

    @Test("S224 S225 Where nobody has noticed, that it began comes with the next change")
    func unnoticedBeginning() throws {
        var world = TornWorld()
        let earlier = world.engine
        world.share()
        world.tearForAll(TornWorld.logs[1], back: earlier)
        #expect(world.ann.text == nil)
        try world.type("d")
        #expect(world.faults.isEmpty)
    }

    @Test("S224 Who has another object of that key by then says so in their log, and keeps it")
    func taken() throws {
        var world = TornWorld()
        try world.own(true)
        let earlier = world.engine
        try world.own(false)
        world.share()
        #expect(world.faults.isEmpty)
        let shared = try #require(world.mark)
        world.tear(TornWorld.logs[1], back: earlier)
        world.comeBack()
        #expect(world.ann.text == #"{"mine":"ann-1"}"#)
        #expect(try #require(world.mark) >= shared)
        try world.own(false)
        try world.type("d")
        #expect(world.kim.text == #"{"t":"d"}"#)
        #expect(world.ann.text == nil && world.text(of: world.ann.user) == nil)
    }
}
