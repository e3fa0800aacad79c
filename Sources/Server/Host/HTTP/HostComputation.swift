import SimperiumJSON
import SimperiumWire
package import SyncHub

/// Work of the hub or of a call that takes longer than one event may. The host's caller performs it
/// on another thread.
package struct HostComputation: Sendable {
    enum Task: Sendable {
        case hub(Computation)
        /// Reads the changes of a bulk request.
        case changes([UInt8])
        /// Reads an object that will be written.
        case object([UInt8])
        /// Computes the change from the stored object to the wanted one.
        case change(ItemWrite, from: VersionedObjectJSON)
    }

    let task: Task

    init(_ task: Task) {
        self.task = task
    }

    package func perform() -> HostComputationResult {
        switch task {
        case .hub(let computation): HostComputationResult(.hub(computation.perform()))
        case .changes(let body): HostComputationResult(.changes(Change.parseList(body.span)))
        case .object(let body): HostComputationResult(.object(ItemWrite.object(in: body)))
        case .change(let write, let found):
            HostComputationResult(.change(write.change(from: found)))
        }
    }
}

/// The result of a computation. Without an outcome, the host performs the work itself.
package struct HostComputationResult: Hashable, Sendable {
    enum HostComputedValue: Hashable {
        case hub(ComputationResult)
        case changes([Change.Reading])
        /// The object; nil if the body is not an object.
        case object(JSONObject?)
        /// The change; nil if the stored text is not an object.
        case change(Change?)
    }

    /// The result that the host's caller returns if another thread would save no time. It has no
    /// outcome.
    package static let nothingYet = HostComputationResult(nil)

    let outcome: HostComputedValue?

    init(_ outcome: HostComputedValue?) {
        self.outcome = outcome
    }
}

/// The connection or call that a computation is charged to. At most one computation of a payer runs
/// at a time.
package enum ComputationOwner: Hashable, Sendable {
    case connection(ConnectionID)
    case call(CallID)
    case nobody
}
