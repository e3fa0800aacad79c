import TestKit
import TestSupport
import Testing

@Suite("Command line", .waits)
struct CommandLineTests {
    @Test("Help lists every command, on standard output")
    func help() throws {
        let person = try TerminalPerson(["--help"], rows: 60)
        #expect(person.seesTheEnd() == .exited(0))
        for word in ["Play", "  play ", "  bot ", "  local ", "Hosting", "  ban ", "--version"] {
            #expect(person.screen.text.contains(word))
        }
    }

    @Test("A topic is printed without the installed manual, in ASCII if the locale is not UTF-8")
    func topics() throws {
        for (locale, topic, words) in [
            ("C", "keys", "  ^v     choose"), ("C.UTF-8", "keys", "  ↑↓     choose"),
            ("C", "server", "    tictactoe-server - "),
        ] {
            let page = try PipedProgram.run(
                "/usr/bin/env", ["LC_ALL=\(locale)", PipedProgram.ours, "help", topic])
            #expect(page.status == 0 && page.text.contains(words))
            #expect(locale != "C" || page.text.utf8.allSatisfy { $0 < 0x80 })
        }
        let person = try TerminalPerson(["help", "config"])
        person.sees("NAME", "tictactoe - configuration file")
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test("An unknown command is refused with one line and exit status 2")
    func misuse() throws {
        let person = try TerminalPerson(["\u{1B}[31m"])
        #expect(person.seesTheEnd() == .exited(2))
        #expect(person.screen.text.contains("unknown command \"\\u{1B}[31m\""))
    }

    @Test("An empty variable names no configuration file")
    func emptyVariable() throws {
        let bans = try PipedProgram.run(
            "/usr/bin/env",
            ["TICTACTOE_CONFIG=", PipedProgram.ours, "ban", "list", "--bans", "/dev/null"])
        #expect(bans.status == 0 && bans.text == "tictactoe: there are no bans\n", "\(bans)")
    }

    @Test("Output that can't be written is a failure")
    func lostOutput() throws {
        let folder = try TemporaryFolder()
        try Files.write("192.0.2.1 robots\n", to: folder.path("bans"))
        let words = [PipedProgram.ours, folder.path("bans")]
        let read = try PipedProgram.run(
            "/bin/sh", ["-c", "\"$0\" ban list --bans \"$1\""] + words)
        #expect(read.status == 0 && read.text == "192.0.2.1 robots\n")
        let lost = try PipedProgram.run(
            "/bin/sh", ["-c", "\"$0\" ban list --bans \"$1\" > /dev/full"] + words)
        #expect(lost.status == 1, "\(lost)")
        #expect(lost.text == "tictactoe: the output is incomplete: no space left on device\n")
    }

    @Test(
        "Help that can't be written is a failure",
        arguments: [
            ["--help"], ["--version"], ["help", "keys"], ["completions", "zsh"],
            ["manual", "tictactoe.6"],
        ])
    func lostHelp(words: [String]) throws {
        let lost = try PipedProgram.run(
            "/bin/sh", ["-c", "\"$0\" \"$@\" > /dev/full", PipedProgram.ours] + words)
        #expect(lost.status == 1, "\(lost)")
        #expect(lost.text == "tictactoe: the output is incomplete: no space left on device\n")
    }

    @Test("A program that follows the lobby ends after its reader, also without a signal")
    func lostReader() throws {
        let server = try ServedProgram(in: .memory)
        // The reader closes the pipe before it prints a line.
        let script = """
            trap '' PIPE
            { "$0" players --follow --server "$1"; echo "ended $?" >&2; } |
                { head -n 1 > /dev/null; exec 0<&-; echo read; }
            """
        let program = try PipedProgram(
            "/bin/sh", ["-c", script, PipedProgram.ours, server.address])
        #expect(program.line { $0 == "read" } != nil)
        let lin = try TerminalPerson("lin", at: server)
        #expect(program.line { $0.hasPrefix("ended ") } == "ended 1")
        lin.stopsLooking()
    }

    @Test(
        "A terminal that can't be drawn on is reported, with exit status 1",
        arguments: ["teletype-33", "../../etc/passwd"])
    func noScreen(term: String) throws {
        let person = try TerminalPerson([], term: term)
        #expect(person.seesTheEnd() == .exited(1))
        #expect(person.screen.text.contains("tictactoe: "))
        #expect(person.isTerminalSane)
    }
}
