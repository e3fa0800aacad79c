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
        "Every order of three steps, four in make soak: losing, returning, running out, restarting",
        arguments: [PresenceMode.client, .user])
    func exhaustive(mode: PresenceMode) {
        let length = Tier.current < .soak ? 3 : 4
        for number in 0..<PresenceWorld.Step.allCases.numberOfSequences(ofLength: length) {
            var world = PresenceWorld(mode, grace: 10)
            for step in PresenceWorld.Step.allCases.sequence(number, ofLength: length) {
                world.take(step)
            }
            #expect(world.faults == [])
        }
    }

    @Test(
        "Long lives of a presence object, with and without grace",
        arguments: [PresenceMode.client, .user])
    func long(mode: PresenceMode) {
        for seed in Seeds.first(40) {
            var random = SeededRandom(seed: seed)
            var world = PresenceWorld(mode, grace: random.below(3) * 5)
            for _ in 0..<60 {
                if let step = random.pick(PresenceWorld.Step.allCases) { world.take(step) }
            }
            #expect(world.faults == [], "seed \(seed)")
        }
    }
}

/// One client with one presence object, and beside it what should become of that object.
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

    /// What should be.
    private enum Fate: Equatable {
        case gone
        /// The client's connection has it.
        case held
        case away(until: Instant)
    }

    private(set) var faults: [String] = []
    private var server = TestServer()
    private let mode: PresenceMode
    private let grace: Int
    private var story: [Step] = []
    private var fate = Fate.gone
    private var client: ConnectionID?
    /// What the present connection was given, and what the one that has the object was.
    private var secret: String?
    private var objectSecret: String?
    private var inserts = 0
    /// How many times the server began since the object's client was there.
    private var restarts = 0

    init(_ mode: PresenceMode, grace: Int) {
        self.mode = mode
        self.grace = grace
        let name = JSON(mode.rawValue)
        server.setOptions(["presence": name, "presenceGrace": JSON(grace)])
        connect(resuming: false)
    }

    mutating func take(_ step: Step) {
        story.append(step)
        switch step {
        case .insert: insert()
        case .lose, .leave: end(step == .leave ? .goodbye : .broken)
        case .comeBack: connect(resuming: true)
        case .comeAnew: connect(resuming: false)
        case .waitHalf: server.wait(.seconds(5))
        case .restart: restart()
        }
        server.settle()
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

    private mutating func end(_ farewell: Farewell) {
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
        // Any connection of the user's will do.
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
        // Not by a channel, which would be another connection of the user's.
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
