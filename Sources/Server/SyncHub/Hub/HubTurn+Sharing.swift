import SimperiumClock
import SimperiumWire

/// What a turn knows of logs that other hubs write to, too.
extension HubTurn {
    var isShared: Bool { numbers.logs != nil }

    /// In which life of the engine that others share it is, counted from the hub's beginning.
    var life: Int { numbers.logs?.lives ?? 0 }

    func head(of log: LogID) -> Ordinal { numbers.logs?.head(of: log) ?? .zero }

    func nextPlace(in log: LogID) -> Ordinal { numbers.logs?.nextPlace(in: log) ?? .zero }

    /// Whether a bucket may write into its log. One that may not is woken when it may.
    mutating func mayWrite(_ bucket: BucketHandle, to log: LogID) -> Bool {
        numbers.logs?.admit(bucket, to: log) ?? true
    }

    mutating func beginWriting(_ bucket: BucketHandle, to log: LogID) {
        numbers.logs?.begin(bucket, in: log)
    }

    mutating func endWriting(_ bucket: BucketHandle, to log: LogID) {
        for other in numbers.logs?.finish(bucket, in: log) ?? [] { unfinished.append(other) }
    }

    mutating func open(_ log: LogID, at head: Ordinal, epoch: UInt32) {
        numbers.logs?.open(log, at: head, epoch: epoch)
    }

    mutating func advance(_ log: LogID, to place: Ordinal) {
        numbers.logs?.advance(log, to: place)
    }

    mutating func forget(_ log: LogID) {
        numbers.logs?.forget(log)
    }
}
