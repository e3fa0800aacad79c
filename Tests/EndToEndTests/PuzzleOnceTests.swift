import TestKit
import TestSupport
import Testing

@Suite("The puzzle of the day is answered once", .waits)
struct PuzzleOnceTests {
    /// Answers with every square, and returns what a run of the command prints.
    private static func answers(_ program: PipedProgram) -> String {
        for square in 1...9 { program.says("\(square)") }
        program.says("quit")
        program.closesInput()
        return program.rest()
    }

    private static func verdicts(_ text: String) -> Int {
        text.split(separator: "\n").count {
            $0.hasPrefix("Right: ") || $0.hasPrefix("Not the best move: ")
        }
    }

    @Test("By a guest: the answer stays when a program from before changes its theme")
    func twoTerminals() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let environment = ["HOME": home.place, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        let lobby = try TerminalPerson(
            ["--server", server.address, "--name", "kim"], environment: ["HOME": home.place])
        lobby.sees("in sync")
        let first = try PipedProgram(
            PipedProgram.ours, ["puzzle", "--plain"], environment: environment)
        #expect(Self.verdicts(Self.answers(first)) == 1)
        first.end()
        lobby.press("t", "down", "enter")
        lobby.sees("Theme: ")
        lobby.press("q")
        #expect(lobby.seesTheEnd() == .exited(0))
        let second = try PipedProgram(
            PipedProgram.ours, ["puzzle", "--plain"], environment: environment)
        let again = Self.answers(second)
        #expect(again.contains("You have already answered the puzzle for "), "\(again)")
    }

    @Test("By an account: another device shows the answer, and statistics the streak")
    func secondDevice() throws {
        let server = try ServedProgram()
        let kim = try AccountHome(of: "kim", at: server)
        let second = try AccountHome(of: "kim", at: server, isNew: false)
        let first = Self.answers(try kim.opens("puzzle", "--plain"))
        #expect(Self.verdicts(first) == 1)
        let again = Self.answers(try second.opens("puzzle", "--plain"))
        #expect(
            Self.verdicts(again) == 1 && again.contains("You have already answered"), "\(again)")
        let statistics = try second.runs("stats", "--json").text
        #expect(statistics.contains(#""puzzleStreak":"#))
    }
}
