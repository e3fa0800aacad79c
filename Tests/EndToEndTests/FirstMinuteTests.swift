import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A newcomer's first minute", .waits)
struct FirstMinuteTests {
    @Test("A choice that can't be stored is reported")
    func unkeptChoice() throws {
        let server = try ServedProgram()
        let home = try TemporaryFolder()
        // A folder in the place of the file.
        try Files.makeFolder(home.path("tictactoe/choices"))
        let lin = try TerminalPerson(
            ["--server", server.address, "--name", "lin"],
            environment: ["HOME": home.place, "XDG_STATE_HOME": home.place])
        lin.sees("in sync")
        lin.press("t", "down", "enter")
        lin.sees("can't be saved for the next start")
    }

    @Test("A separate door logs that its server can't be reached")
    func doorAlone() throws {
        let machine = try Machine()
        let door = try Talker(
            ["door", "--server", "127.0.0.1:1", "--ssh", "127.0.0.1:0"], on: machine)
        door.hears("accepting ssh guests at", "server not reached", "no server at 127.0.0.1:1")
    }

    @Test("A separate door without the token of a closed lobby logs the options that name it")
    func doorWithoutToken() throws {
        let folder = try TemporaryFolder()
        let token = folder.path("token")
        try Files.write("0123456789abcdef0123456789abcdef\n", to: token)
        let server = try ServedProgram(["--lobby-token-file", token])
        let machine = try Machine()
        let door = try Talker(
            ["door", "--server", server.address, "--ssh", "127.0.0.1:0"], on: machine)
        door.hears("the server refuses this door", "--door-token-file or --lobby-token-file")
    }

    @Test(
        "A separate door that is stopped logs its end, and not that its server can't be reached",
        .direct)
    func stoppedDoor() throws {
        let server = try ServedProgram()
        let folder = try TemporaryFolder()
        let door = try PipedProgram(
            PipedProgram.ours, ["door", "--server", server.address, "--ssh", "127.0.0.1:0"],
            environment: ["HOME": folder.place, "LC_ALL": "C.UTF-8"])
        try eventually { try server.curl("/healthz").contains(#""connections":1"#) }
        door.send(SIGTERM)
        let text = door.rest()
        #expect(text.hasSuffix(" info stopped program=door\n") && door.end() == 0, "\(text)")
        #expect(!text.contains(" error "), "\(text)")
    }

    @Test("A player whose name another one has reads the name that others see")
    func taggedName() throws {
        let server = try ServedProgram()
        let first = try TerminalPerson(["--server", server.address, "--name", "gina"])
        first.sees("in sync")
        first.stopsLooking()
        let second = try TerminalPerson(["--server", server.address, "--name", "gina"])
        let news = "Another gina is here. Other players see you as gina 2."
        // The number is the same for all, and either of the two has it.
        let isTold = waitUntil(within: .seconds(20), every: .milliseconds(100)) {
            for person in [first, second] { person.catchesUp() }
            return [first, second].contains { $0.screen.text.contains(news) }
        }
        #expect(isTold, "\(first.screen.text)\n\(second.screen.text)")
    }
}
