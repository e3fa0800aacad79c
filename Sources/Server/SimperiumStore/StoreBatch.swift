package import SimperiumWire

/// Writes and queries of one or more ticks, in their order. One transaction keeps the writes.
package struct StoreBatch: Sendable {
    package enum Entry: Sendable {
        case write(StoreWrite)
        case account(AccountWrite)
        case query(StoreQuery)
        case look(AccountQuery)
        /// A change of a user that was removed from the batch.
        case lost
    }

    package private(set) var entries: [Entry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    /// Removes all writes to `subjects`, and to all that is tied to them: a write to several logs
    /// is kept in all of them or in none. Returns the subjects that are now without their writes.
    /// A change of a user leaves an entry behind, because its asker waits for an answer.
    package mutating func remove(_ subjects: Set<StoreSubject>) -> Set<StoreSubject> {
        var removed = subjects
        var isComplete = false
        while !isComplete {
            isComplete = true
            for entry in entries where !removed.isDisjoint(with: entry.subjects) {
                for subject in entry.subjects where removed.insert(subject).inserted {
                    isComplete = false
                }
            }
        }
        entries = entries.compactMap { entry in
            guard !removed.isDisjoint(with: entry.subjects) else { return entry }
            return entry.isAnswered ? .lost : nil
        }
        return removed
    }

    /// The subjects of the writes in groups. No write has subjects of two groups.
    var groups: [Set<StoreSubject>] {
        var groups: [Set<StoreSubject>] = []
        for entry in entries where !entry.subjects.isEmpty {
            var joined = Set(entry.subjects)
            groups.removeAll { group in
                guard !group.isDisjoint(with: joined) else { return false }
                joined.formUnion(group)
                return true
            }
            groups.append(joined)
        }
        return groups
    }

    /// The writes to a group.
    func writes(to group: Set<StoreSubject>) -> StoreBatch {
        var batch = StoreBatch()
        for entry in entries where !group.isDisjoint(with: entry.subjects) { batch.append(entry) }
        return batch
    }
}

extension StoreBatch.Entry {
    /// The subjects of a write; empty for a query.
    package var subjects: [StoreSubject] {
        switch self {
        case .write(let write): write.subjects
        case .account: [.accounts]
        case .query, .look, .lost: []
        }
    }

    /// True if the entry has an answer in the batch's outcome.
    package var isAnswered: Bool {
        switch self {
        case .query, .look, .lost, .account(.change): true
        case .write, .account(.noteUse): false
        }
    }
}

/// Result of a batch.
package struct StoreOutcome: Sendable {
    package enum Answer: Sendable {
        case data(Result<StoreAnswer, StorageError>)
        case account(Result<AccountAnswer, StorageError>)
        /// The change was refused together with other writes.
        case lost
    }

    /// One for each entry that is answered, in their order.
    package fileprivate(set) var answers: [Answer] = []
    /// The subjects with a write that was refused, and why. Nothing of the batch is kept of them;
    /// all else is.
    package fileprivate(set) var refused: [StoreSubject: WriteFailure.Reason] = [:]
    /// The reason if the file can't be used any more; then nothing of the batch is kept.
    package fileprivate(set) var failure: StorageError?
    /// The number of pages in the write-ahead log since the last checkpoint.
    package fileprivate(set) var pagesLogged = 0
}

extension HubStore {
    /// A write or a commit that failed.
    private struct Fault: Error {
        /// The subjects of the write; empty if the commit failed.
        let subjects: [StoreSubject]
        let reason: WriteFailure.Reason
    }

    /// Performs a batch in one transaction. A log whose write is refused is left out, and all else
    /// is performed again without it.
    package mutating func perform(_ batch: StoreBatch) -> StoreOutcome {
        var (batch, outcome) = (batch, StoreOutcome())
        while true {
            do throws(Fault) {
                outcome.answers = try attempt(batch)
                break
            } catch {
                guard !error.reason.isOfStore else { return fail(batch, error.reason, &outcome) }
                guard !error.subjects.isEmpty else {
                    performGroups(of: batch, &outcome)
                    break
                }
                for subject in batch.remove(Set(error.subjects)) {
                    outcome.refused[subject] = error.reason
                }
            }
        }
        outcome.pagesLogged = pagesLogged
        return outcome
    }

    /// Performs the writes of each group in a transaction of its own, for there was no room for
    /// all; then answers the queries.
    private mutating func performGroups(of batch: StoreBatch, _ outcome: inout StoreOutcome) {
        // One group has all changes of users, so their results are in the order of the batch.
        var results: ArraySlice<StoreOutcome.Answer> = []
        for group in batch.groups {
            do throws(Fault) {
                results += try attempt(batch.writes(to: group))
            } catch {
                guard !error.reason.isOfStore else {
                    // The groups before it are kept, and count as lost: clients find them again.
                    return outcome = fail(batch, error.reason, &outcome)
                }
                for subject in group { outcome.refused[subject] = error.reason }
            }
        }
        outcome.answers = batch.entries.compactMap { entry in
            if case .account(.change) = entry { results.popFirst() ?? .lost } else { answer(entry) }
        }
    }

    private mutating func perform(
        _ entry: StoreBatch.Entry
    ) throws(WriteFailure) -> StoreOutcome.Answer? {
        switch entry {
        case .write(let write):
            try self.write(write)
            return nil
        case .account(let write):
            return try self.write(write).map { .account(.success(.changed($0))) }
        case .query, .look, .lost: return answer(entry)
        }
    }

    private mutating func attempt(_ batch: StoreBatch) throws(Fault) -> [StoreOutcome.Answer] {
        var answers: [StoreOutcome.Answer] = []
        for entry in batch.entries {
            do throws(WriteFailure) {
                if let answer = try perform(entry) { answers.append(answer) }
            } catch {
                abandon()
                throw Fault(subjects: entry.subjects, reason: error.reason)
            }
        }
        do throws(WriteFailure) { try commitWrites() } catch {
            throw Fault(subjects: [], reason: error.reason)
        }
        return answers
    }

    private mutating func answer(_ entry: StoreBatch.Entry) -> StoreOutcome.Answer? {
        switch entry {
        case .query(let query):
            .data(Result { () throws(StorageError) in try answer(query) })
        case .look(let query):
            .account(Result { () throws(StorageError) in try answer(query) })
        case .lost: .lost
        case .write, .account: nil
        }
    }

    private func fail(
        _ batch: StoreBatch, _ reason: WriteFailure.Reason, _ outcome: inout StoreOutcome
    ) -> StoreOutcome {
        guard case .store(let error) = reason else { return outcome }
        outcome.failure = error
        outcome.answers = StoreOutcome.unanswered(batch, because: error)
        return outcome
    }
}

extension StoreOutcome {
    /// The outcome of a batch without a file.
    package init(of batch: StoreBatch, without file: StorageError) {
        failure = file
        answers = Self.unanswered(batch, because: file)
    }

    fileprivate static func unanswered(_ batch: StoreBatch, because error: StorageError) -> [Answer]
    {
        batch.entries.compactMap { entry in
            switch entry {
            case .query: .data(.failure(error))
            case .look, .account(.change): .account(.failure(error))
            case .lost: .lost
            case .write, .account(.noteUse): nil
            }
        }
    }
}

extension WriteFailure.Reason {
    /// True if the whole file failed, false if a single write was refused.
    fileprivate var isOfStore: Bool {
        switch self {
        case .staleHead, .store(.full), .store(.damagedRow), .store(.library): false
        case .store(.disk), .store(.damaged), .store(.readOnly), .store(.locked), .store(.foreign),
            .store(.newer), .store(.moved):
            true
        }
    }
}
