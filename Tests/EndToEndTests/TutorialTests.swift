import Glibc
import TestKit
import TestSupport
import Testing

/// Programs of the original tutorial and ours, on one server.
@Suite("The tutorial's program", .waits)
struct TutorialTests {
    @Test("The program plays whole matches with ours, in either order of arrival")
    func playsWithOurs() throws {
        try Self.plays(with: ThisBuild.program("Load"), [])
    }

    /// `load` is a program that plays as simulated people.
    static func plays(with load: String, _ words: [String]) throws {
        let server = try ServedProgram(in: .memory)
        let place = "ws://\(server.address)"
        let people =
            words + [
                place, "--players", "1", "--watchers", "1",
                "--moves-per-second", "20", "--seconds", "60", "--json",
            ]
        let tutorial = ["-c", TutorialProgram.text, place, "3"]
        // The first program is challenged by the second, and is cross.
        let first = try PipedProgram("/usr/bin/python3", tutorial)
        _ = first.line { $0 == "here" }
        let others = try PipedProgram(load, people)
        let results = Self.results(first)
        #expect(results.count == 3, "\(results)")
        #expect(results.first?.hasPrefix("cross") == true)

        let second = try PipedProgram("/usr/bin/python3", tutorial)
        let more = Self.results(second)
        #expect(more.count == 3, "\(more)")
        #expect(more.first?.hasPrefix("circle") == true)

        others.send(SIGTERM)
        let summary = others.rest()
        #expect(summary.contains(#""errors":0"#), "\(summary)")
        #expect(others.end() == 0)
        #expect(server.stop() == 0)
    }

    private static func results(_ program: PipedProgram) -> [Substring] {
        program.rest().split(separator: "\n").filter { $0 != "here" }
    }
}
