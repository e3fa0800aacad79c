package import SimperiumJSON
package import SimperiumWire
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

    package enum Outcome: Hashable, Sendable {
        case hub(ComputationResult)
        case changes([Change.Reading])
        /// The object; nil if the body is not an object.
        case object(JSONObject?)
        /// The change; nil if the stored text is not an object.
        case change(Change?)
    }

    let task: Task

    init(_ task: Task) {
        self.task = task
    }

    package func perform() -> Outcome {
        switch task {
        case .hub(let computation): .hub(computation.perform())
        case .changes(let body): .changes(Change.parseList(body.span))
        case .object(let body): .object(ItemWrite.object(in: body))
        case .change(let write, let found): .change(write.change(from: found))
        }
    }
}

/// The connection or call that a computation is charged to; `hub` for work of the hub itself.
package enum HostComputationOwner: Hashable, Sendable {
    case connection(ConnectionID)
    case call(CallID)
    case hub
}
