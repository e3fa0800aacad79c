import TestKit
import TestSupport
import Testing

@Suite("Clocks and series as wishes, at terminals", .waits)
struct WishScenesTests {
    private let server: ServedProgram

    init() throws {
        server = try ServedProgram(isKeeping: false)
    }

    private func comes(_ name: String, _ words: String...) throws -> TerminalPerson {
        let person = try TerminalPerson(words + ["--server", server.address, "--name", name])
        person.sees("in sync")
        return person
    }

    @Test("C94: Two who choose nothing play by the usual clock")
    func usual() throws {
        let anna = try comes("anna")
        let ben = try comes("ben")
        anna.sees("You are playing ben, 60 s a move. You go first.", "▀▀▀▀▀▀▀▀▀")
        ben.sees("You are playing anna, 60 s a move.")
    }

    @Test("C94: A player who wants no clock has none, and the other one is told")
    func none() throws {
        let anna = try comes("anna", "--clock", "none")
        let ben = try comes("ben")
        ben.sees("You are playing anna, without a clock, as anna prefers.")
        anna.sees("You are playing ben. You go first.", "thinking")
    }

    @Test("C95: Two with different clocks meet at the slower one, and both read why")
    func different() throws {
        let anna = try comes("anna", "--clock", "10")
        let ben = try comes("ben", "--clock", "none")
        ben.sees("anna", "wants 10 s")
        anna.sees("You are playing ben, without a clock, as ben prefers.")
        ben.sees("You are playing anna.")
    }

    @Test("C96: Two who look for a series play the shorter one")
    func series() throws {
        let anna = try comes("anna", "--target", "3")
        let ben = try comes("ben", "--target", "5")
        anna.sees("You are playing ben, 60 s a move, first to 3. You go first.")
        ben.sees("anna goes first.", "first to 3")
    }

    @Test("The menu shows a clock and a series together")
    func menu() throws {
        let anna = try comes("anna", "--clock", "60", "--target", "10")
        anna.sees("Stop looking", "60 s a move", "first to 10")
    }

    @Test("C96: The series that one looked for is proposed after the first round")
    func proposal() throws {
        let anna = try comes("anna", "--target", "3")
        let ben = try comes("ben")
        anna.sees("YOUR MOVE")
        ben.sees("anna to move")
        playRound(anna, ben)
        ben.sees("anna proposes 60 s a move, first to 3. r accepts.")
        ben.press("r")
        anna.sees("ben wants a rematch")
        anna.press("r")
        for person in [anna, ben] { person.sees("ROUND 2", "first to 3") }
    }

    @Test("C goes through the choices in the lobby, and a search follows them")
    func keys() throws {
        let anna = try comes("anna")
        for words in [
            "New matches: no clock.", "New matches: 10 s a move.", "New matches: 30 s a move.",
            "New matches: 60 s a move.", "Quick matches: 60 s a move", "New matches: no clock.",
            "New matches: 10 s a move.",
        ] {
            anna.press("C")
            anna.sees(words)
        }
        let ben = try comes("ben", "--clock", "10")
        anna.sees("You are playing ben, 10 s a move.")
        ben.sees("You are playing anna, 10 s a move.")
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
