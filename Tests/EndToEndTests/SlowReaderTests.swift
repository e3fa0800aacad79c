import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A terminal that takes nothing for a while", .waits)
struct SlowReaderTests {
    /// What a terminal may still get of the past: what the kernel holds for it, and two frames.
    private static let mostLeftOver = 32_768

    @Test("Its player goes on playing, then sees the newest picture and none of those before")
    func goesOn() throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try Person("okafor", at: server)
        okafor.sees("Looking for a match")
        let lin = try Person("lin", at: server)
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

    @Test("Its program can be ended all the same, and gives the line back")
    func ends() throws {
        let person = try Person(["local"])
        person.sees("O TO MOVE")
        person.pressesBlindly("ctrl-l", times: 100)
        person.sends(SIGTERM)
        #expect(person.waitsForTheEnd() == .exited(128 + SIGTERM))
        #expect(person.isTerminalSane)
    }

    @Test("A terminal that is gone ends the program")
    func gone() throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try Person("okafor", at: server)
        okafor.sees("Looking for a match")
        let lin = try Person("lin", at: server)
        okafor.plays(5)
        lin.unplugs()
        okafor.sees("lin left. You are back in the lobby.")
        #expect(lin.waitsForTheEnd() == .exited(128 + SIGHUP))
    }
}
