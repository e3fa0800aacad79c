import Play
import Testing

/// Questions that are open while the opponent changes what they are about.
@Suite("Open questions in a match")
struct OpenQuestionTests {
    @Test(
        "A question about a round closes when the round ends",
        arguments: [("esc", "Leave?"), ("R", "Resign this round?"), ("q", "Quit?")])
    func roundEnds(key: String, question: String) {
        var house = House.match
        house.play("okafor", "lin", "5", "1")
        house.press("lin", key)
        #expect(house.screen("lin").contains(question))
        house.press("okafor", "R", "y")
        house.run(for: .milliseconds(200))
        #expect(house.screen("lin").contains("YOU WIN"))
        #expect(!house.screen("lin").contains(question))
    }

    @Test("The question about an offered draw closes when the offer is withdrawn")
    func offerWithdrawn() {
        var house = House.match
        house.press("okafor", "d", "y")
        house.press("lin", "d")
        #expect(house.screen("lin").contains("Agree to a draw?"))
        house.press("okafor", "x")
        #expect(!house.screen("lin").contains("Agree to a draw?"))
    }

    @Test("The question before a draw is offered closes when the opponent offers one")
    func offerCrossed() {
        var house = House.match
        for name in ["okafor", "lin"] { house.press(name, "d") }
        #expect(house.screen("lin").contains("Offer a draw?"))
        house.press("okafor", "y")
        #expect(!house.screen("lin").contains("Offer a draw?"))
        #expect(house.screen("lin").contains("okafor offers a draw"))
        house.press("lin", "y")
        #expect(!house.screen("lin").contains("DRAW AGREED"))
        #expect(!house.screen("lin").contains("You offered a draw."))
    }

    @Test("Two players who offer a draw at once do not read that their offer can be withdrawn")
    func offersAtOnce() {
        var house = House.match
        for name in ["okafor", "lin"] { house.press(name, "d") }
        for name in ["okafor", "lin"] { house.feed(.key(Keyboard.event(of: "y")), to: name) }
        house.run(for: .milliseconds(200))
        for name in ["okafor", "lin"] {
            #expect(house.screen(name).contains("DRAW AGREED"), "\(name)")
            #expect(!house.screen(name).contains("You offered a draw."), "\(name)")
        }
    }

    @Test("C89: The questions about an undo close when the opponent makes or withdraws a request")
    func undo() {
        var house = House.watched
        house.press("okafor", "u")
        house.press("lin", "u")
        #expect(house.screen("lin").contains("Ask to undo your move?"))
        house.press("okafor", "y")
        #expect(!house.screen("lin").contains("Ask to undo your move?"))
        house.press("lin", "u")
        #expect(house.screen("lin").contains("Allow that?"))
        house.press("okafor", "x")
        #expect(!house.screen("lin").contains("Allow that?"))
    }
}
