import Simperium
import SyncHub
import Testing

@Suite("The memory store")
struct MemoryStoreTests {
    private static let other = BucketID(app: .demo, user: named("lee"), name: named("todo"))

    /// A store with four changes: to `a`, `b`, `c` and again to `a`.
    private static func store(logLength: Int = 100) throws -> MemoryStore {
        var store = MemoryStore(logLength: logLength)
        for (number, key) in [(1, "a"), (2, "b"), (3, "c")] { try store.append(number, key) }
        try store.append(4, "a", version: 2, previous: 1)
        return store
    }

    private static func keys(_ answer: StoreAnswer) -> [String] {
        switch answer {
        case .index(let entities, _), .owned(let entities, _): entities.map(\.key.text)
        case .bucket, .buckets, .changes, .entity, .everybodysChanges, .presence, .version: []
        }
    }

    private static func slice(
        _ order: IndexSlice.Order, above: Int? = nil, below: Int? = nil, _ count: Int = 10
    ) -> StoreQuery {
        .index(
            IndexSlice(
                order, above: above.map(place), below: below.map(place), hasObjects: true,
                atMost: Portion(entries: count)), of: .todo)
    }

    @Test("What was never written to is empty")
    func empty() {
        let store = MemoryStore()
        #expect(store.answer(.bucket(.todo)) == .bucket(StoredBucket()))
        #expect(store.answer(.entity(named("a"), in: .todo)) == .entity(nil, changeIDs: []))
        #expect(store.answer(.version(.first, of: named("a"), in: .todo)) == .version(nil))
        let portion = Portion(entries: 5)
        #expect(
            store.answer(.changes(after: .zero, in: .todo, atMost: portion))
                == .changes([], hasMore: false))
        #expect(store.answer(Self.slice(.newestFirst)) == .index([], hasMore: false))
        #expect(
            store.answer(.presence(after: nil, atMost: portion)) == .presence([], hasMore: false))
    }

    @Test("A bucket knows its head, and how many objects it has")
    func bucket() throws {
        var store = try Self.store()
        var expected = StoredBucket()
        expected.head = place(4)
        expected.count = 3
        #expect(store.answer(.bucket(.todo)) == .bucket(expected))
        try store.append(5, "a", version: 3, previous: 4, isRemoved: true)
        expected.head = place(5)
        expected.count = 2
        #expect(store.answer(.bucket(.todo)) == .bucket(expected))
        #expect(store.answer(.bucket(Self.other)) == .bucket(StoredBucket()))
    }

    @Test("The index is in the order of last changes, either way, and can be cut to any slice")
    func index() throws {
        var store = try Self.store()
        #expect(Self.keys(store.answer(Self.slice(.newestFirst))) == ["a", "c", "b"])
        #expect(Self.keys(store.answer(Self.slice(.oldestFirst))) == ["b", "c", "a"])
        #expect(Self.keys(store.answer(Self.slice(.newestFirst, below: 4))) == ["c", "b"])
        #expect(Self.keys(store.answer(Self.slice(.newestFirst, above: 2, below: 4))) == ["c"])
        #expect(Self.keys(store.answer(Self.slice(.oldestFirst, above: 3))) == ["a"])
        try store.append(5, "c", version: 2, previous: 3, isRemoved: true)
        #expect(Self.keys(store.answer(Self.slice(.newestFirst))) == ["a", "b"])
    }

    @Test("A slice says whether it is all, and one entry is never too much")
    func portions() throws {
        let store = try Self.store()
        let answer = store.answer(Self.slice(.newestFirst, 2))
        guard case .index(let entities, true) = answer else { throw Unexpected(answer: answer) }
        #expect(entities.map(\.key.text) == ["a", "c"])
        guard case .index(_, false) = store.answer(Self.slice(.newestFirst, 3)) else {
            throw Unexpected(answer: answer)
        }
        let narrow = IndexSlice(
            .oldestFirst, hasObjects: true, atMost: Portion(entries: 9, bytes: 1))
        #expect(Self.keys(store.answer(.index(narrow, of: .todo))) == ["b"])
        let bare = IndexSlice(
            .oldestFirst, hasObjects: false, atMost: Portion(entries: 9, bytes: 1))
        #expect(Self.keys(store.answer(.index(bare, of: .todo))) == ["b", "c", "a"])
    }

    @Test("The log is told from where it begins, or from any change in it, and from nowhere else")
    func changes() throws {
        let store = try Self.store()
        func places(after number: UInt64, _ epoch: UInt32 = 1) -> [Ordinal]? {
            let start = Ordinal(epoch: epoch, count: number)
            let query = StoreQuery.changes(after: start, in: .todo, atMost: Portion(entries: 9))
            guard case .changes(let changes, _) = store.answer(query) else { return nil }
            return changes?.map(\.place)
        }
        #expect(places(after: 0, 0) == (1...4).map(place))
        #expect(places(after: 2) == [place(3), place(4)])
        #expect(places(after: 4) == [])
        #expect(places(after: 5) == nil)
        #expect(places(after: 2, 2) == nil)
        #expect(places(after: 0, 1) == nil)
    }

    @Test("An old log is forgotten, and an EMPTY forgets all of it and who was removed")
    func forgetting() throws {
        var store = try Self.store(logLength: 2)
        let portion = Portion(entries: 9)
        #expect(
            store.answer(.changes(after: .zero, in: .todo, atMost: portion))
                == .changes(nil, hasMore: false))
        try store.append(5, "b", version: 2, previous: 2, isRemoved: true)
        try store.write(.forgetHistory(of: .todo, emptiedBy: named("e")))
        #expect(store.answer(.entity(named("b"), in: .todo)) == .entity(nil, changeIDs: []))
        var expected = StoredBucket()
        expected.head = place(5)
        expected.floor = place(5)
        expected.count = 2
        expected.emptied = named("e")
        #expect(store.answer(.bucket(.todo)) == .bucket(expected))
        try store.write(.drop(.todo))
        #expect(store.answer(.bucket(.todo)) == .bucket(StoredBucket()))
    }

    @Test("Owned objects are listed by key, and their buckets in an order of their own")
    func owners() throws {
        var store = MemoryStore()
        for (number, key) in [(1, "c"), (2, "a"), (3, "b")] {
            try store.append(number, key, owner: true)
            try store.append(number, key, in: Self.other, owner: true)
        }
        let two = Portion(entries: 2)
        #expect(Self.keys(store.answer(.owned(after: nil, in: .todo, atMost: two))) == ["a", "b"])
        #expect(
            Self.keys(store.answer(.owned(after: named("b"), in: .todo, atMost: two))) == ["c"])
        let one = Portion(entries: 1)
        #expect(
            store.answer(.presence(after: nil, atMost: one)) == .presence([.todo], hasMore: true))
        #expect(
            store.answer(.presence(after: .todo, atMost: one))
                == .presence([Self.other], hasMore: false))
        for (number, key) in [(4, "c"), (5, "a"), (6, "b")] {
            try store.append(number, key, version: 2, previous: number - 3, isRemoved: true)
        }
        #expect(
            store.answer(.presence(after: nil, atMost: one))
                == .presence([Self.other], hasMore: false))
    }

    @Test("Each life of a store has an epoch of its own")
    func epochs() {
        var store = MemoryStore()
        #expect((1...3).map { _ in store.beginEpoch() } == [1, 2, 3])
    }
}

private struct Unexpected: Error {
    let answer: StoreAnswer
}

private func place(_ number: Int) -> Ordinal { Ordinal(epoch: 1, count: UInt64(number)) }

extension MemoryStore {
    fileprivate mutating func append(
        _ number: Int, _ key: String, version: Int = 1, previous: Int? = nil,
        isRemoved: Bool = false, in bucket: BucketID = .todo, owner: Bool = false
    ) throws {
        guard case .bucket(let stored) = answer(.bucket(bucket)),
            let version = EntityVersion(version)
        else { return }
        let change = StoredChange(
            place: place(number), key: named(key), version: version,
            previous: previous.map(place), changeID: named("\(number)"),
            entry: Array("{}".utf8))
        let entity = StoredEntity(
            key: named(key), version: version, isRemoved: isRemoved,
            object: isRemoved ? nil : Array("{\"n\":\(number)}".utf8), changed: place(number),
            owner: owner
                ? EntityOwner(lease: place(number), clientID: named("c"), secret: nil) : nil)
        try write(
            .append(change, entity: entity, outdated: [], to: bucket, expected: stored.head))
    }
}
