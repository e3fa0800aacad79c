import Simulation
import TestSupport
import Testing

/// Swift hashes differently in each process. Whoever looked into a dictionary in its own order
/// would tell another story there.
@Suite("Replay")
struct ReplayTests {
    private static let mark = "TELLS_STORIES"

    @Test("The same seeds tell the same stories in another process")
    func replays() throws {
        let stories = try (0..<8 as Range<UInt64>).map { seed in
            var world = World(seed: seed)
            try world.run()
            return String(world.digest, radix: 16)
        }
        let line = "stories: " + stories.joined(separator: " ")
        guard environment(Self.mark) == nil else { return print(line) }

        #expect(Set(stories).count == stories.count)
        #expect(try outputOfAnotherProcess().contains(line))
    }

    /// What this test prints where it runs once more.
    private func outputOfAnotherProcess() throws -> String {
        try ChildProgram.run(
            "/usr/bin/env",
            ["\(Self.mark)=1", ThisBuild.tests, "--testing-library", "swift-testing"]
                + ["--filter", "ReplayTests"], errors: .null
        ).text
    }
}
