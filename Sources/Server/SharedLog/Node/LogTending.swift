import SimperiumClock
import SimperiumWire

/// What keeps a log small: who appends to it has its beginning trimmed from time to time, and what
/// a dropped bucket left swept up.
///
/// One step is on its way at most, of bounded length, and nothing waits for it. A step that was not
/// answered may be done or not: it is worked out anew behind the next append, or when the log is
/// opened again.
struct LogTending: Sendable {
    enum Event {
        case opened(EngineLog)
        /// What the node wrote is there.
        case wrote(LogBatch)
        case answered(EngineOutcome)
    }

    private enum Step {
        case findTrimmable(BucketName)
        /// Whether there may be more behind it.
        case trim(BucketName, hasMore: Bool)
        case findRemains(EngineLog.Dropped)
        case sweep(EngineLog.Dropped)
    }

    /// By so many changes a bucket's log may be longer than it must be, so that it is seldom looked
    /// at.
    static let slack = 64
    /// So many changes or objects are let go in one step.
    static let mostAtOnce = 32
    /// A longer change counts as several.
    static let countedBytes = 16 << 10
    /// What a bucket's log says in all: 10,000 changes of half a megabyte would be too much.
    static let loggedBytes = 64 << 20

    private let log: SharedLogID
    private let incarnation: Incarnation
    private let limits: StoreLimits
    private var step: Step?
    /// What the node wrote since it had each bucket looked at last. The first change to one that it
    /// never looked at counts for all that others may have left.
    private var written: [BucketName: Int] = [:]
    /// Buckets to be looked at, in their turn.
    private var due: [BucketName] = []
    /// What is to be swept up, in its turn.
    private var dropped: [EngineLog.Dropped] = []

    init(_ log: SharedLogID, as incarnation: Incarnation, keeping limits: StoreLimits) {
        self.log = log
        self.incarnation = incarnation
        self.limits = limits
    }

    /// The next step, if there is one to be asked for now.
    mutating func handle(_ event: Event) -> EngineDeed? {
        switch event {
        case .opened(let state):
            for bucket in state.dropped { note(bucket) }
            // An `EMPTY` may have left entries.
            for bucket in state.buckets where bucket.floor == bucket.head && bucket.head != .zero {
                note(bucket.name)
            }
        case .wrote(let batch):
            for (offset, write) in batch.writes.enumerated() {
                count(write, at: batch.place.advanced(by: offset))
            }
        case .answered(let outcome):
            guard let done = exchange(&step, with: nil) else { return nil }
            guard case .answered(let answer) = outcome else { return putOff(done) }
            return settle(done, answer)
        }
        return step == nil ? next() : nil
    }
}

extension LogTending {
    private mutating func note(_ bucket: BucketName) {
        if !due.contains(bucket) { due.append(bucket) }
    }

    private mutating func note(_ bucket: EngineLog.Dropped) {
        if !dropped.contains(bucket) { dropped.append(bucket) }
    }

    private mutating func count(_ write: StoreWrite, at place: Ordinal) {
        switch write {
        case .append(let change, _, _, let id, _):
            let weight = 1 + change.entry.count / Self.countedBytes
            let sum = written[id.name].map { $0 + weight }
            written[id.name] = sum ?? 0
            if sum.map({ $0 >= min(Self.slack, max(limits.logLength, 1)) }) ?? true {
                note(id.name)
            }
        case .forgetHistory(let id, _): note(id.name)
        case .drop(let id):
            due.removeAll { $0 == id.name }
            note(EngineLog.Dropped(id.name, at: place))
        case .forgetVersions, .hold, .countRestart, .endSeat, .mirror, .owe, .assign, .settle,
            .forgive:
            break
        }
    }

    private mutating func next() -> EngineDeed? {
        if !due.isEmpty {
            let bucket = due.removeFirst()
            step = .findTrimmable(bucket)
            written[bucket] = 0
            let query = LogQuery.trimmable(
                bucket, limits, bytes: Self.loggedBytes, atMost: Self.mostAtOnce)
            return .read(query, log)
        }
        guard !dropped.isEmpty else { return nil }
        let bucket = dropped.removeFirst()
        step = .findRemains(bucket)
        let query = LogQuery.remains(
            of: bucket.bucket, droppedAt: bucket.place, atMost: Self.mostAtOnce)
        return .read(query, log)
    }

    private mutating func settle(_ done: Step, _ answer: EngineAnswer) -> EngineDeed? {
        switch (done, answer) {
        case (.findTrimmable(let bucket), .fact(.trimmable(let trimming, let hasMore), _)):
            guard trimming.end != .zero || !trimming.forgotten.isEmpty else { return next() }
            step = .trim(bucket, hasMore: hasMore)
            return .log(.trim(bucket, trimming, incarnation), log)
        case (.trim(let bucket, let hasMore), .done): if hasMore { note(bucket) }
        case (.findRemains(let bucket), .fact(.remains(let keys), _)):
            guard !keys.isEmpty else { return next() }
            step = .sweep(bucket)
            return .log(.sweep(keys, of: bucket.bucket, droppedAt: bucket.place), log)
        case (.sweep(let bucket), .done): note(bucket)
        default: return putOff(done)
        }
        return next()
    }

    private mutating func putOff(_ done: Step) -> EngineDeed? {
        switch done {
        case .findTrimmable(let bucket), .trim(let bucket, _): note(bucket)
        case .findRemains(let bucket), .sweep(let bucket): note(bucket)
        }
        return nil
    }
}
