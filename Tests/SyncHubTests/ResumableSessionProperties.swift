import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import TestSupport
import Testing

@Suite("Session properties")
struct ResumableSessionProperties {
    @Test("No session has two connections, or is lost within its grace, across kills and restarts")
    func lives() {
        for seed in Seeds.first(60) {
            var world = SessionWorld(seed: seed)
            for _ in 0..<80 { world.step() }
            #expect(world.faults == [], "seed \(seed)")
        }
    }
}

/// Two programs of one user that take a session over from each other, and a model of its expected
/// state.
private struct SessionWorld {
    /// The state that a run of a program has of its session.
    private struct Run {
        var number: Int?
        var line: ConnectionID?
    }

    /// The expected state.
    private enum Fate: Equatable {
        case gone
        case held(by: ConnectionID)
        case away(until: Instant)
    }

    private static let buckets = ["todo", "notes"]
    private static let grace = Duration.seconds(10)

    private(set) var faults: [String] = []
    private var server = TestHub(guarding: buckets)
    private var random: SeededRandom
    private var runs = [Run(), Run()]
    /// The secret in the programs' common file.
    private var secret: String?
    private var fate = Fate.gone
    private var number = 0
    private var restarts = 0
    private var stays = 0
    /// The connections that the server should have closed, and those that are only silent.
    private var lost: Set<ConnectionID> = []
    private var story: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        for bucket in Self.buckets {
            server.setOptions(["presence": "client", "presenceGrace": 10], of: bucket)
        }
    }

    mutating func step() {
        server.isStoreSlow = random.chance(1, in: 3)
        switch random.numberBelow(12) {
        case 0..<5: dial(random.numberBelow(2))
        case 5..<7: end(random.pick([.broken, .paused, .gone]) ?? .broken)
        case 7: end(.goodbye)
        case 8: goodbyeOfTheLost()
        case 9: restart()
        default: wait(.milliseconds(random.numberBelow(7_000)))
        }
        finish()
        check()
    }

    private mutating func dial(_ run: Int) {
        let line = server.connect()
        var more = #","extensions":["resume","rules"]"#
        if let secret {
            let proof = runs[run].number.map { #""seat":\#($0)"# } ?? #""take":true"#
            more += #","resume":"\#(secret)",\#(proof)"#
        }
        story.append("dial \(run) \(runs[run].number ?? 0)")
        for (channel, bucket) in Self.buckets.enumerated() {
            server.enter(bucket, client: "me", channel: channel, more: more, on: line)
        }
        finish()
        let heard = server.heard(by: line)
        guard fate != .gone else { return beginSession(run, on: line, heard) }
        if let shown = runs[run].number, shown < number {
            lost.insert(line)
            runs[run] = Run()
            return expect(heard.contains { $0.contains("4001") }, "not refused")
        }
        if case .held(let before) = fate { lost.insert(before) }
        if runs[run].number == nil { number += 1 }
        expect(heard.secret == secret && heard.number == number, "session not resumed: \(heard)")
        hold(run, line)
    }

    /// Expects a new session, because nothing is left of the earlier one.
    private mutating func beginSession(_ run: Int, on line: ConnectionID, _ heard: [String]) {
        expect(heard.secret != secret && heard.number == 1, "not a new session: \(heard)")
        secret = heard.secret
        number = 1
        stays += 1
        runs = [Run(), Run()]
        for channel in 0...1 {
            server.send(Written.modify("k\(stays)", "{}", id: "1").frame(channel), from: line)
        }
        hold(run, line)
    }

    private mutating func hold(_ run: Int, _ line: ConnectionID) {
        runs[run] = Run(number: number, line: line)
        fate = .held(by: line)
        restarts = 0
    }

    private mutating func end(_ farewell: ConnectionEnd) {
        guard case .held(let line) = fate else { return }
        story.append("\(farewell)")
        server.close(line, farewell)
        fate = farewell == .goodbye ? .gone : .away(until: server.now + Self.grace)
    }

    private mutating func goodbyeOfTheLost() {
        story.append("late goodbyes")
        for line in lost.sorted() {
            server.send(Written.remove("k\(stays)", id: "9").frame(), from: line)
            server.close(line, .goodbye)
        }
    }

    private mutating func restart() {
        story.append("restart")
        server.restart(after: .milliseconds(random.numberBelow(30_000)))
        lost = []
        guard fate != .gone else { return }
        restarts += 1
        fate = restarts > 3 ? .gone : .away(until: server.now + Self.grace)
    }

    private mutating func wait(_ span: Duration) {
        story.append("wait \(span)")
        if case .held(let line) = fate { server.send("h:1", from: line) }
        finish()
        server.wait(span)
    }

    private mutating func finish() {
        while !server.openQuestions.isEmpty {
            server.answerQuestions()
            server.finishWork()
        }
        server.finishWork()
    }

    private mutating func check() {
        server.isStoreSlow = false
        if case .away(let until) = fate, until <= server.now { fate = .gone }
        for line in lost { expect(server.endings[line] == .takenOver, "\(line) is still there") }
        if case .held(let line) = fate {
            expect(server.endings[line] == nil, "the holder was hung up on")
        }
        for bucket in Self.buckets where stays > 0 {
            let id = BucketID(app: .demo, user: named("kim"), name: named(bucket))
            let isThere = server.request(.entity(named("k\(stays)"), nil), of: id) != .entity(nil)
            expect(isThere == (fate != .gone), "\(bucket): \(fate), but \(isThere)")
        }
    }

    private mutating func expect(_ isSo: Bool, _ fault: String) {
        guard !isSo, faults.count < 3 else { return }
        faults.append("\(story.suffix(8)): \(fault)")
    }
}

extension [String] {
    /// The number of the session that the hub has sent.
    fileprivate var number: Int? {
        for case .resume(_, let number) in compactMap({ Said($0)?.command }) { return number }
        return nil
    }
}
