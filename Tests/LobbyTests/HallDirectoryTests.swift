import Game
import Lobby
import SimperiumClock
import SimperiumWire
import TestSupport
import Testing

@Suite("Hall directory")
struct HallDirectoryTests {
    private typealias Directory = HallDirectory<Int>
    private typealias Trace = HallTrace<Int>

    private func hall(_ number: Int) throws -> HallNumber {
        try #require(HallNumber(rawValue: number))
    }

    private func trace(_ key: String, _ hall: Int, by server: Int = 1) throws -> Trace {
        Trace(ObjectKey.known(key), in: try self.hall(hall), by: server)
    }

    private func player(_ name: String) throws -> Player {
        Player(id: PlayerID(rawValue: name), name: try PlayerName(name), mode: .open)
    }

    @Test("A person is found by name, account and code, unless the name is hidden")
    func hints() throws {
        var player = try player("Lin")
        player.user = "u1"
        player.code = JoinCode("KMRX")
        let name = HallHint.name(NameSkeleton(try PlayerName("LIN")))
        let code = HallHint.code(try #require(player.code))

        #expect(HallHint.hints(to: player) == [name, .account("u1"), code])
        player.isHidden = true
        player.mode = .busy
        #expect(HallHint.hints(to: player) == [.account("u1")])
    }

    @Test("One's own hall is searched first, then the lowest; a hint leads to twenty of a name")
    func order() throws {
        var directory = Directory()
        for number in [7, 3, 5] { directory.add(.account("lin"), try trace("a", number)) }
        for (own, found) in [(nil, 3), (try hall(5), 5), (try hall(9), 3)] as [(HallNumber?, Int)] {
            let trace = directory.find(.account("lin"), from: own, isThere: { _ in true })
            #expect(trace?.hall.rawValue == found, "from \(own?.rawValue ?? 0)")
        }
        #expect(directory.find(.account("amara"), from: nil, isThere: { _ in true }) == nil)

        let name = HallHint.name(.init(try PlayerName("lin")))
        for number in 1...1_000 { directory.add(name, try trace("a", number)) }
        var asked = 0
        _ = directory.find(name, from: nil) { _ in
            asked += 1
            return false
        }
        #expect(asked == Directory.mostTraces)
    }

    @Test("A hint that was wrong is taken away; one that comes twice counts once")
    func wrong() throws {
        var directory = Directory()
        let (gone, here) = (try trace("a", 1), try trace("b", 2))
        for trace in [gone, here, gone] { directory.add(.match(gone.key), trace) }

        #expect(directory.find(.match(gone.key), from: nil, isThere: { $0 == here }) == here)
        #expect(directory.find(.match(gone.key), from: nil, isThere: { _ in true }) == here)
        #expect(directory.find(.match(gone.key), from: nil, isThere: { _ in false }) == nil)
        #expect(directory.count == 0)
    }

    @Test("With a server go its hints and its counts; with a hall go all of its")
    func burying() throws {
        var directory = Directory()
        directory.add(.account("lin"), try trace("a", 1, by: 1))
        directory.add(.account("okafor"), try trace("b", 1, by: 2))
        directory.add(.account("amara"), try trace("c", 2, by: 2))
        for server in 1...2 {
            for number in 1...2 {
                directory.set(census(playing: server), of: server, in: try hall(number))
            }
        }
        #expect(directory.census.playing == 6)

        directory.bury(1)
        #expect(directory.count == 2)
        #expect(directory.census(of: try hall(1)).playing == 2)
        #expect(directory.census.playing == 4)
        directory.close(try hall(1))
        #expect(directory.count == 1)
        #expect(directory.halls == [try hall(2)])
        directory.set(Census(), of: 2, in: try hall(2))
        #expect(directory.halls.isEmpty)
    }

    private func census(playing: Int, matches: Int = 0) -> Census {
        var census = Census()
        (census.here, census.playing, census.matches) = (playing, playing, matches)
        return census
    }

    @Test("The pages name each hall with matches once")
    func pages() throws {
        var directory = Directory()
        for number in 1...90 {
            let matches = number.isMultiple(of: 3) ? 0 : 1
            directory.set(census(playing: 2, matches: matches), of: 1, in: try hall(number))
        }
        var (seen, after): ([Int], HallNumber?) = ([], nil)
        while case let page = directory.page(after: after), let last = page.last {
            #expect(page.count <= 20)
            seen += page.map(\.rawValue)
            after = last
        }
        #expect(seen == (1...90).filter { !$0.isMultiple(of: 3) })
        #expect(directory.page(after: nil, atMost: -1).isEmpty)
    }

    @Test(
        "A code names its hall behind a dash, but for the first",
        arguments: [
            ("KMRX", "KMRX"), ("kmrx-7", "KMRX-7"), ("km-rx-12", "KMRX-12"), ("KMRX - 7", "KMRX-7"),
            ("km-rx", "KMRX"), ("KMRX-1", "KMRX"), ("KMRX-0", "KMRX0"), ("KM-77", "KM77"),
            ("KMR", nil), ("-7", nil), ("KMRX-77777", "KMRX77777"), ("", nil),
        ])
    func codes(typed: String, shown: String?) {
        #expect(InvitationCode(typed)?.description == shown)
    }
}

/// Whatever becomes of hints on their way, who is looked for where they are is found.
@Suite("Hall directory properties")
struct HallDirectoryProperties {
    @Test("Hints may come twice, late and for nothing; what is found is there")
    func hints() {
        for seed in Seeds.first(100) {
            var world = HintWorld(seed: seed)
            for _ in 0..<400 { world.act() }
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
        }
    }
}

/// People who come and go in halls of three servers, and what the directory hears of it.
private struct HintWorld {
    private typealias Trace = HallTrace<Int>

