import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Returns the computation for an asker; nil if it is no longer needed.
    package func computation(for asker: Asker) -> HostComputation? {
        switch asker {
        case .hub(let question):
            return hub.computation(for: question).map { HostComputation(.hub($0)) }
        case .call(let id):
            return calls.open[id]?.job.map { HostComputation($0) }
        case .debts: return nil
        }
    }

    mutating func receive(_ computed: HostComputationResult, for asker: Asker) {
        switch asker {
        case .hub(let question):
            if case .hub(let computed) = computed.outcome {
                return forward(.computed(question, computed))
            }
            forward(.computed(question, .nothingYet))
        case .call(let id):
            let outcome = computed.outcome ?? computation(for: asker)?.perform().outcome
            if let outcome { resume(id, with: .job(outcome)) }
        case .debts: break
        }
    }

    /// Returns the owner of a computation of the hub: the connection, or the HTTP call of the hub's
    /// caller request; `nobody` if there is none.
    func computationOwner(_ payer: ComputationPayer) -> ComputationOwner {
        switch payer {
        case .connection(let id): .connection(id)
        case .caller(let request): requests.call(of: request).map { .call($0) } ?? .nobody
        case .nobody: .nobody
        }
    }
}
