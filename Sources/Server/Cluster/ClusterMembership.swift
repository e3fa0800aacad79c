// Cluster: a node's part in a group of servers: ownership of shards, and relayed connections.
// Not here: Redis and its scripts (RedisWire, RedisStore), sockets (SimperiumServer).
// Start with `ClusterMembership`; then `ClusterRegistryCall`, `RelayProver`, `RelayFlowControl`.

package import SimperiumClock

/// A node's part in a cluster: its entry in the registry, and the shards that it owns.
///
/// Each shard has one owner at a time, under a term. A node leads the shards that it owns, and
/// relays the clients of other shards to their owners. It renews its entry twice a second. It stops
/// acting as an owner at 2.4 s without a renewal, by its own clock. At 3 s, by Redis' clock, other
/// nodes may claim its shards. The nodes with the fewest shards claim the shards without an owner.
/// Once the registry has had the same nodes for ten seconds, a node passes shards to nodes that
/// have at least two shards fewer.
///
/// A membership does no I/O. `now` must be a clock that also runs while the computer sleeps. Call
/// `handle(.wake, at:)` at `nextDeadline`, and before anything that only an owner may do.
///
/// States: outside (no entry yet), member, gone (left or refused). Order of calls: `ready` and
/// `broken` alternate; one answer for each `ask`, unless the connection breaks; `closed` for each
/// `close`; `leave` at the end.
package struct ClusterMembership: Sendable {
    package enum Event: Hashable, Sendable {
        /// Redis accepts calls. No answers to earlier calls follow.
        case ready
        case broken
        case answered(ClusterRegistryReply)
        /// Redis did not perform the last call.
        case unanswered
        /// No program listens at the inner port of a node.
        case portRefused(ClusterSequenceNumber)
        case portReached(ClusterSequenceNumber)
        case connectionLost(ClusterSequenceNumber)
        /// Redis refused a write to this shard under this term.
        case fenced(Shard, ClusterSequenceNumber)
        /// A write to this shard under this term has an unknown result. Redis may have performed
        /// it.
        case uncertain(Shard, ClusterSequenceNumber)
        /// The connections of the shard's clients are closed, and the shard's writes are stored.
        case closed(Shard)
        case clientCounts([Shard: Int])
        case leave
        case wake
    }

    package enum Effect: Hashable, Sendable {
        /// Performs a call. The answer is `answered` or `unanswered`, before the next call.
        case ask(ClusterRegistryCall)
        /// The node owns the shard. The term is higher than all earlier terms.
        case lead(Shard, ClusterSequenceNumber)
        /// The node no longer owns the shard, or must begin again with a new term.
        case stepDown(Shard)
        /// The shard will be passed to another node. The host closes the connections of the shard's
        /// clients, and then sends `closed`.
        case close(Shard)
        /// The node must not read or send anything as an owner until `endHold` or `stepDown`.
        case hold
        case endHold
        /// The writer that connections to the shard are relayed to; nil if the node itself is the
        /// owner, or if no owner is known.
        case setWriter(Shard, Writer?)
        /// These nodes are dead or have left. Reported only while this node owns a shard.
        case gone([ClusterSequenceNumber])
        case refused(ClusterRefusal)
        /// The node has left. No effect follows.
        case left
    }

    package struct Writer: Hashable, Sendable {
        package let generation: ClusterSequenceNumber
        package let term: ClusterSequenceNumber
        /// The address of the writer's inner port.
        package let address: String

        package init(
            generation: ClusterSequenceNumber, term: ClusterSequenceNumber, address: String
        ) {
            self.generation = generation
            self.term = term
            self.address = address
        }
    }

    private enum Stage: Hashable {
        /// The node has no entry.
        case outside
        case member(ClusterSequenceNumber)
        case gone
    }

    private struct ShardTransfer {
        let shard: Shard
        let heir: ClusterSequenceNumber
        let term: ClusterSequenceNumber
        /// True once the connections of the shard's clients are closed.
        var isClosed = false
    }

    private let nonce: UInt64
    private let address: String
    private let format: Int
    private var terms: ClusterJoinConditions
    private var stage = Stage.outside
    private var registry = RegistryConnection()
    /// The time when the node sent its last answered call that renewed the entry; nil without an
    /// entry.
    package private(set) var lastRenewal: Instant?
    /// The time when Redis confirmed this node's latest entry; nil if Redis has confirmed none.
    private var joinedAt: Instant?
    /// The first view after `joinedAt` that contained a renewed entry of an older node at this
    /// address: the age of that entry, and the time of the view. Nil before such a view.
    private var othersRenewal: (age: Duration, at: Instant)?
    /// The entries that this node gave up. A late call may still renew them.
    private var givenUpEntries: Set<ClusterSequenceNumber> = []
    /// The beginning of the current period without a late renewal; nil until the first answer on a
    /// connection. A lost answer may have been the answer that showed a jump of Redis' clock.
    private var onTimeSince: Instant?
    package private(set) var view: ClusterView?
    private var highestNumber = ClusterSequenceNumber(rawValue: 0)
    package private(set) var ledTerms: [Shard: ClusterSequenceNumber] = [:]
    /// The shards that need a new term, because the connection to Redis broke, Redis restarted, or
    /// the result of a write is unknown.
    private var shardsNeedingTerm: Set<Shard> = []
    package private(set) var isHeld = false
    /// The known owners that are other nodes.
    package private(set) var remoteWriters: [Shard: Writer] = [:]
    private var nodesWithoutListener: Set<ClusterSequenceNumber> = []
    private var transfer: ShardTransfer?
    /// The beginning of the current period with the same nodes in the registry.
    private var settledSince: Instant?
    private var lastTransferAt: Instant?
    private var clientCounts: [Shard: Int] = [:]
    private var isLeaving = false
    private var effects: [Effect] = []

    package init(nonce: UInt64, address: String, format: Int, joining terms: ClusterJoinConditions)
    {
        self.nonce = nonce
        self.address = address
        self.format = format
        self.terms = terms
    }

    package var generation: ClusterSequenceNumber? {
        if case .member(let generation) = stage { generation } else { nil }
    }

    /// Returns true if the node may now act as the owner of a shard.
    package func owns(_ shard: Shard) -> Bool { ledTerms[shard] != nil && !isHeld }

    package var nextDeadline: Instant? {
        guard stage != .gone else { return nil }
        guard !ledTerms.isEmpty, let lastRenewal else { return registry.nextDeadline }
        let limit = isHeld ? Timing.timeUntilGivingUp : Timing.timeUntilHold
        return sooner(registry.nextDeadline, lastRenewal + limit)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard stage != .gone else { return [] }
        holdOrEndUnrenewedTerms(at: now)
        switch event {
        case .ready:
            registry.open(at: now)
            shardsNeedingTerm = Set(ledTerms.keys)
        case .broken:
            registry.close()
            shardsNeedingTerm = Set(ledTerms.keys)
            onTimeSince = nil
            if isLeaving { finishLeaving() }
        case .answered(let reply): receive(reply, at: now)
        case .unanswered:
            if registry.removeAnsweredCall() != nil { registry.nextCall = now + Timing.retryPause }
        case .portRefused(let generation):
            guard view?.member(generation) != nil else { break }
            nodesWithoutListener.insert(generation)
            registry.nextCall = now
        case .portReached(let generation): nodesWithoutListener.remove(generation)
        case .connectionLost(let generation):
            guard remoteWriters.values.contains(where: { $0.generation == generation }) else {
                break
            }
            registry.nextCall = now
        case .fenced(let shard, let term):
            guard ledTerms[shard] == term else { break }
            stepDown(shard)
            registry.nextCall = now
        case .uncertain(let shard, let term):
            guard ledTerms[shard] == term else { break }
            shardsNeedingTerm.insert(shard)
            registry.nextCall = now
        case .closed(let shard): recordShardClosedForTransfer(shard, at: now)
        case .clientCounts(let clientCounts): self.clientCounts = clientCounts
        case .leave: leave(at: now)
        case .wake: break
        }
        if stage != .gone, let time = registry.nextDeadline, time <= now {
            sendNextCall(at: now)
        }
        return exchange(&effects, with: [])
    }
}

