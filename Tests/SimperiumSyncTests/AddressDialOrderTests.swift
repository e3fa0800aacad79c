import SimperiumClock
import SimperiumSync
import Testing

@Suite("Choice of a hub's address")
struct AddressDialOrderTests {
    private let start = Instant.start

    @Test(
        "Each dial tries each address once, in a ring from the first; a single one each time"
    )
    func ring() {
        var choice = AddressDialOrder(among: 3, beginningAt: 1)
        #expect(choice.startDial(at: start) == 1)
        #expect(choice.recordFailureAndAdvance(at: start) == 2)
        #expect(choice.hasMoreAddresses)
        #expect(choice.recordFailureAndAdvance(at: start) == 0)
        #expect(!choice.hasMoreAddresses)
        #expect(choice.recordFailureAndAdvance(at: start) == nil)

        choice = AddressDialOrder(among: 1)
        for second in 0..<10 {
            #expect(choice.startDial(at: start + .seconds(second)) == 0)
            #expect(choice.recordFailureAndAdvance(at: start + .seconds(second)) == nil)
        }
    }

    @Test("The address that worked last comes first, also after a break")
    func good() {
        var choice = AddressDialOrder(among: 3)
        #expect(choice.startDial(at: start) == 0)
        #expect(choice.recordFailureAndAdvance(at: start) == 1)
        choice.recordAnswer()
        #expect(choice.hasAnswered)
        #expect(choice.startDial(at: start + .seconds(1)) == 1)
        #expect(!choice.hasAnswered)
    }

    @Test(
        "An address that failed comes last for a minute; of two, the earlier failure comes first"
    )
    func grudge() {
        var choice = AddressDialOrder(among: 3)
        _ = choice.startDial(at: start)
        _ = choice.recordFailureAndAdvance(at: start)
        _ = choice.recordFailureAndAdvance(at: start + .seconds(1))
        choice.recordAnswer()
        #expect(choice.startDial(at: start + .seconds(2)) == 2)
        #expect(!choice.hasHealthyAlternative(at: start + .seconds(2)))
        #expect(choice.recordFailureAndAdvance(at: start + .seconds(3)) == 0)
        #expect(choice.recordFailureAndAdvance(at: start + .seconds(4)) == 1)
        // Two minutes later the failures no longer count.
        let later = start + .seconds(124)
        #expect(choice.startDial(at: later) == 1)
        #expect(choice.hasHealthyAlternative(at: later))
        #expect(choice.recordFailureAndAdvance(at: later) == 2)
    }
}
