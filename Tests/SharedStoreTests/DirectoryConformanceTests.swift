import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumLoop
import TestKit
import TestSupport
import Testing

/// A real Redis and the model have the same list of halls.
@Suite("Conformance of the list of halls", .serialized, .waits)
struct DirectoryConformanceTests {
    @Test(
        "S210 S211 S212 S213 Whatever nodes ask, on Redis alone",
        arguments: Seeds.batches(200, most: 400))
    func stories(seeds: [UInt64]) throws {
        for seed in seeds { try expectLike(seed, on: try SharedServers.alone.get()) }
    }

    @Test("S115 Whatever nodes ask, on a cluster", arguments: Seeds.batches(40, most: 80))
    func storiesOfCluster(seeds: [UInt64]) throws {
        for seed in seeds { try expectLike(seed, on: try SharedServers.cluster.get()) }
    }

    @Test("Stories come to every answer")
    func variety() {
        var kinds: Set<String> = []
        for seed in UInt64(0)..<20 {
            let story = EngineStory(
                DirectoryStory(seed: seed).deeds, at: Stamp(milliseconds: 1_000_000))
            for step in story.steps {
                guard case .directory(let answer) = step.answer else { continue }
                kinds.insert(String("\(answer)".prefix { $0.isLetter }))
                if case .offers(let offers, let expected) = answer {
                    if !offers.isEmpty { kinds.insert("sent") }
                    if !expected.isEmpty { kinds.insert("expected") }
                }
            }
        }
        #expect(
            kinds == [
                "hall", "full", "dead", "done", "sums", "offers", "traces", "page", "sent",
                "expected",
            ])
    }

    private func expectLike(_ seed: UInt64, on port: UInt16) throws {
        let story = EngineStory(
            DirectoryStory(seed: seed).deeds,
            at: Stamp(milliseconds: ThisProcess.calendarMilliseconds))
        let node = try Node(at: [port], prefix: "h-\(SecureRandom.hexText(8))")
        node.awaitReady()
        for (number, step) in story.steps.enumerated() {
            let outcome = node.ask(step.deed)
            guard outcome != .answered(step.answer) else { continue }
            Issue.record(
                "seed \(seed), \(number): \(step.deed) is answered \(outcome), not \(step.answer)")
            return
        }
    }
}
