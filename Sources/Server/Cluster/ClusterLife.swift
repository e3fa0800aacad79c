package import SimperiumClock

/// A node's part in a cluster: its entry in the registry, and whether it is the writer.
///
/// One node at a time is the writer, which owns the data under a term. The others stand by and pass
/// their clients to it. A node renews its entry twice a second. The writer stops acting at 2.4 s
/// without a renewal, by its own clock; at 3 s, by Redis' clock, others may claim its data.
///
/// It does no I/O. `now` must be a clock that also runs while the machine sleeps. Call
/// `handle(.wake, at:)` at `nextDeadline`, and before anything that only a writer may do.
package struct ClusterLife: Sendable {
    package enum Event: Hashable, Sendable {
        /// Redis may be asked. Calls before this one have no answer any more.
        case ready
        case broken
        case answered(ClusterReply)
        /// Redis did not perform the last call.
        case unanswered
        /// No program listens at the inner port of a node.
        case portRefused(ClusterNumber)
        /// A connection to the inner port of a node ended.
        case connectionLost(ClusterNumber)
        /// Redis refused a write because of its term.
        case fenced(ClusterNumber)
        /// It is unknown whether a write of a term was performed.
        case unsure(ClusterNumber)
        case leave
        case wake
    }

    package enum Effect: Hashable, Sendable {
        /// The answer is `answered` or `unanswered`. At most one call has no answer yet.
        case ask(ClusterCall)
        /// The node is the writer. The term is higher than all before it.
        case lead(ClusterNumber)
        /// The node is not the writer any more, or must begin again with another term.
        case stepDown
        /// The writer must read and send nothing until `release` or `stepDown`.
        case hold
        case release
        /// Connections go to this writer; nil if none is known.
        case follow(Writer?)
        /// These nodes are dead or have left. Only the writer is told.
        case gone([ClusterNumber])
        case refused(ClusterRefusal)
        /// Nothing follows.
        case left
    }

    package struct Writer: Hashable, Sendable {
        package let generation: ClusterNumber
        package let term: ClusterNumber
        /// The address of its inner port.
        package let address: String

        package init(generation: ClusterNumber, term: ClusterNumber, address: String) {
            self.generation = generation
            self.term = term
            self.address = address
        }
    }

    package struct Pace: Hashable, Sendable {
        /// The time without a renewal, by Redis' clock, until others may declare a node dead.
        package var life = Duration.seconds(3)
        package var renewal = Duration.milliseconds(500)
        /// An entry of this age has missed a renewal.
        package var missed = Duration.milliseconds(750)
        /// A node whose renewals are further apart is late.
        package var late = Duration.milliseconds(1_000)
        /// The time without a renewal, by its own clock, until the writer holds.
        package var hold = Duration.milliseconds(2_400)
        /// The time until it gives up its term.
        package var end = Duration.seconds(6)
        /// The pause after a call that Redis did not perform.
        package var rest = Duration.milliseconds(100)

        package init() {}
    }

    private enum Stage: Hashable {
        /// It has no entry.
        case outside
        case member(ClusterNumber)
        case gone
    }

    /// The call that has no answer yet.
    private enum Pending: Hashable {
        case number
        case join(ClusterNumber)
        case renewal
        case claimNumber
        case claim(term: ClusterNumber)
        case leave

        var isJoin: Bool { if case .join = self { true } else { false } }
    }

    private let pace: Pace
    private let nonce: UInt64
    private let address: String
    private let format: Int
    private var terms: JoinTerms
    private var stage = Stage.outside
    private var isConnected = false
    private var pending: (call: Pending, since: Instant)?
    /// Answers that are still to come, and have no effect.
    private var stale = 0
    /// The time of the next call if none is pending.
    private var nextCall: Instant?
    /// The time when the last answered renewal was asked for.
    package private(set) var renewed: Instant?
    /// The time when Redis had this node's entry.
    private var joined: Instant?
    /// The entries that it gave up. A late call may still renew them.
    private var former: Set<ClusterNumber> = []
    /// The beginning of the time without a late renewal.
    private var regularSince: Instant?
    package private(set) var view: ClusterView?
    private var seen = ClusterNumber(rawValue: 0)
    /// The term of this node; nil if it is not the writer.
    package private(set) var term: ClusterNumber?
    /// True if the term must be replaced before the next read.
    private var isTermSpent = false
    package private(set) var isHeld = false
    private var followed: Writer?
    /// The nodes whose inner ports refuse connections.
    private var refusing: Set<ClusterNumber> = []
    private var isLeaving = false
    private var effects: [Effect] = []

    package init(
        nonce: UInt64, address: String, format: Int, joining terms: JoinTerms, _ pace: Pace = Pace()
    ) {
        self.nonce = nonce
        self.address = address
        self.format = format
        self.terms = terms
        self.pace = pace
    }

    package var generation: ClusterNumber? {
        if case .member(let generation) = stage { generation } else { nil }
    }

    /// True while the node may act as the writer.
    package var isWriter: Bool { term != nil && !isHeld }

    package var writer: Writer? { followed }

    package var nextDeadline: Instant? {
        guard stage != .gone else { return nil }
        let call = isConnected && pending == nil ? nextCall : nil
        guard term != nil, let renewed else { return call }
        return sooner(call, renewed + (isHeld ? pace.end : pace.hold))
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        guard stage != .gone else { return [] }
        checkTerm(at: now)
        switch event {
        case .ready:
            isConnected = true
            isTermSpent = term != nil
            forgetCall()
            stale = 0
            nextCall = now
        case .broken:
            isConnected = false
            isTermSpent = term != nil
            forgetCall()
            stale = 0
            if isLeaving { finishLeaving() }
        case .answered(let reply): receive(reply, at: now)
        case .unanswered:
            if takeCall() != nil { nextCall = now + pace.rest }
        case .portRefused(let generation):
            guard view?.member(generation) != nil else { break }
            refusing.insert(generation)
            nextCall = now
        case .connectionLost(let generation):
            if generation == view?.ownership.owner { nextCall = now }
        case .fenced(let term):
            guard term == self.term else { break }
            stepDown()
            nextCall = now
        case .unsure(let term):
            guard term == self.term else { break }
            isTermSpent = true
            nextCall = now
        case .leave: leave(at: now)
        case .wake: break
        }
        if isConnected, stage != .gone, pending == nil, let time = nextCall, time <= now {
            callNext(at: now)
        }
        return exchange(&effects, with: [])
    }
}

