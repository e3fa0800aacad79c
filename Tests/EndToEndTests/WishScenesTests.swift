import TestKit
import TestSupport
import Testing

@Suite("Clocks and series as wishes, at terminals", .waits)
struct WishScenesTests {
    private let server: ServedProgram

    init() throws {
        server = try ServedProgram(in: .memory)
    }

    private func comes(_ name: String, _ words: String...) throws -> TerminalPerson {
        let person = try TerminalPerson(words + ["--server", server.address, "--name", name])
        person.sees("in sync")
        return person
    }

    @Test("C95: Two with different clocks meet at the slower one, and both read why")
    func different() throws {
        let anna = try comes("anna", "--clock", "10")
        let ben = try comes("ben", "--clock", "none")
        ben.sees("anna", "wants 10 s")
        anna.sees("You are playing ben, without a clock, as ben prefers.")
        ben.sees("You are playing anna.")
    }

    @Test("The menu shows a clock and a series together")
    func menu() throws {
        let anna = try comes("anna", "--clock", "60", "--target", "10")
        anna.sees("Stop looking", "60 s a move", "first to 10")
    }

    @Test("In lines, a word chooses the clock, and scripts read the clock that a player wants")
    func lines() throws {
        let anna = try Talker(
            ["--plain", "--server", server.address, "--name", "anna", "--clock", "30"],
            on: Machine())
        anna.hears("Connected.")
        anna.says("clock often")
        anna.hears("Choose 10, 30 or 60 seconds a move, auto, or none.")
        anna.says("clock auto")
        anna.hears("Quick matches: 60 s a move, or no clock if your opponent wants none.")
        anna.says("clock 10")
        anna.hears("New matches: 10 s a move.")
        let list = try PipedProgram.run(
            PipedProgram.ours, ["players", "--json", "--server", server.address])
        #expect(list.text.contains(#""doing":"waiting","clock":10"#), "\(list.text)")
    }
}
