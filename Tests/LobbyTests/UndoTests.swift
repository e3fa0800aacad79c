import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// Moves that are taken back, as the referee sees them.
@Suite("Moves taken back, and the referee")
struct UndoRefereeTests {
    /// ann has circle. Both have moved, and ann is to move.
    private static func bench(_ bob: Int = 3) -> Bench {
        var bench = Bench("ann", mode: "auto", rules: 3)
        bench.come("bob", mode: "auto", rules: bob)
        #expect(bench.seat("ann", "bob") == nil)
        #expect(bench.play("ann", board([2, 0], next: 1)) == nil)
        #expect(bench.play("bob", board([2, 1], next: 2)) == nil)
        return bench
    }

    /// The first squares of a board, and the next side.
    private static func board(_ pieces: [Int], next: Int, _ more: JSONObject = [:]) -> JSONObject {
        let squares = pieces + Array(repeating: 0, count: 9 - pieces.count)
        let members: JSONObject = [
            "matrix": .array(squares.map { JSON($0) }), "nextPieceKind": JSON(next),
        ]
        return members.with(more)
    }

    /// Both moves are taken back.
    private static let allowed = board(
        [], next: 2, ["undone": 1, "circleUndo": .null, "crossUndo": .null])
    private static let asked: JSONObject = ["circleUndo": [12, 1, 2]]

    static let stories = [
        BenchStory(
            "P82: A side takes back its move, and the answer, if the other side allows it", bench(),
            .play("bob", allowed, is: .noUndo), .play("ann", asked),
            .play("ann", allowed, is: .noUndo), .play("bob", allowed)),
        BenchStory(
            "P82: It takes back its last move alone, if there is no answer", bench(),
            .play("bob", ["crossUndo": [12, 2]]),
            .play("ann", board([2], next: 1, ["undone": 1, "crossUndo": .null]))),
        BenchStory(
            "P82: Only what was asked for is taken back, and nothing else is changed", bench(),
            .play("ann", asked), .play("bob", board([2], next: 1, ["undone": 1]), is: .noUndo),
            .play("bob", allowed.with(["undone": 2]), is: .othersFlag),
            .play("bob", allowed.with(["crossReady": 2]), is: .noUndo),
            .play("bob", allowed.with(["circleUndo": [12, 1, 2]]), is: .noUndo)),
        BenchStory(
            "P82: A wish names the side's last moves, at this moment", bench(),
            .play("ann", ["circleUndo": [12, 1]], is: .noUndo),
            .play("ann", ["circleUndo": [12, 2, 1]], is: .noUndo),
            .play("ann", ["circleUndo": [12, 1, 3]], is: .noUndo),
            .play("ann", ["circleUndo": [11, 1, 2]], is: .noUndo),
            .play("bob", ["crossUndo": [12, 1]], is: .noUndo),
            .play("bob", ["circleUndo": [12, 1, 2]], is: .othersFlag),
            .play(
                "ann", ["circleUndo": [12, 10]],
                is: .flawed(.wrongType(member: "circleUndo"))),
            .play("ann", ["circleUndo": 12], is: .flawed(.wrongType(member: "circleUndo")))),
        BenchStory(
            "P82: A wish expires with the next move, and with a no", bench(),
            .play("ann", asked), .play("ann", board([2, 1, 2], next: 1)),
            .play("bob", allowed, is: .noUndo), .play("bob", ["crossUndo": [13, 2]], is: .noUndo),
            .play("ann", ["circleUndo": [13, 3]]), .play("bob", ["crossUndo": [-13]]),
            .play(
                "bob", board([2, 1], next: 2, ["undone": 1, "circleUndo": .null]), is: .noUndo)),
        BenchStory(
            "P82: An offer of a draw at that moment does not return with it", bench(),
            .play("ann", ["circleOffers": 12]), .play("ann", board([2, 1, 2], next: 1)),
            .play("ann", ["circleUndo": [13, 3]]),
            .play("bob", board([2, 1], next: 2, ["undone": 1, "circleUndo": .null]), is: .noUndo),
            .play(
                "bob",
                board(
                    [2, 1], next: 2,
                    ["undone": 1, "circleUndo": .null, "circleOffers": .null]))),
        BenchStory(
            "P82: A program of an earlier version has no such member", bench(2),
            .play("ann", asked, is: .notAskable("bob"))),
    ]

    @Test("Moves taken back", arguments: stories)
    func judges(story: BenchStory) {
        story.run()
    }

