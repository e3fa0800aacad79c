import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Server in the background", .waits)
struct OnDemandLocalServerStarterTests {
    @Test("Many programs that start at once share one server")
    func oneServer() throws {
        let machine = try Machine()
        let talkers = try (0..<6).map { _ in try Talker(["--plain"], on: machine) }
        for talker in talkers { talker.hears("Connected.") }
        #expect(machine.log.split(separator: "\n").count { $0.contains("serving at") } == 1)
    }

    @Test("The server reports its state, outlives the program that started it, and can be stopped")
    func control() throws {
        let machine = try Machine()
        #expect(
            try serve("--status", on: machine) == (
                3, "tictactoe: no server at \(machine.address)\n"
            ))
        #expect(try serve("--stop", on: machine).0 == 3)
        try somebodyComesAndGoes(on: machine)
        let (status, sentence) = try serve("--status", on: machine)
        #expect(status == 0)
        #expect(sentence.contains(": version "))
        #expect(try serve("--stop", on: machine).0 == 0)
        #expect(try serve("--status", on: machine).0 == 3)
    }

    @Test("The server ends when no program has needed it for a while")
    func idleness() throws {
        let machine = try Machine()
        let settings = ["TICTACTOE_IDLE_EXIT": "1"]
        try somebodyComesAndGoes(on: machine, settings)
        let process = try #require(machine.serverProcess)
        eventually { kill(process, 0) != 0 }
    }

    @Test("Programs that only look, repeatedly, do not keep the server running")
    func glances() throws {
        let machine = try Machine()
        try somebodyComesAndGoes(on: machine, ["TICTACTOE_IDLE_EXIT": "3"])
        try eventually {
            let glance = try Talker(["players"], on: machine)
            glance.hearsTheEnd()
            return glance.heard == "There are no players: no server is running.\n"
        }
    }

    @Test("Another program at the server's address is reported, and left alone")
    func stranger() throws {
        let machine = try Machine()
        let stranger = try PipedProgram(
            "/usr/bin/python3",
            ["-m", "http.server", "--bind", "127.0.0.1", "\(machine.port)"])
        try eventually { try !serve("--status", on: machine).1.contains("no server at") }

        let talker = try Talker(["players"], on: machine)
        #expect(talker.hearsTheEnd() == 3)
        #expect(
            talker.heard.contains(
                "that address is not a tictactoe server; choose another one"))
        let (status, sentence) = try serve("--stop", on: machine)
        #expect(status == 3)
        #expect(sentence.contains("is not a tictactoe server"))
        #expect(stranger.isRunning)
    }

    @Test("A server that can't start gives its caller the reason and the log's path")
    func failure() throws {
        let machine = try Machine()
        let data = machine.home + "/.local/share/tictactoe"
        try Files.makeFolder(data)
        try Files.write("no store", to: data + "/server.db")
        let talker = try Talker(["--plain"], on: machine)
        talker.hears("the server on this machine did not start")
        let lin = try TerminalPerson(["--name", "lin"], environment: machine.environment)
        lin.sees("offline", "No server: the file is damaged", "play a bot")
        let doctor = try Talker(["doctor"], on: machine)
        doctor.hearsTheEnd()
        #expect(doctor.heard.contains("server log: \(machine.home)/.local/state/tictactoe/"))
        #expect(machine.log.contains("can't use \(data)/server.db"))
    }

    @Test("Without a home the server runs all the same")
    func homeless() throws {
        let machine = try Machine()
        try somebodyComesAndGoes(on: machine, ["HOME": "/dev/null"])
        #expect(machine.serverProcess != nil)
    }

    private func somebodyComesAndGoes(
        on machine: Machine, _ settings: [String: String] = [:]
    ) throws {
        let talker = try Talker(["--plain"], on: machine, environment: settings)
        talker.hears("Connected.")
        talker.closesInput()
        #expect(talker.hearsTheEnd() == 0)
    }

    private func serve(_ flag: String, on machine: Machine) throws -> (Int32?, String) {
        let talker = try Talker(["serve", flag, "--listen", machine.address], on: machine)
        return (talker.hearsTheEnd(), talker.heard)
    }
}
