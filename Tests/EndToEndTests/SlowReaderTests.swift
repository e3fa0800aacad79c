import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A terminal that reads nothing for a while", .waits)
struct SlowReaderTests {
    /// The most old output that a terminal may still get: the kernel's buffer, and two frames.
    private static let mostLeftOver = 32_768

    @Test("The player continues, then sees the newest picture and none of the earlier ones")
    func goesOn() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("Looking for a match")
        let lin = try TerminalPerson("lin", at: server)
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        lin.pressesBlindly("ctrl-l", times: 100)
        lin.pressesBlindly("1")
        lin.pressesBlindly("enter")
        okafor.sees("2 X 1", "YOUR MOVE")
        okafor.plays(3)
        let before = lin.bytesShown
        lin.sees("3 O 3", "YOUR MOVE")
        #expect(lin.bytesShown - before < Self.mostLeftOver)
        #expect(lin.screen.unknown == [])
    }

    @Test("The program can be ended all the same, and restores the terminal")
    func ends() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        person.pressesBlindly("ctrl-l", times: 100)
        person.sends(SIGTERM)
        #expect(person.waitsForTheEnd() == .exited(128 + SIGTERM))
        #expect(person.isTerminalSane)
    }

    @Test("A program whose terminal is gone still sends its goodbye")
    func gone() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("Looking for a match")
        let lin = try TerminalPerson("lin", at: server)
        okafor.plays(5)
        lin.unplugs()
        okafor.sees("lin left. You are back in the lobby.")
        #expect(lin.waitsForTheEnd() == .exited(128 + SIGHUP))
    }
}
