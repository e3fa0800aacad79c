import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// What is to be worked out; nil if nobody waits for it any more.
    package func computation(for asker: Asker) -> HostComputation? {
        switch asker {
        case .hub(let question):
            return hub.computation(for: question).map { HostComputation(.hub($0)) }
        case .call(let id):
            guard case .computing(let step) = calls.open[id]?.step else { return nil }
            return HostComputation(step.task)
        case .debts: return nil
        }
    }

    /// Has something worked out for a call where it holds nothing up.
    mutating func compute(_ step: PendingStep, for id: CallID) throws(Refusal) {
        try keep(step.bytes)
        calls.open[id]?.step = .computing(step)
        effects.append(.compute(.call(id), by: .call(id)))
    }

    /// Takes note of so many bytes of a body that are kept for a while.
    mutating func keep(_ bytes: Int) throws(Refusal) {
        guard calls.bulkBytes + bytes <= settings.limits.bulkBytes else { throw .unavailable }
        calls.bulkBytes += bytes
    }

    mutating func receive(_ computed: HostComputed, for asker: Asker) {
        switch asker {
        case .hub(let question):
            if case .hub(let computed) = computed.outcome {
                return forward(.computed(question, computed))
            }
            forward(.computed(question, .nothingYet))
        case .call(let id):
            let outcome = computed.outcome ?? computation(for: asker)?.perform().outcome
            guard case .computing(let step) = calls.open[id]?.step, let outcome else { return }
            calls.bulkBytes -= step.bytes
            calls.open[id]?.step = .reading
            proceed(id) { host throws(Refusal) in try host.goOn(with: outcome, step.next, id) }
        case .debts: break
        }
    }

    private mutating func goOn(
        with outcome: HostComputed.Outcome, _ next: PendingStep.Next, _ id: CallID
    ) throws(Refusal) {
        switch (outcome, next) {
        case (.changes(let changes), .bulk(let bucket, let caller, let waits)):
            let bytes = calls.open[id]?.bodyBytes ?? 0
            try begin(
                try Bulk(changes, bytes: bytes, of: bucket, by: caller, waits: waits), for: id)
        case (.object(let object), .write(let item, let bucket, let caller)):
            try write(object, as: item, in: bucket, by: caller, for: id)
        case (.change(let change), .send(let write)):
            guard let change else { throw .unavailable }
            send(change, of: write, for: id)
        default: throw .unavailable
        }
    }

    /// In whose name the hub has something worked out.
    func payer(_ payer: Payer) -> HostPayer {
        switch payer {
        case .connection(let id): .connection(id)
        case .caller(let request): requests.call(of: request).map { .call($0) } ?? .nobody
        case .nobody: .nobody
        }
    }
}
