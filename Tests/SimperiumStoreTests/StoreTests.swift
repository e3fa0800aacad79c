import SimperiumClock
import SimperiumStore
import SimperiumWire
import SyncHub
import TestKit
import Testing

@Suite("Stores of a hub's buckets", .waits)
struct StoreTests {
    /// A store with four changes: to `a`, `b`, `c` and again to `a`.
    private static func store(
        _ kind: StoreKind, logLength: Int = 100
    ) throws -> any KeepsBuckets {
        let store = try kind.make(logLength: logLength)
        for (number, key) in [(1, "a"), (2, "b"), (3, "c"), (4, "a")] {
            try store.append(number, key)
        }
        return store
    }

    private static func slice(
        _ order: IndexSliceQuery.LastChangeOrder, above: Int? = nil, below: Int? = nil,
        _ count: Int = 10
    ) -> StoreQuery {
        .index(
            IndexSliceQuery(
                order, above: above.map(ordinal), below: below.map(ordinal), hasObjects: true,
                atMost: StoreAnswerLimit(entries: count)), of: .todo)
    }

    @Test(
        "A bucket is empty at first, then has a head, and a number of objects",
        arguments: StoreKind.allCases)
    func bucket(kind: StoreKind) throws {
        var store = try kind.make()
        let portion = StoreAnswerLimit(entries: 5)
        #expect(try store.answer(.bucket(.todo)) == .bucket(StoredBucket()))
        let entity = try store.answer(.entity(named("a"), in: .todo))
        #expect(entity == .noEntity(beginning: .first))
        #expect(try store.answer(.version(.first, of: named("a"), in: .todo)) == .version(nil))
        let log = try store.answer(.changes(after: .zero, in: .todo, atMost: portion))
        #expect(log == .changes([], hasMore: false))
        #expect(try store.answer(Self.slice(.newestFirst)) == .index([], hasMore: false))
        let present = try store.answer(.presence(after: nil, atMost: portion))
        #expect(present == .presence([], hasMore: false))
        try store.write(.forgetHistory(of: .todo, emptiedBy: named("e")))
        try store.write(.drop(.todo))
        #expect(try store.answer(.bucket(.todo)) == .bucket(StoredBucket()))

        store = try Self.store(kind)
        var expected = StoredBucket()
        expected.head = ordinal(4)
        expected.stamp = ServerTime(milliseconds: 4)
        expected.count = 3
        #expect(try store.answer(.bucket(.todo)) == .bucket(expected))
        try store.append(5, "a", isRemoved: true)
        expected.head = ordinal(5)
        expected.stamp = ServerTime(milliseconds: 5)
        expected.count = 2
        #expect(try store.answer(.bucket(.todo)) == .bucket(expected))
        #expect(try store.answer(.bucket(.todoOfLee)) == .bucket(StoredBucket()))
    }

    @Test(
        "A moved head is reported, and no other write is affected",
        arguments: StoreKind.allCases)
    func staleHead(kind: StoreKind) throws {
        let store = try Self.store(kind)
        let write = try StoreWrite.next(
            ordinal(5), named("b"), isRemoved: false, in: .todo, owner: nil, outdated: { _ in [] },
            in: store)
        try store.write(write)
        #expect(throws: (any Error).self) { try store.write(write) }
        #expect(try store.answer(Self.slice(.newestFirst)).keys == ["b", "a", "c"])
        try store.append(6, "d")
        #expect(try store.answer(.bucket(.todo)).head == ordinal(6))
    }

    @Test(
        "The index is in the order of last changes, in either direction, and in slices",
        arguments: StoreKind.allCases)
    func index(kind: StoreKind) throws {
        var store = try Self.store(kind)
        #expect(try store.answer(Self.slice(.newestFirst)).keys == ["a", "c", "b"])
        #expect(try store.answer(Self.slice(.oldestFirst)).keys == ["b", "c", "a"])
        #expect(try store.answer(Self.slice(.newestFirst, below: 4)).keys == ["c", "b"])
        #expect(try store.answer(Self.slice(.newestFirst, above: 2, below: 4)).keys == ["c"])
        #expect(try store.answer(Self.slice(.oldestFirst, above: 3)).keys == ["a"])
        try store.append(5, "c", isRemoved: true)
        #expect(try store.answer(Self.slice(.newestFirst)).keys == ["a", "b"])

        // A slice has a flag for its end, and contains at least one entry.
        store = try Self.store(kind)
        let two = try store.answer(Self.slice(.newestFirst, 2))
        #expect(two.keys == ["a", "c"])
        #expect(two.hasMore)
        #expect(try !store.answer(Self.slice(.newestFirst, 3)).hasMore)
        func keys(hasObjects: Bool) throws -> [String] {
            let narrow = IndexSliceQuery(
                .oldestFirst, hasObjects: hasObjects,
                atMost: StoreAnswerLimit(entries: 9, bytes: 1))
            return try store.answer(.index(narrow, of: .todo)).keys
        }
        #expect(try keys(hasObjects: true) == ["b"])
        #expect(try keys(hasObjects: false) == ["b", "c", "a"])
    }

