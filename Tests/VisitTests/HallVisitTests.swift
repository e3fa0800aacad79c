import Game
import Lobby
import SimperiumClock
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("A visit of a lobby with many halls")
struct HallVisitTests {
    /// A lobby with two places per hall, and one in the first.
    private static func world() -> LobbyWorld {
        LobbyWorld(seed: 1, halls: HallLimits(size: 2))
    }

    /// A lobby with these players: one in the first hall, two in each further one.
    private static func world(of modes: PlayerMode?...) -> LobbyWorld {
        var world = world()
        for mode in modes {
            world.add(mode)
            world.run(for: .milliseconds(50))
        }
        return world
    }

    private static func halls(_ world: LobbyWorld) -> [Int?] {
        world.visitors.map { $0.visit?.halls.hall?.rawValue }
    }

    @Test("C80: A program goes to the hall that it is given, and comes back to it after a break")
    func comesBack() throws {
        var world = Self.world(of: .open, .auto, .auto)
        world.run(for: .milliseconds(100))
        #expect(Self.halls(world) == [1, 2, 2])
        let key = try #require(world.visitors[1].visit?.match?.key)
        world.cutLine(of: 1)
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 2, 2])
        #expect(world.visitors[1].visit?.match?.key == key)
        // So does the next run of the program, from what this one has kept.
        world.kill(1)
        world.start(1, nil, goingOn: true)
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 2, 2])
        #expect(world.visitors[1].visit?.match?.key == key)
    }

    @Test("C81: A person who waits alone moves to another hall, and both play within 3 s")
    func movesToOpponent() {
        var world = Self.world(of: .auto, .auto)
        #expect(Self.halls(world) == [1, 2])
        world.run(for: .seconds(3))
        #expect(Self.halls(world) == [1, 1])
        #expect(world.visitors[1].visit?.own?.opponentName == "p0")
        #expect(world.server.objects(in: .player).count == 2)
        let second = HallNumber(rawValue: 2) ?? .first
        #expect(world.server.objects(in: .player, of: second).isEmpty)
        #expect(world.server.refusals == [])

        // People who play, do not wait or have an older program stay.
        var still = Self.world(of: .open, .auto, .open)
        still.run(for: .seconds(5))
        #expect(Self.halls(still) == [1, 2, 2])
        #expect(still.visitors[1].visit?.player?.mode == .auto)
    }

    @Test("C81, C88: A Match that comes first is played, and ends the search of its players")
    func matchIsFaster() {
        var world = Self.world(of: .auto, .auto)
        world.latency = 50_000...50_000
        // A player enters the hall just as the present one is told to go.
        var isGone = false
        for _ in 0..<400 where !isGone {
            world.run(for: .milliseconds(10))
            isGone = world.visitors[1].visit?.halls.isSeeking == true
        }
        #expect(isGone)
        world.cutLine(of: 0)
        world.add(.auto)
        world.run(for: .seconds(8))
        let pairs = world.visitors.filter { $0.visit?.match != nil }
        #expect(pairs.count == 2)
        #expect(pairs.allSatisfy { $0.visit?.player?.mode == .open })
    }

    @Test("C81: A line that breaks on the way is no trouble")
    func breaksOnTheWay() {
        for step in 0..<40 {
            var world = Self.world(of: .auto, .auto)
            world.latency = 20_000...20_000
            world.run(for: .milliseconds(900))
            world.run(for: .milliseconds(20 * step))
            world.cutLine(of: 1)
            world.run(for: .seconds(8))
            #expect(world.visitors[1].visit?.own?.opponentName == "p0", "\(step)")
        }
    }

    @Test("C82: A code names its hall, except the first one, and leads there; no other is taken")
    func codes() throws {
        var world = Self.world(of: .open, .open, .open)
        world.ask(.invite, by: 1)
        world.run(for: .milliseconds(50))
        let code = try #require(world.visitors[1].visit?.invitation)
        #expect("\(code)".hasSuffix("-2"))
        world.seek(.code(try #require(InvitationCode("\(code)"))), by: 0)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [2, 2, 2])
        #expect(world.visitors[0].visit?.own?.opponentName == "p1")
        #expect(world.visitors[0].visit?.player?.name?.text == "p0")

        var first = Self.world(of: .open, .open)
        first.ask(.invite, by: 0)
        first.run(for: .milliseconds(50))
        let plain = try #require(first.visitors[0].visit?.invitation)
        #expect("\(plain)" == first.visitors[0].visit?.player?.code?.text)
        first.seek(.code(try #require(InvitationCode("NONE-2"))), by: 1)
        #expect(first.visitors[1].notices.last == .refused(.unknownCode))
        first.seek(.code(plain), by: 1)
        first.run(for: .seconds(1))
        #expect(first.visitors[1].visit?.own?.opponentName == "p0")
    }

    @Test("C83: A person is found in any hall, now or when they come")
    func opponents() throws {
        var world = Self.world(of: .open, .open)
        world.seek(.opponent(try PlayerName("p0")), by: 1)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [1, 1])
        #expect(world.visitors[1].visit?.other(called: "p0") != nil)
        world.seek(.opponent(try PlayerName("p3")), by: 1)
        world.run(for: .seconds(4))
        for _ in 0..<2 {
            world.add(.open)
            world.run(for: .milliseconds(50))
        }
        #expect(Self.halls(world) == [1, 1, 2, 2])
        world.run(for: .seconds(4))
        #expect(Self.halls(world) == [1, 2, 2, 2])
    }

    @Test("C83: Players are found for spectators, too; a player who is in no hall is not found")
    func watching() throws {
        var world = Self.world(of: .open, .auto, .auto)
        world.run(for: .seconds(1))
        world.seek(.toWatch("p2"), by: 0)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [2, 2, 2])
        let key = try #require(world.visitors[1].visit?.match?.key)
        #expect(world.visitors[0].visit?.watching.match == key)
        world.add(nil)
        world.run(for: .milliseconds(50))
        world.seek(.toWatch(key.text), by: 3)
        world.run(for: .seconds(1))
        #expect(world.visitors[3].visit?.watching.match == key)
        world.seek(.toWatch("p9"), by: 0)
        world.run(for: .seconds(1))
        #expect(world.visitors[0].notices.last == .refused(.nobodyCalled("p9")))
        #expect(world.visitors[0].visit?.watching.match == key)
    }

    @Test("A spectator who may not see hidden names does not see them in another hall, either")
    func hiddenNames() throws {
        var world = Self.world(of: .open, .auto, .auto)
        world.hideNames(from: 0)
        world.ask(.hide(true), by: 2)
        world.run(for: .seconds(1))
        let key = try #require(world.visitors[1].visit?.match?.key)
        world.seek(.toWatch(key.text), by: 0)
        world.run(for: .seconds(1))
        #expect(Self.halls(world) == [2, 2, 2])
        let roster = world.visitors[0].visit?.lobbyState.roster
        #expect(roster?.name(of: PlayerID(rawValue: "p1")) == "p1")
        #expect(roster?.name(of: PlayerID(rawValue: "p2")) != "p2")
    }

    @Test("C84: The players of all halls are counted")
    func counts() {
        var world = Self.world(of: .open, .auto, .auto, .open)
        world.run(for: .seconds(3))
        for visitor in world.visitors {
            #expect(visitor.visit?.census.here == 4 && visitor.visit?.census.playing == 2)
        }
        for visitor in 1...3 { world.kill(visitor) }
        world.run(for: .seconds(140))
        #expect(world.visitors[0].visit?.census.here == 1)
        #expect(world.visitors[0].visit?.halls.census == nil)
    }
}
