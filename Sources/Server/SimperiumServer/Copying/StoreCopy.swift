package import SimperiumWire

/// The core of a copy from one store into another. It reads parts of the original and stores them
/// in the copy, one after the other, so that only a few parts are in memory.
///
/// A `StoreCopy` does no I/O. Order of calls: `begin`; `answered` once for each `ask`; `kept` once
/// for each `keep`, in their order. The copy ends with `done` when all parts are stored, or with
/// `contradicted`. `StoreCopyRunner` performs the effects, and stops if a store fails.
package struct StoreCopy: Sendable {
    package enum Event: Hashable, Sendable {
        case begin
        case answered(StoreCopyQueryAnswer)
        case kept
    }

    package enum Effect: Hashable, Sendable {
        /// Reads the original. The answer is `answered`. At most one query is open.
        case ask(StoreCopyQuery)
        /// Stores a part in the copy. The caller then sends `kept`.
        case keep(StoreCopyPart)
        /// The answer contradicts an earlier answer: another program is writing to the store, or
        /// the store is damaged.
        case contradicted(StoreCopyQuery)
        case done
    }

    package struct CopiedCounts: Hashable, Sendable {
        package var users = 0
        package var buckets = 0
        /// The objects that are not removed, as `StoreInspection` counts them.
        package var objects = 0
        package var bans = 0
    }

    /// With this many unstored parts, the copy stops sending queries.
    private static let mostUnstoredParts = 200
    /// With this many bytes in unstored parts, the copy stops sending queries.
    private static let mostUnstoredBytes = 8 << 20

    package private(set) var tally = CopiedCounts()
    /// The queries that have not been sent, the next query last. The queries that follow from an
    /// answer are sent before earlier queries.
    private var queries: [StoreCopyQuery] = []
    private var asked: StoreCopyQuery?
    /// The sizes of the parts that are not stored yet, the oldest first.
    private var unstoredSizes: ArraySlice<Int> = []
    /// The total size in bytes of the parts that are not stored yet.
    private var unstoredBytes = 0
    private var isOver = false
    private var effects: [Effect] = []

    package init() {}

    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .begin: queries = [.bans, .owners(after: nil), .users(after: nil)]
        case .answered(let answer):
            guard let query = exchange(&asked, with: nil) else { break }
            if !applyIfKindMatches(answer, to: query) { endContradicted(by: query) }
        case .kept: unstoredBytes -= unstoredSizes.popFirst() ?? 0
        }
        sendNextQueryOrFinish()
        return exchange(&effects, with: [])
    }

    private mutating func sendNextQueryOrFinish() {
        guard !isOver, asked == nil else { return }
        if queries.isEmpty, unstoredSizes.isEmpty {
            isOver = true
            return effects.append(.done)
        }
        guard unstoredSizes.count < Self.mostUnstoredParts, unstoredBytes < Self.mostUnstoredBytes,
            let query = queries.popLast()
        else { return }
        asked = query
        effects.append(.ask(query))
    }

    private mutating func endContradicted(by query: StoreCopyQuery) {
        isOver = true
        effects.append(.contradicted(query))
    }

    private mutating func store(_ part: StoreCopyPart) {
        unstoredSizes.append(part.size)
        unstoredBytes += part.size
        effects.append(.keep(part))
    }
}

extension StoreCopy {
    /// Stores the parts of an answer, and queues the queries that follow from it. Returns false if
    /// the answer is of another kind than the query.
    private mutating func applyIfKindMatches(
        _ answer: StoreCopyQueryAnswer, to query: StoreCopyQuery
    ) -> Bool {
        switch (query, answer) {
        case (.users, .users(let users, let next)):
            if let next { queries.append(.users(after: next)) }
            for user in users { copy(user) }
        case (.account(.tokens), .account(.tokens(let tokens))):
            for token in tokens { store(.token(token)) }
        case (.account(.links), .account(.links(let links))):
            for link in links { store(.link(link)) }
        case (.bans, .bans(let bans)):
            tally.bans = bans.count
            for ban in bans { store(.ban(ban)) }
        case (.owners, .owners(let owners, let next)):
            if let next { queries.append(.owners(after: next)) }
            queries += owners.map { .data(.buckets(of: $0.user, in: $0.app)) }
        case (.data(.buckets(let user, let app)), .data(.buckets(let names))):
            queries += names.map { .data(.bucket(BucketID(app: app, user: user, name: $0))) }
        default: return applyBucketAnswerIfKindMatches(answer, to: query)
        }
        return true
    }

    private mutating func copy(_ user: StoredUser) {
        tally.users += 1
        store(.user(user))
        queries += [
            .account(.links(of: user.id, app: user.app)),
            .account(.tokens(of: user.id, app: user.app)),
        ]
    }

    private mutating func applyBucketAnswerIfKindMatches(
        _ answer: StoreCopyQueryAnswer, to query: StoreCopyQuery
    ) -> Bool {
        switch (query, answer) {
        case (.data(.bucket(let id)), .data(.bucket(let bucket))):
            tally.buckets += 1
            store(.bucket(bucket, id))
            queries += [changesQuery(after: bucket.floor, in: id), .keys(after: nil, in: id)]
        case (.keys(_, let id), .keys(let keys, let next)):
            if let next { queries.append(.keys(after: next, in: id)) }
            if !keys.isEmpty { queries.append(.objects(keys, in: id)) }
        case (.objects(let keys, let id), .objects(let objects)):
            guard !objects.isEmpty, objects.count <= keys.count else { return false }
            let rest = keys.dropFirst(objects.count)
            if !rest.isEmpty { queries.append(.objects(Array(rest), in: id)) }
            for object in objects { copy(object, in: id) }
        case (.data(.version(let version, let key, let id)), .data(.version(let body?))):
            store(.version(body, version, of: key, in: id))
        case (.data(.changes(_, let id, _)), .data(.changes(let changes?, let hasMore))):
            guard let last = changes.last else { return !hasMore }
            if hasMore { queries.append(changesQuery(after: last.ordinal, in: id)) }
            store(.changes(changes, in: id))
        default: return false
        }
        return true
    }

    private mutating func copy(_ object: StoreCopyObject, in id: BucketID) {
        if !object.entity.isRemoved { tally.objects += 1 }
        store(.object(object, in: id))
        queries += object.versions.map { .data(.version($0, of: object.entity.key, in: id)) }
    }

    private func changesQuery(after ordinal: SequenceNumber, in id: BucketID) -> StoreCopyQuery {
        .data(.changes(after: ordinal, in: id, atMost: StoreCopyQuery.portion))
    }
}

extension StoreCopyPart {
    /// The approximate size in bytes. Only the parts that may be large count.
    var size: Int {
        switch self {
        case .object(let object, _): object.size
        case .version(let body, _, _, _): body.count
        case .changes(let changes, _): changes.reduce(0) { $0 + $1.entry.count }
        case .user, .token, .link, .bucket, .ban: 0
        }
    }
}
