import SimperiumJSON
import SimperiumWire
package import SyncHub

/// What takes longer than one event may, for the hub or for a call: it can be done wherever there
/// is time for it.
package struct HostComputation: Sendable {
    enum Task: Sendable {
        case hub(Computation)
        /// Reads the changes of a bulk.
        case changes([UInt8])
        /// Reads an object that is to be written.
        case object([UInt8])
        /// Finds the change by which an object becomes what its author wants.
        case change(ItemWrite, from: FoundEntity)
    }

    let task: Task

    init(_ task: Task) {
        self.task = task
    }

    package func perform() -> HostComputed {
        switch task {
        case .hub(let computation): HostComputed(.hub(computation.perform()))
        case .changes(let body): HostComputed(.changes(Change.list(body.span)))
        case .object(let body): HostComputed(.object(ItemWrite.object(in: body)))
        case .change(let write, let found): HostComputed(.change(write.change(from: found)))
        }
    }
}

/// What came of a computation; or nothing, and then the host does it itself.
package struct HostComputed: Hashable, Sendable {
    enum Outcome: Hashable {
        case hub(Computed)
        case changes([Change.Reading])
        /// Nil for what is no object.
        case object(JSONObject?)
        /// Nil if what was found is no object.
        case change(Change?)
    }

    /// For who has no time to win by doing it elsewhere.
    package static let nothingYet = HostComputed(nil)

    let outcome: Outcome?

    init(_ outcome: Outcome?) {
        self.outcome = outcome
    }
}

/// At whose cost something is done.
package enum HostPayer: Hashable, Sendable {
    case connection(ConnectionID)
    case call(CallID)
    case nobody
}
