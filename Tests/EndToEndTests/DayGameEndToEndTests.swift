import TestKit
import TestSupport
import Testing

@Suite("Games over days on a real server", .waits)
struct DayGameEndToEndTests {
    @Test("S176, C76: A game is begun by one command, listed by others, and played in turn")
    func playsInTurn() throws {
        let server = try ServedProgram()
        let (lin, okafor) = (
            try AccountHome(of: "lin", at: server), try AccountHome(of: "okafor", at: server)
        )
        let nobody = try okafor.runs("games", "new", "noor")
        #expect(nobody.status == 4 && nobody.text.contains("No account has this name."))
        let begun = try okafor.runs("games", "new", "LIN", "--days", "1")
        #expect(
            begun.status == 0
                && begun.text.contains("lin is invited. The game starts when they accept."))
        let (idle, busy) = (try okafor.runs("status", "--short"), try lin.runs("status", "--short"))
        #expect(idle.text.isEmpty && idle.status == 4)
        #expect(busy.text == "ttt:1\n" && busy.status == 0)

        let first = try lin.plays()
        first.sees("1 of 1 waiting")
        first.press("]")
        first.sees("INVITATION", "1 day a move", "okafor invites you")
        first.press("5", "enter")
        first.sees("okafor to move")
        let second = try okafor.plays()
        second.press("]")
        second.sees("YOUR MOVE", "1 O 5")
        second.press("1", "enter")
        first.sees("YOUR MOVE", "2 X 1")
        #expect(try okafor.runs("games").text.contains("lin  their move, 23 h left"))
        let list = try lin.runs("games", "--json")
        #expect(list.text.contains(#""waiting":1"#) && list.text.contains(#""moves":[4,0]"#))
        first.press("q")
        #expect(first.seesTheEnd() == .exited(0))
        second.press("R", "y")
        second.sees("YOU RESIGNED")
        #expect(try lin.runs("games").text.contains("you won"))
        second.press("q")
        #expect(second.seesTheEnd() == .exited(0))
    }
}
