import SimperiumWire

/// The heads of shared logs that the hub knows, and the bucket that is writing to each.
///
/// Only one batch of a log is on its way at a time, because the next one depends on its result.
struct LogHeads {
    private struct Entry {
        var head: Ordinal
        /// The epoch of the shared store when the log was opened.
        var epoch: UInt32
        var writer: BucketHandle?
        /// The buckets that wait to write.
        var waiting: [BucketHandle] = []
    }

    /// The number of the shared store's runs since the hub began.
    private(set) var lives = 0
    private var logs: [LogID: Entry] = [:]
    /// Batches on their way whose buckets have been dropped.
    private var orphans: [QuestionID: LogBatch] = [:]
    /// The connections to be closed so that their clients reconnect: their objects have moved to
    /// another hub, or their changes have waited too long.
    var displaced: [ConnectionID] = []

    func head(of log: LogID) -> Ordinal { logs[log]?.head ?? .zero }

    /// Returns the position after the head.
    func nextPlace(in log: LogID) -> Ordinal {
        guard let entry = logs[log] else { return .zero }
        let epoch = max(entry.epoch, entry.head.epoch)
        return Ordinal(epoch: epoch, count: entry.head.count + 1)
    }

    /// Records that a log is followed, or followed again, from this head. The head never goes back:
    /// the hub may know the end of its own batch already.
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

    /// Removes and returns such a batch when its result is known.
    mutating func takeOrphan(_ question: QuestionID) -> LogBatch? {
        orphans.removeValue(forKey: question)
    }

    mutating func forget(_ log: LogID) {
        logs[log] = nil
    }

    /// Returns true if a bucket may write now. Otherwise it is queued.
    mutating func admit(_ bucket: BucketHandle, to log: LogID) -> Bool {
        guard let writer = logs[log]?.writer, writer != bucket else { return true }
        if logs[log]?.waiting.contains(bucket) == false { logs[log]?.waiting.append(bucket) }
        return false
    }

    mutating func begin(_ bucket: BucketHandle, in log: LogID) {
        logs[log]?.writer = bucket
    }

    /// Records that a bucket's batch has a result, or never will have one. Returns the buckets that
    /// waited.
    mutating func finish(_ bucket: BucketHandle, in log: LogID) -> [BucketHandle] {
        guard logs[log]?.writer == bucket else { return [] }
        logs[log]?.writer = nil
        return exchange(&logs[log, default: Entry(head: .zero, epoch: 0)].waiting, with: [])
    }
}
