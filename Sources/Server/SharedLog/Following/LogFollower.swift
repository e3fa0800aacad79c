import RedisWire
package import SimperiumClock
package import SimperiumWire

/// What a node knows of one log: every entry once and in the log's order, and what became of what
/// it appends itself.
///
/// Messages may be lost, and lines may break at any moment. What is missing is read; what can't be
/// read, or does not follow on what is known, ends in a reset: the engine is then not the one that
/// the node knew, and who listens has to read anew. One batch is on its way at most.
package struct LogFollower: Sendable {
    package enum Event: Hashable, Sendable {
        /// The log is followed and was opened, at first or after the line broke.
        case opened(EngineLog)
        /// Nil where something was told that nobody understands.
        case told([EngineMessage]?)
        case missed(EngineOutcome)
        /// Comes only while none is under way, and is worked out on all that was folded.
        case append([EngineChange])
        /// The same for what is no change to an object.
        case note(EngineEntry.Act)
        case share(EngineSharing)
        case appended(EngineOutcome)
        /// What a read or a renewal says of the log's head.
        case seen(Ordinal)
        case broken
        case wake
    }

    package enum Effect: Hashable, Sendable {
        /// To be answered by `missed`.
        case read(EngineDeed)
        /// To be answered by `appended`.
        case append(EngineDeed)
        case fold(EngineEntry)
        /// The batch is in the log, and its entries have been folded.
        case done
        /// Nothing of the batch was done, and it may read otherwise by now.
        case workAgain
        /// Somebody has the lease that was to be over. Nothing was done.
        case held(EntityOwner.Lease)
        /// The engine has no room for it. Nothing was done.
        case full
        case refused(RefusalReason)
        /// The log is to be opened once more: a later life has begun. What is known holds so far.
        case reopen
        /// Nothing that is known holds. The log is to be opened anew.
        case reset
        /// The node was taken for dead.
        case dead
    }

    package enum RefusalReason: Hashable, Sendable {
        /// The user is no more.
        case gone
        /// What is in the engine is not of our making, or the request is not to its liking.
        case damaged
    }

    /// A batch on its way.
    struct Batch {
        let content: Content
        let writer: EngineWriter
        var stage = Stage.asked
        var failures = 0
        /// Whether its first entry was met at its place.
        var isThere = false

        enum Content {
            case changes([EngineChange])
            case note(EngineEntry.Act)
            case sharing(EngineSharing)
        }

        enum Stage: Hashable {
            case asked
            /// The line broke before the answer.
            case uncertain
            /// It waits for its turn, or for the engine.
            case waiting(until: Instant)
            /// It is behind others, up to there.
            case overtaken(Ordinal)
        }
    }

    enum Stage {
        /// With the last of what is told meanwhile, for it may be told before the log is open.
        case closed([EngineMessage])
        case following
        /// With what was told meanwhile.
        case reading([EngineMessage])
    }

    /// So often in a row a batch is overtaken before it wants a turn.
    static let patience = 4
    /// Messages that are kept until the log is open.
    private static let mostKept = 256
    /// Of what was missed as much is read at once.
    private static let page = Portion(entries: 256, bytes: 256 << 10)
    static let backoff = Backoff(from: .milliseconds(100), to: .seconds(2))

    package let log: SharedLogID
    let incarnation: Incarnation
    var stage = Stage.closed([])
    private var buckets: [BucketName] = []
    private var beginnings: [EngineLog.Beginning] = []
    var epoch: UInt32 = 0
    /// When it was opened last: of later ones is not known where they begin.
    private var openedEpoch: UInt32 = 0
    /// Nil until it was opened once.
    package private(set) var head: Ordinal?
    var batch: Batch?
    var overtakings = 0
    var effects: [Effect] = []

    package init(_ log: SharedLogID, as incarnation: Incarnation) {
        self.log = log
        self.incarnation = incarnation
    }

    /// Whether a batch may be worked out now.
    package var isReady: Bool {
        if case .following = stage { batch == nil } else { false }
    }

    /// Where a batch would begin.
    package var nextPlace: Ordinal? {
        head.map { Ordinal(epoch: max(epoch, $0.epoch), count: $0.count + 1) }
    }

    package var nextDeadline: Instant? {
        if case .following = stage, case .waiting(let until)? = batch?.stage { until } else { nil }
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .opened(let state): open(state)
        case .told(let messages): hear(messages)
        case .missed(let outcome): read(outcome)
        case .append(let changes): write(.changes(changes))
        case .note(let act): write(.note(act))
        case .share(let sharing): write(.sharing(sharing))
        case .appended(let outcome): settle(outcome, at: now)
        case .seen(let place): if let head, place > head { catchUp() }
        case .broken: lose()
        case .wake: if let deadline = nextDeadline, deadline <= now { retry() }
        }
        return exchange(&effects, with: [])
    }
}

extension LogFollower {
    /// At first there is nothing to compare with: what is in the log is read by other means.
    private mutating func open(_ state: EngineLog) {
        (epoch, openedEpoch) = (state.epoch, state.epoch)
        beginnings = state.beginnings
        for bucket in state.buckets where !buckets.contains(bucket.name) {
            buckets.append(bucket.name)
        }
        guard case .closed(let messages) = stage else { return }
        let known = head ?? state.head
        guard state.head >= known, state.head.count >= known.count else { return reset() }
        head = known
        stage = .following
        if state.head > known { return goOn(with: messages) }
        for message in messages { fold(message) }
        if case .following = stage { settleUncertain() }
    }

    /// The line broke, and with it the subscription.
    private mutating func lose() { stage = .closed([]) }

    mutating func reopen() {
        stage = .closed([])
        effects.append(.reopen)
    }

