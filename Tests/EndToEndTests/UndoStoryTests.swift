import TestKit
import TestSupport
import Testing

@Suite("A move taken back, at real terminals", .waits)
struct UndoStoryTests {
    @Test("P82, P83, C89: Both read the cost; the round is practice, and no statistics have it")
    func story() throws {
        let server = try ServedProgram()
        let okafor = try AccountHome(of: "okafor", at: server)
        let home = try AccountHome(of: "lin", at: server)
        let (first, second) = (try okafor.plays(), try home.plays())
        first.press("n")
        second.press("n")
        second.sees("against okafor")
        first.sees("against lin")
        let watched = try okafor.opens("watch", "--json", "lin")
        let mover = first.screen.text.contains("YOUR MOVE") ? first : second
        let other = mover === first ? second : first
        mover.press("5", "enter")
        other.sees("YOUR MOVE")
        mover.press("u")
        mover.sees("Ask to undo your move? The round won't count.")
        mover.press("y")
        other.sees("asks to undo a move")
        other.press("u")
        other.sees("Allow that? The round won't count.")
        other.press("y")
        mover.sees("YOUR MOVE", "PRACTICE")
        other.sees("PRACTICE")
        #expect(watched.line { $0.contains(#""undo":"#) } != nil)
        #expect(watched.line { $0.contains(#""practice":true"#) } != nil)
        mover.press("R", "y")
        other.sees("does not count")
        mover.press("esc")
        #expect(try home.runs("stats").text.contains("No rounds yet"))
    }
}
