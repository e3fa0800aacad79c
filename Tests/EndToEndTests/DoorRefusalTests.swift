import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Refusals of the door", .waits)
struct DoorRefusalTests {
    private struct Refusal {
        var program = ["/usr/bin/ssh"]
        var options: [String] = []
        var words: [String] = []
        /// Nil where ssh prints nothing.
        let sentence: String?
        let status: Int32
    }

    private static let commands = [
        "ls", "ls -l /", "/bin/sh -c id", "players;id", "$(id)", "git-upload-pack x",
    ]
    .map { Refusal(words: [$0], sentence: "This server has no shell", status: 1) }

    private static let refusals = [
        Refusal(options: ["-T"], sentence: "ssh -t", status: 1),
        Refusal(words: ["join", "KXTM"], sentence: "ssh -t", status: 1),
        Refusal(
            options: ["-s"], words: ["sftp"], sentence: "subsystem request failed", status: 255),
        Refusal(options: ["-W", "localhost:1"], sentence: "forwarding failed", status: 255),
        Refusal(
            options: ["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:1"],
            sentence: "forwarding failed", status: 255),
        Refusal(
            options: ["-o", "PreferredAuthentications=password"],
            sentence: "Permission denied (publickey,keyboard-interactive)", status: 255),
        Refusal(
            options: ["-o", "KexAlgorithms=diffie-hellman-group16-sha512"], sentence: nil,
            status: 255),
        // Additional requests of ssh are refused, and the command runs all the same.
        Refusal(
            program: ["/usr/bin/env", "DISPLAY=:99", "/usr/bin/ssh"],
            options: ["-o", "LogLevel=INFO", "-X"], words: ["players"],
            sentence: "X11 forwarding request failed", status: 0),
        Refusal(
            program: ["/usr/bin/ssh-agent", "/usr/bin/ssh"], options: ["-A"], words: ["players"],
            sentence: "0 people here", status: 0),
        Refusal(
            options: ["-o", "SetEnv=LD_PRELOAD=/tmp/x PATH=/tmp"], words: ["players"],
            sentence: "0 people here", status: 0),
        Refusal(
            options: ["-o", "Compression=yes"], words: ["players"], sentence: "0 people here",
            status: 0),
    ]

    // Two doors, because one door accepts an address only a few times in a minute.
    @Test("A request for a shell, a subsystem or a port is refused with a sentence and a status")
    func refused() throws {
        for refusals in [Self.commands, Self.refusals] {
            let house = try TerminalHouse()
            for refusal in refusals {
                let words = refusal.options + house.options("lin") + ["127.0.0.1"] + refusal.words
                let end = try PipedProgram.run(
                    refusal.program[0], refusal.program.dropFirst() + words)

                if let sentence = refusal.sentence {
                    #expect(end.text.contains(sentence), "\(refusal): \(end.text)")
                }
                #expect(end.status == refusal.status, "\(refusal): \(end.text)")
            }
        }
    }

    @Test("A forwarded port of the guest leads nowhere")
    func localForwarding() throws {
        let house = try TerminalHouse()
        let port = try freePort()
        let ssh = try PipedProgram(
            "/usr/bin/ssh",
            ["-N", "-o", "LogLevel=INFO", "-o", "ConnectionAttempts=20", "-L"]
                + ["127.0.0.1:\(port):127.0.0.1:\(house.port)"]
                + house.options("lin") + ["127.0.0.1"])
        let dial = try PipedProgram.run(
            "/usr/bin/curl",
            [
                "-s", "--retry", "20", "--retry-connrefused", "--retry-delay", "1", "--max-time",
                "30",
            ]
                + ["telnet://127.0.0.1:\(port)"])

        #expect(dial.text == "")
        #expect(ssh.line { $0.contains("administratively prohibited") } != nil)
    }

    @Test(
        "No file is transferred, by neither of two protocols", arguments: ["sftp", "scp", "scp -O"])
    func files(copier: String) throws {
        let house = try TerminalHouse()
        let options = house.options("lin").map { $0 == "-p" ? "-P" : $0 == "-l" ? "-o" : $0 }
            .map { $0 == "lin" ? "User=lin" : $0 }
        let words = copier.split(separator: " ").map(String.init)
        let operands = copier == "sftp" ? ["127.0.0.1"] : ["/etc/hostname", "127.0.0.1:x"]
        let end = try PipedProgram.run(
            "/usr/bin/" + words[0], words.dropFirst() + options + operands)

        let sentence = copier == "scp -O" ? "This server has no shell" : "subsystem request failed"
        #expect(end.text.contains(sentence), "\(end.text)")
        #expect(end.status == (copier == "scp -O" ? 1 : 255))
    }

    @Test("Of a guest's environment only the variables of the screen are used")
    func environment() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson(
            ["-tt", "-o", "SetEnv=NO_COLOR=1 FOO=bar"] + house.options("lin") + ["127.0.0.1"],
            program: "/usr/bin/ssh")
        lin.sees("in sync")
        #expect(lin.screen.colours == [])
    }
}
