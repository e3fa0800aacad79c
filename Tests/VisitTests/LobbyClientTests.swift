import Game
import Lobby
import SimperiumClock
import SimperiumSync
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("A visit")
struct LobbyClientTests {
    /// Two who sit at a match that the first has started.
    private static func match() throws -> LobbyWorld {
        var world = LobbyWorld(seed: 1)
        world.add()
        world.run(for: .milliseconds(100))
        world.add()
        world.run(for: .milliseconds(100))
        try #require(world.visitors[0].visit?.own?.piece == .circle)
        return world
    }

    @Test(
        "A player who withdraws an invitation and stops looking is not seated by a quick match",
        arguments: [LobbyRequest.look(.open), .invite])
    func staysOpen(request: LobbyRequest) throws {
        var world = LobbyWorld(seed: 1)
        for mode in [MatchmakingMode.auto, .open] { world.add(mode) }
        world.run(for: .milliseconds(100))
        world.ask(.challenge(try #require(world.visitors[1].visit?.me)), by: 0)
        world.run(for: .milliseconds(100))
        world.add(.auto)
        world.run(for: .seconds(2))
        world.ask(request, by: 0)
        world.run(for: .seconds(2))
        #expect(world.visitors[0].visit?.match == nil)
        #expect(world.visitors[2].visit?.match == nil)
        #expect(world.visitors[0].visit?.player?.mode == .open)
    }

    @Test("Two who look for a match are paired, the first one moves first, and moves arrive")
    func pairs() throws {
        var world = try Self.match()
        #expect(world.visitors[1].visit?.own?.piece == .cross)
        #expect(world.visitors[0].notices.last == .matchBegan(opponent: "p1", isOurs: true))
        #expect(world.visitors[1].notices.last == .matchBegan(opponent: "p0", isOurs: false))

        world.ask(.act(.play(.centre)), by: 0)
        #expect(world.visitors[0].visit?.match?.match?.board[.centre] == .circle)
        #expect(world.visitors[1].visit?.match?.match?.board[.centre] == nil)
        world.run(for: .milliseconds(100))
        #expect(world.visitors[1].visit?.match?.match?.board[.centre] == .circle)
        #expect(world.visitors[1].notices.last == .moved(.centre))
        #expect(world.visitors[1].visit?.lobbyState.liveMatches.first?.match?.next == .cross)
        #expect(world.server.refusals == [])
    }

    @Test("A line that breaks and comes back keeps the match, and both are told")
    func survivesABrokenLine() throws {
        var world = try Self.match()
        world.cutLine(of: 0)
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(2))
        let until = world.now + .seconds(60)
        world.run(for: .seconds(5))
        let notices = world.visitors[1].notices.dropFirst()
        guard case .opponentAway(let absence) = notices.first else {
            Issue.record("\(Array(notices))")
            return
        }
        #expect(absence.until <= until + .seconds(1) && absence.until >= until + .seconds(-1))
        #expect(notices.dropFirst() == [.opponentBack, .moved(.centre)])
        #expect(world.visitors[1].visit?.match?.match?.board[.centre] == .circle)
    }

    @Test(
        "P70: A server without rules is said to be older, once, and others are not",
        arguments: [false, true])
    func findsOlderServer(hasRules: Bool) {
        var world = LobbyWorld(seed: 1, isGuarded: hasRules)
        world.add()
        world.run(for: .milliseconds(100))
        world.cutLine(of: 0)
        world.run(for: .seconds(5))
        #expect(world.visitors[0].visit?.lobbyState.isComplete == true)
        #expect(world.visitors[0].notices.count { $0 == .olderServer } == (hasRules ? 0 : 1))
    }

    @Test(
        "A connection that stays broken ends the match, and the opponent looks for another one")
    func endsWithItsLine() throws {
        var world = try Self.match()
        world.kill(0)
        world.run(for: .seconds(61))
        let p0 = PlayerID(rawValue: "p0")
        // That they left need not be told besides.
        #expect(
            world.visitors[1].notices.last == .matchEnded(opponent: "p0", .opponentNotBack))
        #expect(!world.visitors[1].notices.contains(.left(p0, name: "p0")))
        world.ask(.look(.auto), by: 1)
        world.add()
        world.run(for: .seconds(1))
        #expect(world.visitors[1].visit?.own?.opponentName == "p2")
    }

