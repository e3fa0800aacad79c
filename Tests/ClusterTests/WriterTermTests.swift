import Cluster
import Testing

@Suite("A server's time as the writer")
struct WriterTermTests {
    private var term = WriterTerm<String>(ClusterSequenceNumber(rawValue: 7))

    @Test("S181 While it is held, outcomes of the store wait; then they come in their order")
    mutating func held() {
        let first = term.admitOrHold("first")
        term.holdOutcomes()
        let (second, third) = (term.admitOrHold("second"), term.admitOrHold("third"))
        #expect((first, second, third) == (true, false, false))
        let waiting = term.releaseOutcomes()
        let fourth = term.admitOrHold("fourth")
        #expect(waiting == ["second", "third"])
        #expect(fourth)
        let rest = term.releaseOutcomes()
        #expect(rest == [])
    }

    @Test("S307 It greets clients once it has read, once in its term, and not while it is held")
    mutating func greeting() {
        var none = WriterTerm<String>(nil)
        let without = none.openToClients(hasRead: true)
        let unread = term.openToClients(hasRead: false)
        term.holdOutcomes()
        let held = term.openToClients(hasRead: true)
        _ = term.releaseOutcomes()
        #expect((without, unread, held) == (nil, nil, nil))
        let first = term.openToClients(hasRead: true)
        let second = term.openToClients(hasRead: true)
        #expect((first, second) == (ClusterSequenceNumber(rawValue: 7), nil))
    }
}
