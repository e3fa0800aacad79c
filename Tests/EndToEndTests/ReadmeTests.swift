import TestKit
import TestSupport
import Testing

/// The commands in README.md, exactly as they are there.
@Suite("README", .waits)
struct ReadmeTests {
    private static let text = (try? Files.text(ThisBuild.repository + "/README.md")) ?? ""

    /// The commands of the program: in backticks, or in a block of code.
    private static let commands: [String] = {
        let blocks = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
        let inline = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        let all = (blocks + inline).map { line in
            line.split(separator: "#").first.map(String.init) ?? ""
        }
        return Set(all.map { $0.split(separator: " ").joined(separator: " ") })
            .filter { $0 == "tictactoe" || $0.hasPrefix("tictactoe ") && !$0.contains("COMMAND") }
            .sorted()
    }()

    @Test("The program understands each of the README's commands", arguments: commands)
    func isUnderstood(command: String) throws {
        let machine = try Machine()
        let words = [
            "HOST": "127.0.0.1", "NAME": "okafor", "CODE": "NZWG", "FILE": machine.home + "/file",
        ]
        let typed = command.split(separator: " ").dropFirst().map { word in
            words.reduce(String(word)) { $0.replacing($1.key, with: $1.value) }
        }
        // A server runs until it is stopped, and one without a Redis retries.
        let (text, end) = try ChildProgram.run(
            "timeout", ["5", PipedProgram.ours] + typed,
            environment: machine.environment.merging([
                "TICTACTOE_SSH": "127.0.0.1:0", "TICTACTOE_IDLE_EXIT": "1",
            ]) { $1 })
        guard case .exited(let status) = end else {
            Issue.record("\(end): \(text)")
            return
        }
        #expect(status != 2 && status < 125, "\(text)")
    }

    @Test("The README names a command for each purpose")
    func isComplete() {
        for word in [
            "", " join CODE --server HOST", " watch", " serve", " bot perfect", " players",
        ] {
            #expect(Self.commands.contains("tictactoe\(word)"))
        }
        #expect(Self.commands.count > 12)
    }
}
