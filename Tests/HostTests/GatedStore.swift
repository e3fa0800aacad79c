import Host
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// A store in memory behind the gate of a server. It keeps a batch as a whole, except the logs of a
/// write that it refuses.
struct GatedStore {
    enum Output {
        case message([UInt8], to: ConnectionID)
        case close(ConnectionID, CloseReason)
        case answer(CallID, HTTPResponse)
    }

    typealias Check = (Output, MemoryStore) -> Void

    /// The result of a batch.
    struct Outcome {
        var released: [Output] = []
        var events: [Host.Event] = []
        var refused: Set<StoreFailureDomain> = []
    }

    private struct Held {
        let receiver: OutputGate.OutputReceiver
        let batch: OutputGate.Batch
        let output: Output?
        let objects: [PendingCrossLogInsert]
    }

    /// The data that a crash would leave.
    private(set) var kept: MemoryStore
    var gate = OutputGate()
    private var batch: [StoreWrite] = []
    private var held: [Held] = []
    /// The number of writes so far, and the one that is refused.
    private(set) var count = 0
    var refused: Int?
    private var refusedWrite: StoreWrite?
    private var deliveries = 0
    /// True if batches wait for `commit`.
    var isLate = false
    /// Called with each output as it leaves, and the data that is kept then.
    var check: Check = { _, _ in }

    init(_ store: MemoryStore) {
        kept = store
    }

    mutating func write(_ write: StoreWrite) {
        count += 1
        if count == refused { refusedWrite = write }
        batch.append(write)
        gate.recordWrite(to: write.subjects)
    }

    /// Returns the output if it may leave now.
    mutating func admit(_ output: Output, about subjects: Set<StoreFailureDomain> = []) -> Output? {
        let (receiver, verdict): (OutputGate.OutputReceiver, OutputGate.OutputReleaseTime)
        switch output {
        case .message(let message, let id):
            if message.starts(with: "h:".utf8) { return output }
            (receiver, verdict) = (.connection(id), gate.scheduleOutput(to: id))
        case .close(let id, _): (receiver, verdict) = (.connection(id), gate.scheduleOutput(to: id))
        case .answer(let call, _):
            (receiver, verdict) = (.call(call), gate.scheduleOutput(.call(call), subjects))
        }
        switch verdict {
        case .now: return output
        case .after(let batch):
            held.append(Held(receiver: receiver, batch: batch, output: output, objects: []))
            return nil
        case .never: return Self.retraction(of: receiver)
        }
    }

    mutating func deliver(_ objects: [PendingCrossLogInsert], owedBy log: UserLogID)
        -> [PendingCrossLogInsert]?
    {
        deliveries += 1
        let receiver = OutputGate.OutputReceiver.delivery(deliveries)
        switch gate.scheduleOutput(receiver, [.log(log)]) {
        case .now: return objects
        case .after(let batch):
            held.append(Held(receiver: receiver, batch: batch, output: nil, objects: objects))
        case .never: break
        }
        return nil
    }

    /// Returns the output that replaces an untrue one.
    private static func retraction(of receiver: OutputGate.OutputReceiver) -> Output? {
        switch receiver {
        case .connection(let id): .close(id, CloseReason(.tryAgainLater, "reconnect"))
        case .call(let call): .answer(call, HTTPResponse(.unavailable))
        case .delivery: nil
        }
    }

    /// Returns nil if there is nothing to keep.
    mutating func commit() -> Outcome? {
        guard !batch.isEmpty || !held.isEmpty else { return nil }
        var outcome = Outcome()
        let number = gate.sealBatch()
        if let write = refusedWrite.take() {
            outcome.refused = Set(write.subjects)
            var before = 0
            while before != outcome.refused.count {
                before = outcome.refused.count
                for write in batch where !outcome.refused.isDisjoint(with: write.subjects) {
                    outcome.refused.formUnion(write.subjects)
                }
            }
        }
        for write in batch where outcome.refused.isDisjoint(with: write.subjects) {
            do { try kept.write(write) } catch { preconditionFailure("\(error)") }
        }
        batch = []
        let retracted = Set(gate.recordLoss(of: outcome.refused))
        outcome.released = retracted.compactMap { Self.retraction(of: $0) }
        held.removeAll { retracted.contains($0.receiver) }
        for case .log(let log) in outcome.refused { outcome.events.append(.failed(log)) }
        _ = gate.recordStored(number)
        for item in held where item.batch <= number {
            if let output = item.output { outcome.released.append(output) }
            if !item.objects.isEmpty { outcome.events.append(.storedPendingInserts(item.objects)) }
        }
        held.removeAll { $0.batch <= number }
        return outcome
    }
}
