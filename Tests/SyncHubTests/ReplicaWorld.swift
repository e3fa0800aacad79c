import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// Several replicas of one bucket, on connections that break, with a server that is killed now and
/// then.
struct ReplicaWorld {
    private(set) var server: TestHub
    private(set) var replicas: [TestReplica] = []
    private var random: SeededRandom
    private var names = 0
    /// The changes that each replica has sent and may send again.
    private var said: [Change] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var limits = TestHub.limits(&random)
        limits.history.missedChanges = 20 + random.numberBelow(40)
        limits.promptWork = random.pick([0, 100, 150, limits.promptWork]) ?? 0
        let memory = MinimumStoredHistory(
            logLength: 10 + random.numberBelow(40), removals: random.numberBelow(40))
        server = TestHub(limits: limits, remembering: memory)
        let tenths = random.numberBelow(3)
        let contiguous = 3 + random.numberBelow(30)
        server.setOptions(["version_max": JSON(contiguous), "version10_max": JSON(tenths)])
        replicas = (0..<4).map { TestReplica(clientID: "c-\($0)") }
    }

    mutating func live(steps: Int) {
        for _ in 0..<steps { step() }
    }

    /// Connects all replicas, and lets them receive everything.
    mutating func finish() {
        server.isStoreSlow = false
        server.isComputingSlow = false
        // Silent connections are closed, and a replica that returns may send a change to all.
        var calm = 0
        for round in 0..<200 where round < 100 || calm < 5 {
            server.answerQuestions()
            server.finishComputing()
            server.wait(.seconds(1))
            calm += 1
            for index in replicas.indices {
                if replicas[index].connection == nil {
                    connect(index)
                    calm = 0
                }
                server.listen(&replicas[index])
                server.page(&replicas[index])
            }
        }
    }

    /// Returns the objects that a new client finds.
    mutating func truth() -> [String: TestReplica.Ghost] {
        replicas.append(TestReplica(clientID: "newcomer"))
        finish()
        return replicas.removeLast().ghosts
    }

    private mutating func step() {
        let index = random.numberBelow(replicas.count)
        switch random.numberBelow(32) {
        case 0..<16: edit(index)
        case 16..<22: server.listen(&replicas[index])
        case 22..<24: server.page(&replicas[index])
        case 24..<26: connect(index)
        case 26: disconnect(index)
        case 27: server.isStoreSlow.toggle()
        case 28: server.answerQuestions()
        case 29:
            server.answerQuestions()
            server.finishComputing()
        case 30: sayAgain(index)
        default: rarely(index)
        }
        server.wait(.milliseconds(random.numberBelow(300)))
    }

    private mutating func rarely(_ index: Int) {
        switch random.numberBelow(8) {
        case 6: server.isComputingSlow.toggle()
        case 7: server.finishComputing()
        case 0:
            server.restart()
            for index in replicas.indices { replicas[index].loseLine() }
        case 1: empty(index)
        case 2: server.wait(.seconds(30))
        default: break
        }
    }

    private mutating func connect(_ index: Int) {
        guard replicas[index].connection == nil else { return }
        let connection = server.connect()
        replicas[index].beginAgain()
        replicas[index].connection = connection
        server.enter(client: replicas[index].clientID, on: connection)
        // Some are slow; some, as node does, send changes before their first request.
        if random.chance(1, in: 3) { server.listen(&replicas[index]) }
        for _ in 0..<random.numberBelow(3) { edit(index) }
        server.send(replicas[index].firstFrame, from: connection)
    }

    private mutating func disconnect(_ index: Int) {
        if random.chance(1, in: 2) { server.listen(&replicas[index]) }
        server.disconnect(&replicas[index])
    }
}

extension ReplicaWorld {
    private mutating func edit(_ index: Int) {
        let key = "k\(random.numberBelow(6))"
        let ghost = replicas[index].ghosts[key]
        guard let ghost else {
            return send(
                Change(.modify(Diff(from: [:], to: newObject())), key: named(key), id: newID()),
                from: index)
        }
        guard !random.chance(1, in: 12) else {
            return send(Change(.remove, key: named(key), id: newID()), from: index)
        }
        let object = edited(ghost.object)
        let version = random.chance(1, in: 12) ? nil : EntityVersion(ghost.version)
        let operation: Change.Operation =
            random.chance(1, in: 8)
            ? .replace(with: object) : .modify(Diff(from: ghost.object, to: object))
        send(Change(operation, key: named(key), version: version, id: newID()), from: index)
    }

    private mutating func empty(_ index: Int) {
        let id = newID()
        server.expect(emptying: id, of: .todo)
        send(Change(.empty, key: named("todo"), id: id), from: index)
    }

    private mutating func sayAgain(_ index: Int) {
        if let change = random.pick(said) { send(change, from: index) }
    }

    private mutating func send(_ change: Change, from index: Int) {
        guard replicas[index].cursor != nil else { return }
        if server.say(change, by: replicas[index].connection) { said.append(change) }
    }

    private mutating func newID() -> ChangeID {
        names += 1
        return named("change-\(names)")
    }

    private mutating func newObject() -> JSONObject {
        ["t": JSON("start"), "n": JSON(random.numberBelow(100)), "o": ["x": 1]]
    }

    private mutating func edited(_ object: JSONObject) -> JSONObject {
        var result = object
        switch random.numberBelow(6) {
        case 0...2:
            var text = Array(object["t"]?.string ?? "")
            let place = random.numberBelow(text.count + 1)
            text.insert(contentsOf: random.pick(["é", "😀", "word ", "x", "\n"]) ?? "", at: place)
            if random.chance(1, in: 3) { text.removeFirst(min(text.count, random.numberBelow(4))) }
            result["t"] = JSON(String(text.suffix(40)))
        case 3: result["n"] = JSON(random.numberBelow(100))
        case 4:
            result["o"] = [
                "x": JSON(random.numberBelow(9)), "y": JSON([JSON(random.numberBelow(9))]),
            ]
        default:
            result[JSONString("m\(random.numberBelow(3))")] = random.chance(1, in: 2) ? nil : true
        }
        return result
    }
}

extension JSON {
    fileprivate init(_ elements: [JSON]) {
        self = .array(elements)
    }
}