    @Test(
        "P33: A player who can't return ends it at once, and the opponent sees a lost connection",
        arguments: [0, 2])
    func losesLine(moves: Int) throws {
        var world = try Self.match()
        for (mover, square) in [Square.centre, .top].prefix(moves).enumerated() {
            world.ask(.act(.play(square)), by: mover)
            world.run(for: .milliseconds(200))
        }
        world.lose(0)
        world.run(for: .seconds(1))
        let end = MatchEnd.opponentLost(inPlay: moves == 2)
        #expect(world.visitors[1].notices.contains(.matchEnded(opponent: "p0", end)))
    }

    @Test("A restart of the server does not end a match, and a dial that fails loses no wish")
    func survivesARestart() throws {
        var world = try Self.match()
        let key = world.visitors[0].visit?.match?.key
        world.restartServer()
        world.run(for: .seconds(9))
        #expect(world.visitors[1].visit?.match?.key == key)
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .seconds(1))
        #expect(world.visitors[1].visit?.match?.match?.board[.centre] == .circle)

        var lineless = LobbyWorld(seed: 1)
        lineless.failedDials = 100
        lineless.add()
        lineless.run(for: .seconds(2))
        #expect(lineless.visitors[0].visit?.lobbyState.isComplete == false)
        #expect(lineless.server.objects(in: .player).isEmpty)
        lineless.failedDials = 0
        lineless.run(for: .seconds(60))
        #expect(lineless.server.objects(in: .player).map(\.key.text) == ["p0"])
    }

    @Test("C44: A player who is back from another server edits no Player of the lost session")
    func returnsFromAnotherServer() throws {
        var world = LobbyWorld(seed: 1)
        world.add(.open)
        world.run(for: .milliseconds(100))
        // Restarts raise the epoch, so that the two servers have no change version in common.
        var other = LobbyServer(isGuarded: true)
        for _ in 1...3 { other.restart(at: world.now) }
        let first = world.replaceServer(with: other)
        world.run(for: .seconds(30))
        try #require(world.server.objects(in: .player).map(\.key.text) == ["p0"])
        world.replaceServer(with: first)
        world.run(for: .seconds(30))
        world.ask(.look(.auto), by: 0)
        world.run(for: .seconds(60))
        #expect(world.server.refusals == [])
        let roster = world.visitors[0].visit?.lobbyState.roster
        #expect(roster?[PlayerID(rawValue: "p0")]?.mode == .auto)
        #expect(world.visitors[0].visit?.isEntered == true)
    }

    @Test("C44: A Player that was not acknowledged in the lost session belongs to the new one")
    func entersAtAnotherServer() {
        // The acknowledgement may arrive before the last index, which depends on the seed.
        for seed in UInt64(1)...20 {
            var world = LobbyWorld(seed: seed)
            world.add(nil)
            world.run(for: .milliseconds(100))
            world.ask(.enter(PlayerName(cleaning: "p0"), .open, .terminal), by: 0)
            var other = LobbyServer(isGuarded: true)
            for _ in 1...3 { other.restart(at: world.now) }
            world.replaceServer(with: other)
            world.run(for: .seconds(30))
            world.ask(.look(.auto), by: 0)
            world.run(for: .seconds(1))
            let roster = world.visitors[0].visit?.lobbyState.roster
            #expect(roster?[PlayerID(rawValue: "p0")]?.mode == .auto, "seed \(seed)")
        }
    }

    @Test("A suspended player leaves at once, and returns to the end of the queue")
    func suspends() throws {
        var world = try Self.match()
        world.suspend(0)
        world.run(for: .milliseconds(100))
        #expect(world.visitors[1].visit?.lobbyState.census.here == 1)
        #expect(world.visitors[1].visit?.match == nil)
        world.run(for: .seconds(30))
        #expect(world.visitors[0].isOnline == false)

        world.resume(0)
        world.ask(.look(.auto), by: 1)
        world.run(for: .seconds(1))
        world.ask(.look(.auto), by: 0)
        world.run(for: .seconds(3))
        #expect(world.visitors[0].visit?.own?.piece == .cross)
    }

    @Test("A refused change is undone, and the player gets a notice")
    func takesBack() throws {
        var world = try Self.match()
        let name = try PlayerName("\u{E5}sa")
        world.ask(.rename(name), by: 0)
        world.run(for: .milliseconds(100))
        #expect(
            world.visitors[1].visit?.lobbyState.roster[PlayerID(rawValue: "p0")]?.name == name)

        // The other moves at the same time as we resign: then the move comes too late.
        world.ask(.act(.play(.centre)), by: 0)
        world.ask(.act(.resign), by: 1)
        world.run(for: .milliseconds(100))
        let boards = world.visitors.map { $0.visit?.match?.match }
        #expect(boards[0] == boards[1])
        #expect(boards[0]?.outcome == .resigned(by: .cross))
    }

    @Test("A spectator is no player, but counted by the players")
    func watches() throws {
        var world = try Self.match()
        world.add(nil)
        world.ask(.watch(.anything), by: 2)
        world.run(for: .milliseconds(200))
        let key = try #require(world.visitors[0].visit?.match?.key)
        #expect(world.visitors[2].notices.last == .shows(key))
        #expect(world.visitors[0].visit?.lobbyState.watchers.count(watching: key) == 1)
        #expect(world.visitors[0].visit?.lobbyState.census.playing == 2)
        #expect(world.visitors[0].visit?.lobbyState.census.watching == 1)
    }

    @Test("After a break between two pages of an index, a changed player has their latest state")
    func readsAnIndexInTwoParts() throws {
        var visit = LobbyClient(.lobby(named("me"), run: RunID(rawValue: 1), seed: 1))
        let first = Self.entry("a", 1, "auto")
        let line = try Self.connect(&visit, by: .begin, hearing: Self.page("c1", first, mark: "m"))
        visit.handle(.link(.closed(line, .lost)), at: .start)
        let entries = Self.entry("a", 2, "busy") + "," + Self.entry("b", 1, "open")
        _ = try Self.connect(&visit, by: .wake, hearing: Self.page("c2", entries))
        #expect(visit.lobbyState.people.map(\.id.rawValue).sorted() == ["a", "b"])
        #expect(visit.lobbyState.person(PlayerID(rawValue: "a"))?.activity == .busy)
    }

    /// Has a visit dial, lets it in, and shows it a page of the Players.
    private static func connect(
        _ visit: inout LobbyClient, by event: ProgramEvent, hearing page: String
    ) throws -> LinkID {
        let now = visit.nextDeadline ?? .start
        visit.handle(event, at: now)
        let dials = visit.takeOutput().effects.compactMap {
            if case .link(.dial(let line, _)) = $0 { line } else { nil }
        }
        let line = try #require(dials.first)
        visit.handle(.link(.opened(line)), at: now)
        for frame in ["0:auth:lobby", page] {
            visit.handle(.link(.received(Array(frame.utf8), on: line)), at: now)
        }
        return line
    }

    private static func entry(_ id: String, _ version: Int, _ mode: String) -> String {
        #"{"id":"\#(id)","v":\#(version),"d":{"playerID":"\#(id)","mode":"\#(mode)"}}"#
    }

    private static func page(_ current: String, _ entries: String, mark: String? = nil) -> String {
        let mark = mark.map { #","mark":"\#($0)""# } ?? ""
        return #"0:i:{"current":"\#(current)","index":[\#(entries)]\#(mark)}"#
    }
}
