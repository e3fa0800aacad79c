package import SimperiumWire

extension HubStore {
    private struct FailedBatchWrite: Error {
        /// The subjects of the write; empty if the commit failed.
        let subjects: [StoreFailureDomain]
        let reason: WriteRefusal
    }

    /// Performs a batch in one transaction. If a write is refused, all writes of its failure domain
    /// are refused, and the other writes are performed again. If there is no room for all writes
    /// together, each group of them is committed by itself.
    package mutating func perform(_ batch: StoreBatch) -> StoreBatchResult {
        var (batch, outcome) = (batch, StoreBatchResult())
        while true {
            do throws(FailedBatchWrite) {
                outcome.answers = try performInOneTransaction(batch)
                break
            } catch {
                guard !error.reason.isOfStore else {
                    return failAllAnswers(batch, error.reason, &outcome)
                }
                guard !error.subjects.isEmpty else {
                    performGroupsInOwnTransactions(of: batch, &outcome)
                    break
                }
                for subject in batch.removeWritesIncludingTied(Set(error.subjects)) {
                    outcome.refused[subject] = error.reason
                }
            }
        }
        outcome.pagesLogged = pagesLogged
        return outcome
    }

    /// Performs the writes of each group in a transaction of its own, because there was no room for
    /// all of them in one. Then answers the queries.
    private mutating func performGroupsInOwnTransactions(
        of batch: StoreBatch, _ outcome: inout StoreBatchResult
    ) {
        // One group has all changes of users, so their results are in the order of the batch.
        var results: ArraySlice<StoreBatchAnswer> = []
        for group in batch.groups {
            do throws(FailedBatchWrite) {
                results += try performInOneTransaction(batch.writes(to: group))
            } catch {
                guard !error.reason.isOfStore else {
                    // The earlier groups are stored, but are reported as lost. Clients find their
                    // changes again.
                    return outcome = failAllAnswers(batch, error.reason, &outcome)
                }
                for subject in group { outcome.refused[subject] = error.reason }
            }
        }
        outcome.answers = batch.entries.compactMap { entry in
            if case .accountWrite(.change) = entry {
                results.popFirst() ?? .lost
            } else {
                answerIfQuery(entry)
            }
        }
    }

    private mutating func perform(
        _ entry: StoreBatchEntry
    ) throws(WriteFailure) -> StoreBatchAnswer? {
        switch entry {
        case .write(let write):
            try self.write(write)
            return nil
        case .accountWrite(let write):
            return try self.write(write).map { .account(.success(.changed($0))) }
        case .query, .accountQuery, .lost: return answerIfQuery(entry)
        }
    }

    private mutating func performInOneTransaction(
        _ batch: StoreBatch
    ) throws(FailedBatchWrite) -> [StoreBatchAnswer] {
        var answers: [StoreBatchAnswer] = []
        for entry in batch.entries {
            do throws(WriteFailure) {
                if let answer = try perform(entry) { answers.append(answer) }
            } catch {
                rollBack()
                throw FailedBatchWrite(subjects: entry.subjects, reason: error.reason)
            }
        }
        do throws(WriteFailure) { try commitWrites() } catch {
            throw FailedBatchWrite(subjects: [], reason: error.reason)
        }
        return answers
    }

    private mutating func answerIfQuery(_ entry: StoreBatchEntry) -> StoreBatchAnswer? {
        switch entry {
        case .query(let query):
            .data(Result { () throws(StorageError) in try answer(query) })
        case .accountQuery(let query):
            .account(Result { () throws(StorageError) in try answer(query) })
        case .lost: .lost
        case .write, .accountWrite: nil
        }
    }

    private func failAllAnswers(
        _ batch: StoreBatch, _ reason: WriteRefusal, _ outcome: inout StoreBatchResult
    ) -> StoreBatchResult {
        guard case .store(let error) = reason else { return outcome }
        outcome.failure = error
        outcome.answers = StoreBatchResult.failedAnswers(batch, because: error)
        return outcome
    }
}

extension WriteRefusal {
    /// True if the whole file failed; false if a single write was refused.
    fileprivate var isOfStore: Bool {
        switch self {
        case .staleHead, .store(.full), .store(.damagedRow), .store(.library): false
        case .store(.disk), .store(.damaged), .store(.readOnly), .store(.locked), .store(.foreign),
            .store(.newer), .store(.moved), .store(.fenced), .store(.lost), .store(.outOfMemory),
            .store(.redis):
            true
        }
    }
}
