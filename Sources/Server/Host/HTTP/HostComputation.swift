package import SimperiumJSON
package import SimperiumWire
package import SyncHub

/// Work of the hub or of a call that may take too long for one event. The host's caller performs
/// this work on another thread.
package struct HostComputation: Sendable {
    enum OffThreadTask: Sendable {
        case hub(OffThreadComputation)
        /// Reads the changes in the body of a bulk request.
        case changes([UInt8])
        /// Reads the object in the body of a request that writes the object.
        case object([UInt8])
        /// Computes the change from the stored object to the wanted one.
        case change(HTTPObjectWrite, from: VersionedObjectJSON)
    }

    let task: OffThreadTask

    package func perform() -> HostComputationOutcome {
        switch task {
        case .hub(let computation): .hub(computation.perform())
        case .changes(let body): .changes(Change.parseList(body.span))
        case .object(let body): .object(HTTPObjectWrite.object(in: body))
        case .change(let write, let found): .change(write.change(from: found))
        }
    }
}

/// The outcome of a `HostComputation`.
package enum HostComputationOutcome: Hashable, Sendable {
    case hub(ComputationResult)
    case changes([Change.Reading])
    /// The object; nil if the body is not an object.
    case object(JSONObject?)
    /// The change; nil if the stored text is not an object.
    case change(Change?)
}

/// The connection or call that a computation belongs to; `hub` for work of the hub itself.
package enum HostComputationOwner: Hashable, Sendable {
    case connection(ConnectionID)
    case call(CallID)
    case hub
}

extension Host {
    /// Returns the computation that an asker waits for; nil if the computation is no longer needed.
    /// In this case, the host's caller answers with `.computed` and nil.
    package func computation(for asker: Asker) -> HostComputation? {
        switch asker {
        case .hub(let question):
            return hub.computation(for: question).map { HostComputation(task: .hub($0)) }
        case .call(let id): return calls.open[id]?.computation
        case .authorization, .nameOwner, .pendingInserts: return nil
        }
    }

    /// Passes the outcome of a computation to its asker. If `outcome` is nil, performs a call's
    /// computation now, or has the hub perform the hub's computation.
    mutating func passOutcome(_ outcome: HostComputationOutcome?, to asker: Asker) {
        switch asker {
        case .hub(let question):
            if case .hub(let result)? = outcome {
                return enqueueForHub(.computed(question, result))
            }
            enqueueForHub(.computed(question, .nothingYet))
        case .call(let id):
            let outcome = outcome ?? computation(for: asker)?.perform()
            if let outcome { resume(id, with: .computed(outcome)) }
        case .authorization, .nameOwner, .pendingInserts: break
        }
    }

    /// Returns the owner of one of the hub's computations: the connection, or the HTTP call that
    /// made the request. Returns `hub` if neither exists.
    func hostComputationOwner(_ owner: ComputationOwner) -> HostComputationOwner {
        switch owner {
        case .connection(let id): .connection(id)
        case .caller(let request): requests.call(of: request).map { .call($0) } ?? .hub
        case .hub: .hub
        }
    }
}
