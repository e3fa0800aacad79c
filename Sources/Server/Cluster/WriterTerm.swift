/// A server's term as the writer of a shard, from its claim to its end.
///
/// The shard's host admits clients once the store has answered all queries that the host made at
/// its start. During a hold, while the node's entry is not renewed, the host does nothing, and the
/// store's outcomes wait here.
///
/// Order of calls: `openToClients` after each answer of the store, until it returns the term;
/// `holdOutcomes` and `releaseOutcomes` alternately. `ClusterMembership` decides when.
package struct WriterTerm<Outcome> {
    /// The term; nil for a host that owns no shard of a cluster.
    package let number: ClusterSequenceNumber?
    private var isHeld = false
    private var isOpen = false
    private var waiting: [Outcome] = []

    package init(_ number: ClusterSequenceNumber?) {
        self.number = number
    }

    package mutating func holdOutcomes() {
        isHeld = true
    }

    /// Ends the hold. Returns the outcomes that waited, in the order of their arrival.
    package mutating func releaseOutcomes() -> [Outcome] {
        isHeld = false
        return exchange(&waiting, with: [])
    }

    /// Returns true if the caller may handle an outcome of the store now. Otherwise keeps the
    /// outcome for `releaseOutcomes`, and returns false.
    package mutating func admitOrHold(_ outcome: Outcome) -> Bool {
        if isHeld { waiting.append(outcome) }
        return !isHeld
    }

    /// Returns the term the first time that the host may admit clients; otherwise nil. `hasRead` is
    /// true if no query of the host waits for an answer.
    package mutating func openToClients(hasRead: Bool) -> ClusterSequenceNumber? {
        guard let number, hasRead, !isHeld, !isOpen else { return nil }
        isOpen = true
        return number
    }
}
