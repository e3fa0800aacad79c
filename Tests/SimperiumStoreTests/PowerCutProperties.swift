import SimperiumStore
import SimulatedDisk
import TestSupport
import Testing

@Suite("A server's file on a disk that fails")
struct PowerCutProperties {
    @Test(
        "No acknowledged change is lost, none is doubled, and no fault is unnoticed",
        arguments: Seeds.batches(Tier.current < .soak ? 100 : 1_000))
    func keepsAll(seeds: [UInt64]) {
        for seed in seeds {
            do {
                let story = DiskStory(seed: seed)
                try story.run()
                #expect(Set(story.epochs).count == story.epochs.count, "seed \(seed)")
                let damages = try story.damages()
                #expect(damages == [], "seed \(seed)")
            } catch {
                Issue.record("seed \(seed): \(error)")
            }
        }
    }

    @Test("Sixty stories have all faults, and flipped bits of all kinds")
    func reaches() throws {
        var (faults, flips, acknowledged) = ([DiskFault: Int](), DiskStory.Flips(), 0)
        for seed in 0..<60 as Range<UInt64> {
            let story = DiskStory(seed: seed)
            try story.run()
            faults.merge(story.faults) { $0 + $1 }
            flips.harmless += story.flips.harmless
            flips.refused += story.flips.refused
            flips.foundByDoctor += story.flips.foundByDoctor
            flips.hidRow += story.flips.hidRow
            acknowledged += story.acknowledged
        }
        for fault in [DiskFault.powerCut, .error, .full, .torn, .flippedBit] {
            #expect(faults[fault, default: 0] > 5, "\(fault)")
        }
        #expect(flips.harmless > 5 && flips.refused > 5, "\(flips)")
        #expect(acknowledged > 600)
    }

    @Test(
        "The story detects a store that doesn't wait for the disk, or drops its last commit",
        arguments: [DiskStory.Sabotage.noSync, .dropsLastCommit])
    func finds(sabotage: DiskStory.Sabotage) {
        let failed = (0..<30 as Range<UInt64>).count { seed in
            do {
                try DiskStory(seed: seed, sabotage).run()
                return false
            } catch {
                return true
            }
        }
        #expect(failed > 3)
    }
}
