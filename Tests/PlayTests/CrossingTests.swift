import Play
import Testing

/// Somebody leaves while the other's move is on its way, so that neither knows of the other's yet.
@Suite("Leaving a round while the other moves")
struct CrossingTests {
    private static func house() -> House {
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name) }
        house.play(0, "5")
        house.press(0, "esc")
        house.press(1, "1")
        return house
    }

    private static let keys = (leave: "y", move: "enter")

    @Test("The move came first: then both had moved, and both read that the round is lost and won")
    func moveFirst() {
        var house = Self.house()
        house.feed(.key(Keyboard.event(of: Self.keys.move)), to: 1)
        house.feed(.key(Keyboard.event(of: Self.keys.leave)), to: 0)
        #expect(house.screen(0).contains("You left the match with lin."), "as far as it knows")
        house.run(for: .milliseconds(50))
        #expect(house.screen(0).contains("You left: the round is lin's."))
        #expect(house.screen(1).contains("okafor left: the round is yours."))
    }

    @Test("The leaving came first: then it was no round, on both screens")
    func leaveFirst() {
        var house = Self.house()
        house.feed(.key(Keyboard.event(of: Self.keys.leave)), to: 0)
        house.feed(.key(Keyboard.event(of: Self.keys.move)), to: 1)
        #expect(house.screen(1).contains("okafor to move"), "as far as it knows")
        house.run(for: .milliseconds(50))
        #expect(house.screen(0).contains("You left the match with lin."))
        #expect(!house.screen(0).contains("the round is"))
        #expect(house.screen(1).contains("okafor left. Back in the lobby."))
    }

    @Test("A round in which both have moved counts, though the last move was not confirmed")
    func later() {
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name) }
        house.play(0, "5")
        house.play(1, "1")
        house.press(0, "9")
        house.press(1, "esc")
        house.feed(.key(Keyboard.event(of: "y")), to: 1)
        house.feed(.key(Keyboard.event(of: "enter")), to: 0)
        house.run(for: .milliseconds(50))
        #expect(house.screen(1).contains("You left: the round is okafor's."))
        #expect(house.screen(0).contains("lin left: the round is yours."))
    }
}
