import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Trouble at the door", .waits)
struct DoorTroubleTests {
    @Test("A terminal that is not known is drawn on as any other")
    func unknownTerminal() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house, term: "../../etc/passwd")
        lin.sees("in sync", "lin")
    }

    @Test("ssh HOST help is a list, and status --short is silent for a key without an account")
    func help() throws {
        let house = try TerminalHouse()
        let help = try PipedProgram.run(
            "/usr/bin/ssh", house.options("x") + ["127.0.0.1", "help"])
        #expect(help.status == 0)
        #expect(help.text.contains("  watch [NAME]") && help.text.contains("  status [--short]"))
        let key = try house.key("ed25519").path
        let status = try PipedProgram.run(
            "/usr/bin/ssh", house.options("x", key: key) + ["127.0.0.1", "status", "--short"])
        #expect(status.text.isEmpty && status.status == 4, "\(status)")
    }

    @Test("A guest beyond the limit is refused before any key is exchanged")
    func tooMany() throws {
        let house = try TerminalHouse("--max-guests-per-address", "1")
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync")
        let end = try PipedProgram.run(
            "/usr/bin/ssh", house.options("x") + ["127.0.0.1", "players"])

        #expect(end.status == 255)
        #expect(end.text.contains("Too many connections from your address"))
    }

    @Test("A second session on one connection is refused, and the first one continues")
    func secondSession() throws {
        let house = try TerminalHouse()
        let path = house.folder.path("control")
        let lin = try TerminalPerson(
            ["-tt", "-M", "-S", path] + house.options("lin") + ["127.0.0.1"],
            program: "/usr/bin/ssh")
        lin.sees("in sync", "lin")
        let end = try PipedProgram.run(
            "/usr/bin/ssh", ["-S", path] + house.options("lin") + ["127.0.0.1", "players"])
        #expect(end.text.contains("refused"), "\(end.text)")
        lin.looksUpKeys()
    }

    @Test("A server whose door can't be opened reports the reason, and ends")
    func unopened() throws {
        let other = try TerminalHouse()
        let server = try PipedProgram.run(
            PipedProgram.ours,
            ["serve", "--listen", "127.0.0.1:0", "--store", "memory"]
                + ["--ssh", "127.0.0.1:\(other.port)", "--host-key", other.folder.path("key")])
        #expect(server.status == 1)
        #expect(server.text.contains("can't accept guests at 127.0.0.1:\(other.port)"))
    }

    @Test("A killed guest without a key could not return, so the opponent is free at once")
    func killed() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try TerminalPerson("okafor", visiting: house)
        lin.places(in: 5)
        okafor.sees("YOUR MOVE")
        okafor.sends(SIGKILL)
        lin.sees("okafor's connection has ended")
    }

    @Test("A guest who returns in time with the same key has the session, and the match continues")
    func returned() throws {
        let house = try TerminalHouse()
        let key = try house.key("ed25519").path
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try TerminalPerson("okafor", visiting: house, key: key)
        lin.places(in: 5)
        okafor.sees("YOUR MOVE")
        okafor.sends(SIGKILL)
        lin.sees("okafor", "to return")
        let again = try TerminalPerson("okafor", visiting: house, key: key, rows: 12, columns: 40)
        again.sees("YOUR MOVE")
        again.press("1", "enter")
        lin.places(in: 3)
        again.sees("YOUR MOVE")
    }

    @Test("When the server ends, guests are notified, and their terminals restored")
    func closing() throws {
        let house = try TerminalHouse()
        let people = try (0..<3).map { try TerminalPerson("lin\($0)", visiting: house) }
        for person in people { person.sees("in sync") }
        let (end, time) = house.stop()

        #expect(end == .exited(0))
        #expect(time < .seconds(5))
        for person in people {
            #expect(person.seesTheEnd() == .exited(0))
            #expect(person.screen.text.contains("The server is restarting"))
            #expect(!person.screen.isOnSecondScreen)
            #expect(person.isTerminalSane)
        }
    }
}
