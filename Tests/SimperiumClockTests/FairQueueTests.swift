import SimperiumClock
import TestSupport
import Testing

@Suite("Fair queue")
struct FairQueueTests {
    private static func queue(_ items: [(String, Int)], places: Int = 2) -> FairQueue<String, Int> {
        var queue = FairQueue<String, Int>(limit: places)
        for (owner, item) in items { queue.append(item, of: owner) }
        return queue
    }

    @Test(
        "S100: Each owner has one item in work; owners take turns, within the number of places"
    )
    func places() {
        var queue = Self.queue([("a", 1), ("a", 2), ("b", 3), ("c", 4)])
        #expect(queue.startNext()?.item == 1)
        #expect(queue.startNext()?.item == 3)
        #expect(queue.startNext() == nil)
        queue.finish(of: "b")
        #expect(queue.startNext()?.item == 4)
        queue.finish(of: "c")
        #expect(queue.startNext() == nil)
        queue.finish(of: "a")
        #expect(queue.startNext()?.item == 2)
        queue.finish(of: "a")
        #expect(queue.startNext() == nil)

        // No owner waits while a place is free.
        var free = FairQueue<String, Int>(limit: 1)
        #expect(free.startNext() == nil)
        free.append(7, of: "a")
        let first = free.startNext()
        #expect(first?.item == 7 && first?.owner == "a")

        // Owners take turns, however many items one of them has.
        queue = Self.queue([("a", 1), ("a", 2), ("a", 3), ("b", 4), ("b", 5)], places: 1)
        var order: [Int] = []
        while let (item, owner) = queue.startNext() {
            order.append(item)
            queue.finish(of: owner)
        }
        #expect(order == [1, 4, 2, 5, 3])
    }

    @Test("No item is lost, and each owner's items keep their order", arguments: Seeds.batches(100))
    func order(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var queue = FairQueue<Int, Int>(limit: 1 + random.numberBelow(3))
            var (added, busy): (Int, [Int]) = (0, [])
            var done: [Int: [Int]] = [:]
            while done.values.joined().count < 50 {
                if added < 50, random.chance(1, in: 2) {
                    queue.append(added, of: added % 4)
                    added += 1
                } else if random.chance(1, in: 2), let (item, owner) = queue.startNext() {
                    #expect(!busy.contains(owner), "seed \(seed)")
                    done[owner, default: []].append(item)
                    busy.append(owner)
                } else if let owner = busy.popLast() {
                    queue.finish(of: owner)
                }
            }
            for (_, items) in done { #expect(items == items.sorted(), "seed \(seed)") }
        }
    }
}
