import Drawing
import Lobby
import Play
import SimperiumClock
import Testing
import Visit

/// Players who press no key, as they and others see them.
@Suite("Idle players on the screen")
struct IdleScreenTests {
    /// hugo has looked for a match for two minutes without a key, and lin sees the lobby.
    private static var house: House {
        var house = House()
        house.enter("hugo")
        house.enter("lin", .watch(nil))
        house.press("lin", "esc")
        house.run(for: .seconds(122))
        return house
    }

    private static func rings(_ house: House, _ guest: String) -> Int {
        house.wishes(of: guest).count { $0 == .show(.ring) }
    }

    @Test("P80: The list shows the minutes, and the next key ends that")
    func list() {
        var house = Self.house
        #expect(house.screen("lin").contains("idle 2 min"))
        house.run(for: .seconds(60))
        #expect(house.screen("lin").contains("idle 3 min"))
        house.press("hugo", "down")
        #expect(!house.screen("lin").contains("idle"))
        #expect(house.screen("lin").contains("wants to play"))
    }

    @Test(
        "C86: Both see the question, in any window, and a key begins the match",
        arguments: [Size(rows: 24, columns: 80), Size(rows: 40, columns: 120)])
    func wakes(size: Size) {
        var house = Self.house
        for guest in ["hugo", "lin"] { house.feed(.resized(size), to: guest) }
        house.press("lin", "n")
        house.run(for: .seconds(4))
        #expect(house.screen("lin").contains("Asking hugo …"))
        #expect(house.screen("lin").contains("n: next player"))
        #expect(house.screen("hugo").contains("lin wants to play"))
        #expect(house.screen("hugo").contains("Press any key to begin."))
        #expect(Self.rings(house, "hugo") == 1)
        // The key means nothing else: q does not end the program.
        house.press("hugo", "q")
        house.run(for: .seconds(1))
        #expect(house.screen("hugo").contains("against lin"))
        #expect(house.screen("lin").contains("against hugo"))
    }

    @Test("C86: A small window shows it, too")
    func small() {
        var house = Self.house
        house.feed(.resized(Size(rows: 8, columns: 20)), to: "hugo")
        house.press("lin", "n")
        house.run(for: .seconds(4))
        #expect(house.screen("hugo").contains("lin wants to"))
        #expect(house.screen("hugo").contains("Any key"))
    }

    @Test("C86: n passes over the only idle player, and Esc stops looking")
    func passesOver() {
        var house = Self.house
        house.press("lin", "n")
        house.run(for: .seconds(4))
        house.press("lin", "n")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("Looking for a match"))
        #expect(!house.screen("hugo").contains("Press any key"))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("Hello, lin!"))
    }

    @Test("P81: A player to move without a key is warned, and the opponent may claim")
    func board() {
        var house = House.watched
        house.run(for: .seconds(61))
        let name = house.screen("okafor").contains("YOUR MOVE") ? "okafor" : "lin"
        let other = name == "okafor" ? "lin" : "okafor"
        #expect(house.screen(name).contains("You have pressed no key for a minute."))
        #expect(house.screen(other).contains("c  Claim the round"))
        #expect(house.screen(other).contains("no key"))
        #expect(house.screen("iris").contains("no key"))
        house.press(name, "right")
        #expect(!house.screen(other).contains("Claim the round"))
        house.run(for: .seconds(61))
        house.press(other, "c", "y")
        house.run(for: .seconds(1))
        #expect(house.screen(other).contains("YOU WIN"))
        #expect(house.screen(name).contains("YOU LOSE"))
    }

    @Test("C88: After a match the player is asked, and n looks again")
    func asks() {
        var house = House.match
        house.press("okafor", "esc", "right", "enter")
        house.run(for: .seconds(3))
        #expect(house.screen("lin").contains("Hello, lin!"))
        #expect(house.screen("lin").contains("n: find a match"))
        house.press("lin", "n")
        #expect(house.screen("lin").contains("Looking for a match"))
    }
}
