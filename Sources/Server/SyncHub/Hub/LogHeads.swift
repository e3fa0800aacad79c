import SimperiumWire

/// How far the hub knows the logs that other hubs write to, too, and which of its buckets writes.
///
/// One batch of a log is on its way at most: what comes behind it can't be known before.
struct LogHeads {
    private struct Entry {
        var head: Ordinal
        /// The engine's life in which the log was opened.
        var epoch: UInt32
        var writer: BucketHandle?
        /// The buckets that have something to write and wait for that.
        var waiting: [BucketHandle] = []
    }

    /// How many lives of the engine have begun since the hub did.
    private(set) var lives = 0
    private var logs: [LogID: Entry] = [:]
    /// Batches on their way for buckets that have been given up.
    private var orphans: [QuestionID: LogBatch] = [:]
    /// The connections that are to come again: what they had other hubs' connections have by now,
    /// or what they wanted could not be done for too long.
    var displaced: [ConnectionID] = []

    func head(of log: LogID) -> Ordinal { logs[log]?.head ?? .zero }

    /// The place behind the head.
    func nextPlace(in log: LogID) -> Ordinal {
        guard let entry = logs[log] else { return .zero }
        let epoch = max(entry.epoch, entry.head.epoch)
        return Ordinal(epoch: epoch, count: entry.head.count + 1)
    }

    /// Takes note of how a log stands that is followed from now on, or once more. Of a batch of its
    /// own the hub knows all as soon as it knows of the first.
    mutating func open(_ log: LogID, at head: Ordinal, epoch: UInt32) {
        if logs[log] == nil { logs[log] = Entry(head: head, epoch: epoch) }
        if let known = logs[log]?.head, known < head { logs[log]?.head = head }
        logs[log]?.epoch = epoch
    }

    mutating func beginLife() { lives += 1 }

    mutating func advance(_ log: LogID, to place: Ordinal) {
        logs[log]?.head = place
    }

    mutating func orphan(_ question: QuestionID, _ batch: LogBatch) {
        orphans[question] = batch
    }

    /// Takes out such a batch, now that it is known what became of it.
    mutating func takeOrphan(_ question: QuestionID) -> LogBatch? {
        orphans.removeValue(forKey: question)
    }

    mutating func forget(_ log: LogID) {
        logs[log] = nil
    }

    /// Whether a bucket may write now. One that may not is told when it may.
    mutating func admit(_ bucket: BucketHandle, to log: LogID) -> Bool {
        guard let writer = logs[log]?.writer, writer != bucket else { return true }
        if logs[log]?.waiting.contains(bucket) == false { logs[log]?.waiting.append(bucket) }
        return false
    }

    mutating func begin(_ bucket: BucketHandle, in log: LogID) {
        logs[log]?.writer = bucket
    }

    /// Takes note that a bucket's batch is done, or never will be, and says who waited for that.
    mutating func finish(_ bucket: BucketHandle, in log: LogID) -> [BucketHandle] {
        guard logs[log]?.writer == bucket else { return [] }
        logs[log]?.writer = nil
        return exchange(&logs[log, default: Entry(head: .zero, epoch: 0)].waiting, with: [])
    }
}
