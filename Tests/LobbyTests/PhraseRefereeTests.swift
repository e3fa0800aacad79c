import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing

/// The referee's rules about phrases at a board.
@Suite("Phrases before the referee")
struct PhraseRefereeTests {
    /// ann has circle.
    private static func bench(rules: Int = 2) -> Bench {
        var bench = Bench("ann", mode: "auto")
        bench.come("bob", mode: "auto", rules: rules)
        #expect(bench.seat("ann", "bob") == nil)
        return bench
    }

    static let stories = [
        BenchStory(
            "P54: Nobody writes the other's phrase", bench(),
            .play("ann", ["crossSays": [1, 1]], is: .othersFlag),
            .play("bob", ["circleSays": [1, 1]], is: .othersFlag),
            .play("bob", ["crossSays": [1, 1]]), .wait(.seconds(3)),
            .play("ann", ["crossSays": [2, 1]], is: .othersFlag),
            .play("ann", ["crossSays": .null], is: .othersFlag)),
        BenchStory(
            "P54: A phrase is not taken back, or said twice", bench(),
            .play("ann", ["circleSays": [1, 1]]), .wait(.seconds(3)),
            .play("ann", ["circleSays": .null], is: .noPhrase),
            .play("ann", ["circleSays": [1, 2]], is: .noPhrase)),
        BenchStory(
            "P54: One in three seconds, by the server's stamps", bench(),
            .play("ann", ["circleSays": [1, 1]]), .wait(.milliseconds(2_999)),
            .play("ann", ["circleSays": [2, 1]], is: .spokeTooSoon), .wait(.milliseconds(1)),
            .play("ann", ["circleSays": [2, 1]])),
        BenchStory(
            "P54: A phrase may come with a move, and stops no clock", bench(),
            .play("ann", Bench.firstMove.with(["circleSays": [1, 4]]))),
        BenchStory(
            "P54: A new match has no phrase yet", Bench("ann", "bob", mode: "auto"),
            .seat("ann", "bob", ["circleSays": [1, 1]], is: .notFresh),
            .seat("ann", "bob", ["circleWants": ["n": 2]], is: .notFresh)),
        BenchStory(
            "P55: A program of the first version gets no phrases and no wishes", bench(rules: 0),
            .play("ann", ["circleSays": [1, 1]], is: .notAskable("bob")),
            .play("bob", ["crossSays": [1, 1]], is: .notAskable("bob")),
            .play("ann", ["resigned": 2]),
            .play("ann", ["circleWants": ["n": 2, "target": 3]], is: .notAskable("bob"))),
    ]

    @Test("Phrases are each side's own, in order and not too many", arguments: stories)
    func rules(story: BenchStory) {
        story.run()
    }

    @Test("P54: Either player may send a phrase at any turn, seven times in a minute")
    func speaking() {
        var bench = Self.bench()
        bench.perform(
            .play("ann", ["circleSays": [1, 1]]), .play("bob", ["crossSays": [1, 6]]),
            .wait(.seconds(3)), .play("ann", ["circleSays": [2, 6]]))
        let lastPhrases = bench.referee.lobbyState.liveMatches.first?.record?.lastPhrases
        #expect(lastPhrases?[.circle]?.phrase == .oops && lastPhrases?[.cross]?.phrase == .oops)

        var talker = Self.bench()
        for number in 1...7 {
            talker.perform(.play("ann", ["circleSays": [JSON(number), 1]]), .wait(.seconds(4)))
        }
        talker.perform(
            .wait(.seconds(31)), .play("ann", ["circleSays": [8, 1]], is: .spokeTooSoon),
            // Each side has seven of its own.
            .play("bob", ["crossSays": [1, 1]]), .wait(.seconds(1)),
            .play("ann", ["circleSays": [8, 1]]))
    }

    @Test(
        "P54: A phrase that is not in the list, or not the next one, is refused",
        arguments: [
            [1, 0], [1, 7], [1, -1], [0, 1], [2, 1], [-1, 1], [1], [], [1, 1, 1], ["1", 1],
            [1, "good game"], "good game", 1, true, [:],
        ] as [JSON])
    func senseless(value: JSON) {
        var bench = Self.bench()
        #expect(bench.play("ann", ["circleSays": value])?.isTrespass == false)
        bench.perform(.play("ann", ["circleSays": [1, 2]]), .wait(.seconds(3)))
        guard value != [2, 1] else { return }
        #expect(bench.play("ann", ["circleSays": value])?.isTrespass == false)
    }
}
