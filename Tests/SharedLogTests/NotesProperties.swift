import SharedLog
import SimperiumWire
import TestSupport
import Testing

@Suite("People who share notes by way of several nodes")
struct NotesProperties {
    private static let steps = 400

    @Test("S174 S233 S234 S235: Notes are equal everywhere, each change is there once")
    func worlds() async {
        await withTaskGroup(of: Void.self) { group in
            for seeds in Seeds.batches(150) { group.addTask { Self.try(seeds) } }
        }
    }

    private static func `try`(_ seeds: Range<UInt64>) {
        for seed in seeds {
            var world = NotesWorld(seed: seed)
            do {
                try world.run(steps)
            } catch {
                let left = world.fewestTroubles(in: steps) {
                    NotesWorld(seed: seed, allowing: $0)
                }
                Issue.record(
                    "seed \(seed): \(error); with the troubles \(left.numbers): \(left.error)")
            }
        }
    }

    @Test("S236 S237 S238: Much of what is to be tried happens")
    func coverage() throws {
        var (counts, mirrored, refused) = ([String: Int](), 0, 0)
        for seed in UInt64(0)..<30 {
            var world = NotesWorld(seed: seed)
            try world.run(Self.steps)
            counts.merge(world.counts, uniquingKeysWith: +)
            for (trouble, count) in world.troubles.counts {
                counts[trouble.rawValue, default: 0] += count
            }
            mirrored += world.mirrored
            refused += world.devices.reduce(0) { $0 + $1.refusals }
        }
        for trouble in Trouble.allCases { #expect(counts[trouble.rawValue] ?? 0 >= 20) }
        #expect(counts["inherited"] ?? 0 >= 20 && counts["answered"] ?? 0 >= 100, "\(counts)")
        #expect(mirrored > 300 && refused > 20, "\(mirrored) \(refused)")
    }
}

extension NotesWorld {
    /// How many entries there are in the logs of who does not own what they are about.
    var mirrored: Int {
        truths.values.joined().count { entry in entry.mirrored != nil }
    }
}

extension EngineEntry {
    fileprivate var mirrored: UserID? {
        if case .change(let record) = act { record.mirrored } else { nil }
    }
}
