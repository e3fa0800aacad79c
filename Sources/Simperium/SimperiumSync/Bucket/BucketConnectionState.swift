internal import SimperiumClock
internal import SimperiumWire

/// The part of a bucket's state that is reset when a connection begins or ends.
struct BucketConnectionState: Sendable {
    /// The time of the latest `init`, index or change-list request; nil once the hub has answered
    /// it. While lost objects are sent again, the time of the last progress. The changes in `sent`
    /// have their own times.
    var requestedAt: Instant?
    var index = IndexScan()
    /// The resending of the objects that the hub has lost; nil if none is in progress.
    var resending: LostObjectResending?
    var indexScanCount = 0
    /// The changes that were sent on this connection and await their answers.
    var sent = UnansweredChanges()
    /// The number of automatic repairs of each object on this connection, since the program last
    /// edited the object.
    var repairs: [ObjectKey: Int] = [:]
    /// The objects whose next change must contain the whole object, because the hub could not
    /// apply a diff.
    var keysToSendWhole: Set<ObjectKey> = []
    var hasAuthorizedAgain = false
    var pendingLoads: [ObjectKey: PendingObjectLoad] = [:]
    var absences: [ObjectKey: Absence] = [:]
    /// True while the client awaits missed changes, because the hub has reported that a change in
    /// flight is already applied.
    var awaitsChanges = false
    /// The end of the pause after an overload; nil if there is no pause. No edits are sent during
    /// the pause.
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
    /// The changes in the order of sending. Answered changes are removed when they become first.
    private var order = Queue<UnansweredChange>()

    func contains(_ key: ObjectKey) -> Bool { unanswered[key] != nil }

    mutating func append(_ change: Change, at now: Instant) {
        let sending = UnansweredChange(key: change.key, id: change.id, at: now)
        unanswered[change.key] = sending
        order.append(sending)
    }

    /// Removes an object's unanswered change, and returns the time when the change was sent.
    /// Returns nil if the object has no unanswered change.
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
    /// The maximum number of changes that are kept during a load. If more changes arrive, the
    /// object is loaded again.
    private static let mostPostponed = 1_000

    let version: EntityVersion
    private(set) var postponed: [AcceptedChange] = []

    init(_ version: EntityVersion) {
        self.version = version
    }

    /// Keeps a change until the object has arrived, if the change's version is later than the
    /// requested one. Drops any other change, which the hub may have repeated, and all changes
    /// above the limit.
    mutating func postponeIfLater(_ change: AcceptedChange, to version: EntityVersion) {
        if version > self.version, postponed.count < Self.mostPostponed { postponed.append(change) }
    }
}

/// The progress of one scan of a bucket's index, with the changes that wait for its end.
struct IndexScan: Sendable {
    /// The hub's change version on the first page; nil before the first page, or if the hub sent
    /// none. A change that restores a lost object may advance this version.
    var current: ChangeVersion?
    var pagesWithoutNewObjects = 0
    var postponed: [AcceptedChange] = []
    /// True if more changes arrived than the client keeps. On the next connection, the client
    /// requests all changes since `current`.
    var hasDroppedChanges = false
}

/// The objects that a restored hub has lost, and that this client sends again.
struct LostObjectResending: Sendable {
    private var waiting = Queue<ObjectKey>()
    /// The keys of the sent objects that the hub has not answered, by change id.
    private var sent: [ChangeID: ObjectKey] = [:]
    /// The hub's index entries of the lost objects. An object that is missing in the index has
    /// none.
    private(set) var listed: [ObjectKey: IndexPage.ListedObject] = [:]

    var isComplete: Bool { waiting.isEmpty && sent.isEmpty }

    mutating func append(_ key: ObjectKey, listed: IndexPage.ListedObject? = nil) {
        waiting.append(key)
        self.listed[key] = listed
    }

    /// Removes and returns the key of the next object to send. Returns nil if no object waits, or
    /// if too many changes are in flight.
    mutating func popNextIfBelowLimit() -> ObjectKey? {
        sent.count < Limits.changesInFlight ? waiting.popFirst() : nil
    }

    mutating func recordSent(_ change: Change) {
        sent[change.id] = change.key
    }

    /// Returns the key of the object that one of these changes restores, and marks the object as
    /// answered. Returns nil if the changes restore no lost object.
    mutating func removeAnswered(_ changes: [ChangeID]) -> ObjectKey? {
        guard let id = changes.first(where: { sent[$0] != nil }) else { return nil }
        return sent.removeValue(forKey: id)
    }
}

/// The parameters of index scans, which are kept across connections.
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
