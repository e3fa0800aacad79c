import TestSupport
import Testing

/// The examples of `Snippets`, built with these tests, at a real server.
@Suite("Snippets")
struct SnippetTests {
    private static func path(_ name: String) -> String {
        String(PipedProgram.ours.dropLast("tictactoe".count)) + name
    }

    /// What the list says to so many lines, until its end.
    private static func talk(_ arguments: [String], _ lines: [String]) throws -> [String] {
        let list = try PipedProgram(path("TodoList"), arguments)
        for line in lines { list.says(line) }
        list.fallsSilent()
        let said = list.rest()
        #expect(list.end() == 0)
        return said.split(separator: "\n").map(String.init)
    }

    @Test("A list of things to do is kept on two devices, and a copy of it is made")
    func todoList() throws {
        let server = try ServedProgram(["--app", "lists"], isKeeping: true)
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
            entrance + [folder.path("second.db")], ["sync", "done Bread", "sync", "list"])
        #expect(second.prefix(2) == ["in sync", "in sync"])
        #expect(second.dropFirst(2).sorted() == ["x Bread", "x Milk"])

        let copy = try PipedProgram.run(Self.path("BucketBackup"), entrance + ["todo"])
        #expect(copy.status == 0)
        let objects = copy.text.split(separator: "\n").map { line in
            line.drop { $0 != "," }.dropFirst().description
        }
        #expect(
            objects.sorted() == [
                #""object":{"title":"Bread","isDone":true}}"#,
                #""object":{"title":"Milk","isDone":true}}"#,
            ])
    }
}
