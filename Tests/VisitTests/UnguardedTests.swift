import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Simulation
import Testing
import Visit

/// A server that allows any write by any client.
@Suite("An honest program among cheats")
struct UnguardedTests {
    static let forgeries: [JSONObject] = [
        // Malformed boards.
        ["matrix": [0, 0, 0, 0, 0, 0, 0, 0]], ["matrix": [7, 0, 0, 0, 0, 0, 0, 0, 0]],
        ["matrix": "full"], ["matrix": .null], ["nextPieceKind": 7], ["resigned": 9],
        // Boards that no game leads to.
        ["matrix": [1, 1, 1, 0, 2, 0, 0, 0, 0], "nextPieceKind": 2],
        ["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1], ["circleWins": 3],
        // Boards that some games lead to, but not this one.
        ["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2],
        ["matrix": [2, 0, 0, 0, 1, 0, 0, 0, 0], "nextPieceKind": 2],
        ["matrix": [1, 2, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 1, "crossOffers": 7],
        ["round": 2, "circleWins": 1, "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0]],
        // Members that only we may write.
        ["resigned": 2], ["circleReady": 2],
    ]

    @Test(
        "It keeps the last good board, reports the flaw, and lets its player leave",
        arguments: forgeries)
    func keepsItsBoard(forgery: JSONObject) throws {
        var world = LobbyWorld(seed: 1, isGuarded: false)
        for _ in 0..<2 {
            world.add()
            world.run(for: .milliseconds(100))
        }
        try #require(world.visitors[0].visit?.isOurTurn == true)
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        let board = world.visitors[0].visit?.match?.match?.board

        world.forge(forgery)
        world.run(for: .milliseconds(100))
        let match = try #require(world.visitors[0].visit?.match)
        #expect(match.match?.board == board && match.match?.round == 1)
        #expect(match.flaw != nil && world.visitors[0].visit?.isOurTurn == false)
        #expect(
            world.visitors[0].notices.contains { if case .doubtful = $0 { true } else { false } })

        world.ask(.leaveMatch(.open), by: 0)
        world.run(for: .milliseconds(100))
        #expect(world.visitors[0].visit?.match == nil)
        #expect(world.server.objects(in: .match).isEmpty)
    }

    static let leaps: [JSONObject] = [
        // Pieces go, change their kind or their squares, or come after the end of the round.
        ["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2],
        ["matrix": [2, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1],
        ["matrix": [0, 0, 0, 0, 1, 0, 0, 0, 2], "nextPieceKind": 2],
        // Rounds that were played are not any more.
        ["round": 2, "crossWins": 0, "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1],
    ]

    @Test("A board without a possible history is not shown to spectators", arguments: leaps)
    func watchesOn(forgery: JSONObject) throws {
        var world = Self.watchedMatch()
        for _ in 0..<2 { playRound(&world) }
        world.ask(.act(.play(.centre)), by: 0)
        world.run(for: .milliseconds(100))
        let shown = try #require(world.visitors[2].visit?.lobbyState.liveMatches.first)
        let match = try #require(shown.match)
        #expect(shown.flaw == nil && match.round == 3 && match.board.free.count == 8)

        world.forge(forgery)
        world.run(for: .milliseconds(100))
        let later = try #require(world.visitors[2].visit?.lobbyState.liveMatches.first)
        #expect(later.match == match && later.flaw == .unexplained)
    }

    /// Cross may have agreed before it received circle's winning move.
    @Test("A draw instead of a line is believed where one was offered", arguments: [true, false])
    func agreesTooLate(isOffered: Bool) throws {
        var world = Self.watchedMatch()
        let circle = world.visitors[0].visit?.isOurTurn == true ? 0 : 1
        for (turn, square) in [Square.centre, .topLeft, .left, .top].enumerated() {
            world.ask(.act(.play(square)), by: turn % 2 == 0 ? circle : 1 - circle)
            world.run(for: .milliseconds(100))
        }
        if isOffered { world.ask(.act(.offerDraw), by: circle) }
        world.ask(.act(.play(.right)), by: circle)
        world.run(for: .milliseconds(100))
        let shown = { (world: LobbyWorld) in
            try #require(world.visitors[2].visit?.lobbyState.liveMatches.first)
        }
        #expect(try shown(world).match?.outcome?.winner == .circle)

        world.forge([
            "round": 2, "draws": 1, "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1,
        ])
        world.run(for: .milliseconds(100))
        #expect(try shown(world).flaw == (isOffered ? nil : .unexplained))
    }

    /// A match of the first two visitors, with the third as a spectator.
    private static func watchedMatch() -> LobbyWorld {
        var world = LobbyWorld(seed: 1, isGuarded: false)
        for mode in [MatchmakingMode.auto, .auto, nil] {
            world.add(mode)
            world.run(for: .milliseconds(100))
        }
        return world
    }

    /// Ends the present round, and begins the next.
    private func playRound(_ world: inout LobbyWorld) {
        let loser = world.visitors[0].visit?.isOurTurn == true ? 0 : 1
        world.ask(.act(.resign), by: loser)
        world.run(for: .milliseconds(100))
        for visitor in 0..<2 { world.ask(.act(.rematch), by: visitor) }
        world.run(for: .milliseconds(100))
    }
}
