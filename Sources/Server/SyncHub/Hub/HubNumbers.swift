import SimperiumWire

/// The sources of numbers: ordinals of changes, which are in one order for all hubs of a store, and
/// ids of questions and members.
struct HubNumbers {
    let epoch: UInt32
    private var ordinals: UInt64 = 0
    private var names: UInt64 = 0

    init(epoch: UInt32) {
        self.epoch = epoch
    }

    mutating func nextOrdinal() -> SequenceNumber {
        ordinals += 1
        return SequenceNumber(epoch: epoch, count: ordinals)
    }

    mutating func nextID() -> UInt64 {
        names += 1
        return names
    }
}
