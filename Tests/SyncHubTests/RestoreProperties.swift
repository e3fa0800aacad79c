import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import SyncHub
import TestSupport
import Testing

@Suite("A restored store: Properties")
struct RestoreProperties {
    @Test(
        """
        C98, C99: After restores at any time, and connections that break at any frame, all clients \
        are equal, and no text is lost
        """, arguments: Seeds.batches(1_000))
    func nothingLost(seeds: [UInt64]) {
        for seed in seeds {
            var world = RestoredWorld(seed: seed)
            if let flaw = world.run() { Issue.record("seed \(seed): \(flaw)") }
        }
    }
}

/// Several clients of one bucket, and a server that becomes an older copy of itself. Clients add
/// texts and objects, and remove none.
private struct RestoredWorld {
    private var server: TestHub
    private var travellers: [Traveller]
    private var random: SeededRandom
    private var copy: MemoryStore
    /// The clients that have received everything since the last restore. The next one comes when
    /// all have: of two histories with edits of one object, the server knows only one as lost.
    private var settled: Set<Int> = []
    /// The characters that clients wrote, each in one object.
    private var written: [Character] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var limits = HubLimits()
        limits.history.recentChanges = random.pick([1, 3, 2_000]) ?? 1
        server = TestHub(limits: limits)
        travellers = (0..<(2 + random.numberBelow(3))).map { Traveller(UInt64($0 + 1)) }
        let client = server.join()
        for key in ["k1", "k2"] {
            _ = server.change(.modify(key, whole: #"{"t":""}"#, id: key), by: client)
        }
        copy = server.store
        for index in travellers.indices { visit(index) }
    }

    /// Returns the first broken promise.
    mutating func run() -> String? {
        for _ in 0..<(10 + random.numberBelow(30)) { step() }
        for _ in 0..<3 {
            for index in travellers.indices { visit(index) }
        }
        var reader = Traveller(99)
        reader.visit(&server)
        for traveller in travellers {
            guard traveller.keys == reader.keys,
                traveller.keys.allSatisfy({ traveller.object($0) == reader.object($0) })
            else { return "a client differs from the server" }
        }
        let text = reader.keys.map { reader.object($0)?["t"]?.string ?? "" }.joined()
        let lost = written.filter { !text.contains($0) }
        return lost.isEmpty ? nil : "lost: \(lost) of \(text)"
    }

    private mutating func step() {
        let index = random.numberBelow(travellers.count)
        switch random.numberBelow(20) {
        case 0..<8: write(index)
        case 8..<15: visit(index)
        case 15, 16: travellers[index].visit(&server, receiving: random.numberBelow(12))
        case 17: copy = server.store
        case 18 where settled.count == travellers.count:
            server.restart(from: copy)
            settled = []
        default: server.restart()
        }
    }

    private mutating func visit(_ index: Int) {
        travellers[index].visit(&server)
        settled.insert(index)
    }

    private mutating func write(_ index: Int) {
        let isNew = random.chance(1, in: 4)
        let key = isNew ? "new\(written.count)" : random.pick(travellers[index].keys) ?? ""
        guard let scalar = Unicode.Scalar(UInt32(0x4E00 + written.count)) else { return }
        written.append(Character(scalar))
        var text = travellers[index].object(key)?["t"]?.string ?? ""
        text.insert(
            Character(scalar), at: random.chance(1, in: 2) ? text.startIndex : text.endIndex)
        travellers[index].edit(.put(named(key), ["t": JSON(text)]))
    }
}
