import SimperiumClock
import SimperiumStore
import SimperiumWire
import SyncHub
import TestSupport
import Testing

/// Objects that are stored as edits of a base.
@Suite("Long objects in a server's file")
struct LongBodyTests {
    private static let key: ObjectKey = named("text")

    private let folder: TemporaryFolder
    private var path: String { folder.path("hub") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Each kept version is the one that was written, also after restarts")
    func versions() throws {
        let limits = MinimumStoredHistory(logLength: 1_000, removals: 0)
        let (model, file) = (StoreInMemory(limits), try StoreInFile(folder, limits))
        let retention = VersionRetention(contiguous: 60, tenths: 9)
        var text = Text(seed: 1)
        for number in 1...400 {
            for store in [model, file] as [any KeepsBuckets] {
                let write = try StoreWrite.text(
                    text.bytes, number, outdated: { retention.newlyOutdated(by: $0) }, in: store)
                try store.write(write)
            }
            if number % 7 == 0 { try file.commit() }
            if number % 70 == 0 { try file.restart() }
            // A jump makes many edits, and a paste a long one.
            if number % 50 == 0 { text.paste(3_000) } else { text.type() }
        }
        for number in 1...400 {
            let query = StoreQuery.version(
                try #require(EntityVersion(number)), of: Self.key, in: .notes)
            #expect(try file.answer(query) == model.answer(query), "version \(number)")
        }
        for query in Self.queries {
            #expect(try file.answer(query) == model.answer(query), "\(query)")
        }
        try file.commit()
        #expect(try HubStore.inspect(.file(path)).damages == [])
    }

    @Test("An edit of 100 KB writes a few pages, and not the text")
    func bytes() throws {
        var store = try HubStore(.file(path))
        let pair = try StoreKind.memory.make()
        var text = Text(seed: 2)
        func write() throws {
            let write = try StoreWrite.text(
                text.bytes, text.edits + 1, outdated: { _ in [] }, in: pair)
            try pair.write(write)
            try store.write(write)
            try store.commitAndMoveRecent()
            text.type()
        }
        for _ in 0..<3 { try write() }
        let before = store.pagesLogged
        for _ in 0..<100 { try write() }
        #expect((store.pagesLogged - before) / 100 <= 8)
    }

    @Test("A base that no version needs any more is deleted, and each other one is kept")
    func bases() throws {
        let file = try StoreInFile(at: .file(path))
        var text = Text(seed: 3)
        for number in 1...640 {
            let retention = VersionRetention(contiguous: 5, tenths: 2)
            let write = try StoreWrite.text(
                text.bytes, number, outdated: { retention.newlyOutdated(by: $0) }, in: file)
            try file.write(write)
            text.type()
        }
        try file.commit()
        #expect(try count("base") <= 4)
        #expect(try HubStore.inspect(.file(path)).damages == [])
        try file.write(.forgetVersions(of: Self.key, in: .notes))
        try file.commit()
        #expect(try count("base") == 1)
        #expect(try file.answer(.entity(Self.key, in: .notes)).entity?.object != nil)
        try file.write(.drop(.notes))
        try file.commit()
        for number in 1...20 {
            try file.append(number, "k")
            try file.commit()
        }
        #expect(try count("base") == 0)
        #expect(try count("object") == 1)
    }

    @Test("Edits that were lost with a transaction are no part of the next ones")
    func lost() throws {
        var store = try HubStore(.file(path))
        let model = try StoreKind.memory.make()
        var text = Text(seed: 4)
        for number in 1...3 {
            let write = try StoreWrite.text(text.bytes, number, outdated: { _ in [] }, in: model)
            try model.write(write)
            try store.write(write)
            text.type()
        }
        try store.commitAndMoveRecent()
        let lost = try StoreWrite.text(text.bytes, 4, outdated: { _ in [] }, in: model)
        try store.write(lost)
        // The same change again does not follow the head, so the batch is given up.
        var batch = StoreBatch()
        batch.append(.write(lost))
        let outcome = store.perform(batch)
        #expect(!outcome.refused.isEmpty)
        text.type()
        let write = try StoreWrite.text(text.bytes, 4, outdated: { _ in [] }, in: model)
        try model.write(write)
        try store.write(write)
        try store.commitAndMoveRecent()
        for query in Self.queries {
            #expect(try store.answer(query) == model.answer(query), "\(query)")
        }
    }

    @Test("A missing base is found, and refused as damage of its table")
    func missing() throws {
        do {
            let file = try StoreInFile(at: .file(path))
            for number in 1...4 { try file.append(number, "text", in: .notes, length: 5_000) }
            try file.commit()
        }
        try Database.open(.file(path), format: .hub).run("DELETE FROM base")
        do {
            let file = try StoreInFile(at: .file(path))
            #expect(throws: StorageError.damagedRow(table: "base")) {
                try file.answer(.entity(Self.key, in: .notes))
            }
        }
        #expect(
            try HubStore.inspect(.file(path)).damages == [
                .orphans(table: "object", count: 1), .orphans(table: "recent", count: 2),
            ])
    }

    private static let queries: [StoreQuery] = [
        .entity(key, in: .notes),
        .index(
            IndexSliceQuery(.newestFirst, hasObjects: true, atMost: StoreAnswerLimit(entries: 9)),
            of: .notes),
        .changes(after: .zero, in: .notes, atMost: StoreAnswerLimit(entries: 1_000)),
    ]

    private func count(_ table: String) throws -> Int {
        try Database.openToRead(.file(path), format: .hub).number("SELECT count(*) FROM \(table)")
    }
}

/// A text that a person types.
private struct Text {
    private(set) var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    private(set) var edits = 0
    private var random: SeededRandom
    private var cursor = 50_000

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        bytes[0] = UInt8(ascii: "{")
    }

    mutating func type() {
        edits += 1
        if random.chance(1, in: 6) { cursor = 1 + random.numberBelow(bytes.count - 1) }
        if random.chance(1, in: 4), cursor > 1 {
            cursor -= 1
            bytes.remove(at: cursor)
        } else {
            bytes.insert(UInt8(ascii: "a") + UInt8(random.numberBelow(26)), at: cursor)
            cursor += 1
        }
    }

    mutating func paste(_ count: Int) {
        edits += 1
        bytes.insert(contentsOf: (0..<count).map { UInt8(ascii: "A") + UInt8($0 % 26) }, at: cursor)
    }
}

extension StoreWrite {
    /// Returns the change of the text that a hub would make now.
    fileprivate static func text(
        _ bytes: [UInt8], _ number: Int, outdated: (EntityVersion) -> [EntityVersion],
        in store: any KeepsBuckets
    ) throws -> StoreWrite {
        let write = try next(
            ordinal(number), named("text"), isRemoved: false, in: .notes, owner: nil,
            outdated: outdated, in: store)
        guard case .append(let change, let entity, let outdated, let id, let head) = write else {
            return write
        }
        let long = StoredEntity(
            key: entity.key, version: entity.version, isRemoved: false, object: bytes,
            changed: entity.changed, stamp: entity.stamp)
        return .append(change, entity: long, outdated: outdated, to: id, expected: head)
    }
}
