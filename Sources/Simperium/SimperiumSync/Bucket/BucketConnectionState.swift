internal import SimperiumClock
internal import SimperiumWire

/// The state of a bucket that ends with the present connection.
struct BucketConnectionState: Sendable {
    /// The time of the oldest unanswered request, without changes.
    var askedAt: Instant?
    var index = IndexScan()
    /// The objects for a hub that was restored from an older copy; nil for any other hub.
    var recovery: LostObjectRecovery?
    var indexings = 0
    /// The changes that were sent on this connection and await their answers.
    var sent = SentChanges()
    /// The number of repairs of each object that the program did not ask for.
    var repairs: [ObjectKey: Int] = [:]
    /// The objects whose next change must contain the whole object.
    var wholes: Set<ObjectKey> = []
    var hasAuthorizedAgain = false
    var loads: [ObjectKey: ObjectLoad] = [:]
    /// The objects whose owners are away.
    var away: [ObjectKey: Absence] = [:]
    /// True while the changes since the cursor were requested because the hub reports that it knows
    /// a change in flight.
    var awaitsChanges = false
    /// The end of the pause that an overloaded hub asked for. Nothing is sent until then.
    var restsUntil: Instant?
    var overloads = 0
}

/// The changes that one connection carried and that the hub has not answered.
struct SentChanges: Sendable {
    private struct UnansweredChange: Equatable, Sendable {
        let key: ObjectKey
        let id: ChangeID
        let at: Instant
    }

    private var unanswered: [ObjectKey: UnansweredChange] = [:]
    /// All sendings in order. Those that were answered since are skipped.
    private var order = Queue<UnansweredChange>()

    func contains(_ key: ObjectKey) -> Bool { unanswered[key] != nil }

    mutating func append(_ change: Change, at now: Instant) {
        let sending = UnansweredChange(key: change.key, id: change.id, at: now)
        unanswered[change.key] = sending
        order.append(sending)
    }

    /// Removes a change and returns the time that it was sent; nil if it wasn't.
    @discardableResult
    mutating func remove(_ key: ObjectKey) -> Instant? {
        let sending = unanswered.removeValue(forKey: key)
        while let first = order.first, unanswered[first.key] != first { order.popFirst() }
        return sending?.at
    }

    /// The time that the longest waiting change was sent; nil if none waits.
    var oldest: Instant? { order.first?.at }
}

/// A request for an object whose ghost is suspect.
struct ObjectLoad: Sendable {
    /// The most changes that are kept while one object is loaded. Beyond, the object is loaded
    /// again.
    private static let mostLater = 1_000

    let version: EntityVersion
    private(set) var later: [AcceptedChange] = []

    init(_ version: EntityVersion) {
        self.version = version
    }

    /// Keeps a change that leads beyond the version that is loaded. A hub may repeat an older one.
    mutating func append(_ change: AcceptedChange, to version: EntityVersion) {
        if version > self.version, later.count < Self.mostLater { later.append(change) }
    }
}

/// One run through a bucket's index.
struct IndexScan: Sendable {
    /// The bucket's change version when the run began: the first page's.
    var current: ChangeVersion?
    /// The number of consecutive pages that listed nothing new.
    var barrenPages = 0
    /// The changes that arrived during the run.
    var later: [AcceptedChange] = []
    /// True if more changes arrived than are kept. The next connection asks for them.
    var isOutpaced = false
}

/// The objects that a hub lost when it was restored from an older copy, and that it is sent again.
struct LostObjectRecovery: Sendable {
    private var waiting = Queue<ObjectKey>()
    /// The keys of the objects that were sent and not answered, by the ids of the changes.
    private var sent: [ChangeID: ObjectKey] = [:]
    /// The objects as the hub lists them. It has no entry for objects that the hub does not have.
    private(set) var listed: [ObjectKey: IndexPage.ListedObject] = [:]

    var isOver: Bool { waiting.isEmpty && sent.isEmpty }

    mutating func append(_ key: ObjectKey, listed: IndexPage.ListedObject? = nil) {
        waiting.append(key)
        self.listed[key] = listed
    }

    /// Returns the next object to be sent; nil if there is none, or if enough are on their way.
    mutating func next() -> ObjectKey? {
        sent.count < Limits.changesInFlight ? waiting.popFirst() : nil
    }

    mutating func recordSent(_ change: Change) {
        sent[change.id] = change.key
    }

    /// Removes and returns the object of an answered change; nil if the change restores none.
    mutating func removeAnswered(_ changes: [ChangeID]) -> ObjectKey? {
        guard let id = changes.first(where: { sent[$0] != nil }) else { return nil }
        return sent.removeValue(forKey: id)
    }
}

/// The number of runs on all connections, and the size of the next one's pages.
struct IndexScanCounter: Sendable {
    private static let longestPage = 500

    private(set) var last = 0
    /// The maximum number of objects on a page of the index.
    private(set) var pageLimit = longestPage

    mutating func startScan() {
        last += 1
    }

    mutating func finishScan() {
        pageLimit = Self.longestPage
    }

    /// Halves the pages of the next run, because a page may have been too large for a link on its
    /// way.
    mutating func abortScan() {
        pageLimit = max(1, pageLimit / 2)
    }
}
