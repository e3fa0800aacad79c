import SimperiumClock
import SimperiumSync
import Testing

@Suite("Choice of a hub's address")
struct AddressChoiceTests {
    private let start = Instant.start

    @Test(
        "Each dial tries each address once, in a ring from the first; a single one each time"
    )
    func ring() {
        var choice = AddressChoice(among: 3, beginningAt: 1)
        #expect(choice.begin(at: start) == 1)
        #expect(choice.fail(at: start) == 2)
        #expect(choice.hasOther)
        #expect(choice.fail(at: start) == 0)
        #expect(!choice.hasOther)
        #expect(choice.fail(at: start) == nil)

        choice = AddressChoice(among: 1)
        for second in 0..<10 {
            #expect(choice.begin(at: start + .seconds(second)) == 0)
            #expect(choice.fail(at: start + .seconds(second)) == nil)
        }
    }

    @Test("The address that worked last comes first, also after a break")
    func good() {
        var choice = AddressChoice(among: 3)
        #expect(choice.begin(at: start) == 0)
        #expect(choice.fail(at: start) == 1)
        choice.hear()
        #expect(choice.isGood)
        #expect(choice.begin(at: start + .seconds(1)) == 1)
        #expect(!choice.isGood)
    }

    @Test(
        "An address that failed comes last for a minute; of two, the earlier failure comes first"
    )
    func grudge() {
        var choice = AddressChoice(among: 3)
        _ = choice.begin(at: start)
        _ = choice.fail(at: start)
        _ = choice.fail(at: start + .seconds(1))
        choice.hear()
        #expect(choice.begin(at: start + .seconds(2)) == 2)
        #expect(!choice.hasBetter(at: start + .seconds(2)))
        #expect(choice.fail(at: start + .seconds(3)) == 0)
        #expect(choice.fail(at: start + .seconds(4)) == 1)
        // Two minutes later the failures no longer count.
        let later = start + .seconds(124)
        #expect(choice.begin(at: later) == 1)
        #expect(choice.hasBetter(at: later))
        #expect(choice.fail(at: later) == 2)
    }
}