/// The deadlines of this node's terms, by its own clock.
extension ClusterMembership {
    /// Holds the terms if the entry has not been renewed for `timeUntilHold`. Gives up the entry
    /// and all shards after `timeUntilGivingUp`.
    private mutating func holdOrEndUnrenewedTerms(at now: Instant) {
        guard !ledTerms.isEmpty, let lastRenewal else { return }
        if !isHeld, now >= lastRenewal + Timing.timeUntilHold {
            isHeld = true
            effects.append(.hold)
        }
        if now >= lastRenewal + Timing.timeUntilGivingUp { giveUpEntryAndShards(at: now) }
    }

    private mutating func stepDown(_ shard: Shard) {
        if transfer?.shard == shard { transfer = nil }
        guard ledTerms.removeValue(forKey: shard) != nil else { return }
        shardsNeedingTerm.remove(shard)
        effects.append(.stepDown(shard))
        if ledTerms.isEmpty { endHold() }
    }

    private mutating func endHold() {
        guard isHeld else { return }
        isHeld = false
        effects.append(.endHold)
    }

    private mutating func stepDownFromAll() {
        for shard in ledTerms.keys.sorted() { stepDown(shard) }
        transfer = nil
    }

    /// Gives up the entry and all shards. The next entry has a new generation.
    private mutating func giveUpEntryAndShards(at now: Instant) {
        stepDownFromAll()
        if let generation { givenUpEntries.insert(generation) }
        registry.abandonPendingCall()
        stage = .outside
        (lastRenewal, onTimeSince, view, settledSince) = (nil, nil, nil, nil)
        nodesWithoutListener = []
        registry.nextCall = now
    }
}

