extension ClusterMembership {
    enum Timing {
        /// The time without a renewal, by Redis' clock, until other nodes may declare a node dead.
        static let entryLifetime = Duration.seconds(3)
        static let renewalInterval = Duration.milliseconds(500)
        /// An entry of at least this age counts as having missed a renewal.
        static let missedRenewalAge = Duration.milliseconds(750)
        /// The longest interval between two renewals of a node that is not late.
        static let longestRegularInterval = Duration.milliseconds(1_000)
        /// The time without a renewal, by the owner's own clock, until the owner stops leading its
        /// shards.
        static let timeUntilHold = Duration.milliseconds(2_400)
        /// The time without a renewal until an owner gives up its terms.
        static let timeUntilGivingUp = Duration.seconds(6)
        /// The pause after a call that Redis did not perform.
        static let retryPause = Duration.milliseconds(100)
        /// The longest time that buffers of the network and of Redis delay a dead process's calls.
        static let longestCallDelay = Duration.seconds(10)
        /// The time that the registry must list the same nodes before a node transfers shards to
        /// balance the load.
        static let settlingTime = Duration.seconds(10)
        /// The pause between two transfers of shards by one node.
        static let transferPause = Duration.seconds(1)
    }
}
