internal import RedisWire
internal import SimperiumWire

/// A batch that Redis performs: the batch's steps, and the outcome so far.
///
/// All writes between two queries are one step, so Redis keeps all of them or none. If Redis
/// refuses a step, it also refuses the later steps, because each script names the number of earlier
/// write scripts. From the refused step on, the steps are planned again without the refused logs.
///
/// Order of calls: send `script(of:keeping:)` for each step, and `record` each result. The last
/// `record` returns the progress. After `again`, send the new steps. For a batch without scripts,
/// `evaluateResultsOnceComplete` returns the progress at once.
struct RedisBatchExecution {
    enum BatchStep {
        case writes(ShardWriteArguments, [StoreBatchEntry])
        /// A query or a lost entry. Neither needs a script.
        case read(StoreBatchEntry)
    }

    enum BatchProgress {
        /// The caller must send the new `steps`, which replace the earlier steps from the refused
        /// step on.
        case again
        case done
        case failed(StorageError)
    }

    let request: Int
    let batch: StoreBatch
    private(set) var outcome = StoreBatchResult()
    private(set) var steps: [BatchStep] = []
    /// The number of write scripts that Redis has performed since the last call of
    /// `resetWriteCount`.
    private var writeCount = 0
    /// True if Redis has performed a write script of this batch.
    private(set) var hasWritten = false
    private var results: [Int: RedisRequestOutcome] = [:]

    init(_ batch: StoreBatch, _ request: Int) {
        self.batch = batch
        self.request = request
        planSteps(of: batch)
    }

    /// Sets the number of performed write scripts to zero, and returns the previous number.
    mutating func resetWriteCount() -> Int { exchange(&writeCount, with: 0) }

    /// Returns the script of a step, and the script's arguments that follow the ownership and the
    /// number of writes; nil for a lost entry.
    func script(of step: BatchStep, keeping limits: MinimumStoredHistory) -> (
        RedisScript, RedisArguments
    )? {
        switch step {
        case .writes(let write, let entries):
            let script =
                entries.contains(where: \.needsRoom)
                ? RedisStoreScripts.write : RedisStoreScripts.relieve
            return (script, write.arguments(keeping: limits))
        case .read(.query(let query)): return (RedisStoreScripts.read, query.arguments)
        case .read(.accountQuery(let query)): return (RedisStoreScripts.read, query.arguments)
        case .read: return nil
        }
    }

    /// Records the result of a step. Returns the batch's progress; nil until all scripts have
    /// results.
    mutating func record(_ result: RedisRequestOutcome, of step: Int) -> BatchProgress? {
        results[step] = result
        return evaluateResultsOnceComplete()
    }

    /// Evaluates the results once all scripts have results; returns nil until then.
    mutating func evaluateResultsOnceComplete() -> BatchProgress? {
        let scripts = steps.count { if case .read(.lost) = $0 { false } else { true } }
        return results.count == scripts ? evaluateResults() : nil
    }
}

extension RedisBatchExecution {
    private mutating func planSteps(of batch: StoreBatch) {
        var refused: Set<StoreFailureDomain> = []
        repeat {
            var remaining = batch
            refused = remaining.removeWritesIncludingTied(refused)
            for subject in refused { outcome.refused[subject] = .staleHead }
            steps = []
            guard let stale = addStepsUntilConflict(remaining) else { return }
            refused.formUnion(stale)
        } while true
    }

    /// Adds the steps of all entries. Stops at a write that contradicts the writes before it, and
    /// returns the subjects of that write; otherwise returns nil.
    private mutating func addStepsUntilConflict(_ batch: StoreBatch) -> [StoreFailureDomain]? {
        var (write, entries) = (ShardWriteArguments(), [StoreBatchEntry]())
        func flushCollectedWrites(into steps: inout [BatchStep]) {
            if !write.isEmpty { steps.append(.writes(write, entries)) }
            (write, entries) = (ShardWriteArguments(), [])
        }
        for entry in batch.entries {
            switch entry {
            case .write(let one):
                guard write.addIfConsistent(one) else { return one.subjects }
                entries.append(entry)
            case .accountWrite(let one):
                write.add(one)
                entries.append(entry)
            case .query, .accountQuery, .lost:
                flushCollectedWrites(into: &steps)
                steps.append(.read(entry))
            }
        }
        flushCollectedWrites(into: &steps)
        return nil
    }

