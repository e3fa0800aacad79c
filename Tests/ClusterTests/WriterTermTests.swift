import Cluster
import Testing

@Suite("A server's time as the writer")
struct WriterTermTests {
    private let number = ClusterSequenceNumber(rawValue: 7)
    private var term = WriterTerm<String>()

    @Test("S181 While it is held, outcomes of the store wait; then they come in their order")
    mutating func held() {
        term.start(number)
        let first = term.admitOrHold("first")
        term.holdOutcomes()
        let (second, third) = (term.admitOrHold("second"), term.admitOrHold("third"))
        #expect((first, second, third) == (true, false, false))
        #expect(term.isHeld)
        let waiting = term.releaseOutcomes()
        let fourth = term.admitOrHold("fourth")
        #expect(waiting == ["second", "third"])
        #expect(fourth && !term.isHeld)
        let rest = term.releaseOutcomes()
        #expect(rest == [])
    }

    @Test("S307 It greets clients once it has read, in each term once, and not while it is held")
    mutating func greeting() {
        let before = term.openToClients(hasRead: true)
        term.start(number)
        let unread = term.openToClients(hasRead: false)
        term.holdOutcomes()
        let held = term.openToClients(hasRead: true)
        _ = term.releaseOutcomes()
        #expect((before, unread, held) == (nil, nil, nil))
        let first = term.openToClients(hasRead: true)
        let second = term.openToClients(hasRead: true)
        #expect((first, second) == (number, nil))
        term.end()
        let ended = term.openToClients(hasRead: true)
        term.start(number.next)
        let next = term.openToClients(hasRead: true)
        #expect((ended, next) == (nil, number.next))
    }

    @Test("An outcome that waits at the end of a term belongs to no later one")
    mutating func end() {
        term.start(number)
        term.holdOutcomes()
        _ = term.admitOrHold("late")
        term.end()
        #expect(term.number == nil && !term.isHeld)
        term.start(number.next)
        let waiting = term.releaseOutcomes()
        #expect(waiting == [])
    }
}
