import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Returns the computation for an asker; nil if it is no longer needed.
    package func computation(for asker: Asker) -> HostComputation? {
        switch asker {
        case .hub(let question):
            return hub.computation(for: question).map { HostComputation(.hub($0)) }
        case .call(let id): return calls.open[id]?.computation
        case .authorization, .nameOwner, .pendingInserts: return nil
        }
    }

    mutating func receive(_ outcome: HostComputation.Outcome?, for asker: Asker) {
        switch asker {
        case .hub(let question):
            if case .hub(let result)? = outcome {
                return sendToHub(.computed(question, result))
            }
            sendToHub(.computed(question, .nothingYet))
        case .call(let id):
            let outcome = outcome ?? computation(for: asker)?.perform()
            if let outcome { resume(id, with: .computed(outcome)) }
        case .authorization, .nameOwner, .pendingInserts: break
        }
    }

    /// Returns the owner of a computation of the hub: the connection, or the HTTP call of the hub's
    /// caller request; `hub` if there is none.
    func hostComputationOwner(_ owner: ComputationOwner) -> HostComputationOwner {
        switch owner {
        case .connection(let id): .connection(id)
        case .caller(let request): requests.call(of: request).map { .call($0) } ?? .hub
        case .hub: .hub
        }
    }
}
