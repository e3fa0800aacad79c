import Lobby
import SimperiumClock
import TestKit
import TestSupport
import Testing

/// In a lobby of many halls, each player finds an opponent if another player wants one.
@Suite("Hall properties")
struct HallProperties {
    @Test(
        "Of ten thousand players within ten seconds, all but one at most are seated", .tier(.soak))
    func crowd() {
        for seed in Seeds.first(2, most: 20) {
            // In halls of an odd size, one player remains in each.
            let limits = HallLimits(size: 99 + Int(seed % 2), closing: .seconds(20))
            var world = HallWorld(HallPlan(people: 10_000, limits: limits), seed: seed)
            world.run(until: .start + .seconds(16))

            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
            #expect(world.leftOver.count <= 1, "seed \(seed): \(world.leftOver.prefix(3))")
            #expect(world.mostOpen <= 10_000 / 100 + 2, "seed \(seed): \(world.mostOpen) halls")
            // Few players are moved: only the last ones of their halls.
            #expect(world.moves <= 1_000, "seed \(seed): \(world.moves) moves")
        }
    }

    @Test("S149: A player who remains alone in a full hall gets the next one who arrives")
    func trickle() {
        for seed in Seeds.first(10, share: 5) {
            var plan = HallPlan(people: 601, limits: HallLimits(size: 29))
            plan.arrival = 60_000
            var world = HallWorld(plan, seed: seed)
            world.run(until: .start + .seconds(66))

            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
            #expect(world.leftOver.count == 1, "seed \(seed): \(world.leftOver.prefix(3))")
            #expect(world.longestWait <= .seconds(3), "seed \(seed): \(world.longestWait)")
        }
    }

    @Test("In halls of six, no player waits while a suitable one is available")
    func rage() {
        for seed in Seeds.first(60, share: 2) {
            var world = HallWorld(Self.small(seed), seed: seed)
            // At the end, the remaining players are seated, and empty halls close.
            world.run(until: .start + .seconds(60))
            let left = world.leftOver.filter { !$0.isDeaf }
            let isPair = left.contains { one in
                left.contains { $0 != one && world.plan.mayPair(one.number, $0.number) }
            }
            #expect(world.faults.isEmpty, "seed \(seed): \(world.faults.prefix(3))")
            #expect(!isPair, "seed \(seed): \(left)")
            world.empty()
            world.run(until: .start + .seconds(80))
            #expect(world.table.open == [.first], "seed \(seed)")
            #expect(world.lone.count == 0, "seed \(seed)")
        }
    }

    @Test("The small halls see what the large ones see rarely", .tier(.soak))
    func variety() {
        var (moves, closed, open) = (0, 0, 0)
        for seed in Seeds.first(20, most: 100) {
            var world = HallWorld(Self.small(seed), seed: seed)
            world.run(until: .start + .seconds(60))
            moves += world.moves
            closed += world.closed
            open = max(open, world.mostOpen)
        }
        #expect(moves > 100)
        #expect(closed > 10)
        #expect(open > 8)
    }

    private static func small(_ seed: UInt64) -> HallPlan {
        var plan = HallPlan(
            people: 60,
            limits: HallLimits(size: 6, strangers: 12, spectators: 60, closing: .seconds(2)))
        plan.time = .seconds(30)
        plan.arrival = 5_000
        plan.unaware = seed % 3 == 0 ? 15 : 0
        plan.deaf = seed % 5 == 0 ? 10 : 0
        plan.rarePairs = seed % 4 == 0 ? 7 : 0
        return plan
    }
}
