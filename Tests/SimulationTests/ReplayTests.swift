import Simulation
import TestSupport
import Testing

/// Swift's hash seeds differ in each process. Code that uses a dictionary's own order would give
/// another run there.
@Suite("Replay")
struct ReplayTests {
    private static let mark = "TELLS_STORIES"

    @Test("The same seeds give the same runs in another process")
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

    /// Returns the output of this test in another process.
    private func outputOfAnotherProcess() throws -> String {
        try ChildProgram.run(
            "/usr/bin/env",
            ["\(Self.mark)=1", ThisBuild.tests, "--testing-library", "swift-testing"]
                + ["--filter", "ReplayTests"], errors: .null
        ).text
    }
}