    @Test(
        "The log is read from its beginning, or from any change in it, and from no other ordinal",
        arguments: StoreKind.allCases)
    func changes(kind: StoreKind) throws {
        let store = try Self.store(kind)
        func ordinals(after number: UInt64, _ epoch: UInt32 = 1) throws -> [SequenceNumber]? {
            let start = SequenceNumber(epoch: epoch, count: number)
            let query = StoreQuery.changes(
                after: start, in: .todo, atMost: StoreAnswerLimit(entries: 9))
            guard case .changes(let changes, _) = try store.answer(query) else { return nil }
            return changes?.map(\.ordinal)
        }
        #expect(try ordinals(after: 0, 0) == (1...4).map(ordinal))
        #expect(try ordinals(after: 2) == [ordinal(3), ordinal(4)])
        #expect(try ordinals(after: 4) == [])
        #expect(try ordinals(after: 5) == nil)
        #expect(try ordinals(after: 2, 2) == nil)
        #expect(try ordinals(after: 0, 1) == nil)
    }

    @Test(
        "An old log is forgotten; EMPTY forgets all of it, but not the ids of its changes",
        arguments: StoreKind.allCases)
    func forgetting(kind: StoreKind) throws {
        let store = try Self.store(kind, logLength: 3)
        func log(after number: Int) throws -> StoreQueryAnswer {
            let start = number == 0 ? .zero : ordinal(number)
            return try store.answer(
                .changes(after: start, in: .todo, atMost: StoreAnswerLimit(entries: 9)))
        }
        try store.append(5, "b", isRemoved: true)
        #expect(try log(after: 4) != .changes(nil, hasMore: false))
        try store.write(.forgetHistory(of: .todo, emptiedBy: named("e")))
        for number in [0, 3, 4] { #expect(try log(after: number) == .changes(nil, hasMore: false)) }
        #expect(try log(after: 5) == .changes([], hasMore: false))
        guard
            case .entity(let removed, let ids) = try store.answer(
                .entity(named("b"), in: .todo))
        else { throw Missing() }
        #expect(removed.isRemoved)
        #expect(ids.last?.text == "5")
        #expect(try store.answer(Self.slice(.newestFirst)).keys == ["a", "c"])
        var expected = StoredBucket(emptyings: [named("e")])
        expected.head = ordinal(5)
        expected.stamp = ServerTime(milliseconds: 5)
        expected.floor = ordinal(5)
        expected.count = 2
        #expect(try store.answer(.bucket(.todo)) == .bucket(expected))
        try store.write(.drop(.todo))
        #expect(try store.answer(.bucket(.todo)) == .bucket(StoredBucket()))
    }

    @Test(
        "Versions are stored until they are outdated or forgotten, their change ids for longer",
        arguments: StoreKind.allCases)
    func versions(kind: StoreKind) throws {
        var store = try kind.make()
        for number in 1...3 { try store.append(number, "a") }
        try store.append(4, "a", isRemoved: true, outdated: [.first])
        func version(_ number: Int) throws -> String? {
            let version = try #require(EntityVersion(number))
            guard
                case .version(let bytes?) = try store.answer(
                    .version(version, of: named("a"), in: .todo))
            else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try [1, 2, 3, 4, 5].map(version) == [nil, #"{"n":2}"#, #"{"n":3}"#, nil, nil])
        guard
            case .entity(let entity, let ids) = try store.answer(
                .entity(named("a"), in: .todo))
        else { throw Missing() }
        #expect(entity.isRemoved)
        #expect(entity.version.number == 4)
        #expect(ids.map(\.text) == ["1", "2", "3", "4"])

        // An object's earlier versions can be forgotten.
        store = try kind.make()
        for number in 1...3 { try store.append(number, "a") }
        let known = try store.answer(.entity(named("a"), in: .todo))
        try store.write(.forgetVersions(of: named("a"), in: .todo))
        let earlier = try [1, 2].map { number in
            try store.answer(
                .version(#require(EntityVersion(number)), of: named("a"), in: .todo))
        }
        #expect(earlier == [.version(nil), .version(nil)])
        #expect(try store.answer(.entity(named("a"), in: .todo)) == known)
    }

    @Test(
        "The last twenty EMPTYs are remembered, and the last 200 changes of an object",
        arguments: StoreKind.allCases)
    func changeIDs(kind: StoreKind) throws {
        var store = try Self.store(kind)
        for number in 1...30 {
            try store.write(.forgetHistory(of: .todo, emptiedBy: named("e\(number)")))
        }
        try store.commit()
        try store.restart()
        guard case .bucket(let state) = try store.answer(.bucket(.todo)) else { throw Missing() }
        #expect(state.emptyings.map(\.text) == (11...30).map { "e\($0)" })

        store = try kind.make(logLength: 10)
        let retention = VersionRetention(contiguous: 2, tenths: 1)
        for number in 1...500 {
            let version = try #require(EntityVersion(number))
            try store.append(number, "a", outdated: retention.newlyOutdated(by: version))
        }
        guard case .entity(_, let ids) = try store.answer(.entity(named("a"), in: .todo)) else {
            throw Missing()
        }
        #expect(ids.map(\.text) == (301...500).map(String.init))
    }

    @Test(
        "Owned objects are listed by key, buckets by name, and changes of all users in order",
        arguments: StoreKind.allCases)
    func owners(kind: StoreKind) throws {
        var store = try kind.make()
        for (number, key) in [(1, "c"), (3, "a"), (5, "b")] {
            try store.append(number, key, owner: true)
            try store.append(number + 1, key, in: .todoOfLee, owner: true)
        }
        func keys(after key: String?) throws -> [String] {
            try store.answer(
                .owned(
                    after: key.map { named($0) }, in: .todo, atMost: StoreAnswerLimit(entries: 2))
            ).keys
        }
        #expect(try keys(after: nil) == ["a", "b"])
        #expect(try keys(after: "b") == ["c"])
        #expect(try store.present(one: true) == [.todo, .todoOfLee])
        for (number, key) in [(7, "c"), (8, "a"), (9, "b")] {
            try store.append(number, key, isRemoved: true)
        }
        #expect(try store.present(one: false) == [.todoOfLee])

        store = try Self.store(kind)
        try store.append(5, "a", in: .todoOfLee)
        try store.append(6, "a", in: .notes)
        let query = StoreQuery.buckets(of: named("kim"), in: named("demo"))
        #expect(try store.answer(query) == .buckets([named("notes"), named("todo")]))
        try store.write(.drop(.todo))
        #expect(try store.answer(query) == .buckets([named("notes")]))

        store = try kind.make()
        for (number, bucket) in [(1, BucketID.todo), (2, .todoOfLee), (3, .notes), (4, .todo)] {
            try store.append(number, "a", in: bucket)
        }
        func changes(after ordinal: SequenceNumber, _ count: Int) throws -> [String] {
            let query = StoreQuery.everybodysChanges(
                after: ordinal, in: named("todo"), of: named("DEMO"),
                atMost: StoreAnswerLimit(entries: count))
            guard case .everybodysChanges(let changes?, _) = try store.answer(query) else {
                return []
            }
            return changes.map { "\($0.user)/\($0.change.key) \($0.change.ordinal.count)" }
        }
        #expect(try changes(after: .zero, 9) == ["kim/a 1", "lee/a 2", "kim/a 4"])
        #expect(try changes(after: .zero, 2) == ["kim/a 1", "lee/a 2"])
        #expect(try changes(after: ordinal(3), 9) == ["kim/a 4"])
    }

    @Test("Each run of a store has its own epoch", arguments: [StoreKind.memory, .file])
    func epochs(kind: StoreKind) throws {
        let store = try kind.make()
        for (least, epoch) in [(1, 1), (1, 2), (70, 70), (70, 71), (9, 72)] as [(UInt32, UInt32)] {
            #expect(try store.beginEpoch(atLeast: least) == epoch)
            try store.restart()
        }
    }
}

private struct Missing: Error {}

extension StoreQueryAnswer {
    var keys: [String] {
        switch self {
        case .index(let entities, _), .owned(let entities, _): entities.map(\.key.text)
        default: []
        }
    }

    var hasMore: Bool {
        switch self {
        case .index(_, let hasMore), .owned(_, let hasMore), .presence(_, let hasMore),
            .changes(_, let hasMore), .everybodysChanges(_, let hasMore), .debts(_, let hasMore):
            hasMore
        case .bucket, .entity, .noEntity, .version, .buckets, .mirrors, .nameOwner, .seatEnds:
            false
        }
    }

    var head: SequenceNumber? {
        if case .bucket(let bucket) = self { bucket.head } else { nil }
    }

    var entity: StoredEntity? {
        if case .entity(let entity, _) = self { entity } else { nil }
    }

    var changeIDs: [ChangeID] {
        if case .entity(_, let ids) = self { ids } else { [] }
    }
}

extension KeepsBuckets {
    /// Returns all buckets with owners, page by page.
    func present(one: Bool) throws -> [BucketID] {
        var found: [BucketID] = []
        while true {
            let query = StoreQuery.presence(
                after: found.last, atMost: StoreAnswerLimit(entries: one ? 1 : 100))
            guard case .presence(let page, let hasMore) = try answer(query) else { return [] }
            found += page
            guard hasMore else { return found }
        }
    }
}
