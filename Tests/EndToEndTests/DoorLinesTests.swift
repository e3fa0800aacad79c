import TestKit
import TestSupport
import Testing

@Suite("The door, and guests without a screen", .waits)
struct DoorLinesTests {
    @Test("A guest plays in lines against one at a screen")
    func match() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try PipedProgram(
            "/usr/bin/ssh", house.options("okafor") + ["127.0.0.1", "play", "--plain"])
        lin.places(in: 5)
        #expect(okafor.line { $0.contains("lin placed O in 5") && $0.contains("Your move") } != nil)
        okafor.says("1")
        lin.sees("YOUR MOVE")
        okafor.says("quit")
        #expect(okafor.line { $0.contains("You lose this round. Leave?") } != nil)
        okafor.says("yes")
        #expect(okafor.end() == 0)
        lin.sees("okafor left. You win the round.")
    }

    @Test("A phrase at a board is shown on a screen, and printed in lines")
    func phrases() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try PipedProgram(
            "/usr/bin/ssh", house.options("okafor") + ["-T", "127.0.0.1"])
        lin.sees("YOUR MOVE")
        okafor.says("say good game")
        lin.sees("\"good game\"")
        lin.press("g")
        lin.sees("4 one moment")
        lin.press("4")
        lin.sees("\"one moment\"")
        #expect(okafor.line { $0.contains("lin: one moment.") } != nil)
        okafor.says("mute")
        #expect(okafor.line { $0.contains("You muted other players") } != nil)
    }

    @Test("A terminal that can only print shows the typed text, and no unknown sequence")
    func dumbTerminal() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house, term: "dumb")
        lin.sees("Connected")
        lin.press("w", "h", "x", "\u{7F}", "o", "\r")
        lin.sees("who", "lin  you, wants to play")
        #expect(!lin.screen.text.contains("Unknown command"))
        lin.press("\u{4}")
        #expect(lin.seesTheEnd() == .exited(0))
        #expect(lin.screen.unknown == [])
    }
}