/// The writer's own clock.
extension ClusterLife {
    private mutating func checkTerm(at now: Instant) {
        guard term != nil, let renewed else { return }
        if !isHeld, now >= renewed + pace.hold {
            isHeld = true
            effects.append(.hold)
        }
        if now >= renewed + pace.end { startAgain(at: now) }
    }

    private mutating func stepDown() {
        guard term != nil else { return }
        (term, isHeld, isTermSpent) = (nil, false, false)
        effects.append(.stepDown)
    }

    /// Gives up the entry. The next one has another generation.
    private mutating func startAgain(at now: Instant) {
        stepDown()
        if let generation { former.insert(generation) }
        if pending != nil { stale += 1 }
        forgetCall()
        stage = .outside
        (renewed, regularSince, view) = (nil, nil, nil)
        refusing = []
        nextCall = now
    }
}

/// The calls.
extension ClusterLife {
    private mutating func ask(_ call: ClusterCall, _ pending: Pending, at now: Instant) {
        self.pending = (pending, now)
        nextCall = nil
        effects.append(.ask(call))
    }

    private mutating func forgetCall() {
        pending = nil
    }

    private mutating func takeCall() -> (call: Pending, since: Instant)? {
        guard stale == 0 else {
            stale -= 1
            return nil
        }
        return exchange(&pending, with: nil)
    }

    private mutating func callNext(at now: Instant) {
        switch stage {
        case .outside: ask(.takeNumber(atLeast: seen.next, joining: terms), .number, at: now)
        case .member(let generation):
            if isLeaving {
                ask(.leave(generation, nonce: nonce), .leave, at: now)
            } else {
                let dead = term == nil ? [] : deadFollowers(of: generation, at: now)
                ask(.renew(generation, nonce: nonce, removing: dead), .renewal, at: now)
            }
        case .gone: break
        }
    }

    private mutating func receive(_ reply: ClusterReply, at now: Instant) {
        guard let (call, since) = takeCall() else { return }
        if isLeaving, call != .leave {
            // An entry that was just made is removed again.
            if case .join(let generation) = call { stage = .member(generation) }
            if generation == nil { return finishLeaving() }
            nextCall = now
            return
        }
        switch (call, reply) {
        case (.number, .number(let number, _)):
            seen = max(seen, number)
            let entry = NodeEntry(
                generation: number, nonce: nonce, address: address, format: format)
            ask(.join(entry, terms), .join(number), at: now)
        case (.join(let number), .view(let view)):
            stage = .member(number)
            joined = now
            // A node that belongs to the cluster may begin again in a Redis that lost all its data.
            terms.mayBegin = true
            receive(view, askedAt: since, at: now)
        case (.renewal, .view(let view)): receive(view, askedAt: since, at: now)
        case (.claimNumber, .number(let number, let run)):
            seen = max(seen, number)
            claim(number, in: run, at: now)
        case (.claim(let term), .view(let view)):
            receive(view, askedAt: since, claimed: term, at: now)
        case (.renewal, .dead), (.claim, .dead): startAgain(at: now)
        case (_, .refused(let refusal)): refuse(refusal)
        case (_, .failed(let reason)) where joined == nil: refuse(.failed(reason))
        case (.leave, .left): finishLeaving()
        default: nextCall = now + pace.rest
        }
    }

    private mutating func refuse(_ refusal: ClusterRefusal) {
        stepDown()
        stage = .gone
        effects.append(.refused(refusal))
    }

