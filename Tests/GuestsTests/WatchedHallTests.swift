import Game
import GameHost
import Guests
import Lobby
import SimperiumClock
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("Halls that a door's guests watch")
struct WatchedHallTests {
    /// Returns two players in each of this many halls after the first, and one spectator at the
    /// door.
    private static func house(halls: Int, servers: Int = 1) -> DoorHouse {
        var house = DoorHouse(halls: HallLimits(size: 2), servers: servers)
        for pair in 0..<halls {
            house.play("ana\(pair)")
            house.play("bea\(pair)")
        }
        house.run(for: .seconds(2))
        house.watch("zoë")
        return house
    }

    @Test("S192, S193: A spectator at a door sees the players and matches of all halls")
    func lists() throws {
        var house = Self.house(halls: 3)
        #expect(house.watcher("zoë").census.matches == 3)
        #expect(house.watcher("zoë").halls.distantMatches.matches.isEmpty)
        let asked = house.questions.count
        house.list(20, by: "zoë")
        let own = house.watcher("zoë").lobbyState.liveMatches.count
        let listed = house.watcher("zoë").halls.distantMatches.matches
        #expect(own + listed.count == 3)
        #expect(listed.allSatisfy { $0.board?.pieceCount == 0 })
        #expect(house.questions.count == asked + 1)
        house.list(0, by: "zoë")
        house.run(for: .seconds(10))
        #expect(house.questions.count <= asked + 1, "nobody looks, and nobody asks")
        #expect(house.watcher("zoë").halls.distantMatches.matches.isEmpty)
        house.list(20, by: "zoë")
        house.run(for: .seconds(10))
        #expect(house.questions.count == asked + 5, "every three seconds")
        house.part("zoë")
        house.run(for: .seconds(10))
        #expect(house.questions.count == asked + 5, "who looked has gone")
    }

    @Test("A change of the match that a spectator watches is urgent, and any other one is not")
    func needs() throws {
        var house = DoorHouse(halls: HallLimits(size: 100))
        for name in ["ana", "bea", "cleo", "dov"] { house.play(name) }
        house.run(for: .seconds(2))
        house.watch("zoë")
        house.ask(.watch(.anything), by: "zoë")
        var watcher = house.watcher("zoë")
        let match = try #require(watcher.watching.match)
        let other = try #require(watcher.lobbyState.liveMatches.first { $0.key != match }?.key)
        #expect(watcher.urgency(for: house.replica.snapshot) == .none)
        house.play(.centre, in: other)
        #expect(watcher.urgency(for: house.replica.snapshot) == .later)
        house.play(.centre, in: match)
        #expect(watcher.urgency(for: house.replica.snapshot) == .now)
        watcher = house.watcher("zoë")
        house.leave { $0.own?.key == other }
        #expect(watcher.urgency(for: house.replica.snapshot) == .later)
        house.leave { $0.own?.key == match && $0.isOurTurn }
        #expect(watcher.urgency(for: house.replica.snapshot) == .now)
    }

    @Test(
        "S193: A guest who asks for the number of players gets that of all halls at that time",
        arguments: [0, 1, 3])
    func counts(halls: Int) {
        var house = DoorHouse(halls: HallLimits(size: 2))
        house.count()
        #expect(house.counts == [Census()])
        for pair in 0..<halls {
            house.play("ana\(pair)")
            house.play("bea\(pair)")
            house.count()
            #expect(house.counts.last?.here == 2 * pair + 2)
        }
        for _ in 0..<3 { house.count() }
        #expect(house.counts.count == halls + 4)
        #expect(house.counts.last?.playing == 2 * halls)
    }

    @Test(
        "S193: A guest who chooses a match of another hall sees it, and is only seen there",
        arguments: [1, 2, 16])
    func goes(servers: Int) throws {
        var house = Self.house(halls: 3, servers: servers)
        house.list(20, by: "zoë")
        let match = try #require(house.watcher("zoë").halls.distantMatches.matches.last)
        let lines = house.replica.hallCount
        house.seek(.toWatch(match.key.text), by: "zoë")
        #expect(house.watcher("zoë").watching.match == match.key)
        #expect(house.watcher("zoë").halls.hall == match.hall)
        #expect(house.replica.hallCount == lines + 1)
        #expect(house.server.objects(in: .watcher, of: match.hall).count == 1)
        // A player in a third hall, by name.
        let other = try #require(
            house.watcher("zoë").halls.distantMatches.matches.first { $0.hall != .first })
        house.seek(.toWatch(other.names[0]), by: "zoë")
        #expect(house.watcher("zoë").watching.match == other.key)
        #expect(house.server.objects(in: .watcher, of: match.hall).isEmpty)
        #expect(house.server.objects(in: .watcher, of: other.hall).count == 1)
        #expect(house.watcher("zoë").lobbyState.liveMatches.map(\.key) == [other.key])
        house.part("zoë")
        #expect(house.server.objects(in: .watcher, of: other.hall).isEmpty)
    }

    @Test("S194: A door's replica of a hall ends ten seconds after the last look, and not before")
    func ends() throws {
        var house = Self.house(halls: 3)
        house.watch("iris")
        house.list(20, by: "zoë")
        let match = try #require(house.watcher("zoë").halls.distantMatches.matches.last)
        for guest in ["zoë", "iris"] { house.seek(.toWatch(match.key.text), by: guest) }
        #expect(house.replica.hallCount == 2, "one for both")
        #expect(house.server.objects(in: .watcher, of: match.hall).count == 2)
        let people = house.server.halls.peopleCount(in: match.hall)
        house.part("zoë")
        house.run(for: .seconds(20))
        #expect(house.replica.hallCount == 2, "one still looks")
        house.part("iris")
        house.run(for: .milliseconds(9_900))
        #expect(house.replica.hallCount == 2)
        house.run(for: .milliseconds(200))
        #expect(house.replica.hallCount == 1)
        #expect(house.server.halls.peopleCount(in: match.hall) == people - 1)
        // It starts again for the next spectator.
        house.watch("noor")
        house.seek(.toWatch(match.key.text), by: "noor")
        #expect(house.watcher("noor").watching.match == match.key)
    }

    @Test("S193: If no player and no match has the name, that is reported within the time limit")
    func misses() {
        var house = Self.house(halls: 2)
        for text in ["nobody", "", String(repeating: "x", count: 5_000), "ana\u{7}"] {
            house.seek(.toWatch(text), by: "zoë")
            house.run(for: .seconds(6))
            #expect(house.lastNotice(to: "zoë") == .refused(.nobodyCalled(text)))
            #expect(house.replica.hallCount == 1)
        }
    }

    @Test("S193: A match that ends on the way leaves the guest in the hall, who can continue")
    func endsOnTheWay() throws {
        var house = Self.house(halls: 3)
        house.list(20, by: "zoë")
        let (gone, other) = try #require(
            house.watcher("zoë").halls.distantMatches.matches.filter { $0.hall != .first }.firstTwo)
        house.leave { $0.halls.hall == gone.hall }
        house.seek(.toWatch(gone.key.text), by: "zoë")
        house.run(for: .seconds(6))
        #expect(house.watcher("zoë").watching.match == nil)
        house.seek(.toWatch(other.key.text), by: "zoë")
        #expect(house.watcher("zoë").watching.match == other.key)
    }
}

extension [OtherHallMatch] {
    fileprivate var firstTwo: (OtherHallMatch, OtherHallMatch)? {
        count > 1 ? (self[0], self[1]) : nil
    }
}