    /// Applies the replies in the order of their steps, up to the first that needs another plan.
    private mutating func evaluateResults() -> BatchProgress {
        let results = exchange(&results, with: [:])
        let steps = exchange(&steps, with: [])
        var isFirst = true
        do throws(StorageError) {
            for (index, step) in steps.enumerated() {
                if case .read(.lost) = step {
                    outcome.answers.append(.lost)
                    continue
                }
                defer { isFirst = false }
                let rest = steps[index...]
                switch try StepReply(results[index]) {
                case .done(let values): try recordAnswers(of: step, values)
                case .stale(let condition):
                    guard case .writes(let write, _) = step,
                        let bucket = write.bucket(ofCondition: condition)
                    else { throw .implausible }
                    return replan(rest, without: [.log(bucket.log)], .staleHead)
                case .behind
                where rest.indices.contains { isPerformedWrite(steps[$0], results[$0]) }:
                    // Redis no longer had the scripts. They were sent again in full, and a later
                    // write overtook this query.
                    outcome.answers.append(step.unanswered)
                case .behind where !isFirst: return replan(rest, without: [], .staleHead)
                case .behind: throw .fenced
                case .outOfMemory:
                    let subjects = step.entries.filter(\.needsRoom).flatMap(\.subjects)
                    guard !subjects.isEmpty else { throw .outOfMemory }
                    return replan(rest, without: Set(subjects), .store(.outOfMemory))
                }
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    /// Returns true if the step has writes and Redis has performed them.
    private func isPerformedWrite(_ step: BatchStep, _ result: RedisRequestOutcome?) -> Bool {
        guard case .writes = step, case .done? = try? StepReply(result) else { return false }
        return true
    }

    /// Plans these steps again without the writes to some subjects. Records these writes, and all
    /// writes that are tied to them, as refused.
    private mutating func replan(
        _ steps: ArraySlice<BatchStep>, without subjects: Set<StoreFailureDomain>,
        _ reason: WriteRefusal
    ) -> BatchProgress {
        var batch = StoreBatch()
        for entry in steps.flatMap(\.entries) { batch.append(entry) }
        for subject in batch.removeWritesIncludingTied(subjects) {
            outcome.refused[subject] = reason
        }
        planSteps(of: batch)
        return .again
    }

    private mutating func recordAnswers(
        of step: BatchStep, _ values: [RedisValue]
    ) throws(StorageError) {
        switch step {
        case .writes(let write, _):
            writeCount += 1
            hasWritten = true
            let rows = try RedisAnswerRow(values).rows(0).orThrow()
            guard rows.count == write.resultCount else { throw .implausible }
            for row in rows {
                outcome.answers.append(.account(.success(.changed(try UserChangeResult(row)))))
            }
        case .read(.query(let query)):
            outcome.answers.append(
                .data(Result { () throws(StorageError) in try query.decode(values) }))
        case .read(.accountQuery(let query)):
            outcome.answers.append(
                .account(Result { () throws(StorageError) in try query.decode(values) }))
        case .read: break
        }
    }
}

/// The reply to a step's script, unless the whole batch fails by it.
private enum StepReply {
    case done([RedisValue])
    /// The condition with this number is false.
    case stale(condition: Int)
    /// An earlier script is missing.
    case behind
    case outOfMemory

    init(_ outcome: RedisRequestOutcome?) throws(StorageError) {
        switch outcome {
        case .answered(let value):
            let values = value.elements ?? []
            let row = RedisAnswerRow(values)
            switch row.text(0) {
            case "DONE": self = .done(Array(values.dropFirst()))
            case "STALE": self = .stale(condition: try row.number(1).orThrow())
            case "BEHIND": self = .behind
            case nil: throw .implausible
            default: throw .fenced
            }
        case .refused(let error) where error.isOutOfMemory: self = .outOfMemory
        case .refused(let error) where error.code == "READONLY": throw .readOnly
        case .refused(let error): throw .redis(reason: "\(error.code) \(error.message)")
        case .lost, .unsent, nil: throw .lost
        }
    }
}

extension RedisBatchExecution.BatchStep {
    fileprivate var unanswered: StoreBatchAnswer {
        if case .read(.accountQuery) = self {
            .account(.failure(.lost))
        } else {
            .data(.failure(.lost))
        }
    }

    fileprivate var entries: [StoreBatchEntry] {
        switch self {
        case .writes(_, let entries): entries
        case .read(let entry): [entry]
        }
    }
}

extension UserChangeResult {
    fileprivate init(_ row: RedisAnswerRow) throws(StorageError) {
        switch row.text(0) {
        case "kept":
            let digests = try row.row(1).orThrow().texts()
            self = .kept(
                ended: try digests.map { text throws(StorageError) in
                    SecretDigest(bytes: try [UInt8](hex: text).orThrow())
                })
        case "stale": self = .stale
        case "taken": self = .taken
        default: throw .implausible
        }
    }
}