    private mutating func leave(at now: Instant) {
        isLeaving = true
        stepDown()
        guard isConnected, generation != nil || pending?.call.isJoin == true else {
            return finishLeaving()
        }
        if pending == nil { nextCall = now }
    }

    private mutating func finishLeaving() {
        stage = .gone
        effects.append(.left)
    }
}

/// The conclusions from a view.
extension ClusterLife {
    private mutating func receive(
        _ view: ClusterView, askedAt since: Instant, claimed: ClusterNumber? = nil, at now: Instant
    ) {
        guard let generation else { return }
        guard !isAddressTaken(in: view, askedAt: since) else {
            return refuse(.sameAddress(address))
        }
        checkRegularity(view, askedAt: since, at: now)
        let before = exchange(&self.view, with: view)
        if let before, before.run != view.run { isTermSpent = term != nil }
        renewed = since
        nextCall = max(now, since + pace.renewal)
        seen = max(seen, view.last, view.ownership.term)
        refusing.formIntersection(view.members.map(\.generation))
        if term != nil, view.ownership != Ownership(owner: generation, term: term ?? seen),
            claimed == nil
        {
            stepDown()
        }
        decide(view, as: generation, claimed: claimed, at: now)
        reportGone(before, view)
    }

    /// A node that was late, or that sees another life of Redis, or a leap of its clock, can't tell
    /// whether the others were late, too.
    private mutating func checkRegularity(
        _ view: ClusterView, askedAt since: Instant, at now: Instant
    ) {
        let isRegular =
            renewed.map { since - $0 <= pace.late } == true && view.run == self.view?.run
            && view.elapsed.map { (.zero...pace.late).contains($0) } == true
        if !isRegular { regularSince = now }
    }

    /// True if an older node with this node's address still renews its entry. A predecessor, which
    /// ended before this process had its port, can't do that.
    private func isAddressTaken(in view: ClusterView, askedAt since: Instant) -> Bool {
        guard let generation, let joined else { return false }
        return view.members.contains {
            $0.address == address && $0.generation < generation && !former.contains($0.generation)
                && since > joined + pace.life + $0.age
        }
    }

    private mutating func decide(
        _ view: ClusterView, as generation: ClusterNumber, claimed: ClusterNumber?, at now: Instant
    ) {
        let (owner, term) = (view.ownership.owner, view.ownership.term)
        if owner == generation {
            if let claimed, claimed == term, let renewed, now < renewed + pace.hold {
                return lead(claimed)
            }
            if self.term == term, !isTermSpent { return release(at: now) }
            return takeClaimNumber(at: now)
        }
        guard let member = view.member(owner), !isDead(member, at: now) else {
            follow(nil)
            return takeClaimNumber(at: now)
        }
        follow(Writer(generation: member.generation, term: term, address: member.address))
        if isRefusing(member) {
            // It has missed a renewal by then, or it is not dead.
            let wait = max(pace.missed - member.age, .zero) + .milliseconds(1)
            nextCall = sooner(nextCall, now + wait)
        }
    }

    private mutating func lead(_ term: ClusterNumber) {
        stepDown()
        follow(nil)
        self.term = term
        effects.append(.lead(term))
    }

    private mutating func release(at now: Instant) {
        guard isHeld, let renewed, now < renewed + pace.hold else { return }
        isHeld = false
        effects.append(.release)
    }

    private mutating func follow(_ writer: Writer?) {
        guard writer != followed else { return }
        followed = writer
        effects.append(.follow(writer))
    }

    private mutating func takeClaimNumber(at now: Instant) {
        ask(.takeNumber(atLeast: seen.next), .claimNumber, at: now)
    }

    /// A number of another life of Redis may come twice, so it is not used.
    private mutating func claim(_ number: ClusterNumber, in run: String, at now: Instant) {
        guard let generation, let view, view.run == run else { return nextCall = now }
        ask(
            .claim(generation, nonce: nonce, term: number, replaced: view.ownership),
            .claim(term: number), at: now)
    }

    private mutating func reportGone(_ before: ClusterView?, _ view: ClusterView) {
        guard term != nil, let before else { return }
        let present = Set(view.members.map(\.generation))
        let gone = before.members.map(\.generation).filter { !present.contains($0) }
        if !gone.isEmpty { effects.append(.gone(gone)) }
    }

    /// True if the node is dead in all likelihood. If not, its term is fenced.
    private func isDead(_ member: ClusterView.Member, at now: Instant) -> Bool {
        if isRefusing(member), member.age >= pace.missed { return true }
        guard member.age > pace.life, let regularSince else { return false }
        return now - regularSince >= pace.life
    }

    /// True if no program listens at its inner port; or this one does, instead of its predecessor.
    private func isRefusing(_ member: ClusterView.Member) -> Bool {
        refusing.contains(member.generation)
            || member.address == address && member.generation != generation
    }

    private func deadFollowers(
        of generation: ClusterNumber, at now: Instant
    ) -> [ClusterNumber] {
        let others = view?.members.filter { $0.generation != generation } ?? []
        return others.filter { isDead($0, at: now) }.map(\.generation)
    }
}
