import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A session in a match survives", .waits)
struct SeatStoryTests {
    /// okafor, who begins, and lin, who connects through a relay and has her own files.
    private struct Table {
        let server: ServedProgram
        let relay: Relay
        let home: TemporaryFolder
        let okafor: TerminalPerson
        let lin: TerminalPerson

        init(in place: ServedProgram.DataPlace = .memory) throws {
            server = try ServedProgram(in: place)
            relay = try Relay(to: server.port)
            home = try TemporaryFolder()
            okafor = try TerminalPerson("okafor", at: server)
            okafor.sees("in sync", "Looking for a match")
            lin = try Self.start(home, at: relay.address)
            okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
            lin.sees("lin (X) against okafor (O)", "okafor to move")
        }

        static func start(
            _ home: TemporaryFolder, at address: String, _ arguments: [String] = []
        ) throws -> TerminalPerson {
            try TerminalPerson(
                arguments + ["--server", address, "--name", "lin"],
                environment: ["XDG_STATE_HOME": home.place])
        }

        /// Starts lin's program again.
        func startAgain(_ arguments: String...) throws -> TerminalPerson {
            try Self.start(home, at: relay.address, arguments)
        }

        var files: [String] {
            let folder = home.path("tictactoe/seats")
            return (try? Files.names(in: folder)) ?? []
        }

        func file(_ name: String) -> String { home.path("tictactoe/seats/\(name)") }
    }

    @Test(
        "A connection that was broken returns by itself, and the placed piece arrives",
        arguments: Tier.rows([3], ofAll: [1, 3, 8]) as [UInt32])
    func broken(for seconds: UInt32) throws {
        let table = try Table()
        table.okafor.plays(5)
        table.lin.sees("YOUR MOVE")
        table.relay.interrupt()
        table.lin.sees("offline")
        table.okafor.sees("lin lost connection")
        table.lin.press("1", "enter")
        table.lin.sees("1 queued")
        sleep(seconds)
        table.relay.restore()
        table.lin.sees("in sync", "okafor to move", "2 X 1")
        table.okafor.sees("YOUR MOVE", "2 X 1")
        table.okafor.plays(3)
        table.lin.sees("YOUR MOVE")
    }

    @Test("A silent connection is given up, and the match continues")
    func halfOpen() throws {
        let table = try Table()
        table.okafor.plays(5)
        table.lin.sees("YOUR MOVE")
        table.relay.swallow()
        table.lin.press("1", "enter")
        table.lin.sees("last reply", "s ago")
        table.okafor.sees("YOUR MOVE", "2 X 1")
        table.lin.sees("in sync", "okafor to move")
    }

    @Test("A program that is killed returns to its match at the next start")
    func killed() throws {
        let table = try Table()
        table.okafor.plays(5)
        table.lin.sees("YOUR MOVE")
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        #expect(table.files == ["seat-1"])
        let again = try table.startAgain()
        again.sees("Back in your match with okafor", "YOUR MOVE", "1 O 5")
        table.okafor.sees("lin is back")
        again.plays(1)
        table.okafor.sees("YOUR MOVE", "2 X 1")
        again.press("q")
        again.sees("Quit?")
        again.press("y")
        #expect(again.seesTheEnd() == .exited(0))
        #expect(table.files == [], "who takes leave leaves nothing")
    }

    @Test("A move without a connection outlives the program, and is sent once")
    func killedOffline() throws {
        let table = try Table()
        table.okafor.plays(5)
        table.lin.sees("YOUR MOVE")
        table.relay.interrupt()
        table.lin.sees("offline")
        table.lin.press("1", "enter")
        table.lin.sees("1 queued")
        table.lin.sends(SIGKILL)
        // A program that syncs a file ends late, and holds its session until then.
        #expect(table.lin.waitsForTheEnd() != nil)
        table.relay.restore()
        let again = try table.startAgain()
        again.sees("Back in your match with okafor", "okafor to move")
        table.okafor.sees("YOUR MOVE", "2 X 1")
    }

    @Test(
        "A closed window and a terminated program keep their session",
        arguments: [0, SIGTERM])
    func closed(by signal: CInt) throws {
        let table = try Table()
        table.okafor.plays(5)
        table.lin.sees("YOUR MOVE")
        if signal == 0 { table.lin.unplugs() } else { table.lin.sends(signal) }
        #expect(table.lin.waitsForTheEnd() != nil)
        table.okafor.sees("lin", "to return")
        let again = try table.startAgain()
        again.sees("Back in your match with okafor", "YOUR MOVE")
        again.plays(1)
        table.okafor.sees("YOUR MOVE", "2 X 1")
    }

