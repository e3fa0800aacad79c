import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import TestKit
import TestSupport
import Testing

@Suite("Presence properties")
struct PresenceProperties {
    @Test(
        "All sequences of three steps, four in make soak: losses, returns, timeouts, restarts",
        arguments: [PresenceRemovalTrigger.client, .user])
    func exhaustive(mode: PresenceRemovalTrigger) {
        let length = Tier.current < .soak ? 3 : 4
        for number in 0..<PresenceWorld.Step.allCases.numberOfSequences(ofLength: length) {
            var world = PresenceWorld(mode, grace: 10)
            for step in PresenceWorld.Step.allCases.sequence(number, ofLength: length) {
                world.perform(step)
            }
            #expect(world.faults == [])
        }
    }

    @Test(
        "Long lives of a presence object, with and without grace",
        arguments: [PresenceRemovalTrigger.client, .user])
    func long(mode: PresenceRemovalTrigger) {
        for seed in Seeds.first(40) {
            var random = SeededRandom(seed: seed)
            var world = PresenceWorld(mode, grace: random.numberBelow(3) * 5)
            for _ in 0..<60 {
                if let step = random.pick(PresenceWorld.Step.allCases) { world.perform(step) }
            }
            #expect(world.faults == [], "seed \(seed)")
        }
    }
}

/// One client with one presence object, and a model of the expected state of that object.
private struct PresenceWorld {
    enum Step: CaseIterable {
        case insert
        case lose
        case leave
        case comeBack
        case comeAnew
        case waitHalf
        case restart
    }

    /// The expected state.
    private enum Fate: Equatable {
        case gone
        /// The client's connection owns it.
        case held
        case away(until: Instant)
    }

    private(set) var faults: [String] = []
    private var server = TestHub()
    private let mode: PresenceRemovalTrigger
    private let grace: Int
    private var story: [Step] = []
    private var fate = Fate.gone
    private var client: ConnectionID?
    /// The secret of the present connection, and that of the one that owns the object.
    private var secret: String?
    private var objectSecret: String?
    private var inserts = 0
    /// The number of restarts of the server since the object's client was connected.
    private var restarts = 0

    init(_ mode: PresenceRemovalTrigger, grace: Int) {
        self.mode = mode
        self.grace = grace
        let name = JSON(mode.rawValue)
        server.setOptions(["presence": name, "presenceGrace": JSON(grace)])
        connect(resuming: false)
    }

    mutating func perform(_ step: Step) {
        story.append(step)
        switch step {
        case .insert: insert()
        case .lose, .leave: end(step == .leave ? .goodbye : .broken)
        case .comeBack: connect(resuming: true)
        case .comeAnew: connect(resuming: false)
        case .waitHalf: server.wait(.seconds(5))
        case .restart: restart()
        }
        server.finishWork()
        if case .away(let until) = fate, until <= server.now { fate = .gone }
        check()
    }

    private mutating func insert() {
        guard let client, fate == .gone else { return }
        inserts += 1
        _ = server.change(.modify("p", "{}", id: "\(inserts)"), by: client)
        objectSecret = secret
        hold()
    }

    private mutating func end(_ farewell: ConnectionEnd) {
        guard let client else { return }
        server.close(client, farewell)
        self.client = nil
        guard fate == .held else { return }
        fate = farewell == .goodbye ? .gone : .away(until: server.now + .seconds(grace))
    }

    private mutating func connect(resuming: Bool) {
        guard client == nil else { return }
        let connection = server.connect()
        let shown = resuming ? #","resume":"\#(objectSecret ?? "")""# : ""
        server.enter(more: #","extensions":["resume"]"# + shown, on: connection)
        secret = server.say("0:cv:", by: connection).secret
        client = connection
        switch mode {
        case .client:
            guard resuming, fate != .gone else { return }
            if secret != objectSecret { faults.append("\(story): another secret") }
        // Any connection of the user brings it back.
        case .user: guard fate != .gone else { return }
        }
        hold()
    }

    private mutating func hold() {
        fate = .held
        restarts = 0
    }

    private mutating func restart() {
        server.restart()
        client = nil
        guard fate != .gone else { return }
        restarts += 1
        fate = restarts > 3 ? .gone : .away(until: server.now + .seconds(grace))
    }

    private mutating func check() {
        // Read from outside, because a channel would be another connection of the user.
        let outcome = server.request(.entity(named("p"), nil))
        let isThere = outcome != .entity(nil)
        if isThere != (fate != .gone) { faults.append("\(story): \(fate), but \(isThere)") }
    }
}

extension Array {
    fileprivate func numberOfSequences(ofLength length: Int) -> Int {
        (0..<length).reduce(1) { product, _ in product * count }
    }

    fileprivate func sequence(_ number: Int, ofLength length: Int) -> [Element] {
        var rest = number
        return (0..<length).map { _ in
            defer { rest /= count }
            return self[rest % count]
        }
    }
}
