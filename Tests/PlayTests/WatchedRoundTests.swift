import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// The end of a round on a spectator's screen.
@Suite("The end of a watched round")
struct WatchedRoundTests {
    /// okafor, who begins, lin, and zoe, who watches them.
    private static func house(columns: Int = 80, terms: MatchTerms = MatchTerms()) -> House {
        var profile = PlayerProfile()
        profile.terms.limit = terms.limit
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name, profile: profile) }
        house.enter("zoe", .watch(nil), columns: columns)
        house.press("zoe", "enter")
        return house
    }

    @Test("A spectator sees the reason for the end of a round: a resignation, or the board")
    func words() {
        var resigned = Self.house()
        resigned.press("lin", "R", "y")
        #expect(resigned.screen("zoe").contains("X RESIGNED"))
        #expect(resigned.screen("zoe").contains("lin resigned."))
        var won = Self.house()
        won.play("okafor", "lin", "5", "1", "3", "2", "7")
        #expect(won.screen("zoe").contains("okafor won the round."))
        var full = Self.house()
        full.play("okafor", "lin", "5", "1", "2", "8", "4", "6", "3", "7", "9")
        #expect(full.screen("zoe").contains("The round is a draw."))
        var agreed = Self.house()
        for player in ["okafor", "lin"] { agreed.press(player, "d", "y") }
        #expect(agreed.screen("zoe").contains("They agreed to a draw."))
    }

    @Test("The title names the player that a spectator follows, and a third press follows neither")
    func follows() {
        var house = Self.house()
        #expect(house.screen("zoe").contains("watching okafor – lin"))
        for (key, title) in [
            ("a", "following okafor: okafor – lin"), ("a", "following lin: okafor – lin"),
            ("a", "watching okafor – lin"), ("*", "TV okafor – lin"),
            ("a", "following okafor: okafor – lin"),
        ] {
            house.press("zoe", key)
            #expect(house.screen("zoe").contains("tictactoe ▸ " + title))
        }
        house.press("zoe", "a", "a")
        #expect(house.screen("zoe").contains("Following no player."))
    }

    @Test("All arrows lead to another match")
    func steps() {
        var house = House()
        for name in ["okafor", "lin", "noor", "emil"] { house.enter(name) }
        house.press(house.enter("zoe", .watch(nil)), "enter")
        func isAtFirst() -> Bool { house.screen("zoe").contains("watching okafor – lin") }
        var expected = isAtFirst()
        for key in ["right", "left", "down", "up"] {
            house.press("zoe", key)
            expected.toggle()
            #expect(isAtFirst() == expected, "\(key)")
        }
    }

    @Test("A spectator sees the value of the position and a mark on each slip, a player does not")
    func judged() {
        var house = House()
        house.enter("zoe", .watch(nil))
        for name in ["okafor", "lin"] { house.enter(name) }
        house.press("zoe", "enter")
        house.play("okafor", "5")
        #expect(house.screen("zoe").contains("O ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄ X  even"))
        house.play("lin", "2")
        #expect(
            house.screen("zoe").contains("2 X 2??") && house.screen("zoe").contains("O wins in"))
        for size in [Size(rows: 40, columns: 120), Size(rows: 60, columns: 200)] {
            house.feed(.resized(size), to: "zoe")
            #expect(house.screen("zoe").contains("O wins in"))
        }
        for player in ["okafor", "lin"] {
            #expect(!house.screen(player).contains("wins in"))
            #expect(!house.screen(player).contains("??"))
        }
        for size in [Size(rows: 12, columns: 40), Size(rows: 8, columns: 20)] {
            house.feed(.resized(size), to: "zoe")
            #expect(house.screen("zoe").contains("TO MOVE"))
        }
    }

    @Test("And whose time had run out, though its line was broken")
    func clock() {
        var house = Self.house(terms: MatchTerms(limit: MoveTimeLimit(rawValue: 10)))
        house.play("okafor", "5")
        house.cutOff("lin")
        house.run(for: .seconds(5))
        #expect(house.screen("zoe").contains("lin lost connection"))
        house.run(for: .seconds(7))
        #expect(house.screen("zoe").contains("lin ran out of time. okafor wins the round."))
    }

    @Test("And a claim against an absent player, who is still away")
    func claimed() {
        var house = Self.house()
        house.play("okafor", "lin", "5", "1")
        house.cutOff("lin")
        house.run(for: .seconds(16))
        house.press("okafor", "c", "y")
        #expect(house.screen("zoe").contains("lin was away. okafor claimed the round."))
    }

    @Test("And a departure, or a player who did not return, although the match is deleted")
    func gone() {
        var left = Self.house()
        left.play("okafor", "lin", "5", "1")
        left.press("lin", "esc", "y")
        left.run(for: .milliseconds(100))
        #expect(left.screen("zoe").contains("lin left. okafor wins the round."))
        var late = Self.house()
        late.play("okafor", "lin", "5", "1")
        late.cutOff("lin")
        late.run(for: .seconds(62))
        #expect(late.screen("zoe").contains("lin did not return. okafor wins the round."))
    }

    @Test("Behind that stands who wants a rematch, where there is room for both")
    func rematch() {
        for (columns, words) in [
            (80, "lin resigned. okafor wants a rematch."), (30, "lin resigned."),
        ] {
            var house = Self.house(columns: columns)
            house.press("lin", "R", "y")
            house.press("okafor", "r")
            #expect(house.screen("zoe").contains(words))
            #expect(house.screen("zoe").contains("rematch") == (columns == 80))
        }
    }

    @Test("Between the matches of a followed player, the screen waits for the next one")
    func between() {
        var house = Self.house()
        house.press("zoe", "a")
        house.press("lin", "q", "y")
        house.run(for: .seconds(8))
        #expect(house.screen("zoe").contains("tictactoe ▸ following okafor   zoe"))
        #expect(house.screen("zoe").contains("Waiting for the next match."))
    }

    @Test("Among several spectators, each is “you” on their own screen, also with a hidden name")
    func severalSpectators() {
        var house = Self.house()
        var hidden = PlayerProfile()
        hidden.choices[.hidden] = true
        house.press(house.enter("kim", .watch(nil), profile: hidden), "enter")
        #expect(house.screen("zoe").contains(/WATCHING  2 *\n.*  you \+ 1 guest/))
        #expect(house.screen("kim").contains(/WATCHING  2 *\n.*  you, zoe/))
        house.press(house.enter("ana", .watch(nil)), "enter")
        #expect(house.screen("zoe").contains(/WATCHING  3 *\n.*  you, ana \+ 1 guest/))
        #expect(house.screen("okafor").contains(/WATCHING  3 *\n.*  ana, zoe \+ 1 guest/))
    }

    @Test("The only spectator is called “you”, and a win that is possible is no result")
    func wordsDuringRound() {
        var house = Self.house()
        #expect(house.screen("zoe").contains(/WATCHING  1 *\n.*  you/))
        house.play("okafor", "lin", "5", "1", "2", "3")
        #expect(house.screen("zoe").contains("O can win"))
    }
}