    @Test("Of two programs that find one session, one has it, and the other starts a new one")
    func twoPrograms() throws {
        let table = try Table()
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        let first = try table.startAgain()
        first.sees("Back in your match with okafor")
        let second = try table.startAgain()
        second.sees("Looking for a match")
        first.sees("okafor to move")
        #expect(table.files == ["seat-1"])
    }

    @Test("A start with another purpose asks first, and returns if the user wants that")
    func asks() throws {
        let table = try Table()
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        let watching = try table.startAgain("watch")
        watching.sees("Your match with okafor is still waiting.", "go back")
        watching.press("n")
        watching.sees("matches")
        watching.press("q")
        watching.seesTheEnd()
        #expect(table.files == ["seat-1"], "it is left for another start")
        let again = try table.startAgain("watch")
        again.sees("is still waiting.")
        again.press("enter")
        again.sees("Back in your match with okafor")
    }

    @Test("A damaged file is renamed; files of others and of later versions are left alone")
    func badFiles() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let folder = home.path("tictactoe/seats")
        try Files.makeFolder(folder)
        for (name, text, mode) in [
            ("seat-1", "{", 0o600), ("seat-2", #"{"version":9}"#, 0o600), ("seat-3", "{}", 0o666),
        ] {
            let path = "\(folder)/\(name)"
            try Files.write(text, to: path)
            unsafe chmod(path, mode_t(mode))
        }
        let lin = try Table.start(home, at: server.address)
        lin.sees("in sync", "Looking for a match")
        lin.press("N")
        lin.sees("can't be read", "another version", "was ignored")
        let names = try Files.names(in: folder)
        #expect(names == ["seat-1.bad", "seat-2", "seat-3"])
    }

    @Test("If all files have sessions at another address, the oldest is replaced")
    func noFreeFile() throws {
        let table = try Table()
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        table.okafor.sends(SIGKILL)
        let old = try Files.text(table.file("seat-1"))
        for number in 2...16 {
            let path = table.file("seat-\(number)")
            try Files.write(old, to: path)
            try Files.setMode(of: path, to: 0o600)
        }
        let in1970 = [timeval(), timeval()]
        #expect(unsafe utimes(table.file("seat-7"), in1970) == 0)
        let again = try Table.start(table.home, at: table.server.address)
        again.sees("in sync", "Looking for a match")
        let mara = try TerminalPerson("mara", at: table.server)
        again.sees("against mara")
        mara.sees("ROUND 1")
        try eventually { try Files.text(table.file("seat-7")).contains("mara") }
        again.sends(SIGKILL)
        mara.sees("lost connection")
        #expect(table.files.count == 16)
        for number in 1...16 where number != 7 {
            #expect(try Files.text(table.file("seat-\(number)")) == old)
        }
        // Before the first move, another notice may cover that the program is back.
        let back = try Table.start(table.home, at: table.server.address)
        back.sees("against mara")
    }

    @Test("A session that the server doesn't know is given up with a sentence", .direct)
    func unknown() throws {
        let table = try Table()
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        // Otherwise the two would be paired again, and have another match to keep.
        table.okafor.sends(SIGKILL)
        table.server.crash()
        try table.server.start()
        let again = try table.startAgain()
        again.sees("in sync")
        again.press("N")
        again.sees("no longer has your match with okafor")
        #expect(table.files == [])
    }

    @Test(
        "A player who returns too late reads the reason, though the server was killed since",
        .tier(.soak))
    func tooLate() throws {
        let table = try Table(in: .ownFile)
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        // The minute that a session is kept.
        table.okafor.sees("lin did not return", longer: .seconds(60))
        table.okafor.sends(SIGKILL)
        table.server.crash()
        try table.server.start()
        let again = try table.startAgain()
        again.sees("in sync")
        again.press("N")
        again.sees("You were away for too long. okafor won round 1.")
        #expect(table.files == [])
    }

    @Test("In lines, too, a killed program returns, and r dials the server at once")
    func inLines() throws {
        let table = try Table()
        table.okafor.plays(5)
        table.lin.sees("YOUR MOVE")
        table.lin.sends(SIGKILL)
        table.okafor.sees("lin lost connection")
        let again = try PipedProgram(
            PipedProgram.ours, ["--plain", "--server", table.relay.address, "--name", "lin"],
            environment: ["HOME": "/dev/null", "XDG_STATE_HOME": table.home.place])
        #expect(again.line { $0.contains("Back in your match with okafor") } != nil)
        table.relay.interrupt()
        #expect(again.line { $0.contains("Offline") } != nil)
        table.relay.restore()
        again.says("r")
        #expect(again.line { $0.contains("Connected") || $0.contains("Reaching") } != nil)
        again.says("1")
        table.okafor.sees("YOUR MOVE", "2 X 1")
        again.says("quit")
        #expect(again.line { $0.contains("yes or no") } != nil)
        again.says("yes")
        #expect(again.end() == 0)
    }
}