    private var random: SeededRandom
    private var directory = HallDirectory<Int>()
    private var people: [Int: Trace] = [:]
    /// What was written and has not arrived: additions and removals.
    private var onTheWay: [(hint: HallHint, trace: Trace, isAdded: Bool)] = []
    private(set) var faults: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    mutating func act() {
        let person = random.below(12)
        switch random.below(8) {
        case 0, 1, 2: come(person)
        case 3: leave(person)
        case 4, 5: deliver()
        case 6: look(for: person)
        default: if random.chance(1, in: 20) { bury(1 + random.below(3)) }
        }
    }

    private mutating func come(_ person: Int) {
        guard people[person] == nil, let hall = HallNumber(rawValue: 1 + random.below(6)) else {
            return
        }
        let key = ObjectKey.known("\(person)")
        let trace = Trace(key, in: hall, by: 1 + random.below(3))
        people[person] = trace
        for _ in 0...random.below(2) { onTheWay.append((hint(person), trace, true)) }
    }

    private mutating func leave(_ person: Int) {
        guard let trace = people.removeValue(forKey: person) else { return }
        // It may be lost.
        if random.chance(2, in: 3) { onTheWay.append((hint(person), trace, false)) }
    }

    private mutating func deliver() {
        guard !onTheWay.isEmpty else { return }
        let (hint, trace, isAdded) = onTheWay.removeFirst()
        isAdded ? directory.add(hint, trace) : directory.remove(hint, trace)
    }

    /// The server ends, and its clients with it.
    private mutating func bury(_ server: Int) {
        people = people.filter { $0.value.server != server }
        onTheWay.removeAll { $0.trace.server == server }
        directory.bury(server)
    }

    private mutating func look(for person: Int) {
        let people = people
        let found = directory.find(hint(person), from: nil) { people[person] == $0 }
        if let found, found != people[person] { faults.append("\(person) is not at \(found)") }
        let isAwaited = onTheWay.contains { $0.hint == hint(person) }
        if found == nil, let trace = people[person], !isAwaited {
            faults.append("\(person) is at \(trace), and is not found")
        }
    }

    private func hint(_ person: Int) -> HallHint { .account("\(person)") }
}
