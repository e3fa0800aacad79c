import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// Clocks and series as wishes, before the referee and between programs.
@Suite("Wishes")
struct WishTests: ClockedSuite {
    var clock = Clock(ModelWorld(seed: 1, hasReferee: true))

    /// Two who look for a match with these members, by programs of these rules.
    private static func bench(
        _ ann: JSONObject, _ bob: JSONObject, rules: (Int, Int) = (3, 3)
    ) -> Bench {
        var bench = Bench()
        for (name, members, rules) in [("ann", ann, rules.0), ("bob", bob, rules.1)] {
            bench.come(name, mode: "auto", rules: rules)
            #expect(bench.change(name, members) == nil)
        }
        return bench
    }

    private static func strict(_ limit: Int) -> JSONObject {
        ["mode": "auto-clock", "limit": [JSON(limit)]]
    }

    private static func wish(_ limit: Int) -> JSONObject { ["limit": [JSON(limit)]] }

    static let stories = [
        BenchStory(
            "Two who wish the usual clock play by it", bench(wish(60), wish(60)),
            .seat("ann", "bob", is: .otherLimit),
            .seat("ann", "bob", ["limit": 10], is: .otherLimit),
            .seat("ann", "bob", ["limit": 60])),
        BenchStory(
            "A wish against none is none", bench(wish(60), [:]),
            .seat("ann", "bob", ["limit": 60], is: .otherLimit), .seat("ann", "bob")),
        BenchStory(
            "Of two clocks the slower one", bench(strict(10), strict(30)),
            .seat("bob", "ann", ["limit": 10], is: .otherLimit),
            .seat("bob", "ann", ["limit": 30])),
        BenchStory(
            "Also if one is a wish", bench(strict(10), wish(60)),
            .seat("bob", "ann", ["limit": 10], is: .otherLimit),
            .seat("bob", "ann", ["limit": 60])),
        BenchStory(
            "A clock against none is none", bench(strict(10), [:]),
            .seat("ann", "bob", ["limit": 10], is: .otherLimit), .seat("ann", "bob")),
        BenchStory(
            "With a program of earlier rules, a wish is none",
            bench(wish(60), ["limit": [60], "target": 3], rules: (3, 2)),
            .seat("ann", "bob", ["limit": 60], is: .otherLimit),
            .seat("ann", "bob", ["target": 3], is: .otherTarget), .seat("ann", "bob")),
        BenchStory(
            "And another clock is no match", bench(strict(10), wish(60), rules: (2, 3)),
            .seat("ann", "bob", is: .notAsking("bob")),
            .seat("bob", "ann", ["limit": 60], is: .notAsking("ann"))),
        BenchStory(
            "Nor with a program of the first version", bench(strict(10), [:], rules: (3, 0)),
            .seat("bob", "ann", is: .notAsking("ann"))),
        BenchStory(
            "The shorter of two series", bench(["target": 3], ["target": 10]),
            .seat("ann", "bob", is: .otherTarget),
            .seat("ann", "bob", ["target": 10], is: .otherTarget),
            .seat("ann", "bob", ["target": 3])),
        BenchStory(
            "A series needs both", bench(["target": 3], wish(60)),
            .seat("ann", "bob", ["target": 3], is: .otherTarget), .seat("ann", "bob")),
    ]

    @Test("P74: Two who look for a match play by the looser of their wishes", arguments: stories)
    func referee(story: BenchStory) {
        story.run()
    }

    /// Adds a player who looks for a match with a strict clock, a wish (in the second place) or a
    /// series.
    private mutating func come(
        _ name: String, _ limit: Int? = nil, wish: Int? = nil, target: Int? = nil
    ) {
        let number = clock.world.add(.client(name, mode: .open))
        clock.run(for: .milliseconds(200))
        if let wish = wish.flatMap(MoveTimeLimit.init) { ask(.wish(wish), by: number) }
        if let limit = limit.flatMap(MoveTimeLimit.init) { ask(.limit(limit), by: number) }
        if let target = target.flatMap(SeriesTarget.init) { ask(.target(target), by: number) }
        ask(.look(.auto), by: number)
    }

