import SharedLog
import SimperiumWire
import TestSupport
import Testing

@Suite("People who share notes by way of several nodes")
struct NotesProperties {
    private static let steps = 400
    /// Below that what happens says nothing.
    private static let fewestSeeds = 60

    @Test(
        """
        S174 S223 S224 S233 S234 S235 S236 S237 S238 S242 S246 S247: Notes are equal everywhere, \
        each change is there once, and much of what is to be tried happens
        """)
    func worlds() async {
        var tally = NotesTally()
        await withTaskGroup(of: NotesTally.self) { group in
            for seeds in Seeds.batches(80, share: 4) { group.addTask { Self.try(seeds) } }
            for await part in group { tally = tally + part }
        }
        guard tally.seeds >= Self.fewestSeeds else { return }
        #expect(tally.rare.isEmpty, "\(tally)")
    }

    @Test(
        "S174 S235 What two nodes make of the same parcel may be two things, of which one is there",
        arguments: [70_053 as UInt64])
    func notTheSame(seed: UInt64) throws {
        var world = NotesWorld(seed: seed)
        try world.run(Self.steps)
    }

    private static func `try`(_ seeds: [UInt64]) -> NotesTally {
        var tally = NotesTally()
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
            tally.add(world)
        }
        return tally
    }
}

/// How often in how many seeds happened what is to be tried.
struct NotesTally: CustomStringConvertible {
    private(set) var seeds = 0
    private var counts: [String: Int] = [:]

    /// Of ten seeds so many at least.
    private static let wanted: [String: Int] = {
        let troubles = Trouble.allCases.map { ($0.rawValue, 6) }
        return Dictionary(uniqueKeysWithValues: troubles).merging([
            "inherited": 6, "answered": 30, "mirrored": 100, "refused": 6, "seen": 6, "promoted": 6,
            "torn": 3, "closed": 1, "left over": 1,
        ]) { $1 }
    }()

    mutating func add(_ world: NotesWorld) {
        seeds += 1
        counts.merge(world.counts, uniquingKeysWith: +)
        for (trouble, count) in world.troubles.counts {
            counts[trouble.rawValue, default: 0] += count
        }
        counts["mirrored", default: 0] += world.mirrored
        counts["refused", default: 0] += world.devices.reduce(0) { $0 + $1.refusals }
        counts["seen", default: 0] += world.devices.reduce(0) { $0 + $1.sights }
    }

    static func + (one: Self, other: Self) -> Self {
        var sum = one
        sum.seeds += other.seeds
        sum.counts.merge(other.counts, uniquingKeysWith: +)
        return sum
    }

    /// What happened too seldom.
    var rare: [String] {
        Self.wanted.filter { counts[$0.key, default: 0] * 10 < $0.value * seeds }.keys.sorted()
    }

    var description: String {
        let rows = Self.wanted.keys.sorted().map { "\($0) \(counts[$0, default: 0])" }
        return "in \(seeds) seeds: " + rows.joined(separator: ", ") + "; seldom \(rare)"
    }
}

extension NotesWorld {
    /// How many entries there are in the logs of who does not own what they are about.
    fileprivate var mirrored: Int {
        truths.values.joined().count { entry in entry.mirrored != nil }
    }
}

extension EngineEntry {
    fileprivate var mirrored: UserID? {
        if case .change(let record) = act { record.mirrored } else { nil }
    }
}