/// The calls to Redis.
extension ClusterMembership {
    private mutating func send(
        _ call: ClusterRegistryCall, _ pending: RegistryConnection.UnansweredCall, at now: Instant
    ) {
        registry.begin(pending, at: now)
        effects.append(.ask(call))
    }

    private mutating func sendNextCall(at now: Instant) {
        switch stage {
        case .outside:
            send(.takeNumber(atLeast: highestNumber.next, joining: terms), .number, at: now)
        case .member(let generation):
            if isLeaving {
                let heirs =
                    view.map { newOwnersOfOrphanedShards(in: $0, besides: generation, at: now) }
                    ?? [:]
                send(.leave(generation, nonce: nonce, heirs: heirs), .leave, at: now)
            } else if let transfer, transfer.isClosed {
                self.transfer = nil
                let call = ClusterRegistryCall.pass(
                    transfer.shard, to: transfer.heir, by: generation, nonce: nonce,
                    term: transfer.term)
                send(call, .pass, at: now)
            } else {
                let dead = ledTerms[.home] == nil ? [] : deadNodes(besides: generation, at: now)
                send(.renew(generation, nonce: nonce, removing: dead), .renewal, at: now)
            }
        case .gone: break
        }
    }

    private mutating func receive(_ reply: ClusterRegistryReply, at now: Instant) {
        guard let (call, since) = registry.removeAnsweredCall() else { return }
        if isLeaving, call != .leave {
            // An entry that was just made is removed again.
            if case .join(let generation) = call { stage = .member(generation) }
            if generation == nil { return finishLeaving() }
            registry.nextCall = now
            return
        }
        switch (call, reply) {
        case (.number, .number(let number, _)):
            highestNumber = max(highestNumber, number)
            let entry = NodeRegistryEntry(
                generation: number, nonce: nonce, address: address, format: format)
            send(.join(entry, terms), .join(number), at: now)
        case (.join(let number), .view(let view)):
            stage = .member(number)
            joinedAt = now
            // A node that belongs to the cluster may begin again in a Redis that lost all its data.
            terms.mayBegin = true
            apply(view, askedAt: since, at: now)
        case (.renewal, .view(let view)), (.pass, .view(let view)):
            apply(view, askedAt: since, at: now)
        case (.claimNumber, .number(let number, let run)):
            highestNumber = max(highestNumber, number)
            claimShardsUnderNumber(number, in: run, at: now)
        case (.claim(let shards, let term), .view(let view)):
            apply(view, askedAt: since, claimed: (shards, term), at: now)
        case (.renewal, .dead), (.claim, .dead), (.pass, .dead): giveUpEntryAndShards(at: now)
        case (_, .refused(let refusal)): endMembershipAfterRefusal(refusal)
        case (_, .failed(let reason)) where joinedAt == nil:
            endMembershipAfterRefusal(.failed(reason))
        case (.leave, .left): finishLeaving()
        default: registry.nextCall = now + Timing.retryPause
        }
    }

