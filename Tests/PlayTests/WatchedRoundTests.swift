import Game
import Lobby
import Play
import SimperiumClock
import Testing
import Visit

/// How the end of a round is told on the screen of somebody who only looks on.
@Suite("The end of a watched round")
struct WatchedRoundTests {
    /// okafor, who begins, lin, and zoe, who watches them.
    private static func house(columns: Int = 80, terms: MatchTerms = MatchTerms()) -> House {
        var habits = Habits()
        habits.terms.limit = terms.limit
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name, habits: habits) }
        house.enter("zoe", .watch(nil), columns: columns)
        house.press(2, "enter")
        return house
    }

    @Test("Who watches reads why the round is over: that somebody resigned, or what the board says")
    func words() {
        var resigned = Self.house()
        resigned.press(1, "R", "y")
        #expect(resigned.screen(2).contains("X RESIGNED"))
        #expect(resigned.screen(2).contains("lin resigned."))
        var won = Self.house()
        won.play(0, 1, "5", "1", "3", "2", "7")
        #expect(won.screen(2).contains("okafor won the round."))
        var full = Self.house()
        full.play(0, 1, "5", "1", "2", "8", "4", "6", "3", "7", "9")
        #expect(full.screen(2).contains("The round is a draw."))
        var agreed = Self.house()
        for player in 0...1 { agreed.press(player, "d", "y") }
        #expect(agreed.screen(2).contains("They agreed on a draw."))
    }

    @Test("And whose time had run out, though its line was broken")
    func clock() {
        var house = Self.house(terms: MatchTerms(limit: MoveLimit(rawValue: 10)))
        house.play(0, "5")
        house.isServerUp = false
        house.cutLine(of: 1)
        house.run(for: .seconds(5))
        #expect(house.screen(2).contains("lin lost the line"))
        house.run(for: .seconds(7))
        #expect(house.screen(2).contains("lin ran out of time; the round is okafor's."))
    }

    @Test("And that it was taken from somebody who was away, and is so still")
    func claimed() {
        var house = Self.house()
        house.play(0, 1, "5", "1")
        house.isServerUp = false
        house.cutLine(of: 1)
        house.run(for: .seconds(16))
        house.press(0, "c", "y")
        #expect(house.screen(2).contains("lin was away; okafor took the round."))
    }

    @Test("And that somebody left, or did not come back, though the match is gone by then")
    func gone() {
        var left = Self.house()
        left.play(0, 1, "5", "1")
        left.press(1, "esc", "y")
        left.run(for: .milliseconds(100))
        #expect(left.screen(2).contains("lin left; the round is okafor's."))
        var late = Self.house()
        late.play(0, 1, "5", "1")
        late.isServerUp = false
        late.cutLine(of: 1)
        late.run(for: .seconds(62))
        #expect(late.screen(2).contains("lin did not come back; the round is okafor's."))
    }

    @Test("Behind that stands who wants a rematch, where there is room for both")
    func rematch() {
        for (columns, words) in [
            (80, "lin resigned. okafor wants a rematch."), (30, "lin resigned."),
        ] {
            var house = Self.house(columns: columns)
            house.press(1, "R", "y")
            house.press(0, "r")
            #expect(house.screen(2).contains(words))
            #expect(house.screen(2).contains("rematch") == (columns == 80))
        }
    }
}
