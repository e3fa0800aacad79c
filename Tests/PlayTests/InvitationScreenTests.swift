import Play
import SimperiumClock
import Testing

/// What people see and press who ask each other for a match.
@Suite("Invitations on the screen")
struct InvitationScreenTests {
    private static let question = "okafor asks you to play; "

    /// okafor and lin, who look for nobody.
    private static var house: House {
        var house = House()
        for name in ["okafor", "lin"] { house.press(house.enter(name), "esc") }
        return house
    }

    private static func asked(_ keys: String...) -> House {
        var house = house
        for key in keys { house.press(1, key) }
        house.press(0, "tab", "down", "enter")
        return house
    }

    @Test("Nobody is torn out of a game with a bot, a list or a text", arguments: ["b", "w", "e"])
    func stays(key: String) {
        var house = Self.asked(key)
        let before = house.screen(1)
        #expect(before.contains("okafor asks you to play"))
        house.run(for: .seconds(10))
        #expect(!house.screen(1).contains("against okafor"))
        house.run(for: .seconds(11))
        #expect(!house.screen(1).contains("asks you to play"))
        #expect(house.screen(0).contains("okafor") && !house.screen(0).contains("Waiting for lin"))
    }

    @Test("What is typed is typed, and answers nothing")
    func typing() {
        var house = Self.asked("e")
        house.press(1, "P", "X")
        #expect(house.screen(1).contains("linPX"))
        #expect(house.screen(1).contains("okafor asks you to play: Esc first, then answer."))
        house.press(1, "esc", "P")
        #expect(house.screen(1).contains("lin (O) against okafor (X)"))
    }

    @Test("A game with a bot waits for who says yes")
    func bot() {
        var house = Self.asked("b", "5", "enter")
        house.press(1, "P")
        #expect(house.screen(1).contains("lin (O) against okafor (X)"))
        house.press(1, "esc", "y")
        house.press(1, "b")
        #expect(house.screen(1).contains("you against the medium bot"))
        #expect(house.screen(1).contains("1 O 5"))
    }

    @Test("The bell rings for who is asked")
    func bell() {
        let house = Self.asked()
        #expect(house.wishes(of: 1).contains(.ring))
    }

    @Test(
        "Whoever asks is told the answer",
        arguments: [
            ("L", "lin says: later."), ("X", "lin does not want to play now."),
            ("D", "lin does not want to be disturbed."),
        ])
    func answers(key: String, sentence: String) {
        var house = Self.asked()
        house.press(1, key)
        #expect(house.screen(0).contains(sentence))
        #expect(!house.screen(1).contains("asks you to play"))
    }

    @Test("Who is not to be disturbed sees it, and takes it back by Esc")
    func undisturbed() {
        var house = Self.asked()
        house.press(1, "D")
        #expect(house.screen(1).contains("Do not disturb"))
        house.press(1, "esc")
        #expect(house.screen(1).contains("Hello, lin!"))
    }

    @Test("A question is taken back by x, from any screen", arguments: ["", "b", "w"])
    func withdraws(key: String) {
        var house = Self.asked()
        #expect(house.screen(0).contains("Waiting for lin"))
        if !key.isEmpty { house.press(0, key) }
        #expect(house.screen(0).contains("Waiting for lin"))
        house.press(0, "x")
        #expect(!house.screen(0).contains("Waiting for lin"))
        #expect(house.screen(1).contains("okafor no longer asks you."))
    }

    @Test("The score of an earlier match is part of the question")
    func score() {
        var house = Self.asked()
        house.press(1, "P")
        house.press(0, "R", "y", "esc")
        house.run(for: .seconds(4))
        house.press(0, "enter")
        #expect(house.screen(1).contains("okafor asks you to play (you 1–0 okafor); 20 s"))
        #expect(house.screen(1).contains("okafor           asks you"))
    }

    @Test("Who declines a rematch has no offer before them any more, nor has who made it")
    func declines() {
        var house = Self.asked()
        house.press(1, "P")
        house.press(0, "R", "y", "r")
        #expect(house.screen(1).contains("they want one"))
        house.press(1, "x")
        #expect(!house.screen(1).contains("they want one"))
        #expect(house.screen(0).contains("declined"))
        #expect(!house.screen(0).contains("waiting for them"))
        house.press(1, "n")
        house.press(0, "n")
        house.run(for: .seconds(5))
        #expect(house.screen(1).contains("Looking for a match"))
    }
}
