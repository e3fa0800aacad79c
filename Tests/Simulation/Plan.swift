internal import SimperiumClock

/// The kinds of faults in a world.
package enum Trouble: Sendable {
    case all
    /// Programs end, at any moment and often. There are no other faults.
    case kills
}

/// The parameters of a world that follow from its seed: sizes, durations and faults.
struct Plan: Hashable, Sendable {
    let clients: Int
    let edits: Int
    /// The duration of the faults.
    let span: Duration
    /// The shortest and longest time that a frame takes, in milliseconds.
    let quickest: UInt64
    let slowest: UInt64
    let breaks: Int
    let halfOpens: Int
    let kills: Int
    let hubRestarts: Int
    let spellsOffline: Int
    /// The number of dials out of a hundred without an answer.
    let failedDials: UInt64
    /// True if programs delete objects, and make objects under names that others may choose, too.
    let deletes: Bool
    let hubFaults: HubFaultPlan

    /// Each kind of fault is present or not, so that some seeds have only one.
    init(_ trouble: Trouble, _ random: inout SeededRandom) {
        clients = 2 + random.numberBelow(3)
        edits = 4 + random.numberBelow(16)
        span = .seconds(20 + random.numberBelow(200))
        quickest = 1 + random.numberBelow(50 as UInt64)
        slowest = quickest + [20, 500, 5_000, 15_000][random.numberBelow(4)]
        let hasAll = trouble == .all
        breaks = hasAll ? Self.some(12, &random) : 0
        halfOpens = hasAll ? Self.some(3, &random) : 0
        kills = hasAll ? Self.some(4, &random) : 10 + random.numberBelow(20)
        hubRestarts = hasAll ? Self.some(3, &random) : 0
        spellsOffline = hasAll ? Self.some(4, &random) : 0
        failedDials = hasAll && random.chance(1, in: 2) ? random.numberBelow(60 as UInt64) : 0
        deletes = random.chance(1, in: 3)
        hubFaults = hasAll ? HubFaultPlan(&random) : .calm
    }

    private static func some(_ most: Int, _ random: inout SeededRandom) -> Int {
        random.chance(1, in: 2) ? random.numberBelow(most + 1) : 0
    }
}

extension HubFaultPlan {
    fileprivate init(_ random: inout SeededRandom) {
        refusalRate = Self.share(300, &random)
        garblingRate = Self.share(200, &random)
        forgettingRate = Self.share(200, &random)
        chatterRate = Self.share(100, &random)
        folds = random.chance(1, in: 2)
        isFresh = random.chance(1, in: 2)
        isSlow = random.chance(1, in: 2)
        pageLimit = 1 + random.numberBelow(6)
    }

    private static func share(_ most: UInt64, _ random: inout SeededRandom) -> UInt64 {
        random.chance(1, in: 2) ? random.numberBelow(most) : 0
    }
}
