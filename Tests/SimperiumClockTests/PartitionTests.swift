import SimperiumClock
import TestSupport
import Testing

@Suite("Binary search")
struct PartitionTests {
    @Test("Binary search agrees with linear search, also in slices", arguments: Seeds.batches(200))
    func search(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let sorted = (0..<random.numberBelow(40)).map { _ in random.numberBelow(20) }.sorted()
            let low = random.numberBelow(sorted.count + 1)
            let slice = sorted[low..<low + random.numberBelow(sorted.count - low + 1)]
            for value in -1...20 {
                let expected = slice.firstIndex { $0 >= value } ?? slice.endIndex
                #expect(slice.partitionPoint { $0 < value } == expected, "seed \(seed)")
            }
        }
    }

    @Test("Binary search looks at one element more than the length has binary digits, at most")
    func cost() {
        for count in 0...300 {
            for border in 0...count {
                var looks = 0
                let found = (0..<count).partitionPoint { number in
                    looks += 1
                    return number < border
                }
                #expect(found == border)
                #expect(looks <= Int.bitWidth - count.leadingZeroBitCount)
            }
        }
    }
}