    @Test("P83: A practice round counts as a draw, and as no result")
    func practice() {
        var bench = Self.bench()
        bench.perform(.play("ann", Self.asked), .play("bob", Self.allowed))
        bench.perform(.play("ann", Self.board([2], next: 1)))
        let before = bench.referee.lobbyState["match"]?.match
        bench.perform(.play("ann", ["resigned": 2]))
        let match = bench.referee.lobbyState.liveMatches.first?.match
        #expect(match?.isPractice == true && match?.outcome == .resigned(by: .circle))
        #expect(match?.score.draws == 1 && match?.score.crossWins == 0)
        let after = bench.referee.lobbyState["match"]?.match
        #expect(before.flatMap { after?.hasCountedRoundEnded(since: $0) } == false)
        bench.perform(.play("ann", ["circleReady": 2]), .play("bob", ["crossReady": 2]))
        let second = Self.board([], next: 1, ["round": 2, "draws": 1, "resigned": .null])
        bench.perform(.play("bob", second))
        #expect(bench.referee.lobbyState.liveMatches.first?.match?.isPractice == false)
    }
}

/// Moves that are taken back, between two clients.
@Suite("Moves taken back")
struct UndoTests: ClockedSuite {
    private static let ann = 0
    private static let bob = 1
    private static let eve = 2
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    init() {
        clock.world.add(.client("ann", mode: .open))
        clock.world.add(.client("bob", mode: .open))
        clock.world.add(.client("eve", mode: .busy))
        clock.run(for: .seconds(1))
        clock.seat(0, 1)
        for (number, square) in [Square.centre, .top, .left].enumerated() {
            clock.world.ask(.act(.play(square)), by: number % 2)
            clock.run(for: .seconds(1))
        }
    }

    /// The number of a player's actions that were refused because nothing was offered.
    private func refusals(_ number: Int) -> Int {
        notices(number).count { $0 == .refused(.move(.nothingOffered)) }
    }

    private func count(_ number: Int) throws -> Int? {
        try client(number).match?.match?.board.pieceCount
    }

    private mutating func ask(_ action: MatchAction, by number: Int) {
        clock.world.ask(.act(action), by: number)
        clock.run(for: .milliseconds(200))
    }

