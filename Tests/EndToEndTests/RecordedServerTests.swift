import SimperiumKit
import TestKit
import TestSupport
import Testing

@Suite("Recordings of real servers and doors, replayed", .waits)
struct RecordedServerTests {
    private static let lobbyToken = "82d1ba4935326590feb72cd24aea9f61"
    private static let doorToken = "0123456789abcdef0123456789abcdef"

    private func doctor(_ path: String) throws -> (text: String, status: CInt) {
        try PipedProgram.run(PipedProgram.ours, ["doctor", "--replay", path])
    }

    /// Returns the recordings in a folder, by the kind of program.
    private func recordings(in folder: String) throws -> [String: String] {
        let names = try Files.names(in: folder)
        let paths = names.map { (String($0.prefix { $0 != "-" }), "\(folder)/\($0)") }
        return Dictionary(uniqueKeysWithValues: paths)
    }

    /// Alters one byte of the last effects with `okafor`, and returns their line number.
    private func alter(_ path: String) throws -> Int {
        let recording = try Files.text(path)
        var lines = recording.split(separator: "\n").map(String.init)
        let index = try #require(
            lines.lastIndex { $0.hasPrefix(#"{"effects""#) && $0.contains("okafor") })
        lines[index] = lines[index].replacing("okafor", with: "okafur", maxReplacements: 1)
        try Files.write((lines.joined(separator: "\n") + "\n"), to: path)
        return index + 1
    }

    @Test("A server and its door are recorded with all their guests, and replayed identically")
    func serverAndDoor() throws {
        let folder = try TemporaryFolder()
        let token = folder.path("token")
        try Files.write((Self.doorToken + "\n"), to: token)
        let place = folder.path("new/recordings")
        let house = try TerminalHouse("--record", place, "--door-token-file", token)
        try playByDoor(of: house)
        #expect(house.stop().end == .exited(0))

        #expect(try Files.mode(of: place) == 0o700)
        let recordings = try recordings(in: place)
        #expect(recordings.keys.sorted() == ["door", "hub"])
        for (machine, path) in recordings {
            #expect(try Files.mode(of: path) == 0o600, "\(machine)")
            let text = try Files.text(path)
            #expect(text.contains("okafor") && text.contains(#"\"resume\":\"hidden"#), "\(machine)")
            #expect(!text.contains(Self.lobbyToken), "\(machine)")
            #expect(!text.contains(Self.doorToken), "\(machine)")
            let same = try doctor(path)
            #expect(same.status == 0, "\(same.text)")
            #expect(same.text.contains("ticks of \(machine), recorded by tictactoe"))
            #expect(same.text.contains("\(path): replayed with the same screens and bytes"))
            #expect(!same.text.contains("is incomplete"))

            let line = try alter(path)
            let other = try doctor(path)
            #expect(other.status == 1)
            #expect(other.text.contains("line \(line) differs at effects"), "\(other.text)")
            #expect(other.text.contains("recorded: ") && other.text.contains("okafur"))
        }
    }

    @Test("A server's recording has no credentials of an account or an app", .direct)
    func secrets() throws {
        let folder = try TemporaryFolder()
        let server = try ServedProgram(["--app", "demo", "--record", folder.path("server")])
        let keys = try server.keys(of: "demo")
        let user = #"{"username":"kim@example.org","password":"correct horse"}"#
        let created = try server.curl(
            "/1/demo/create/", "-H", "X-Simperium-API-Key: \(keys.api)", "-d", user)
        let members = try JSON(text: created)
        let token = try #require(members["access_token"]?.string)
        for (token, client) in [(token, "kim"), (keys.administrator, "root")] {
            let heard = try server.python(
                """
                async def main():
                    async with websockets.connect(f"ws://127.0.0.1:{PORT}/sock/websocket") as peer:
                        await peer.send(init(0, "todo", sys.argv[3], "demo", sys.argv[2]))
                        print(await peer.recv())
                asyncio.run(main())
                """, [token, client])
            #expect(heard.hasPrefix("0:auth:"))
        }
        let posted = try server.curl(
            "/1/demo/todo/i/a", "-H", "X-Simperium-Token: \(token)", "-d", #"{"n":1}"#, "-w",
            "%{http_code}")
        #expect(posted.hasSuffix("200"))
        #expect(server.stop() == 0)

        let path = try #require(try recordings(in: folder.path("server"))["hub"])
        let text = try Files.text(path)
        #expect(text.contains("kim@example.org"))
        for secret in [token, keys.api, keys.administrator, "correct horse"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        let same = try doctor(path)
        #expect(same.status == 0, "\(same.text)")
    }

    @Test("If the recording can't be written, server and door report that and do not start")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("file")
        try Files.write("", to: file)
        let port = try freePort()
        let commands = [
            ["serve", "--no-door", "--listen", "127.0.0.1:0", "--store", "memory"],
            ["door", "--ssh", "127.0.0.1:\(port)", "--host-key", folder.path("key")],
        ]
        for command in commands {
            for place in [file, file + "/inside", "/proc/recordings"] {
                let answer = try PipedProgram.run(
                    PipedProgram.ours, command + ["--record", place])
                #expect(answer.status == 1, "\(answer.text)")
                #expect(answer.text.contains("tictactoe: can't record to \(place)"))
            }
        }
    }

    /// Two guests play, a third one watches and a fourth one counts them.
    private func playByDoor(of house: TerminalHouse) throws {
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync")
        let okafor = try TerminalPerson("okafor", visiting: house)
        lin.sees("YOUR MOVE")
        let ana = try TerminalPerson("watch", visiting: house)
        ana.sees("okafor")
        for (person, square) in [(lin, 5), (okafor, 1), (lin, 3), (okafor, 2)] {
            person.places(in: square)
        }
        ana.press("enter")
        ana.sees("lin")
        lin.endsRound(in: 7)
        okafor.sees("YOU LOSE")
        let count = try PipedProgram.run(
            "/usr/bin/ssh", house.options("guest") + ["127.0.0.1", "players"])
        #expect(count.text.contains("2"))
        for person in [lin, okafor, ana] {
            person.press("q")
            person.seesTheEnd()
        }
    }
}
