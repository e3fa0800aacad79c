import SimperiumClock
import Testing

@Suite("Binary search")
struct PartitionTests {
    @Test("The border is found in at most one look more than the length has binary digits")
    func cost() {
        for count in 0...300 {
            for border in 0...count {
                var looks = 0
                // The first index is not zero, as in a slice.
                let found = (7..<7 + count).partitionPoint { number in
                    looks += 1
                    return number < 7 + border
                }
                #expect(found == 7 + border)
                #expect(looks <= Int.bitWidth - count.leadingZeroBitCount)
            }
        }
    }
}