    private func squares(_ number: Int) throws -> [Square] {
        let client = try client(number)
        let (own, match) = (try #require(client.own), try #require(client.match?.match))
        return try #require(own.undoableMoves(from: own.piece, in: match))
    }

    @Test("P82, P83: The last move is taken back, for both and for spectators")
    mutating func undoes() throws {
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        #expect(notices(Self.bob).last == .undoAsked)
        ask(.allowUndo, by: Self.bob)
        #expect(notices(Self.ann).last == .undone && notices(Self.bob).last == .undone)
        #expect(try count(Self.ann) == 2 && count(Self.bob) == 2)
        let key = try #require(try client(Self.ann).own?.key)
        let seen = try client(Self.eve).lobbyState
        #expect(seen[key]?.flaw == nil && seen[key]?.match?.isPractice == true)
        ask(.play(.right), by: Self.ann)
        #expect(try client(Self.bob).own?.moveHistory.moves == [.centre, .top, .right])
        ask(.resign, by: Self.bob)
        for number in 0..<2 { ask(.rematch, by: number) }
        #expect(try client(Self.ann).match?.match?.round == 2)
        #expect(try client(Self.ann).match?.match?.score.draws == 1)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("C89: A practice round is in no score, neither during the match nor after it")
    mutating func score() throws {
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        ask(.allowUndo, by: Self.bob)
        let key = try #require(try client(Self.ann).own?.key)
        ask(.resign, by: Self.bob)
        for number in 0..<3 {
            #expect(try client(number).lobbyState[key]?.countedScore?.rounds == 0)
        }
        for number in 0..<2 { ask(.rematch, by: number) }
        ask(.resign, by: Self.bob)
        for number in 0..<3 {
            #expect(try client(number).lobbyState[key]?.match?.score.draws == 1)
            #expect(try client(number).lobbyState[key]?.countedScore?.draws == 0)
        }
        clock.world.ask(.leaveMatch(.open), by: Self.ann)
        clock.run(for: .seconds(1))
        #expect(try client(Self.ann).invitations.score(with: "bob") == WinLossRecord(won: 1))
        #expect(try client(Self.bob).invitations.score(with: "ann") == WinLossRecord(lost: 1))
    }

    @Test("P82: After the answer, both moves are taken back")
    mutating func undoesBoth() throws {
        ask(.askUndo(try squares(Self.bob)), by: Self.bob)
        ask(.declineUndo, by: Self.ann)
        #expect(notices(Self.bob).last == .undoDeclined)
        ask(.askUndo(try squares(Self.bob)), by: Self.bob)
        #expect(notices(Self.bob).last == .refused(.move(.alreadyDeclined)))
        ask(.play(.right), by: Self.bob)
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        ask(.withdrawUndo, by: Self.ann)
        #expect(notices(Self.bob).last == .undoWithdrawn)
        // Asked again: no wish was refused.
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        ask(.allowUndo, by: Self.bob)
        #expect(try count(Self.ann) == 2 && client(Self.ann).isOurTurn)
        ask(.allowUndo, by: Self.bob)
        #expect(notices(Self.bob).last == .refused(.move(.nothingOffered)))
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("A declined offer of a draw is gone: an offer by the other side is a new one")
    mutating func declinedDraw() throws {
        ask(.offerDraw, by: Self.ann)
        ask(.declineDraw, by: Self.bob)
        clock.run(for: .seconds(1))
        ask(.offerDraw, by: Self.bob)
        #expect(notices(Self.ann).last == .drawOffered)
        for number in 0..<2 { #expect(try client(number).match?.match?.outcome == nil) }
        ask(.acceptDraw, by: Self.ann)
        for number in 0..<2 { #expect(try client(number).match?.match?.outcome == .drawAgreed) }
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P82: A declined request is gone, also if the other side asks for a move back")
    mutating func declinedRequest() throws {
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        ask(.declineUndo, by: Self.bob)
        clock.run(for: .seconds(1))
        ask(.askUndo(try squares(Self.bob)), by: Self.bob)
        #expect(notices(Self.ann).last == .undoAsked)
        for number in 0..<2 {
            let record = try client(number).match?.record
            #expect(record?.openUndoRequest(of: .circle) == nil)
            #expect(record?.openUndoRequest(of: .cross) != nil)
        }
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P82: Without an open request there is none to decline or to withdraw")
    mutating func declinesNone() throws {
        ask(.declineUndo, by: Self.ann)
        ask(.withdrawUndo, by: Self.ann)
        #expect(refusals(Self.ann) == 2)
        // A player can't decline their own request, and can't withdraw a refusal.
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        ask(.declineUndo, by: Self.ann)
        #expect(refusals(Self.ann) == 3)
        ask(.declineUndo, by: Self.bob)
        #expect(notices(Self.ann).last == .undoDeclined)
        ask(.withdrawUndo, by: Self.bob)
        #expect(refusals(Self.bob) == 1)
        ask(.resign, by: Self.ann)
        ask(.declineUndo, by: Self.bob)
        #expect(refusals(Self.bob) == 2)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("P82: Asked over a line that breaks, it is the same for both")
    mutating func breaks() throws {
        let squares = try squares(Self.ann)
        clock.world.ask(.act(.askUndo(squares)), by: Self.ann)
        clock.world.breakLine(of: Self.ann)
        clock.run(for: .seconds(2))
        clock.world.programs[Self.ann].forgets = true
        clock.world.connect(Self.ann)
        clock.run(for: .seconds(2))
        #expect(notices(Self.bob).contains(.undoAsked))
        clock.world.breakLine(of: Self.ann)
        clock.run(for: .seconds(1))
        ask(.allowUndo, by: Self.bob)
        clock.world.connect(Self.ann)
        clock.run(for: .seconds(2))
        #expect(try count(Self.ann) == 2 && client(Self.ann).isOurTurn)
        #expect(clock.world.faults == [])
    }

    @Test("P82: A move and a yes at once leave one board")
    mutating func moves() throws {
        clock.world.ask(.act(.play(.right)), by: Self.bob)
        clock.run(for: .seconds(1))
        ask(.askUndo(try squares(Self.ann)), by: Self.ann)
        clock.world.ask(.act(.play(.bottom)), by: Self.ann)
        clock.world.ask(.act(.allowUndo), by: Self.bob)
        clock.run(for: .seconds(2))
        #expect(try count(Self.ann) == count(Self.bob))
        #expect(clock.world.faults == [])
    }

    @Test("C89: A wish for other moves than the last ones, by a foreign program, is declined")
    mutating func declinesFalse() throws {
        ask(.askUndo([.centre]), by: Self.ann)
        #expect(notices(Self.ann).last == .undoDeclined)
        #expect(try count(Self.bob) == 3)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("C89: It is not offered where the other program does not know it")
    mutating func old() throws {
        var clock = Clock(ModelWorld(seed: 1, hasReferee: true))
        clock.world.add(.client("ann", mode: .auto))
        var program = LobbyProgram.client("old", mode: .auto)
        program.knowsRules = false
        clock.world.add(program)
        clock.run(for: .seconds(3))
        let first = clock.world.programs.firstIndex { $0.client?.isOurTurn == true } ?? 0
        clock.world.ask(.act(.play(.centre)), by: first)
        clock.run(for: .seconds(1))
        #expect(clock.world.programs[0].client?.knowsUndo == false)
        clock.world.ask(.act(.askUndo([.centre])), by: 0)
        #expect(clock.world.programs[0].notices.last == .refused(.notKnownThere))
    }
}
