import TestSupport
import Testing

@Suite("The door, and guests without a screen")
struct DoorLinesTests {
    @Test(
        "Plays in lines with somebody at a screen",
        arguments: [["-T", "127.0.0.1"], ["127.0.0.1", "play", "--plain"]])
    func match(words: [String]) throws {
        let house = try House()
        let lin = try Person("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try PipedProgram("/usr/bin/ssh", house.options("okafor") + words)
        lin.places(in: 5)
        #expect(okafor.line { $0.contains("lin placed O in 5") && $0.contains("your move") } != nil)
        okafor.says("1")
        lin.sees("YOUR MOVE")
        okafor.says("quit")
        #expect(okafor.line { $0.contains("You lose this round. Leave all the same?") } != nil)
        okafor.says("yes")
        #expect(okafor.end() == 0)
        lin.sees("okafor left: the round is yours.")
    }

    @Test("A terminal that can only print shows what is typed, and no sequence it might not know")
    func dumbTerminal() throws {
        let house = try House()
        let lin = try Person("lin", visiting: house, term: "dumb")
        lin.sees("In sync")
        lin.press("w", "h", "x", "\u{7F}", "o", "\r")
        lin.sees("who", "lin  wants to play")
        #expect(!lin.screen.text.contains("no word"))
        lin.press("\u{4}")
        #expect(lin.seesTheEnd() == .exited(0))
        #expect(lin.screen.unknown == [])
    }
}
