/// A kind of operation on a simulated disk, as faults and counts name it.
package enum DiskOperation: CaseIterable, Hashable, Sendable {
    case read
    case write
    case sync
    case truncate
    case create
    case delete

    /// The operations that change something.
    package static let changing: Set<DiskOperation> = [.write, .sync, .truncate, .create, .delete]
}

/// An error of a simulated disk.
package enum DiskFailure: Error, Hashable, Sendable {
    /// EIO.
    case error
    /// ENOSPC.
    case full
    /// EROFS.
    case readOnly
    /// The machine has no power, so no call returns.
    case noPower
}

/// A planned fault of one or more operations.
package enum DiskFault: Hashable, Sendable {
    /// The operation fails with EIO.
    case error
    /// The operation fails with ENOSPC.
    case full
    /// A write puts only the first part in place, and fails with EIO.
    case torn
    /// A read returns one bit that was not written.
    case flippedBit
    /// The operation, and each one after it, fails until the power is back.
    case powerCut
}

/// The plan of a disk's faults.
package struct DiskFaults: Hashable, Sendable {
    private struct Plan: Hashable, Sendable {
        let fault: DiskFault
        let operations: Set<DiskOperation>
        var skipped: Int
        var times: Int
    }

    private var plans: [Plan] = []
    private(set) var isPowerCut = false
    /// The number of operations that a fault changed since `removeAll`.
    package private(set) var count = 0

    /// Plans a fault of the first `times` operations of these kinds after `skipped` others.
    package mutating func add(
        _ fault: DiskFault, of operations: Set<DiskOperation>, after skipped: Int = 0,
        times: Int = 1
    ) {
        plans.append(Plan(fault: fault, operations: operations, skipped: skipped, times: times))
    }

    package mutating func removeAll() { (plans, count) = ([], 0) }

    /// Returns the fault of the next operation if it goes through nevertheless.
    mutating func next(_ operation: DiskOperation) throws(DiskFailure) -> DiskFault? {
        guard !isPowerCut else { throw .noPower }
        var due: DiskFault?
        for index in plans.indices where plans[index].operations.contains(operation) {
            if plans[index].skipped > 0 {
                plans[index].skipped -= 1
            } else if due == nil {
                due = plans[index].fault
                plans[index].times -= 1
            }
        }
        plans.removeAll { $0.times <= 0 }
        guard let due else { return nil }
        count += 1
        switch due {
        case .error: throw .error
        case .full: throw .full
        case .powerCut:
            isPowerCut = true
            throw .noPower
        case .torn where operation != .write: throw .error
        case .torn, .flippedBit: return due
        }
    }
}
