import Game
import Lobby
import SimperiumClock
import Simulation
import Testing
import Visit

@Suite("A program that resumes the match of an earlier process")
struct KeptSeatTests {
    /// Two players at a board. The first one has moved.
    private static func match() throws -> LobbyWorld {
        var world = LobbyWorld(seed: 1, grace: 60)
        for _ in 0..<2 {
            world.add()
            world.run(for: .milliseconds(100))
        }
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        try #require(world.visitors[1].visit?.match?.match?.board[.centre] == .circle)
        return world
    }

    private static func board(_ world: LobbyWorld, _ visitor: Int) -> Board? {
        world.visitors[visitor].visit?.match?.match?.board
    }

    @Test("It is back in the match as the same player, with one notice")
    func goesOn() throws {
        var world = try Self.match()
        let key = world.visitors[1].visit?.match?.key
        world.kill(1)
        world.run(for: .seconds(30))
        world.start(1, .auto, goingOn: true)
        world.run(for: .seconds(3))
        #expect(world.visitors[1].visit?.match?.key == key)
        #expect(world.visitors[1].notices.count { $0 == .backInMatch(opponent: "p0") } == 1)
        #expect(world.visitors[0].notices.last == .opponentBack)
        world.ask(.act(.play(.topLeft)), by: 1)
        world.run(for: .milliseconds(100))
        #expect(Self.board(world, 0)?[.topLeft] == .cross)
        #expect(world.server.refusals == [])
    }

    @Test("A move without a connection is stored before it is sent, and sent once")
    func unsent() throws {
        var world = try Self.match()
        world.cutLine(of: 1)
        world.ask(.act(.play(.topLeft)), by: 1)
        #expect(world.visitors[1].disk?.unsent != nil)
        world.kill(1)
        world.run(for: .seconds(5))
        #expect(Self.board(world, 0)?[.topLeft] == nil)
        world.start(1, .auto, goingOn: true)
        world.run(for: .seconds(3))
        #expect(Self.board(world, 0)?[.topLeft] == .cross)
        #expect(Self.board(world, 1)?[.topLeft] == .cross)
        #expect(world.visitors[1].disk?.unsent == nil, "the hub has it")
        #expect(world.server.refusals == [])
    }

    @Test("The opponent's clock starts when the hub gets the move of an earlier process")
    func unsentTimedMove() throws {
        var world = LobbyWorld(seed: 1, grace: 60)
        for visitor in 0...1 {
            world.add(.open)
            world.ask(.limit(MoveTimeLimit(rawValue: 60)), by: visitor)
        }
        world.run(for: .seconds(1))
        for visitor in 0...1 { world.ask(.look(.auto), by: visitor) }
        world.run(for: .seconds(1))
        let mover = world.visitors[0].visit?.own?.piece == .circle ? 0 : 1
        world.run(for: .seconds(10))
        world.cutLine(of: mover)
        world.ask(.act(.play(.centre)), by: mover)
        world.kill(mover)
        world.run(for: .seconds(5))
        world.start(mover, .auto, goingOn: true)
        world.run(for: .seconds(3))
        for visitor in 0...1 {
            let left = world.visitors[visitor].visit?.match?.timeLeft(at: world.now)
            #expect(try #require(left) > .seconds(55), "visitor \(visitor), mover \(mover)")
        }
    }

    @Test("A move that the hub had, and whose answer was lost, is not made twice")
    func unanswered() throws {
        for wait in 0..<8 {
            var world = try Self.match()
            world.ask(.act(.play(.topLeft)), by: 1)
            world.run(for: .milliseconds(wait))
            world.kill(1)
            world.run(for: .seconds(5))
            world.start(1, .auto, goingOn: true)
            world.run(for: .seconds(5))
            for visitor in 0...1 {
                #expect(Self.board(world, visitor)?[.topLeft] == .cross)
                #expect(Self.board(world, visitor)?.pieceCount == 2)
            }
        }
    }

    @Test("After the session timeout it reports why there is no match, and begins a new one")
    func tooLate() throws {
        var world = try Self.match()
        world.kill(1)
        world.run(for: .seconds(90))
        world.start(1, .auto, goingOn: true)
        world.ask(.look(.auto), by: 0)
        world.run(for: .seconds(3))
        #expect(world.visitors[1].disk?.opponent != nil, "both look for anybody, and meet again")
        #expect(!world.visitors[1].notices.contains(.backInMatch(opponent: "p0")))
    }

    @Test("A goodbye leaves no saved seat, a pause does", arguments: [true, false])
    func leaving(forGood: Bool) throws {
        var world = try Self.match()
        if forGood { world.suspend(1) } else { world.pause(1, .gone) }
        world.run(for: .seconds(1))
        #expect((world.visitors[1].disk == nil) == forGood)
        guard !forGood else { return }
        guard case .opponentAway(let absence)? = world.visitors[0].notices.last else {
            Issue.record("p0 was told \(world.visitors[0].notices)")
            return
        }
        #expect(absence.cause == .gone)
    }
}
