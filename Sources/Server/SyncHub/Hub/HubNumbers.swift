import SimperiumWire

/// The counters for ordinals of changes, and for ids of questions and members. An ordinal contains
/// the epoch, so it is greater than all ordinals of earlier hubs of the store.
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
