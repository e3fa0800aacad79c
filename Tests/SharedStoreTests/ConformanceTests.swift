import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumLoop
import SimperiumWire
import TestKit
import TestSupport
import Testing

/// A real Redis and the model engine answer alike, and tell the same: so what a simulation finds of
/// the one holds of the other.
@Suite("Conformance of the engines", .serialized, .waits)
struct ConformanceTests {
    @Test(
        "S118 S119 S120 S121 S123 S124 S126 S127 S128 S129 S130 S245 Each row, on Redis alone",
        arguments: EngineRow.table)
    func rows(row: EngineRow) throws {
        try expectLike(row, on: try SharedServers.alone.get())
    }

    @Test(
        "S115 Each row, on a cluster, which refuses keys of two slots", arguments: EngineRow.table)
    func rowsOfCluster(row: EngineRow) throws {
        try expectLike(row, on: try SharedServers.cluster.get())
    }

    @Test("Whatever nodes ask, on Redis alone", arguments: Seeds.batches(100, most: 200))
    func stories(seeds: [UInt64]) throws {
        for seed in seeds {
            let difference = try difference(
                of: EngineStory(seed: seed, at: present), on: try SharedServers.alone.get())
            if let difference { Issue.record("seed \(seed): \(difference)") }
        }
    }

    @Test("S115 Whatever nodes ask, on a cluster", arguments: Seeds.batches(30, most: 60))
    func storiesOfCluster(seeds: [UInt64]) throws {
        for seed in seeds {
            let difference = try difference(
                of: EngineStory(seed: seed, at: present), on: try SharedServers.cluster.get())
            if let difference { Issue.record("seed \(seed): \(difference)") }
        }
    }

    private var present: Stamp { Stamp(milliseconds: ThisProcess.calendarMilliseconds) }

    /// A turn lasts for a moment only, which a busy machine may sleep through: that is tried again.
    private func expectLike(_ row: EngineRow, on port: UInt16) throws {
        var found: String?
        for _ in 0..<(row.answers.contains("othersTurn") ? 10 : 1) {
            found = try difference(of: EngineStory(row.deeds, at: present), on: port)
            if found == nil { return }
        }
        Issue.record("\(found ?? "")")
    }

    /// Plays a story under names of its own, and says the first thing that is not as in the model.
    private func difference(of story: EngineStory, on port: UInt16) throws -> String? {
        let node = try Node(at: [port], prefix: "t-\(SecureRandom.hexText(8))")
        node.awaitReady()
        for log in Names.logs { node.follow(log) }
        for (number, step) in story.steps.enumerated() {
            let outcome = node.ask(step.deed)
            guard case .answered(let answer) = outcome else {
                return "\(number): \(step.deed) came to \(outcome)"
            }
            let (found, wanted) = (answer.blurred(at: present), step.answer.blurred(at: present))
            if found != wanted {
                return "\(number): \(step.deed) is answered \(found), not \(wanted)"
            }
        }
        for log in Names.logs {
            _ = node.ask(.read(.buckets, log))
            let wanted = story.told(of: log).map { $0.blurred(at: present) }
            let found = (node.told[log] ?? []).map { $0.blurred(at: present) }
            if found != wanted { return "of \(log) is told \(found), not \(wanted)" }
        }
        return node.gaps == 0 ? nil : "something was told that is not understood"
    }
}

extension EngineStory {
    fileprivate func told(of log: SharedLogID) -> [EngineMessage] {
        steps.flatMap { step -> [EngineMessage] in
            switch step.deed {
            case .log(_, log), .lease(_, log): step.told
            default: []
            }
        }
    }
}
