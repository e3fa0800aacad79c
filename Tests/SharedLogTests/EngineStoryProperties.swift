import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import TestSupport
import Testing

@Suite("EngineStory properties")
struct EngineStoryProperties {
    @Test(
        "Stories come to every answer, and each is told in its order", arguments: [Array(0..<100)])
    func variety(seeds: [UInt64]) {
        var kinds: Set<String> = []
        for seed in seeds {
            let story = EngineStory(seed: seed, at: Stamp(milliseconds: 1_000_000))
            var heads: [SharedLogID: Ordinal] = [:]
            for step in story.steps {
                kinds.insert(String("\(step.answer)".prefix { $0.isLetter }))
                check(step, &heads, seed)
            }
        }
        let wanted: Set = [
            "life", "alive", "dead", "incarnation", "logs", "opened", "written", "overtaken",
            "misplaced", "earlierEpoch", "fenced", "held", "away", "resumed", "notYours", "buried",
            "done", "fact",
        ]
        #expect(wanted.subtracting(kinds) == [])
    }

    /// Messages of a log follow each other without a hole.
    private func check(
        _ step: EngineStory.Step, _ heads: inout [SharedLogID: Ordinal], _ seed: UInt64
    ) {
        guard let log = step.deed.log else { return }
        for message in step.told {
            #expect(message.previousHead == heads[log] ?? .zero, "seed \(seed)")
            guard message.isOfLog else {
                #expect(message.entry.place == message.previousHead, "seed \(seed)")
                continue
            }
            #expect(message.entry.place.count == message.previousHead.count + 1, "seed \(seed)")
            #expect(message.entry.place > message.previousHead, "seed \(seed)")
            heads[log] = message.entry.place
        }
    }

    @Test("What is read behind a place is what was told behind it", arguments: Seeds.batches(200))
    func missedIsTold(seeds: [UInt64]) {
        for seed in seeds {
            let story = EngineStory(seed: seed, at: Stamp(milliseconds: 1_000_000))
            var engine = ModelEngine()
            var told: [SharedLogID: [EngineEntry]] = [:]
            for step in story.steps {
                switch step.deed {
                // From here on something is missing.
                case .log(.trim, let log), .log(.drop, let log): told[log] = nil
                default:
                    guard let log = step.deed.log else { break }
                    told[log, default: []] += step.told.filter(\.isOfLog).map(\.entry)
                }
                _ = engine.perform(step.deed, at: Stamp(milliseconds: 1_000_000))
            }
            for (log, entries) in told {
                guard let first = entries.first?.place, first.count == 1 else { continue }
                let query = LogQuery.missed(
                    after: .zero, in: Names.buckets, atMost: Portion(entries: 1_000))
                let answer = engine.perform(.read(query, log), at: Stamp(milliseconds: 0)).answer
                guard case .fact(.missed(let missed, _, _), _) = answer else { continue }
                #expect(missed.map(\.place) == entries.map(\.place), "seed \(seed)")
            }
        }
    }
}
