import Drawing
import Game
import Lobby
import Play
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

/// Phrases between opponents, and the series that they play, on the screen.
@Suite("Phrases and series on the screen")
struct PhraseScreenTests {
    /// okafor, who begins, zoe, who watches, and lin.
    private func house(rows: Int = 24, columns: Int = 80) -> House {
        var house = House()
        house.enter("okafor", rows: rows, columns: columns)
        house.enter("zoe", .watch(nil), rows: rows, columns: columns)
        house.enter("lin", rows: rows, columns: columns)
        house.press("zoe", "enter")
        return house
    }

    @Test(
        "A phrase stands beside the name of who said it for five seconds, for all three",
        arguments: [(24, 80), (24, 40), (8, 24), (40, 120)])
    func shown(rows: Int, columns: Int) {
        var house = house(rows: rows, columns: columns)
        house.run(for: .seconds(6))
        house.press("okafor", "g")
        #expect(house.screen("okafor").contains("1 good game"))
        // A digit sends a phrase now, and chooses no square.
        #expect(columns < 40 || house.screen("okafor").contains("1-6 send a phrase."))
        #expect(!house.screen("okafor").contains("Choose"))
        house.press("okafor", "2")
        for guest in house.names { #expect(house.screen(guest).contains("\"again?\"")) }
        house.run(for: .seconds(5))
        for guest in house.names { #expect(!house.screen(guest).contains("again?")) }
    }

    @Test("A list without room for all phrases shows how many are hidden")
    func hiddenPhrases() {
        var house = house(rows: 12, columns: 40)
        house.press("okafor", "g")
        #expect(house.screen("okafor").contains(/PHRASES +↓ 1 more/))
        house.press("okafor", "up")
        #expect(house.screen("okafor").contains(/PHRASES +↑ 1 more/))
        house.feed(.resized(Size(rows: 24, columns: 80)), to: "okafor")
        #expect(!house.screen("okafor").contains(" more"))
    }

    @Test("It can be chosen with arrows; Esc sends nothing, and a second one waits")
    func choosing() {
        var house = house()
        house.press("okafor", "g", "down", "down", "esc")
        #expect(!house.screen("lin").contains("thanks"))
        house.press("okafor", "g", "down", "down", "enter")
        #expect(house.screen("lin").contains("thanks"))
        house.press("okafor", "g", "6")
        #expect(house.screen("okafor").contains("You've just sent a phrase"))
        #expect(!house.screen("lin").contains("oops"))
    }

    @Test("The selected phrase is in view in a low window, too")
    func lowWindow() {
        var house = house(rows: 8, columns: 24)
        house.press("okafor", "g", "up")
        #expect(house.screen("okafor").contains("▸ 6 oops"))
    }

    @Test("The list closes when the opponent leaves")
    func opponentLeaves() {
        var house = house()
        house.press("okafor", "g")
        #expect(house.screen("okafor").contains("PHRASES"))
        house.press("lin", "esc", "y")
        #expect(house.screen("okafor").contains("lobby"))
        #expect(!house.screen("okafor").contains("PHRASES"))
    }

    @Test("An opponent without phrases is not sent any")
    func older() {
        var house = House(isGuarded: false)
        for name in ["okafor", "lin"] { house.enter(name) }
        house.forge(["rules": 0], in: .player)
        house.press("lin", "g")
        #expect(house.screen("lin").contains("okafor's program is too old"))
        #expect(!house.screen("lin").contains("1 good game"))
    }

    @Test("m mutes other players, for a player and for a spectator, and m again unmutes them")
    func muting() {
        var house = house()
        house.choose("lin", "mute")
        #expect(house.screen("lin").contains("You muted other players"))
        house.press("okafor", "g", "6")
        #expect(!house.screen("lin").contains("oops") && house.screen("zoe").contains("oops"))
        house.run(for: .seconds(6))
        house.choose("zoe", "mute")
        #expect(house.screen("zoe").contains("You muted other players"))
        house.press("okafor", "g", "1")
        #expect(
            !house.screen("zoe").contains("good game") && !house.screen("lin").contains("good game")
        )
        house.run(for: .seconds(6))
        house.choose("lin", "mute")
        house.press("okafor", "g", "3")
        #expect(house.screen("lin").contains("thanks"))
    }

    @Test("A phrase can be read later, too")
    func notices() {
        var house = house()
        house.press("okafor", "g", "5")
        house.run(for: .seconds(6))
        house.press("lin", "N")
        #expect(house.screen("lin").contains("okafor: \"well played\"."))
    }

    @Test("In a series it is told to how many it goes, and who has won it")
    func series() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "T")
        #expect(house.screen("lin").contains("okafor proposes first to 3. r accepts."))
        #expect(
            house.screen("okafor").contains("p card")
                && house.screen("okafor").contains(": actions"))
        house.run(for: .seconds(6))
        #expect(house.screen("lin").contains("okafor proposes first to 3. r accepts."))
        house.press("okafor", "r")
        house.press("lin", "r")
        for guest in house.names { #expect(house.screen(guest).contains("first to 3")) }
        house.play("lin", "okafor", "9", "1", "8", "2", "4", "3")
        house.press("okafor", "r")
        house.press("lin", "r")
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        #expect(house.screen("okafor").contains("You won the series, 3 to 0."))
        #expect(house.screen("lin").contains("okafor won the series, 3 to 0."))
        #expect(house.screen("zoe").contains("okafor won the series, 3 to 0."))
        #expect(!house.screen("okafor").contains("ematch"))
        house.press("okafor", "r")
        #expect(house.screen("okafor").contains("Waiting for lin"))
    }

    @Test("Both players read the terms of a rematch, and those of its round", arguments: [80, 40])
    func rematchTerms(columns: Int) {
        var house = house(columns: columns)
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "T", "r")
        #expect(house.screen("okafor").contains("You offered a rematch, first to 3."))
        #expect(house.screen("lin").contains("okafor wants a rematch, first to 3."))
        house.run(for: .seconds(6))
        #expect(
            house.screen("lin").contains(
                columns == 80
                    ? "okafor wants a rematch, first to 3. r accepts."
                    : "Rematch, first to 3? r accepts."))
        house.press("lin", "r")
        for guest in ["okafor", "lin"] {
            #expect(house.screen(guest).contains("Round 2 begins, first to 3."), "\(guest)")
        }
    }

    @Test("Two who want a rematch at once, one of them on other terms, are both asked again")
    func rematchAtOnce() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        for key in ["T", "r"] { house.feed(.key(Keyboard.event(of: key)), to: "okafor") }
        house.feed(.key(Keyboard.event(of: "r")), to: "lin")
        house.run(for: .seconds(6))
        #expect(
            house.screen("okafor").contains("lin wants a rematch on the same terms. r accepts."))
        #expect(house.screen("lin").contains("okafor wants a rematch, first to 3. r accepts."))
        house.press("okafor", "r")
        for guest in house.names {
            #expect(house.screen(guest).contains("ROUND 2"), "\(guest)")
            #expect(!house.screen(guest).contains("ROUND 2  first to 3"), "\(guest)")
        }
    }

    @Test("C64: x withdraws a proposal, and r accepts one: then the round starts")
    func proposal() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "T")
        #expect(house.screen("okafor").contains("x withdraw"))
        house.press("okafor", "x")
        #expect(house.screen("okafor").contains("You withdrew it."))
        #expect(house.screen("lin").contains("okafor withdrew the proposal."))
        house.press("lin", "r")
        house.press("okafor", "r")
        #expect(house.screen("okafor").contains("ROUND 2"))
        #expect(!house.screen("okafor").contains("first to 3"))
        house.play("lin", "okafor", "9", "1", "8", "2", "4", "3")
        house.press("lin", "T")
        house.run(for: .seconds(6))
        #expect(house.screen("okafor").contains("lin proposes first to 3. r accepts."))
        house.press("okafor", "r")
        for guest in house.names { #expect(house.screen(guest).contains("ROUND 3  first to 3")) }
    }

    @Test("x withdraws a player's own proposal before it declines the opponent's rematch")
    func withdrawsFirst() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("lin", "r")
        house.press("okafor", "T")
        house.run(for: .seconds(6))
        #expect(
            house.screen("okafor").contains("lin wants a rematch on the same terms. r accepts."))
        #expect(house.screen("okafor").contains("x withdraw"))
        house.press("okafor", "x")
        #expect(house.screen("okafor").contains("You withdrew it."))
        house.run(for: .seconds(6))
        #expect(house.screen("okafor").contains("lin wants a rematch: r accepts, x declines."))
        house.press("okafor", "x")
        #expect(house.screen("lin").contains("okafor declined the rematch."))
    }

    @Test("The key of a rematch that comes when the round has just begun shows the start again")
    func lateRematch() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "T", "r")
        house.press("lin", "r", "r")
        #expect(house.screen("lin").contains("Round 2 begins, first to 3."))
        house.play("lin", "5")
        house.press("lin", "r")
        #expect(house.screen("lin").contains("r does nothing here."))
    }

    @Test("Back at the present terms, T withdraws the proposal, and both read that")
    func cyclesBack() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "T", "T", "T")
        #expect(house.screen("okafor").contains("You proposed first to 10"))
        house.press("okafor", "T")
        #expect(house.screen("okafor").contains("You withdrew it."))
        #expect(house.screen("lin").contains("okafor withdrew the proposal."))
    }

    @Test("C64: A player who proposes other terms than the opponent reads whose terms r accepts")
    func differentProposals() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "T", "T")
        house.press("lin", "T")
        #expect(
            house.screen("lin").contains("You proposed first to 3. r accepts okafor's first to 5."))
        house.feed(.resized(Size(rows: 12, columns: 40)), to: "lin")
        house.press("lin", "C")
        #expect(house.screen("lin").contains("okafor proposes first to 5. r accepts."))
    }

    @Test("x without an offer declines a rematch, and both read that")
    func declinesEarly() {
        var house = house()
        house.play("okafor", "lin", "1", "4", "2", "5", "3")
        house.press("okafor", "x")
        #expect(house.screen("okafor").contains("You declined a rematch."))
        #expect(house.screen("lin").contains("okafor declined the rematch."))
    }

    @Test("A series is asked for with a match, by T in the lobby")
    func asking() {
        var house = House()
        house.enter("okafor", .lobby)
        house.press("okafor", "T")
        #expect(house.screen("okafor").contains("first to 3"))
        house.press("okafor", "T", "T", "T")
        #expect(house.screen("okafor").contains("New matches: no series."))
    }
}
