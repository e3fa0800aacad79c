import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Recordings of real games, replayed", .waits)
struct RecordedGameTests {
    private static let lobbyToken = "82d1ba4935326590feb72cd24aea9f61"
    /// A round that circle wins.
    private static let round = ["5", "1", "3", "2", "7", "quit"]

    private func doctor(_ path: String) throws -> (text: String, status: CInt) {
        try PipedProgram.run(PipedProgram.ours, ["doctor", "--replay", path])
    }

    /// Plays a match between two terminals. One has a connection that breaks, and is recorded.
    private func recordMatch(in folder: TemporaryFolder) throws -> String {
        let path = folder.path("match.jsonl")
        let server = try ServedProgram(in: .memory)
        let relay = try Relay(to: server.port)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson(
            ["--server", relay.address, "--name", "lin", "--record", path])
        okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
        okafor.plays(5)
        lin.sees("YOUR MOVE")
        relay.cut()
        lin.sees("Back in sync.")
        lin.plays(1)
        okafor.plays(3)
        lin.plays(2)
        okafor.sees("YOUR MOVE")
        okafor.press("7", "enter")
        lin.sees("YOU LOSE")
        lin.press("q")
        #expect(lin.seesTheEnd() == .exited(0))
        return path
    }

    @Test("A match over a broken connection is replayed identically, to the last screen and byte")
    func match() throws {
        let folder = try TemporaryFolder()
        let path = try recordMatch(in: folder)
        let text = try Files.text(path)
        #expect(text.contains(#""closed""#) && text.contains("YOUR MOVE"))
        #expect(text.contains(#"\"token\":\"hiddenx"#) && text.contains(#"\"resume\":\"hidden"#))
        #expect(!text.contains(Self.lobbyToken))
        #expect(try Files.mode(of: path) == 0o600)

        let same = try doctor(path)
        #expect(same.status == 0, "\(same.text)")
        #expect(same.text.contains("ticks of client, recorded by tictactoe"))
        #expect(same.text.contains("\(path): replayed with the same screens and bytes"))

        // One byte of the last move that was sent.
        var lines = text.split(separator: "\n").map(String.init)
        let index = try #require(
            lines.lastIndex { $0.contains(#""send""#) && $0.contains("matrix") })
        let altered = lines[index].replacing("matrix", with: "matriz", maxReplacements: 1)
        lines[index] = altered
        try Files.write((lines.joined(separator: "\n") + "\n"), to: path)
        let other = try doctor(path)
        #expect(other.status == 1)
        #expect(other.text.contains("line \(index + 1) differs at effects"), "\(other.text)")
        #expect(other.text.contains("recorded: ") && other.text.contains("matriz"))
        #expect(other.text.contains("now:      ") && other.text.contains("matrix"))
    }

    @Test("A game in lines is recorded, too, and an existing file is left alone")
    func lines() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("lines.jsonl")
        let words = ["local", "--plain", "--record", path]
        let game = try PipedProgram.run(PipedProgram.ours, words, saying: Self.round)
        #expect(game.text.contains("Circle won the round.") && game.status == 0)
        let same = try doctor(path)
        #expect(same.status == 0 && same.text.contains("ticks of lines"), "\(same.text)")

        let before = try Files.bytes(path)
        let again = try PipedProgram.run(PipedProgram.ours, words)
        #expect(again.status == 1)
        #expect(
            again.text == "tictactoe: can't record to \(path): file already exists\n")
        #expect(try Files.bytes(path) == before)

        // As if the program had been stopped: the last line is the end.
        let begun = try Files.text(path).split(separator: "\n").dropLast()
        try Files.write(begun.joined(separator: "\n") + "\n", to: folder.path("begun"))
        let part = try doctor(folder.path("begun"))
        #expect(part.status == 0 && part.text.contains("is incomplete"), "\(part.text)")
    }

    @Test("A full disk ends the recording with a message, and never the game")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("full.jsonl")
        // The file may have four blocks of 512 bytes. Writing more is an error.
        let script =
            "trap '' XFSZ; ulimit -f 4; exec \(PipedProgram.ours) local --plain --record \(path)"
        let help = [String](repeating: "help", count: 20)
        let (text, status) = try PipedProgram.run(
            "/bin/bash", ["-c", script], saying: help + Self.round)
        #expect(text.contains("Circle won the round.") && status == 0)
        #expect(text.contains("tictactoe: the recording in \(path) ended early: "))
        #expect(try doctor(path).status == 2)
    }

    @Test(
        "A file that is no recording is refused with a sentence",
        arguments: [
            ("", "the file is empty"),
            // The format of 0.2.0.
            ("{\"format\":1}\n", "line 1: recorded in format 1; this program reads format 2"),
        ])
    func refused(text: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("bad.jsonl")
        try Files.write(text, to: path)
        let answer = try doctor(path)
        #expect(answer.status == 2)
        #expect(answer.text == "tictactoe: \(path): \(reason)\n")
    }

    @Test("So is a line without an end, and a missing file")
    func refusesEndlessLine() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("endless.jsonl")
        try Files.write("x", to: path)
        #expect(unsafe truncate(path, 20 << 20) == 0)
        let answer = try doctor(path)
        #expect(answer.status == 2)
        #expect(answer.text.hasPrefix("tictactoe: \(path): line 1: "), "\(answer.text)")
        let missing = try doctor(folder.path("none"))
        #expect(missing.status == 2)
        #expect(
            missing.text
                == "tictactoe: \(folder.path("none")) can't be read: no such file or directory\n")
    }
}
