/// The writes and queries of one or more ticks, in order. A file stores the writes in one
/// transaction if possible; Redis stores the writes between two queries as one step.
package struct StoreBatch: Sendable {
    package private(set) var entries: [StoreBatchEntry] = []

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package mutating func append(_ entry: StoreBatchEntry) {
        entries.append(entry)
    }

    /// Removes all writes to `subjects`. A write to several subjects is stored for all of them or
    /// for none, so its other subjects lose their writes, too. Returns all subjects that lost their
    /// writes. A removed user change is replaced by `lost`, because its caller waits for an answer.
    package mutating func removeWritesIncludingTied(_ subjects: Set<StoreFailureDomain>) -> Set<
        StoreFailureDomain
    > {
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

    /// The subjects of the writes, grouped so that all subjects of a write are in one group.
    package var groups: [Set<StoreFailureDomain>] {
        var groups: [Set<StoreFailureDomain>] = []
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

    package func writes(to group: Set<StoreFailureDomain>) -> StoreBatch {
        var batch = StoreBatch()
        for entry in entries where !group.isDisjoint(with: entry.subjects) { batch.append(entry) }
        return batch
    }
}

/// A write or a query in a batch.
package enum StoreBatchEntry: Sendable {
    case write(StoreWrite)
    case accountWrite(AccountWrite)
    case query(StoreQuery)
    case accountQuery(AccountQuery)
    /// A user change that was removed from the batch.
    case lost

    /// The parts of the store that a write changes; empty for a query. If the write fails, all
    /// writes to these parts fail.
    package var subjects: [StoreFailureDomain] {
        switch self {
        case .write(let write): write.subjects
        case .accountWrite: [.accounts]
        case .query, .accountQuery, .lost: []
        }
    }

    /// True if the entry has an answer in the batch's result.
    package var isAnswered: Bool {
        switch self {
        case .query, .accountQuery, .lost, .accountWrite(.change): true
        case .write, .accountWrite(.noteUse): false
        }
    }
}

/// The result of a batch: the answers, and the writes that failed.
package struct StoreBatchResult: Sendable {
    /// The answers, one for each entry that is answered, in the order of the entries.
    package var answers: [StoreBatchAnswer] = []
    /// The subjects with a refused write, and the reason. None of their writes are stored.
    package var refused: [StoreFailureDomain: WriteRefusal] = [:]
    /// The reason why the store is unusable; nil if it is usable. With a reason, no write counts as
    /// stored.
    package var failure: StorageError?
    /// The number of pages written to a file's write-ahead log since the last checkpoint.
    package var pagesLogged = 0

    package init() {}

    /// Creates the result of a batch that failed as a whole.
    package init(of batch: StoreBatch, because error: StorageError) {
        failAll(of: batch, because: error)
    }

    /// Records that the store is unusable, and answers each query and user change of the batch with
    /// this error.
    package mutating func failAll(of batch: StoreBatch, because error: StorageError) {
        failure = error
        answers = batch.entries.compactMap { entry in
            switch entry {
            case .query: .data(.failure(error))
            case .accountQuery, .accountWrite(.change): .account(.failure(error))
            case .lost: .lost
            case .write, .accountWrite(.noteUse): nil
            }
        }
    }
}

/// The answer to a query or a user change in a batch.
package enum StoreBatchAnswer: Sendable {
    case data(Result<StoreQueryAnswer, StorageError>)
    case account(Result<AccountQueryAnswer, StorageError>)
    /// The change was refused together with other writes.
    case lost
}

/// A part of a store that fails as a whole. An output waits for all writes to the parts that it
/// depends on.
package enum StoreFailureDomain: Hashable, Sendable {
    case log(UserLogID)
    /// The users of all apps, with their tokens and links.
    case accounts
}
