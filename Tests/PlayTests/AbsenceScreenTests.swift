import Lobby
import Play
import SimperiumClock
import Testing
import Visit

/// What people see whose opponent is away, and what leaving costs.
@Suite("Absence on the screen")
struct AbsenceScreenTests {
    /// okafor and lin at a board on which both have moved, and iris, who watches.
    private static var house: House {
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name) }
        house.enter("iris", .watch(nil))
        house.press(2, "enter")
        house.play(0, 1, "5", "1")
        return house
    }

    @Test("Player and watcher see why somebody is away, and the same seconds")
    func countdown() {
        var house = Self.house
        house.isServerUp = false
        house.cutLine(of: 0)
        house.run(for: .seconds(10))
        #expect(house.screen(1).contains("okafor lost the line: 51 s to return; in "))
        #expect(house.screen(2).contains("okafor lost the line: 51 s to return."))
        #expect(house.screen(1).contains("away 51 s") && house.screen(2).contains("away 51 s"))
    }

    @Test("Ending it without a result is asked about, and waiting goes on without a key")
    func endsUndecided() {
        var house = Self.house
        house.isServerUp = false
        house.cutLine(of: 0)
        house.run(for: .seconds(10))
        #expect(!house.screen(1).contains("Take the round"))
        house.run(for: .seconds(6))
        #expect(house.screen(1).contains("c  Take the round"))
        house.press(1, "e")
        #expect(house.screen(1).contains("End it without a result?"))
        house.press(1, "n")
        #expect(house.screen(1).contains("c  Take the round"))
        house.press(1, "e", "y")
        #expect(house.screen(1).contains("The match with okafor ended without a result."))
    }

    @Test("Who closes the window loses the round, and whom the door turns out does not")
    func closing() {
        for (event, isLoss) in [(Client.Event.hangUp, true), (.closing, false)] {
            var house = House()
            house.enter("okafor", way: .ssh)
            house.enter("lin")
            house.play(0, 1, "5", "1")
            house.feed(event, to: 0)
            house.run(for: .seconds(1))
            let end =
                isLoss
                ? "lost the line: the round is yours."
                : "closed the window, and has 60 s to return."
            #expect(house.screen(1).contains("okafor " + end))
        }
    }

    @Test("A question about the round of somebody who is back is let go")
    func back() {
        var house = Self.house
        house.isServerUp = false
        house.cutLine(of: 0)
        house.run(for: .seconds(16))
        house.press(1, "c")
        #expect(house.screen(1).contains("Take the round?"))
        house.isServerUp = true
        house.run(for: .seconds(30))
        #expect(house.screen(1).contains("okafor") && !house.screen(1).contains("Take the round"))
    }

    @Test("Who comes back to a round that was taken meanwhile can read so")
    func taken() {
        var house = Self.house
        house.isServerUp = false
        house.cutLine(of: 0)
        house.run(for: .seconds(16))
        house.press(1, "c", "y")
        #expect(house.screen(1).contains("okafor was away: you took the round."))
        house.isServerUp = true
        house.run(for: .seconds(15))
        #expect(house.screen(0).contains("YOU LOSE"))
        #expect(
            house.screen(0).contains("You were away: lin took the round. Another round with lin?"))
    }

    @Test("Leaving says what it costs", arguments: [("esc", "Leave?"), ("q", "Quit?")])
    func costs(key: String, verb: String) {
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name) }
        house.play(0, "5")
        house.press(1, key)
        #expect(house.screen(1).contains("\(verb) Not both have moved yet, so it does not count."))
        house.press(1, "n")
        house.play(1, "1")
        house.press(1, key)
        #expect(house.screen(1).contains("\(verb) okafor wins this round."))
        house.press(1, "y")
        house.run(for: .milliseconds(100))
        #expect(house.screen(0).contains("lin left: the round is yours."))
    }

    @Test("Somebody free who is away is counted as away, and listed no longer than ten seconds")
    func unlisted() {
        var house = House()
        for name in ["okafor", "lin"] { house.press(house.enter(name), "esc") }
        house.isServerUp = false
        house.cutLine(of: 0)
        house.run(for: .seconds(5))
        #expect(house.screen(1).contains("lost the line"))
        #expect(house.screen(1).contains("1 free   0 playing   0 watching   1 away"))
        house.run(for: .seconds(7))
        #expect(!house.screen(1).contains("okafor"))
        #expect(house.screen(1).contains("1 away"))
    }
}
