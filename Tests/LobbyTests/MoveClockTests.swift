import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// Matches with a clock, as the referee sees them.
@Suite("The referee's clock")
struct MoveClockTests {
    private static let first: JSONObject = [
        "matrix": [2, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1,
    ]
    private static let second: JSONObject = [
        "matrix": [2, 1, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2,
    ]
    private static let crossIsLate: JSONObject = ["resigned": 1, "ending": "timeout"]
    private static let circleIsLate: JSONObject = ["resigned": 2, "ending": "timeout"]

    /// Two who look for a match by these clocks; none stands for anybody.
    private static func people(_ ann: JSON = [10], _ bob: JSON = [10], rules: Int = 2) -> Bench {
        var bench = Bench("ann", mode: "busy")
        bench.come("bob", mode: "busy", rules: rules)
        for (name, limit) in [("ann", ann), ("bob", bob)] {
            let wish: JSONObject =
                limit.isNull ? ["mode": "auto"] : ["mode": "auto-clock", "limit": limit]
            #expect(bench.change(name, wish) == nil)
        }
        return bench
    }

    /// ann has circle, and the match ten seconds a move.
    private static func bench() -> Bench {
        var bench = people()
        #expect(bench.seat("ann", "bob", ["limit": 10]) == nil)
        return bench
    }

    @Test("P50 Whose time has run out a second ago has lost, whoever says so", arguments: 0...1)
    func due(author: Int) {
        var bench = Self.bench()
        #expect(bench.play("ann", Self.first) == nil)
        let name = author == 0 ? "ann" : "bob"
        bench.wait(.milliseconds(10_999))
        #expect(bench.play(name, Self.crossIsLate) == .timeNotUp)
        bench.wait(.milliseconds(1))
        #expect(bench.play(name, Self.crossIsLate) == nil)
        let match = bench.referee.lobbyState.liveMatches.first?.match
        #expect(match?.outcome == .outOfTime(.cross) && match?.score.circleWins == 1)
        #expect(bench.play(name, Self.crossIsLate) == nil, "nothing is changed by that")
        #expect(bench.play("bob", ["resigned": 2, "ending": "timeout"]) != nil)
    }

    @Test("P50 From then on no move is let in, and before it every one")
    func moves() {
        var bench = Self.bench()
        bench.wait(.milliseconds(10_999))
        #expect(bench.play("ann", Self.first) == nil)
        bench.wait(.milliseconds(10_999))
        #expect(bench.play("bob", Self.second) == nil)
        bench.wait(.seconds(11))
        let third: JSONObject = [
            "matrix": [2, 1, 2, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1,
        ]
        #expect(bench.play("ann", third) == .tooLate)
        #expect(bench.play("ann", ["resigned": 2]) == nil, "giving up is never too late")
    }

    @Test("P50 Only who is to move can be late, and only by a clock")
    func falsities() {
        var bench = Self.bench()
        bench.wait(.seconds(60))
        #expect(bench.play("bob", Self.crossIsLate) == .othersResignation)
        #expect(bench.play("bob", ["ending": "timeout"]) == .unknownEnding)
        #expect(bench.play("bob", ["resigned": 2]) == .othersResignation)
        #expect(bench.play("bob", ["resigned": 2, "ending": "claim"]) == .claimNotDue)
        #expect(bench.play("bob", Self.circleIsLate) == nil)
        var free = Bench("ann", "bob", mode: "auto")
        #expect(free.seat("ann", "bob") == nil)
        free.wait(.seconds(4_000))
        #expect(free.play("bob", Self.circleIsLate) == .timeNotUp)
    }

    @Test("P51 An offer of a draw stops no clock, and a broken line neither")
    func goesOn() {
        var bench = Self.bench()
        bench.wait(.seconds(6))
        #expect(bench.play("ann", ["circleOffers": 10]) == nil)
        bench.cut("ann")
        bench.wait(.seconds(5))
        #expect(bench.play("bob", Self.circleIsLate) == nil)
    }

    @Test("P51 A restart of the server gives whoever is to move all the time again")
    func restart() {
        var bench = Self.bench()
        bench.wait(.seconds(60))
        bench.reopen()
        #expect(bench.referee.starts(of: "match").map(\.since) == [bench.stamp], "as it is told")
        #expect(bench.play("bob", Self.circleIsLate) == .timeNotUp)
        bench.wait(.milliseconds(10_999))
        #expect(bench.play("ann", Self.first) == nil)
        bench.wait(.seconds(11))
        #expect(bench.play("ann", Self.crossIsLate) == nil)
    }

    @Test("P51 After a round there is time to think about another one")
    func betweenRounds() {
        var bench = Self.bench()
        #expect(bench.play("ann", Self.first) == nil)
        #expect(bench.play("ann", ["resigned": 2]) == nil)
        bench.wait(.seconds(100))
        #expect(bench.play("ann", ["circleReady": 2]) == nil)
        #expect(bench.play("bob", ["crossReady": 2]) == nil)
        let second: JSONObject = [
            "round": 2, "crossWins": 1, "nextPieceKind": 1, "resigned": .null,
            "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0],
        ]
        #expect(bench.play("bob", second) == nil)
        bench.wait(.milliseconds(10_999))
        #expect(bench.play("ann", Self.crossIsLate) == .timeNotUp)
        bench.wait(.milliseconds(1))
        #expect(bench.play("ann", Self.crossIsLate) == nil)
    }

    @Test("P52 A match has the clock that both look for, or that was asked for")
    func agreement() {
        var bench = Self.people()
        #expect(bench.seat("ann", "bob") == .otherLimit)
        #expect(bench.seat("ann", "bob", ["limit": 30]) == .otherLimit)
        #expect(bench.seat("ann", "bob", ["limit": 10]) == nil)
        for (ann, bob) in [([10], [30]), ([10], .null), (.null, [60])] as [(JSON, JSON)] {
            var bench = Self.people(ann, bob)
            for limit in [.null, 10, 30, 60] as [JSON] {
                #expect(bench.seat("ann", "bob", ["limit": limit]) == .notAsking("bob"))
            }
        }
        var auto = Self.people(.null, .null)
        #expect(auto.seat("ann", "bob", ["limit": 10]) == .otherLimit)
        #expect(auto.seat("ann", "bob") == nil)
    }

    @Test("P52 So has one that somebody asked for, or made a code for")
    func asked() {
        var bench = Bench("ann", "bob")
        #expect(bench.change("ann", ["asks": ["n": 1, "to": "bob", "limit": 30]]) == nil)
        #expect(bench.seat("bob", "ann") == .otherLimit)
        #expect(bench.seat("bob", "ann", ["limit": 10]) == .otherLimit)
        #expect(bench.seat("bob", "ann", ["limit": 30]) == nil)
        var coded = Bench("ann")
        coded.come("bob", code: "KQXZ")
        #expect(coded.change("bob", ["limit": [60]]) == nil)
        let code =
            coded.referee.lobbyState.roster[PlayerID(rawValue: "bob")]?.code.map { JSON($0.text) }
            ?? .null
        #expect(coded.seat("ann", "bob", ["code": code]) == .otherLimit)
        #expect(coded.seat("ann", "bob", ["code": code, "limit": 60]) == nil)
    }

    @Test(
        "P52 A clock that is none is refused",
        arguments: [0, -10, 3_601, 45, 10.5, "10", true, [10], [:]] as [JSON])
    func senseless(limit: JSON) {
        var bench = Bench("ann", "bob", mode: "auto")
        #expect(bench.seat("ann", "bob", ["limit": limit]) != nil)
        #expect(bench.change("ann", ["mode": "auto-clock", "limit": [limit]]) != nil)
        #expect(bench.change("ann", ["asks": ["n": 1, "to": "bob", "limit": limit]]) != nil)
        #expect(bench.change("ann", ["mode": "auto-clock"]) != nil)
        #expect(bench.change("ann", ["mode": "auto-clock", "limit": [10, 30]]) != nil)
    }

    @Test(
        "P53 A match whose clock is none makes no sense to anybody, with and without a referee",
        arguments: [0, -10, 3_601, 10.5, "10", true, [10]] as [JSON])
    func unguarded(limit: JSON) throws {
        let sheet = MatchSheet(circle: "ann", cross: "bob")
        let match = try MatchObject(sheet.members.with(["limit": limit]))
        guard case .failure(let flaw) = match.sheet else {
            Issue.record("a limit of \(limit)")
            return
        }
        #expect(flaw == (limit.int == nil ? .wrongType(member: "limit") : .noLimit))
    }

    @Test("P53 No match changes its clock", arguments: [.null, 30, 60, "x"] as [JSON])
    func unchanging(limit: JSON) {
        var bench = Self.bench()
        #expect(bench.play("ann", ["limit": limit]) != nil)
        #expect(bench.play("ann", Self.first.with(["limit": limit])) != nil)
        var free = Bench("ann", "bob", mode: "auto")
        #expect(free.seat("ann", "bob") == nil)
        #expect(free.play("ann", ["limit": 10]) == .otherLimit)
    }

    @Test("P53 Against a program of the first version there is no clock")
    func firstVersion() {
        var bench = Bench("ann", mode: "auto")
        bench.come("bob", mode: "auto", rules: 0)
        #expect(bench.change("ann", ["mode": "auto-clock", "limit": [10]]) == nil)
        #expect(bench.seat("ann", "bob", ["limit": 10]) == .notAskable("bob"))
        var old = Bench("bob", mode: "open", rules: 0)
        old.come("ann", code: "KQXZ")
        #expect(old.change("ann", ["limit": [60]]) == nil)
        #expect(old.seat("bob", "ann", ["limit": 60]) == .notAskable("bob"))
        #expect(old.seat("bob", "ann") == nil, "and the match has none")
    }
}
