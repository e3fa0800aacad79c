import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// What people at a board say, as the referee sees it.
@Suite("Phrases before the referee")
struct PhraseRefereeTests {
    /// ann has circle.
    private static func bench(rules: Int = 2) -> Bench {
        var bench = Bench("ann", mode: "auto")
        bench.come("bob", mode: "auto", rules: rules)
        #expect(bench.seat("ann", "bob") == nil)
        return bench
    }

    @Test("P54 Each side says something of its own, whoever is to move")
    func speaking() {
        var bench = Self.bench()
        #expect(bench.play("ann", ["circleSays": [1, 1]]) == nil)
        #expect(bench.play("bob", ["crossSays": [1, 6]]) == nil)
        bench.wait(.seconds(3))
        #expect(bench.play("ann", ["circleSays": [2, 6]]) == nil)
        let sayings = bench.referee.lobbyState.liveMatches.first?.sheet?.sayings
        #expect(sayings?[.circle]?.phrase == .oops && sayings?[.cross]?.phrase == .oops)
    }

    @Test("P54 Nobody writes the other's phrase")
    func others() {
        var bench = Self.bench()
        #expect(bench.play("ann", ["crossSays": [1, 1]]) == .othersFlag)
        #expect(bench.play("bob", ["circleSays": [1, 1]]) == .othersFlag)
        #expect(bench.play("bob", ["crossSays": [1, 1]]) == nil)
        bench.wait(.seconds(3))
        #expect(bench.play("ann", ["crossSays": [2, 1]]) == .othersFlag)
        #expect(bench.play("ann", ["crossSays": .null]) == .othersFlag)
    }

    @Test(
        "P54 What is not in the list, or not the next one, is refused",
        arguments: [
            [1, 0], [1, 7], [1, -1], [0, 1], [2, 1], [-1, 1], [1], [], [1, 1, 1], ["1", 1],
            [1, "good game"], "good game", 1, true, [:],
        ] as [JSON])
    func senseless(value: JSON) {
        var bench = Self.bench()
        #expect(bench.play("ann", ["circleSays": value])?.isTrespass == false)
        #expect(bench.play("ann", ["circleSays": [1, 2]]) == nil)
        bench.wait(.seconds(3))
        guard value != [2, 1] else { return }
        #expect(bench.play("ann", ["circleSays": value])?.isTrespass == false)
    }

    @Test("P54 Nothing that was said is taken back, or said twice")
    func takingBack() {
        var bench = Self.bench()
        #expect(bench.play("ann", ["circleSays": [1, 1]]) == nil)
        bench.wait(.seconds(3))
        #expect(bench.play("ann", ["circleSays": .null]) == .noPhrase)
        #expect(bench.play("ann", ["circleSays": [1, 2]]) == .noPhrase)
    }

    @Test("P54 One in three seconds, by the server's stamps")
    func pause() {
        var bench = Self.bench()
        #expect(bench.play("ann", ["circleSays": [1, 1]]) == nil)
        bench.wait(.milliseconds(2_999))
        #expect(bench.play("ann", ["circleSays": [2, 1]]) == .spokeTooSoon)
        bench.wait(.milliseconds(1))
        #expect(bench.play("ann", ["circleSays": [2, 1]]) == nil)
    }

    @Test("P54 Seven in a minute")
    func minute() {
        var bench = Self.bench()
        for number in 1...7 {
            #expect(bench.play("ann", ["circleSays": [JSON(number), 1]]) == nil)
            bench.wait(.seconds(4))
        }
        bench.wait(.seconds(31))
        #expect(bench.play("ann", ["circleSays": [8, 1]]) == .spokeTooSoon)
        #expect(bench.play("bob", ["crossSays": [1, 1]]) == nil, "of each side")
        bench.wait(.seconds(1))
        #expect(bench.play("ann", ["circleSays": [8, 1]]) == nil)
    }

    @Test("P54 A phrase may come with a move, and stops no clock")
    func withMove() {
        var bench = Self.bench()
        let move: JSONObject = [
            "matrix": [2, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1, "circleSays": [1, 4],
        ]
        #expect(bench.play("ann", move) == nil)
    }

    @Test("P54 Nothing is said in a new match before it has begun")
    func fresh() {
        var bench = Bench("ann", "bob", mode: "auto")
        #expect(bench.seat("ann", "bob", ["circleSays": [1, 1]]) == .notFresh)
        #expect(bench.seat("ann", "bob", ["circleWants": ["n": 2]]) == .notFresh)
    }

    @Test("P55 To a program of the first version nothing is said, and nothing is wanted of it")
    func firstVersion() {
        var bench = Self.bench(rules: 0)
        #expect(bench.play("ann", ["circleSays": [1, 1]]) == .notAskable("bob"))
        #expect(bench.play("bob", ["crossSays": [1, 1]]) == .notAskable("bob"))
        #expect(bench.play("ann", ["resigned": 2]) == nil)
        let want: JSONObject = ["circleWants": ["n": 2, "target": 3]]
        #expect(bench.play("ann", want) == .notAskable("bob"))
    }
}
