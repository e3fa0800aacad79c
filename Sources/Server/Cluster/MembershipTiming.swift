/// The intervals and time limits of a node in a cluster.
package struct MembershipTiming: Hashable, Sendable {
    /// The time without a renewal, by Redis' clock, until other nodes may declare a node dead.
    package var life = Duration.seconds(3)
    /// The interval of renewals.
    package var renewal = Duration.milliseconds(500)
    /// The age of an entry that has missed a renewal.
    package var missed = Duration.milliseconds(750)
    /// The longest interval between two renewals of a node that is not late.
    package var late = Duration.milliseconds(1_000)
    /// The time without a renewal, by the owner's clock, until it stops acting as the owner.
    package var hold = Duration.milliseconds(2_400)
    /// The time without a renewal until an owner gives up its terms.
    package var end = Duration.seconds(6)
    /// The pause after a call that Redis did not perform.
    package var rest = Duration.milliseconds(100)
    /// The longest delay of a dead process's calls, from buffers of the network and of Redis.
    package var lateness = Duration.seconds(10)
    /// The time without a change in the registry until a node passes shards to other nodes.
    package var settling = Duration.seconds(10)
    /// The pause between two shards that a node passes.
    package var passing = Duration.seconds(1)

    package init() {}
}
