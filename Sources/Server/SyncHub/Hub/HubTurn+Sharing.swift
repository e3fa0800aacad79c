import SimperiumClock
import SimperiumWire

/// The part of the state about shared logs.
extension HubTurn {
    var isShared: Bool { numbers.logs != nil }

    /// The number of the shared store's present run, counted since the hub began.
    var life: Int { numbers.logs?.lives ?? 0 }

    func head(of log: LogID) -> Ordinal { numbers.logs?.head(of: log) ?? .zero }

    func nextPlace(in log: LogID) -> Ordinal { numbers.logs?.nextPlace(in: log) ?? .zero }

    /// Returns true if a bucket may write to its log. Otherwise the bucket is resumed when it may.
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