    private mutating func endMembershipAfterRefusal(_ refusal: ClusterRefusal) {
        stepDownFromAll()
        stage = .gone
        effects.append(.refused(refusal))
    }

    private mutating func leave(at now: Instant) {
        isLeaving = true
        stepDownFromAll()
        guard registry.isOpen, generation != nil || registry.isJoining else {
            return finishLeaving()
        }
        if registry.pending == nil { registry.nextCall = now }
    }

    private mutating func finishLeaving() {
        stage = .gone
        effects.append(.left)
    }
}

/// The changes of ownership that follow from Redis' view of the cluster.
extension ClusterMembership {
    private mutating func apply(
        _ view: ClusterView, askedAt since: Instant,
        claimed: (shards: [Shard], term: ClusterSequenceNumber)? = nil, at now: Instant
    ) {
        guard let generation else { return }
        guard !isAddressTaken(in: view, askedAt: since, at: now) else {
            return endMembershipAfterRefusal(.sameAddress(address))
        }
        trackLateRenewals(view, askedAt: since, at: now)
        let before = exchange(&self.view, with: view)
        if let before, before.run != view.run { shardsNeedingTerm = Set(ledTerms.keys) }
        if before?.generations != view.generations { settledSince = now }
        lastRenewal = since
        registry.nextCall =
            transfer?.isClosed == true ? now : max(now, since + Timing.renewalInterval)
        highestNumber = max(
            highestNumber, view.last, view.ownerships.map(\.term).max() ?? highestNumber)
        nodesWithoutListener.formIntersection(view.generations)
        for (shard, term) in ledTerms.sorted(by: { $0.key < $1.key })
        where view[shard] != ShardOwnership(owner: generation, term: term)
            && claimed?.shards.contains(shard) != true
        {
            stepDown(shard)
        }
        reconcileShards(view, as: generation, claimed: claimed, at: now)
        reportGoneNodes(before, view)
    }

    /// Restarts the period without a late renewal if this renewal was late, or was the first on a
    /// connection. Also restarts the period if Redis was restarted, or if Redis' clock jumped. The
    /// other nodes' renewals may have been late for the same reason.
    private mutating func trackLateRenewals(
        _ view: ClusterView, askedAt since: Instant, at now: Instant
    ) {
        let isRegular =
            lastRenewal.map { since - $0 <= Timing.longestRegularInterval } == true
            && view.run == self.view?.run
            && view.elapsed.map { (.zero...Timing.longestRegularInterval).contains($0) } == true
        if !isRegular || onTimeSince == nil { onTimeSince = now }
    }

    /// Returns true if an older node with this node's address still renews its entry. An earlier
    /// process, which ended before this process got its port, can't do that.
    ///
    /// An age may be more milliseconds than an instant can hold. So durations are compared.
    private mutating func isAddressTaken(
        in view: ClusterView, askedAt since: Instant, at now: Instant
    ) -> Bool {
        guard let generation, let joinedAt else { return false }
        let other = view.members.first {
            $0.address == address && $0.generation < generation
                && !givenUpEntries.contains($0.generation)
                && since - joinedAt > Timing.entryLifetime + $0.age
        }
        guard let other else { return false }
        // The last calls of a process that died may be late.
        guard let first = othersRenewal else {
            othersRenewal = (other.age, now)
            return false
        }
        return since - first.at > other.age - first.age + Timing.longestCallDelay
    }

