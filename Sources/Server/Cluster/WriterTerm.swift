/// A server's term as the writer of a shard, from its claim to its end.
///
/// A host starts with the term. It admits clients once all queries of its start are answered.
/// During a hold, while the node's entry is not renewed, the host does nothing: the outcomes of its
/// store wait here.
///
/// Order of calls: `start`; `openToClients` after each answer of the store, until it returns the
/// term; `holdOutcomes` and `releaseOutcomes` alternately; `end`. `ClusterMembership` decides when.
package struct WriterTerm<Outcome> {
    /// The term; nil while another server is the writer.
    package private(set) var number: ClusterSequenceNumber?
    /// True while the host must do nothing.
    package private(set) var isHeld = false
    private var isOpen = false
    private var waiting: [Outcome] = []

    package init() {}

    package mutating func start(_ number: ClusterSequenceNumber) {
        self.number = number
    }

    /// Ends the term. The outcomes that wait are lost with the host.
    package mutating func end() {
        self = WriterTerm()
    }

    package mutating func holdOutcomes() {
        isHeld = true
    }

    /// Ends the hold. Returns the outcomes that waited, in their order.
    package mutating func releaseOutcomes() -> [Outcome] {
        isHeld = false
        return exchange(&waiting, with: [])
    }

    /// Returns true if an outcome of the store may be handled now. Otherwise stores it for
    /// `releaseOutcomes`.
    package mutating func admitOrHold(_ outcome: Outcome) -> Bool {
        if isHeld { waiting.append(outcome) }
        return !isHeld
    }

    /// Returns the term the first time that clients may be admitted; otherwise nil. `hasRead` is
    /// true if no query of the host waits for its answer.
    package mutating func openToClients(hasRead: Bool) -> ClusterSequenceNumber? {
        guard let number, hasRead, !isHeld, !isOpen else { return nil }
        isOpen = true
        return number
    }
}