    private mutating func reset() {
        stage = .closed([])
        head = nil
        buckets = []
        if exchange(&batch, with: nil) != nil { effects.append(.workAgain) }
        overtakings = 0
        effects.append(.reset)
    }

    mutating func catchUp() {
        guard let head, case .following = stage else { return }
        stage = .reading([])
        effects.append(
            .read(.read(.missed(after: head, in: buckets, atMost: Self.page), log)))
    }

    private mutating func hear(_ messages: [EngineMessage]?) {
        switch stage {
        case .closed(let before):
            // Too many make a gap, which shows.
            stage = .closed((before + (messages ?? [])).suffix(Self.mostKept))
        case .reading(let before):
            // What nobody understands is read, too.
            stage = .reading(before + (messages ?? []))
        case .following:
            guard let messages else { return catchUp() }
            for message in messages { fold(message) }
        }
    }

    private mutating func fold(_ message: EngineMessage) {
        guard case .following = stage, let head, message.entry.place > head else { return }
        guard message.previousHead == head else { return catchUp() }
        guard let entry = whole(message.entry) else { return catchUp() }
        if take(entry) { settleOvertaken() }
    }

    /// An entry with what it says: a long one of our own is known here.
    private func whole(_ entry: EngineEntry) -> EngineEntry? {
        guard case .change(let record) = entry.act, record.entry == nil else { return entry }
        guard let own = ownChange(at: entry.place), own.changeID == record.changeID else {
            return nil
        }
        return EngineEntry(at: entry.place, entry.stamp, .change(EngineRecord(own)))
    }

    private func ownChange(at place: Ordinal) -> EngineChange? {
        guard let batch, case .changes(let changes) = batch.content,
            place.epoch == batch.writer.place.epoch,
            place.count >= batch.writer.place.count
        else { return nil }
        let index = Int(clamping: place.count - batch.writer.place.count)
        return changes.indices.contains(index) ? changes[index] : nil
    }

    /// Takes the next entry; false if it does not follow on what is known.
    mutating func take(_ entry: EngineEntry) -> Bool {
        let next = entry.place.epoch
        if next > openedEpoch {
            reopen()
            return false
        }
        guard let head, entry.place.count == head.count + 1,
            next == head.epoch || head == .zero || isBeginning(next, behind: head),
            entry.act != .unknown
        else {
            reset()
            return false
        }
        self.head = entry.place
        epoch = max(epoch, entry.place.epoch)
        if case .change(let record) = entry.act, !buckets.contains(record.bucket) {
            buckets.append(record.bucket)
        }
        noteOwn(entry)
        effects.append(.fold(entry))
        return true
    }

    /// By its place, its key and its change id: all removals of one `EMPTY` have one id.
    private mutating func noteOwn(_ entry: EngineEntry) {
        guard let batch, entry.place == batch.writer.place else { return }
        self.batch?.isThere = batch.content.begins(with: entry.act)
    }

    /// Whether an epoch began there. One that began since the log was opened is told by nobody, so
    /// whoever meets it opens the log once more.
    private func isBeginning(_ epoch: UInt32, behind head: Ordinal) -> Bool {
        beginnings.contains { $0.epoch == epoch && $0.head == head }
    }

    private mutating func read(_ outcome: EngineOutcome) {
        guard case .reading(let messages) = stage else { return }
        switch outcome {
        case .answered(.fact(.missed(let entries, let unknown, let hasMore), let known)):
            stage = .following
            buckets += unknown.filter { !buckets.contains($0) }
            for entry in entries where entry.place > head ?? .zero {
                guard take(entry) else { return }
            }
            if hasMore || !unknown.isEmpty { return goOn(with: messages) }
            guard let head, known <= head else { return reset() }
            for message in messages { fold(message) }
            if case .following = stage { settleUncertain() }
        case .refused(let error) where error.isPassing: goOn(with: messages)
        case .refused, .unreadable, .answered: reset()
        // The line is gone, and the log will be opened.
        case .lost, .unsent: stage = .closed([])
        }
    }

    private mutating func goOn(with messages: [EngineMessage]) {
        stage = .following
        catchUp()
        if case .reading = stage { stage = .reading(messages) }
    }
}

extension LogFollower.Batch.Content {
    /// Whether this is its first entry.
    func begins(with act: EngineEntry.Act) -> Bool {
        switch (self, act) {
        case (.changes(let changes), .change(let record)):
            changes.first.map { record.tells(EngineRecord($0)) } ?? false
        case (.note(let mine), _): mine == act
        case (.sharing(let sharing), _): sharing.act == act
        case (.changes, _): false
        }
    }

    /// What stands in the log of it.
    var acts: [EngineEntry.Act] {
        switch self {
        case .changes(let changes): changes.map { .change(EngineRecord($0)) }
        case .note(let act): [act]
        case .sharing(let sharing): [sharing.act]
        }
    }

    /// What is asked for; nil of a note that nobody writes in so many words.
    func deed(by writer: EngineWriter, wantsTurn: Bool) -> LogDeed? {
        switch self {
        case .changes(let changes): .append(changes, writer, wantsTurn: wantsTurn)
        case .note(.history(let bucket, let change)):
            .forgetHistory(of: bucket, emptiedBy: change, writer)
        case .note(.versions(let bucket, let key)): .forgetVersions(of: key, in: bucket, writer)
        case .note(.drop(let bucket)): .drop(bucket, writer)
        case .sharing(let sharing): .share(sharing, writer)
        case .note(.change), .note(.away), .note(.back), .note(.end), .note(.sharing),
            .note(.viewed), .note(.unknown):
            nil
        }
    }
}

extension EngineSharing {
    /// What stands in the log of it.
    package var act: EngineEntry.Act { .sharing(bucket, key, named: name) }
}