    /// Compares this node's shards with the view. Leads the shards that the node has just claimed,
    /// and records the writers of the shards of other nodes. Then claims the shards that the node
    /// must own, or begins a transfer.
    private mutating func reconcileShards(
        _ view: ClusterView, as generation: ClusterSequenceNumber,
        claimed: (shards: [Shard], term: ClusterSequenceNumber)?, at now: Instant
    ) {
        let isFresh = lastRenewal.map { now < $0 + Timing.timeUntilHold } == true
        for shard in Shard.all {
            let (owner, term) = (view[shard].owner, view[shard].term)
            if owner == generation {
                setWriter(nil, of: shard)
                if let claimed, claimed.shards.contains(shard), claimed.term == term, isFresh {
                    lead(shard, under: term)
                }
                continue
            }
            let member = view.member(owner).flatMap { isProbablyDead($0, at: now) ? nil : $0 }
            setWriter(
                member.map {
                    Writer(generation: $0.generation, term: term, address: $0.address)
                }, of: shard)
            if let member, hasNoListener(member) {
                // At the time of the next call, the node has either missed a renewal, or renewed
                // its entry because it is alive. A renewal time in the future, after a change of
                // Redis' clock, counts as present.
                let age = max(member.age, .zero)
                let wait = max(Timing.missedRenewalAge - age, .zero) + .milliseconds(1)
                registry.nextCall = sooner(registry.nextCall, now + wait)
            }
        }
        if isFresh, shardsNeedingTerm.isEmpty { endHold() }
        guard shardsToClaim(of: generation, in: view, at: now).isEmpty else {
            return send(.takeNumber(atLeast: highestNumber.next), .claimNumber, at: now)
        }
        beginShardTransferForBalance(view, as: generation, at: now)
    }

    private mutating func lead(_ shard: Shard, under term: ClusterSequenceNumber) {
        stepDown(shard)
        ledTerms[shard] = term
        effects.append(.lead(shard, term))
    }

    private mutating func setWriter(_ writer: Writer?, of shard: Shard) {
        guard writer != remoteWriters[shard] else { return }
        remoteWriters[shard] = writer
        effects.append(.setWriter(shard, writer))
    }

    /// Returns the shards that this node must claim: its own shards without a valid term, and its
    /// share of the shards without an owner. A shard that is being transferred is not included.
    private func shardsToClaim(
        of generation: ClusterSequenceNumber, in view: ClusterView, at now: Instant
    ) -> [Shard] {
        let heirs = newOwnersOfOrphanedShards(in: view, besides: nil, at: now)
        return Shard.all.filter { shard in
            guard shard != transfer?.shard else { return false }
            guard view[shard].owner == generation else { return heirs[shard] == generation }
            return ledTerms[shard] != view[shard].term || shardsNeedingTerm.contains(shard)
        }
    }

    /// Returns the new owners for shards without a live owner. The node `leaving` counts as dead.
    /// Each shard is assigned to the node with the fewest shards. Among equals, the youngest node
    /// is chosen, because in a rolling restart, that node has already been restarted.
    private func newOwnersOfOrphanedShards(
        in view: ClusterView, besides leaving: ClusterSequenceNumber?, at now: Instant
    ) -> [Shard: ClusterSequenceNumber] {
        let nodes = view.members.filter { $0.generation != leaving && !isProbablyDead($0, at: now) }
        var counts = Dictionary(uniqueKeysWithValues: nodes.map { ($0.generation, 0) })
        for ownership in view.ownerships {
            if let owner = ownership.owner, let count = counts[owner] { counts[owner] = count + 1 }
        }
        var heirs: [Shard: ClusterSequenceNumber] = [:]
        for shard in Shard.all where view[shard].owner.flatMap({ counts[$0] }) == nil {
            let heir = counts.min { ($0.value, $1.key) < ($1.value, $0.key) }
            guard let heir else { break }
            heirs[shard] = heir.key
            counts[heir.key] = heir.value + 1
        }
        return heirs
    }

