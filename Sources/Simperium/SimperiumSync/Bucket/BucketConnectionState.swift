internal import SimperiumClock
internal import SimperiumWire

/// The state of a bucket that ends with the present connection.
struct BucketConnectionState: Sendable {
    /// The time of the latest unanswered request; nil if there is none. Changes are recorded in
    /// `sent` instead.
    var requestedAt: Instant?
    var index = IndexScan()
    /// The recovery of a hub that was restored from an older copy; nil if none is in progress.
    var recovery: LostObjectRecovery?
    var indexScanCount = 0
    /// The changes that were sent on this connection and await their answers.
    var sent = UnansweredChanges()
    /// The number of automatic repairs of each object since the program last edited it.
    var repairs: [ObjectKey: Int] = [:]
    var keysToSendWhole: Set<ObjectKey> = []
    var hasAuthorizedAgain = false
    var pendingLoads: [ObjectKey: PendingObjectLoad] = [:]
    var absences: [ObjectKey: Absence] = [:]
    /// True while missed changes are awaited, because the hub has reported a change in flight as
    /// already applied.
    var awaitsChanges = false
    /// True if, while catching up, the client awaits the index page that marks the end of the
    /// missed changes.
    var awaitsPageAfterChanges = false
    /// The end of the pause after an overload; nil if there is none. Until then, edits wait.
    var pausedUntil: Instant?
    var overloads = 0
}

/// The changes that were sent on one connection and that the hub has not answered.
struct UnansweredChanges: Sendable {
    private struct UnansweredChange: Equatable, Sendable {
        let key: ObjectKey
        let id: ChangeID
        let at: Instant
    }

    private var unanswered: [ObjectKey: UnansweredChange] = [:]
    /// The changes in the order of sending. Answered ones are removed when they become first.
    private var order = Queue<UnansweredChange>()

    func contains(_ key: ObjectKey) -> Bool { unanswered[key] != nil }

    mutating func append(_ change: Change, at now: Instant) {
        let sending = UnansweredChange(key: change.key, id: change.id, at: now)
        unanswered[change.key] = sending
        order.append(sending)
    }

    /// Removes an object's change, and returns the time of sending; nil if there is none.
    @discardableResult
    mutating func remove(_ key: ObjectKey) -> Instant? {
        let sending = unanswered.removeValue(forKey: key)
        while let first = order.first, unanswered[first.key] != first { order.popFirst() }
        return sending?.at
    }

    /// The time when the oldest unanswered change was sent; nil if there is none.
    var oldestSentAt: Instant? { order.first?.at }
}

/// A request for an object whose ghost is suspect.
struct PendingObjectLoad: Sendable {
    /// The most changes kept during a load. If more arrive, the object is loaded again.
    private static let mostPostponed = 1_000

    let version: EntityVersion
    private(set) var postponed: [AcceptedChange] = []

    init(_ version: EntityVersion) {
        self.version = version
    }

    /// Keeps a change to a version after the requested one, up to the limit. Older changes may
    /// arrive, because a hub may repeat them.
    mutating func appendIfLater(_ change: AcceptedChange, to version: EntityVersion) {
        if version > self.version, postponed.count < Self.mostPostponed { postponed.append(change) }
    }
}

/// The progress of one scan of a bucket's index.
struct IndexScan: Sendable {
    /// The hub's change version when the scan began; nil before the first page. The changes that
    /// restore lost objects may advance it.
    var current: ChangeVersion?
    var pagesWithoutNewObjects = 0
    var postponed: [AcceptedChange] = []
    /// True if more changes arrived than are kept. The client requests them on the next connection.
    var hasDroppedChanges = false
}

/// The objects that a restored hub has lost, and that this client sends again.
struct LostObjectRecovery: Sendable {
    private var waiting = Queue<ObjectKey>()
    /// The keys of the objects that were sent and not answered, by the ids of the changes.
    private var sent: [ChangeID: ObjectKey] = [:]
    /// The hub's index entries of these objects. An object that the hub does not have has no entry.
    private(set) var listed: [ObjectKey: IndexPage.ListedObject] = [:]

    var isComplete: Bool { waiting.isEmpty && sent.isEmpty }

    mutating func append(_ key: ObjectKey, listed: IndexPage.ListedObject? = nil) {
        waiting.append(key)
        self.listed[key] = listed
    }

    /// Removes and returns the next object to send; nil if none may be sent now.
    mutating func popNextIfBelowLimit() -> ObjectKey? {
        sent.count < Limits.changesInFlight ? waiting.popFirst() : nil
    }

    mutating func recordSent(_ change: Change) {
        sent[change.id] = change.key
    }

    /// Removes and returns the key of the object that one of these changes restores, if any.
    mutating func removeAnswered(_ changes: [ChangeID]) -> ObjectKey? {
        guard let id = changes.first(where: { sent[$0] != nil }) else { return nil }
        return sent.removeValue(forKey: id)
    }
}

/// The parameters of index scans that outlive a connection.
struct ScanNumberAndPageLimit: Sendable {
    private static let longestPage = 500

    /// The number of the last scan, counted over all connections.
    private(set) var number = 0
    /// The maximum number of objects on a page of the index.
    private(set) var pageLimit = longestPage

    mutating func advanceScanNumber() {
        number += 1
    }

    mutating func resetPageLimit() {
        pageLimit = Self.longestPage
    }

    /// Halves the page size, because a page may have been too large for the network.
    mutating func halvePageLimit() {
        pageLimit = max(1, pageLimit / 2)
    }
}
