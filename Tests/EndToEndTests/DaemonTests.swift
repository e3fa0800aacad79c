import TestKit
import Testing

@Suite(
    "OpenSSH's own server in front of the game, as in the sample", .waits,
    .enabled(if: Daemon.mayStart, "because this machine allows no namespaces of users"))
struct DaemonTests {
    @Test("Two guests play a round, a third watches it, and a fourth counts them")
    func played() throws {
        let daemon = try Daemon()
        let lin = try TerminalPerson(visiting: daemon)
        lin.sees("in sync")
        let okafor = try TerminalPerson(visiting: daemon)
        lin.sees("YOUR MOVE")
        let watcher = try TerminalPerson(visiting: daemon, "watch")
        watcher.sees("MATCHES 1")
        watcher.press("enter")
        watcher.sees("O TO MOVE")
        lin.places(in: 5)
        watcher.sees("X TO MOVE")
        okafor.places(in: 1)
        lin.places(in: 3)
        okafor.places(in: 2)
        lin.endsRound(in: 7)
        lin.sees("YOU WIN")
        okafor.sees("YOU LOSE")
        watcher.sees("WINS")
        let count = try PipedProgram.run("/usr/bin/ssh", daemon.words(["players"]))
        #expect(count.text.hasPrefix("3 people here: 0 free, 2 playing, 1 watching; 1 match"))
        #expect(count.status == 0)
    }

    @Test("A guest without a terminal plays in line mode against one with a screen")
    func lines() throws {
        let daemon = try Daemon()
        let lin = try TerminalPerson(visiting: daemon)
        lin.sees("in sync")
        let okafor = try PipedProgram("/usr/bin/ssh", daemon.words(["-T"]))
        lin.places(in: 5)
        #expect(okafor.line { $0.contains("placed O in 5") && $0.contains("Your move") } != nil)
        okafor.says("1")
        lin.sees("YOUR MOVE")
    }

    @Test(
        "No other user is let in, and nothing else is run, served or forwarded",
        arguments: [
            ("play", ["ls"], "This server has no shell", CInt(1)),
            ("play", ["-t", "watch; id"], "This server has no shell", 1),
            ("play", ["-s", "sftp"], "subsystem request failed", 255),
            ("play", ["-W", "127.0.0.1:22"], "forwarding failed", 255),
            ("root", ["players"], "Permission denied", 255),
        ])
    func refused(user: String, words: [String], sentence: String, status: CInt) throws {
        let daemon = try Daemon()
        let end = try PipedProgram.run("/usr/bin/ssh", daemon.words(words, as: user))
        #expect(end.text.contains(sentence), "\(end.text)")
        #expect(end.status == status)
    }
}
