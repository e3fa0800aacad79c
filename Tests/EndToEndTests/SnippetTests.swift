import TestKit
import TestSupport
import Testing

/// The examples in `Snippets`, built with these tests, at a real server.
@Suite("Snippets", .tier(.soak), .waits)
struct SnippetTests {
    /// Returns the output of a snippet for these lines.
    private static func talk(
        to program: String = "TodoList", _ arguments: [String], _ lines: [String]
    ) throws -> [String] {
        let said = try PipedProgram.run(ThisBuild.program(program), arguments, saying: lines)
        #expect(said.status == 0)
        return said.text.split(separator: "\n").map(String.init)
    }

    @Test("A list of things to do is stored on two devices, and a copy of it is made")
    func todoList() throws {
        let server = try ServedProgram(["--app", "lists"])
        let folder = try TemporaryFolder()
        let entrance = [
            "ws://\(server.address)", "lists", try server.keys(of: "lists").api,
            "lin@example.org", "correct horse",
        ]
        let first = try Self.talk(
            entrance + [folder.path("first.db")],
            ["add Milk", "add Bread", "done Milk", "list", "sync"])
        #expect(first.prefix(2).sorted() == ["- Bread", "x Milk"])
        #expect(first.dropFirst(2) == ["in sync"])
        let second = try Self.talk(
            entrance + [folder.path("second.db")],
            ["sync", "add Tea", "done Tea", "done Bread", "wait", "sync", "list"])
        #expect(second.prefix(2) == ["in sync", "in sync"])
        #expect(second.dropFirst(2).sorted() == ["x Bread", "x Milk", "x Tea"])
        let away = ["ws://127.0.0.1:1"] + entrance.dropFirst() + [folder.path("second.db")]
        let offline = try Self.talk(away, ["list"])
        #expect(offline.first == "offline: no program listens there")
        #expect(offline.dropFirst().sorted() == ["x Bread", "x Milk", "x Tea"])

        let third = folder.path("third.db")
        let start = try Self.talk(to: "OfflineStart", entrance + [third], [""])
        #expect(start.count == 3 && start.last == "the server has all edits")
        let later = try Self.talk(
            to: "OfflineStart", away.dropLast() + [third], start.prefix(1).map { $0 })
        #expect(later == ["3 objects", "offline: edits are stored, and are sent later"])

        let copy = try PipedProgram.run(ThisBuild.program("BucketBackup"), entrance + ["todo"])
        #expect(copy.status == 0)
        let objects = copy.text.split(separator: "\n").map { line in
            line.drop { $0 != "," }.dropFirst().description
        }
        #expect(
            objects.sorted() == [
                #""object":{"title":"Bread","isDone":true}}"#,
                #""object":{"title":"Milk","isDone":true}}"#,
                #""object":{"title":"Tea","isDone":true}}"#,
            ])
    }

    @Test("A test with a server in its process passes")
    func listTest() throws {
        let test = try PipedProgram.run(ThisBuild.program("TodoListTest"), [])
        #expect(test.status == 0 && test.text == "passed\n")
    }

    @Test("A bot in the lobby plays a round to its end, against a user and against another bot")
    func lobbyBot() throws {
        let server = try ServedProgram(in: .memory)
        let machine = try Machine()
        let okafor = try Talker(
            ["--plain", "--name", "okafor", "--server", server.address], on: machine)
        okafor.hears("Connected. 1 person here: 1 free")
        let place = "ws://\(server.address)"
        let bot = try PipedProgram(ThisBuild.program("LobbyBot"), [place, "mechanical", "1"])
        okafor.hears("You are playing mechanical. You go first.")
        for (square, answer) in [("2", "5"), ("3", "1")] {
            okafor.says(square)
            okafor.hears("mechanical placed X in \(answer)", "Your move")
        }
        okafor.says("4")
        okafor.hears("mechanical has three in a row.")
        okafor.says("leave")
        #expect(bot.rest() == "won\n")
        #expect(bot.end() == 0)
        okafor.says("quit")
        okafor.hearsTheEnd()

        let bots = try ["one", "other"].map { name in
            try PipedProgram(ThisBuild.program("LobbyBot"), [place, name, "1"])
        }
        #expect(bots.map { $0.rest() } == ["a draw\n", "a draw\n"])
        #expect(bots.map { $0.end() } == [0, 0])
        #expect(server.stop() == 0)
    }
}
