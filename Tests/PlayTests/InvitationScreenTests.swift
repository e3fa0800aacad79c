import Drawing
import Play
import SimperiumClock
import Testing
import Visit

/// The screens and keys of two players who invite each other.
@Suite("Invitations on the screen")
struct InvitationScreenTests {
    private static func asked(_ keys: String...) -> House {
        var house = House.free
        for key in keys { house.press("lin", key) }
        house.press("okafor", "tab", "down", "enter", "enter")
        return house
    }

    @Test(
        "An invitation ends no game with a bot, and closes no list and no text",
        arguments: ["b", "w", ":"])
    func stays(key: String) {
        var house = Self.asked(key)
        let before = house.screen("lin")
        #expect(before.contains("okafor invite"))
        house.run(for: .seconds(10))
        #expect(!house.screen("lin").contains("against okafor"))
        house.run(for: .seconds(11))
        #expect(!house.screen("lin").contains("you to play"))
        #expect(
            house.screen("okafor").contains("okafor")
                && !house.screen("okafor").contains("Waiting for lin"))
    }

    @Test("Typed text answers no invitation")
    func typing() {
        var house = Self.asked("J")
        house.press("lin", "P", "X")
        #expect(house.screen("lin").contains("PX"))
        #expect(house.screen("lin").contains("okafor invited you to play. Press Esc, then answer."))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("okafor invites you to play"))
        house.answer("lin")
        #expect(house.screen("lin").contains("lin (O) against okafor (X)"))
    }

    @Test("A player who types a text gets no match, and looks for one again afterwards")
    func typingPausesSearch() {
        var house = House()
        house.press(house.enter("lin"), "J", "A", "B")
        house.enter("okafor")
        house.run(for: .seconds(2))
        house.press("lin", "1", "enter")
        #expect(house.screen("lin").contains("AB1"))
        #expect(house.screen("okafor").contains("Looking for a match"))
        house.press("lin", "esc")
        house.run(for: .seconds(2))
        for name in ["lin", "okafor"] { #expect(house.screen(name).contains("against"), "\(name)") }
    }

    @Test("A code that is typed during a search leads to the friend who made it")
    func codeDuringSearch() throws {
        var house = House()
        house.press(house.enter("okafor"), "esc", "i")
        let words = house.screen("okafor").split { " \n".contains($0) }
        let label = try #require(words.firstIndex(of: "code:"))
        house.press(house.enter("lin"), "J")
        house.type(words[label + 1].lowercased(), by: "lin")
        house.enter("iris")
        house.press("lin", "enter")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("lin (O) against okafor (X)"))
        #expect(house.screen("iris").contains("Looking for a match"))
    }

    @Test("A game with a bot is kept after a yes")
    func bot() {
        var house = Self.asked("b", "5", "enter")
        house.answer("lin")
        #expect(house.screen("lin").contains("lin (O) against okafor (X)"))
        house.press("lin", "esc", "y")
        house.press("lin", "b")
        #expect(house.screen("lin").contains("you against the medium bot"))
        #expect(house.screen("lin").contains("1 O 5"))
    }

    @Test("Between guests, an invitation claims nothing about earlier sessions, as on the card")
    func earlierSessions() {
        var house = Self.asked()
        #expect(house.screen("lin").contains("You haven't played each other in this session."))
        house.feed(.resized(Size(rows: 12, columns: 40)), to: "lin")
        #expect(house.screen("lin").contains("No rounds in this session yet."))
    }

    @Test("The bell rings for who is asked")
    func bell() {
        let house = Self.asked()
        #expect(house.wishes(of: "lin").contains(.show(.ring)))
    }

    @Test(
        "The inviter sees the answer",
        arguments: [
            (1, "lin can't play right now. Invite them again later."),
            (2, "lin declined your invitation."),
            (3, "lin isn't accepting invitations right now."),
        ])
    func answers(steps: Int, sentence: String) {
        var house = Self.asked()
        house.answer("lin", down: steps)
        #expect(house.screen("okafor").contains(sentence))
        #expect(!house.screen("lin").contains("you to play"))
    }

    @Test("Do-not-disturb mode is shown, and Esc ends it")
    func undisturbed() {
        var house = Self.asked()
        house.answer("lin", down: 3)
        #expect(house.screen("lin").contains("Do not disturb"))
        #expect(house.screen("okafor").contains("0 watching   1 busy"))
        #expect(house.screen("okafor").contains(/lin +busy/))
        house.press("lin", "esc")
        #expect(house.screen("lin").contains("Hello, lin!"))
    }

    @Test("A search or an invite code ends do-not-disturb, with a notice", arguments: ["n", "i"])
    func endsUndisturbed(key: String) {
        var house = Self.asked()
        house.answer("lin", down: 3)
        house.press("lin", key)
        #expect(!house.screen("lin").contains("Do not disturb"))
        #expect(house.screen("lin").contains("Players can invite you again."))
    }

    @Test("The next opponent after a match ends do-not-disturb, with a notice, too")
    func nextEndsUndisturbed() {
        var house = Self.asked()
        house.answer("lin", down: 3)
        house.press("lin", "tab", "down", "enter", "enter")
        house.answer("okafor")
        house.press("lin", "R", "y", "n")
        #expect(house.screen("lin").contains("Players can invite you again."))
    }

    @Test("A question is taken back by x, from any screen", arguments: ["", "b", "w"])
    func withdraws(key: String) {
        var house = Self.asked()
        #expect(house.screen("okafor").contains("Waiting for lin"))
        if !key.isEmpty { house.press("okafor", key) }
        #expect(house.screen("okafor").contains("Waiting for lin"))
        house.press("okafor", "x")
        #expect(!house.screen("okafor").contains("Waiting for lin"))
        #expect(house.screen("lin").contains("okafor's invitation is no longer open."))
    }

    @Test("Esc in the lobby does what the last line names, also while an invitation waits")
    func escape() {
        var house = Self.asked()
        #expect(house.screen("okafor").contains("Esc withdraw"))
        house.press("okafor", "esc")
        #expect(!house.screen("okafor").contains("Waiting for lin"))
        #expect(house.screen("lin").contains("okafor's invitation is no longer open."))
        #expect(house.screen("okafor").contains("Esc menu"))
        house.press("okafor", "esc")
        #expect(!house.screen("okafor").contains("Esc menu"))
    }

    @Test("The score of an earlier match is part of the question")
    func score() {
        var house = Self.asked()
        house.answer("lin")
        house.press("okafor", "R", "y", "esc")
        house.run(for: .seconds(4))
        house.press("okafor", "enter", "enter")
        #expect(house.screen("lin").contains("you 1–0 okafor"))
    }

    @Test("After a declined rematch neither player sees the offer")
    func declines() {
        var house = Self.asked()
        house.answer("lin")
        house.press("okafor", "R", "y", "r")
        #expect(house.screen("lin").contains("opponent is ready"))
        house.press("lin", "x")
        #expect(!house.screen("lin").contains("opponent is ready"))
        #expect(house.screen("okafor").contains("declined"))
        #expect(!house.screen("okafor").contains("offer sent"))
        house.press("lin", "n")
        house.press("okafor", "n")
        house.run(for: .seconds(5))
        #expect(house.screen("lin").contains("Looking for a match"))
        for name in ["lin", "okafor"] {
            #expect(house.screen(name).contains("others, after a no"))
        }
        house.run(for: .seconds(30))
        #expect(house.screen("lin").contains(/lin \([OX]\) against okafor/))
    }
}