    private func own(_ number: Int) throws -> OwnMatch { try #require(client(number).own) }

    @Test("C94: A program writes its wish only to a server that knows it")
    mutating func written() throws {
        come("ann", wish: 60, target: 3)
        #expect(try client(0).player?.members["limit"] == [60])
        #expect(try client(0).player?.members["mode"] == "auto")
        #expect(try client(0).player?.members["target"] == 3)
        let player = try #require(try client(0).player)
        for rules in 0...2 {
            let members = player.playerForEntry(downgradedToRules: rules).members
            #expect(members["limit"] == nil && members["target"] == nil, "rules \(rules)")
        }
    }

    @Test("C94: Two with the same wish are paired at once, by their clock")
    mutating func sameWish() throws {
        come("ann", wish: 60)
        come("bob", wish: 60)
        clock.run(for: .seconds(1))
        for number in 0...1 {
            #expect(try client(number).match?.limit?.rawValue == 60)
            #expect(try !own(number).hasOpponentsClock)
        }
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("C94: A wish and none are paired at once, and the player with the wish is told")
    mutating func noWish() throws {
        come("ann", wish: 60)
        come("bob")
        clock.run(for: .seconds(1))
        #expect(try client(0).match?.limit == nil && client(1).match?.limit == nil)
        #expect(try own(0).hasOpponentsClock && !own(1).hasOpponentsClock)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test(
        "C95: Two with different clocks meet after five seconds at the slower one",
        arguments: [(10, nil, 60), (10, 30, nil), (30, 10, nil), (60, nil, nil)]
            as [(Int, Int?, Int?)])
    mutating func otherClock(ann: Int, bob: Int?, wish: Int?) throws {
        come("ann", ann)
        come("bob", bob, wish: wish)
        clock.run(for: .seconds(4))
        #expect(try client(0).match == nil && client(1).match == nil)
        clock.run(for: .seconds(3))
        let slower = (bob ?? wish).map { max($0, ann) }
        for number in 0...1 { #expect(try client(number).match?.limit?.rawValue == slower) }
        #expect(try own(0).hasOpponentsClock == (slower != ann))
        #expect(try own(0).hasOpponentChosenClock == (wish == nil))
        #expect(try own(1).hasOpponentsClock == (slower != bob ?? wish))
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }

    @Test("C95: A player with the same clock comes first, and of three one is left")
    mutating func sameFirst() throws {
        come("ann", 10)
        come("bob", 30)
        clock.run(for: .seconds(2))
        come("cleo", 10)
        clock.run(for: .seconds(1))
        #expect(try own(0).opponent == "cleo")
        clock.run(for: .seconds(10))
        #expect(try client(1).match == nil)
        come("dan", wish: 60)
        clock.run(for: .seconds(3))
        #expect(try client(1).match == nil)
        clock.run(for: .seconds(4))
        #expect(try own(1).opponent == "dan")
        #expect(clock.world.faults == [])
    }

    @Test("C95: Also after five seconds alone, a player with the same clock is paired at once")
    mutating func sameLater() throws {
        come("ann", 10)
        clock.run(for: .seconds(6))
        come("bob", 30)
        clock.run(for: .seconds(1))
        come("cleo", 10)
        clock.run(for: .milliseconds(300))
        #expect(try own(0).opponent == "cleo")
        #expect(clock.world.faults == [])
    }

    @Test("C95: A program of earlier rules is no opponent with another clock")
    mutating func earlierProgram() throws {
        come("ann", 10)
        var program = LobbyProgram.client("old", mode: .auto)
        program.knowsRules = false
        clock.world.add(program)
        clock.run(for: .seconds(20))
        #expect(try client(0).match == nil)
    }

    @Test("C95: Enter on a player with another clock starts the match at the slower one")
    mutating func chosen() throws {
        come("ann", 10)
        come("bob", wish: 60)
        ask(.challenge("bob"), by: 0)
        #expect(try client(0).match?.limit?.rawValue == 60)
        #expect(clock.world.hub.refusals == 0)
    }

    @Test("C96: Two who look for a series play one; the wish of one is proposed after the round")
    mutating func series() throws {
        var both = self
        both.come("ann", target: 5)
        both.come("bob", target: 3)
        both.clock.run(for: .seconds(1))
        #expect(try both.client(0).match?.record?.terms.target?.rawValue == 3)
        #expect(try both.own(0).hasOpponentsSeries && !both.own(1).hasOpponentsSeries)

        come("ann", wish: 60, target: 3)
        come("bob", wish: 60)
        clock.run(for: .seconds(1))
        #expect(try client(0).match?.record?.terms.target == nil)
        ask(.act(.resign), by: 1)
        let terms = MatchTerms(
            limit: MoveTimeLimit(rawValue: 60), target: SeriesTarget(rawValue: 3))
        #expect(clock.world.programs[0].notices.contains(.proposed(terms)))
        #expect(clock.world.programs[1].notices.contains(.wanted(terms)))
        ask(.act(.rematch), by: 0)
        ask(.act(.rematch), by: 1)
        #expect(try client(1).match?.record?.terms == terms)
        #expect(try client(1).match?.match?.round == 2)
        #expect(clock.world.faults == [] && clock.world.hub.refusals == 0)
    }
}
