internal import SimperiumClock

/// A set of numbers as the sorted list of where it begins and where it has ended, in turn.
struct BoundaryList: Sendable {
    let boundaries: [UInt32]

    /// Whether an odd number of boundaries lies at or before `value`.
    func contains(_ value: UInt32) -> Bool {
        !boundaries.partitionPoint { $0 <= value }.isMultiple(of: 2)
    }
}
