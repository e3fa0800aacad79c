package import SimperiumWire

extension HubStore {
    private struct FailedBatchWrite: Error {
        /// The failure domains of the refused write; empty if the commit failed.
        let subjects: [StoreFailureDomain]
        let reason: WriteRefusal
    }

    /// Performs a batch in one transaction. If a write is refused, all writes of its failure
    /// domains, and of domains tied to these, are refused. The other writes are performed again. If
    /// the commit fails, for example on a full disk, each group of writes is committed in a
    /// transaction of its own. If the whole file fails, all writes are reported as lost.
    package mutating func perform(_ batch: StoreBatch) -> StoreBatchResult {
        var (batch, outcome) = (batch, StoreBatchResult())
        while true {
            do throws(FailedBatchWrite) {
                outcome.answers = try performInOneTransaction(batch)
                break
            } catch {
                if let failure = error.reason.storeFailure {
                    outcome.failAll(of: batch, because: failure)
                    return outcome
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

    /// Performs the writes of each group in a separate transaction, because the commit of all
    /// writes failed. Then answers the queries.
    private mutating func performGroupsInOwnTransactions(
        of batch: StoreBatch, _ outcome: inout StoreBatchResult
    ) {
        // One group has all changes of users, so the results of these changes are in the order of
        // the batch.
        var results: ArraySlice<StoreBatchAnswer> = []
        for group in batch.groups {
            do throws(FailedBatchWrite) {
                results += try performInOneTransaction(batch.writes(to: group))
            } catch {
                if let failure = error.reason.storeFailure {
                    // The earlier groups are stored, but are reported as lost. Clients reconnect,
                    // and receive the stored changes.
                    return outcome.failAll(of: batch, because: failure)
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
    ) throws(WriteRefusal) -> StoreBatchAnswer? {
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
            do throws(WriteRefusal) {
                if let answer = try perform(entry) { answers.append(answer) }
            } catch {
                rollBack()
                throw FailedBatchWrite(subjects: entry.subjects, reason: error)
            }
        }
        do throws(WriteRefusal) { try commitWrites() } catch {
            throw FailedBatchWrite(subjects: [], reason: error)
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
}

extension WriteRefusal {
    /// The error if the whole file has failed; nil if the other writes can still be performed.
    fileprivate var storeFailure: StorageError? {
        guard case .store(let error) = self else { return nil }
        return switch error {
        case .full, .damagedRow, .library: nil
        case .disk, .damaged, .readOnly, .locked, .foreign, .newer, .moved, .fenced, .lost,
            .outOfMemory, .redis:
            error
        }
    }
}
