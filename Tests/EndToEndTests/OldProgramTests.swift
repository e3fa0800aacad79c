import TestKit
import TestSupport
import Testing

/// A program of version 0.2.0 and one of this tree. `OLD_PROGRAM` is the path of the old one.
@Suite(
    "A program of 0.2.0", .enabled(if: environment("OLD_PROGRAM") != nil, "needs OLD_PROGRAM"),
    .waits)
struct OldProgramTests {
    /// okafor and lin, who play, and ana and zoe, who watch them. Two of the four programs are of
    /// 0.2.0.
    private struct Board {
        let server: ServedProgram
        /// The relay between lin and the server.
        let relay: Relay
        let okafor: TerminalPerson
        let lin: TerminalPerson
        let ana: TerminalPerson
        let zoe: TerminalPerson

        init(isOkaforOld: Bool) throws {
            let server = try ServedProgram(in: .memory)
            let relay = try Relay(to: server.port)
            func start(_ name: String, isOld: Bool, _ words: String...) throws -> TerminalPerson {
                let address = name == "lin" ? relay.address : server.address
                let program = isOld ? environment("OLD_PROGRAM") : nil
                return try TerminalPerson(
                    words + ["--server", address, "--name", name],
                    program: program ?? PipedProgram.ours)
            }
            okafor = try start("okafor", isOld: isOkaforOld)
            okafor.sees("in sync", "Looking for a match")
            lin = try start("lin", isOld: !isOkaforOld)
            okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
            lin.sees("lin (X) against okafor (O)", "okafor to move")
            ana = try start("ana", isOld: isOkaforOld, "watch", "lin")
            zoe = try start("zoe", isOld: !isOkaforOld, "watch", "okafor")
            (self.server, self.relay) = (server, relay)
        }

        /// Waits until both spectators see a text.
        func isSeen(_ text: String) {
            ana.sees(text)
            zoe.sees(text)
        }
    }

    @Test(
        "Plays a match with a program of this tree, and they watch each other",
        arguments: [true, false])
    func match(isOkaforOld: Bool) throws {
        let board = try Board(isOkaforOld: isOkaforOld)
        let (okafor, lin) = (board.okafor, board.lin)
        board.isSeen("O TO MOVE")
        okafor.plays(5)
        board.isSeen("X TO MOVE")

        // lin's connection breaks, and a move is made meanwhile.
        lin.sees("YOUR MOVE")
        board.relay.interrupt()
        lin.sees("offline")
        okafor.sees(isOkaforOld ? "away" : "lost connection")
        lin.press("1", "enter")
        lin.sees("1 queued")
        board.relay.restore()
        lin.sees("in sync", "okafor to move", "2 X 1")
        okafor.sees("YOUR MOVE", "2 X 1")

        okafor.plays(3)
        lin.plays(2)
        okafor.sees("YOUR MOVE")
        okafor.press("7", "enter")
        okafor.sees("YOU WIN")
        lin.sees("YOU LOSE")
        board.isSeen("O WINS")

        okafor.press("r")
        lin.sees("okafor wants a rematch")
        lin.press("r")
        lin.plays(5)
        okafor.plays(1)
        lin.sees("YOUR MOVE")
        board.isSeen("ROUND 2")

        lin.press("d")
        lin.sees("Offer a draw?")
        lin.press("y")
        okafor.sees("lin offers a draw")
        okafor.press("d")
        okafor.sees("Agree to a draw?")
        okafor.press("y")
        for person in [okafor, lin, board.ana, board.zoe] { person.sees("AGREED") }
    }

    @Test("Plays whole matches with the tutorial's program, in either order of arrival")
    func tutorial() throws {
        let old = try #require(environment("OLD_PROGRAM"))
        try TutorialTests.plays(with: old, ["load", "--server"])
    }
}
