import TestKit
import TestSupport
import Testing

/// Real terminals whose players press no key for minutes. That takes minutes.
@Suite("Idle players at real terminals", .waits)
struct IdleStoryTests {
    private static let twoMinutes = Duration.seconds(130)

    @Test(
        "P80, P81, C86, C88: An idle player is listed, asked, and loses no round before a claim",
        .tier(.soak))
    func story() throws {
        let server = try ServedProgram()
        let hugo = try TerminalPerson([
            "--server", server.address, "--name", "hugo", "--clock", "none",
        ])
        hugo.sees("in sync", "Looking for a match")
        let bea = try TerminalPerson(["watch", "--server", server.address, "--name", "bea"])
        bea.sees("in sync")
        bea.press("esc")
        bea.sees("idle 2 min", longer: Self.twoMinutes)
        let list = try PipedProgram.run(
            PipedProgram.ours, ["players", "--json", "--server", server.address])
        #expect(list.text.contains(#""name":"hugo","doing":"waiting","idle":2"#), "\(list)")

        let lin = try TerminalPerson([
            "--server", server.address, "--name", "lin", "--clock", "none",
        ])
        lin.sees("Asking hugo …", "n: next player")
        hugo.sees("lin wants to play", "Press any key to begin.")
        hugo.press("q")
        hugo.sees("against lin")
        lin.sees("against hugo")

        let mover = hugo.screen.text.contains("YOUR MOVE") ? hugo : lin
        let other = mover === hugo ? lin : hugo
        other.sees("no key", "Claim the round", longer: .seconds(60))
        mover.sees("You have pressed no key for a minute.")
        mover.press("right")
        other.waits(for: "a key") { !$0.text.contains("Claim the round") }
        other.sees("Claim the round", longer: .seconds(60))
        other.press("c", "y")
        other.sees("YOU WIN")
        mover.sees("YOU LOSE")
        mover.press("esc")
        other.sees("Hello, ", "find a match")
    }
}
