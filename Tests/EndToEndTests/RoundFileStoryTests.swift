import Glibc
import TestKit
import TestSupport
import Testing

/// Files with rounds, read and written by the program.
@Suite("Files with rounds", .waits)
struct RoundFileStoryTests {
    private static let round = """
        A round of tic-tac-toe
        O: lin
        X: okafor
        O begins.
        1. O in 5, the centre
        2. X in 1, upper left
        3. O in 3, upper right
        4. X in 2, upper centre
        5. O in 7, lower left
        Result: O has three in a row.

        The board at the end:
        X X O
        . O .
        O . .

        """

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try Files.write(Self.round, to: folder.path("round"))
    }

    private func export(_ name: String, as format: String) throws -> String {
        let (text, status) = try PipedProgram.run(
            PipedProgram.ours, ["export", folder.path(name), "--format", format])
        #expect(status == 0)
        return text
    }

    @Test("An exported round is read again, from a file of each format")
    func exports() throws {
        #expect(try export("round", as: "text") == Self.round)
        for format in ["text", "json", "cast", "svg"] {
            let text = try export("round", as: format)
            try Files.write(text, to: folder.path(format))
            #expect(try export(format, as: "text") == Self.round)
        }
    }

    @Test("A recording plays in asciinema's own player, to the last picture")
    func asciinema() throws {
        let cast = try export("round", as: "cast")
        try Files.write(cast, to: folder.path("round.cast"))
        let (text, status) = try PipedProgram.run(
            "/usr/bin/python3", ["-c", Self.player, Self.wheel, folder.path("round.cast")])
        #expect(status == 0)
        #expect(text.contains("O WINS") && text.contains("lin") && text.contains("okafor"))
        #expect(text.hasSuffix("played 0\n"))
    }

    /// Runs the player in a terminal of its own, and prints the screen at the end.
    private static let player = """
        import os, pty, sys, pyte
        process, terminal = pty.fork()
        if process == 0:
            os.environ.update(PYTHONPATH=sys.argv[1], TERM="xterm-256color", LC_ALL="C.UTF-8",
                ASCIINEMA_CONFIG_HOME=os.path.dirname(sys.argv[2]))
            os.execv(sys.executable, [sys.executable, "-m", "asciinema", "play", "--speed", "50",
                sys.argv[2]])
        screen = pyte.Screen(80, 24)
        stream = pyte.ByteStream(screen)
        while True:
            try:
                heard = os.read(terminal, 65536)
            except OSError:
                break
            if not heard: break
            stream.feed(heard)
        print("\\n".join(screen.display))
        print("played", os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        """

    private static let wheel = ThisBuild.wheel("asciinema==2.4.0")

    @Test("A file of 100 MB is refused with the reason, after only its beginning was read")
    func large() throws {
        let path = folder.path("round")
        #expect(unsafe truncate(path, 100_000_000) == 0)
        for words in [["replay", path], ["export", path], ["replay", "-"]] {
            let (text, status) = try PipedProgram.run(
                "/usr/bin/python3", ["-c", Self.measurement, path, PipedProgram.ours] + words)
            #expect(status == 0)
            let lines = text.split(separator: "\n").map(String.init)
            #expect(lines.first == "2 tictactoe: \(words[1]): the file is too long for a round")
            let kilobytes = lines.last.flatMap { Int($0) }
            #expect(try #require(kilobytes) < 120_000)
        }
    }

    /// Prints how a program ended, its output, and its most memory.
    private static let measurement = """
        import resource, subprocess, sys
        with open(sys.argv[1]) as file:
            done = subprocess.run(sys.argv[2:], stdin=file, capture_output=True, text=True)
        print(done.returncode, done.stderr.strip() + done.stdout.strip())
        print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        """
}
