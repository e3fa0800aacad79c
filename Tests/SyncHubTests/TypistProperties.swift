import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import TestSupport
import Testing

@Suite("Two users who type into one note while their connections break")
struct TypistProperties {
    @Test("S27: Text is neither doubled nor lost, though changes in flight are sent first")
    func typing() {
        for seed in Seeds.first(50) {
            var world = TypingWorld(seed: seed)
            for _ in 0..<150 { world.step() }
            world.finish()
            let note = world.note
            for typist in world.typists {
                #expect(typist.faults == [], "seed \(seed)")
                #expect(typist.note == note, "seed \(seed)")
                #expect(typist.isDone, "seed \(seed)")
            }
            let typed = world.typists.flatMap(\.words)
            #expect(Typist.words(of: note).sorted() == typed.sorted(), "seed \(seed)")
        }
    }
}

private struct TypingWorld {
    private(set) var typists = ["a", "b"].map { Typist(clientID: $0) }
    private var server = TestHub()
    private var random: SeededRandom
    /// The steps since each new channel has been open without a request.
    private var newcomers: [Int: Int] = [:]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        let start = Change(
            .modify(Diff(from: [:], to: ["t": ""])), key: named("note"), id: named("start"))
        _ = server.request(.change(start))
    }

    mutating func step() {
        let index = random.numberBelow(typists.count)
        switch random.numberBelow(19) {
        case 0..<7: type(index)
        case 7..<11: say(index)
        case 11..<15: listen(index)
        case 15: cut(index)
        case 16, 17: connect(index)
        default: if random.chance(1, in: 10) { restart() }
        }
        server.wait(.milliseconds(random.numberBelow(200)))
        // They send their request within a second.
        for (index, steps) in newcomers.sorted(by: { $0.key < $1.key }) {
            newcomers[index] = steps + 1
            if steps == 3 || random.chance(1, in: 4) { ask(index) }
        }
    }

    mutating func finish() {
        // Within a second.
        for index in typists.indices { ask(index) }
        for _ in 0..<20 {
            for index in typists.indices {
                connect(index)
                ask(index)
                say(index)
                server.wait(.seconds(1))
                for index in typists.indices { listen(index) }
            }
        }
    }

    /// The note as the server has it.
    var note: JSONObject {
        mutating get {
            guard case .entity(let found) = server.request(.entity(named("note"), nil)),
                let object = found.flatMap({ try? JSON(parsing: $0.object) })?.object
            else { return [:] }
            return object
        }
    }

    private mutating func type(_ index: Int) {
        guard typists[index].cursor != nil else { return }
        let chance = random.next()
        typists[index].type { Int(chance % UInt64($0)) }
    }

    /// Sends the typed text, if no change is in flight.
    private mutating func say(_ index: Int) {
        guard typists[index].connection != nil, let change = typists[index].nextChange() else {
            return
        }
        send(change, from: index)
    }

    private mutating func send(_ change: Change, from index: Int) {
        server.say(change, by: typists[index].connection)
    }

    private mutating func listen(_ index: Int) {
        guard let connection = typists[index].connection else { return }
        for frame in server.heard(by: connection) { typists[index].receive(frame) }
    }

    /// Connects, and sends the change in flight at once. The user continues typing before the
    /// client requests the missed changes.
    private mutating func connect(_ index: Int) {
        guard typists[index].connection == nil else { return }
        let connection = server.connect()
        typists[index].connection = connection
        server.enter(client: typists[index].clientID, on: connection)
        newcomers[index] = 0
        if let change = typists[index].inFlight { send(change, from: index) } else { say(index) }
    }

    private mutating func ask(_ index: Int) {
        guard let connection = typists[index].connection,
            newcomers.removeValue(forKey: index) != nil
        else {
            return
        }
        let cursor = typists[index].cursor
        server.send(cursor.map { "0:cv:\($0)" } ?? "0:i:1:::", from: connection)
    }

    private mutating func cut(_ index: Int) {
        guard let connection = typists[index].connection else { return }
        if random.chance(1, in: 2) { listen(index) }
        server.close(connection)
        typists[index].connection = nil
        newcomers[index] = nil
    }

    private mutating func restart() {
        server.restart()
        for index in typists.indices { typists[index].connection = nil }
        newcomers = [:]
    }
}
