import Play
import Testing

/// A player leaves while the opponent's move is under way, so neither program knows of the other's
/// change.
@Suite("Leaving a round while the other moves")
struct CrossingTests {
    private static func house() -> House {
        var house = House.match
        house.play("okafor", "5")
        house.press("okafor", "esc")
        house.press("lin", "1")
        return house
    }

    @Test("The move came first: then both had moved, and both read that the round is lost and won")
    func moveFirst() {
        var house = Self.house()
        house.feed(.key(Keyboard.event(of: "enter")), to: "lin")
        house.feed(.key(Keyboard.event(of: "y")), to: "okafor")
        #expect(
            house.screen("okafor").contains("You left the match with lin."), "as far as it knows")
        house.run(for: .milliseconds(50))
        #expect(house.screen("okafor").contains("You left. lin wins the round."))
        #expect(house.screen("lin").contains("okafor left. You win the round."))
    }

    @Test("The leaving came first: then it was no round, on both screens")
    func leaveFirst() {
        var house = Self.house()
        house.feed(.key(Keyboard.event(of: "y")), to: "okafor")
        house.feed(.key(Keyboard.event(of: "enter")), to: "lin")
        #expect(house.screen("lin").contains("okafor to move"), "as far as it knows")
        house.run(for: .milliseconds(50))
        #expect(house.screen("okafor").contains("You left the match with lin."))
        #expect(!house.screen("okafor").contains("wins the round"))
        #expect(house.screen("lin").contains("okafor left. You are back in the lobby."))
    }

    @Test("A round after a move of each player counts, even if the last move was not confirmed")
    func later() {
        var house = House.match
        house.play("okafor", "5")
        house.play("lin", "1")
        house.press("okafor", "9")
        house.press("lin", "esc")
        house.feed(.key(Keyboard.event(of: "y")), to: "lin")
        house.feed(.key(Keyboard.event(of: "enter")), to: "okafor")
        house.run(for: .milliseconds(50))
        #expect(house.screen("lin").contains("You left. okafor wins the round."))
        #expect(house.screen("okafor").contains("lin left. You win the round."))
    }
}