    /// Claims the shards that this node must own, with `number` as the term. Does not use a number
    /// from another run of Redis, because such a number may be given out twice.
    private mutating func claimShardsUnderNumber(
        _ number: ClusterSequenceNumber, in run: String, at now: Instant
    ) {
        guard let generation, let view, view.run == run else { return registry.nextCall = now }
        let shards = shardsToClaim(of: generation, in: view, at: now)
        guard !shards.isEmpty else { return registry.nextCall = now }
        let replaced = Dictionary(uniqueKeysWithValues: shards.map { ($0, view[$0]) })
        send(
            .claim(generation, nonce: nonce, term: number, replacing: replaced),
            .claim(shards, term: number), at: now)
    }

    private mutating func reportGoneNodes(_ before: ClusterView?, _ view: ClusterView) {
        guard !ledTerms.isEmpty, let before else { return }
        let gone = before.generations.subtracting(view.generations).sorted()
        if !gone.isEmpty { effects.append(.gone(gone)) }
    }

    /// Returns true if the node is most likely dead. If it is alive, its writes will be fenced.
    private func isProbablyDead(_ member: ClusterView.Member, at now: Instant) -> Bool {
        guard member.generation != generation else { return false }
        if hasNoListener(member), member.age >= Timing.missedRenewalAge { return true }
        guard member.age > Timing.entryLifetime, let onTimeSince else { return false }
        return now - onTimeSince >= Timing.entryLifetime
    }

    /// Returns true if no program listens at another node's inner port, or if the port is this
    /// node's own.
    private func hasNoListener(_ member: ClusterView.Member) -> Bool {
        nodesWithoutListener.contains(member.generation)
            || member.address == address && member.generation != generation
    }

    private func deadNodes(
        besides generation: ClusterSequenceNumber, at now: Instant
    ) -> [ClusterSequenceNumber] {
        let others = view?.members.filter { $0.generation != generation } ?? []
        return others.filter { isProbablyDead($0, at: now) }.map(\.generation)
    }
}

/// The balance of shards between the nodes.
extension ClusterMembership {
    /// Begins to pass a shard to a node that has at least two shards fewer, unless the nodes have
    /// changed recently or another transfer runs. Chooses the shard with the fewest clients, but
    /// never `home`, which all nodes use.
    private mutating func beginShardTransferForBalance(
        _ view: ClusterView, as generation: ClusterSequenceNumber, at now: Instant
    ) {
        guard transfer == nil, !isHeld, let settledSince, now - settledSince >= Timing.settlingTime,
            lastTransferAt.map({ now - $0 >= Timing.transferPause }) != false
        else { return }
        var counts = Dictionary(uniqueKeysWithValues: view.generations.map { ($0, 0) })
        for ownership in view.ownerships {
            guard let owner = ownership.owner, let count = counts[owner] else { return }
            counts[owner] = count + 1
        }
        let own = counts[generation] ?? 0
        guard let heir = counts.min(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            heir.value + 2 <= own
        else { return }
        let shard = ledTerms.keys.filter { $0 != .home }.min { one, other in
            (clientCounts[one] ?? 0, other) < (clientCounts[other] ?? 0, one)
        }
        guard let shard, let term = ledTerms[shard] else { return }
        lastTransferAt = now
        transfer = ShardTransfer(shard: shard, heir: heir.key, term: term)
        effects.append(.close(shard))
    }

    private mutating func recordShardClosedForTransfer(_ shard: Shard, at now: Instant) {
        guard transfer?.shard == shard, ledTerms.removeValue(forKey: shard) != nil else { return }
        shardsNeedingTerm.remove(shard)
        transfer?.isClosed = true
        registry.nextCall = now
    }
}

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
