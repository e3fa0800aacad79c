import SimperiumStore
import SimperiumWire
import SyncHub
import TestKit
import Testing

@Suite("Shared objects in a store", .waits)
struct StoredSharingTests {
    private static func mirroring(
        _ number: Int, at head: Int, isRemoved: Bool = false, isFirst: Bool = false
    ) -> StoreWrite {
        let change = StoredChange(
            ordinal: ordinal(number), key: named("a"), version: .first,
            previous: isFirst ? nil : ordinal(number - 1), changeID: named("m\(number)"),
            entry: Array("{}".utf8), author: named("kim"))
        let entity = StoredEntity(
            key: named("a"), version: .first, isRemoved: isRemoved,
            object: isRemoved ? nil : Array("{}".utf8), changed: ordinal(number),
            sharing: .mirror(of: named("kim")))
        let sharer = SharingRecipient(named("lee"), mayWrite: true, followed: ordinal(number))
        return .mirror(
            ChangeCopiesForSharers(
                of: named("a"), in: .todo, at: ordinal(head),
                isRemoved ? nil : SharedOriginalOrCopy(with: [sharer]),
                [
                    ChangeCopiesForSharers.SharedCopyChange(
                        change, making: entity, in: .todoOfLee, isFirst: isFirst)
                ]))
    }

    @Test("S163: The sharing of an object outlives the process", arguments: StoreKind.allCases)
    func kept(kind: StoreKind) throws {
        let store = try kind.make()
        try store.append(1, "a")
        try store.write(Self.mirroring(2, at: 1, isFirst: true))
        try store.commit()
        try store.restart()
        let sharer = SharingRecipient(named("lee"), mayWrite: true, followed: ordinal(2))
        let owned = try store.answer(.entity(named("a"), in: .todo)).entity
        #expect(owned?.sharing == .shared(with: [sharer]))
        let mirror = try store.answer(.entity(named("a"), in: .todoOfLee)).entity
        #expect(mirror?.sharing == .mirror(of: named("kim")))
        #expect(try store.answer(.mirrors(of: named("lee"), in: named("demo"))) == .mirrors(1))
        let log = try store.answer(
            .changes(after: .zero, in: .todoOfLee, atMost: StoreAnswerLimit(entries: 9)))
        guard case .changes(let changes?, _) = log else {
            Issue.record("no log")
            return
        }
        #expect(changes.map(\.author) == [named("kim")])

        try store.write(Self.mirroring(3, at: 1, isRemoved: true))
        #expect(try store.answer(.mirrors(of: named("lee"), in: named("demo"))) == .mirrors(0))
        #expect(try store.answer(.entity(named("a"), in: .todo)).entity?.sharing == nil)
    }

    @Test(
        "S163: No copy follows a change that the owner's bucket does not have",
        arguments: StoreKind.allCases)
    func stale(kind: StoreKind) throws {
        let store = try kind.make()
        try store.append(1, "a")
        #expect(throws: (any Error).self) {
            try store.write(Self.mirroring(3, at: 2, isFirst: true))
        }
        #expect(try store.answer(.bucket(.todoOfLee)) == .bucket(StoredBucket()))
        #expect(try store.answer(.entity(named("a"), in: .todo)).entity?.sharing == nil)
    }

    @Test("The text of a sharing is read as it was written, and no other text is")
    func text() {
        let sharers = [
            SharingRecipient(named("a@b.c"), mayWrite: true, followed: ordinal(7)),
            SharingRecipient(named("lee"), mayWrite: false, followed: ordinal(8)),
        ]
        for sharing in [SharedOriginalOrCopy.shared(with: sharers), .mirror(of: named("kim"))] {
            #expect(SharedOriginalOrCopy(text: sharing.text) == sharing)
        }
        for text in ["", "=", "lee", "lee x 000000010000000000000003", "lee w nowhere"] {
            #expect(SharedOriginalOrCopy(text: text) == nil)
        }
    }
}
