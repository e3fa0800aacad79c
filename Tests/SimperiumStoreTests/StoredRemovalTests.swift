import SimperiumWire
import SyncHub
import TestKit
import Testing

@Suite("Memory of removals in a store", .waits)
struct StoredRemovalTests {
    @Test(
        "A removed object is forgotten with the change that removed it",
        arguments: StoreKind.allCases)
    func forgettingRemovals(kind: StoreKind) throws {
        let store = try kind.make(logLength: 4)
        try store.append(1, "a")
        try store.append(2, "a", isRemoved: true)
        try store.append(3, "b")
        for number in 4...7 { try store.append(number, "c") }
        #expect(try store.answer(.entity(named("a"), in: .todo)).entity != nil)
        try store.append(8, "c")
        #expect(try store.answer(.entity(named("a"), in: .todo)).entity == nil)
        #expect(
            try store.answer(.version(.first, of: named("a"), in: .todo)) == .version(nil))
        #expect(try store.answer(.entity(named("b"), in: .todo)).entity != nil)
    }

    @Test(
        "The last removed objects outlive the log, but not their earlier versions",
        arguments: StoreKind.allCases)
    func rememberingRemovals(kind: StoreKind) throws {
        let store = try kind.make(logLength: 4, removals: 2)
        for (number, key) in [(1, "a"), (3, "b"), (5, "d")] {
            try store.append(number, key)
            try store.append(number + 1, key, isRemoved: true)
        }
        for number in 7...20 { try store.append(number, "c") }
        try store.commit()
        try store.restart()
        func ids(_ key: String) throws -> [String]? {
            let answer = try store.answer(.entity(named(key), in: .todo))
            guard case .entity(_, let ids) = answer else { return nil }
            return ids.map(\.text)
        }
        #expect(try ["a", "b", "d"].map(ids) == [nil, ["3", "4"], ["5", "6"]])
        #expect(
            try store.answer(.version(.first, of: named("b"), in: .todo)) == .version(nil))
        try store.append(21, "b")
        try store.append(22, "e")
        try store.append(23, "e", isRemoved: true)
        for number in 24...40 { try store.append(number, "c") }
        #expect(try ["b", "d", "e"].map(ids) == [["3", "4", "21"], ["5", "6"], ["22", "23"]])
    }

    @Test(
        "Versions of unknown keys begin above all forgotten ones, until the bucket is dropped",
        arguments: StoreKind.allCases)
    func beginnings(kind: StoreKind) throws {
        let store = try kind.make(logLength: 4)
        func beginning(of key: String) throws -> Int? {
            guard case .noEntity(let version) = try store.answer(.entity(named(key), in: .todo))
            else { return nil }
            return version.number
        }
        for number in [1, 2] { try store.append(number, "a") }
        try store.append(3, "a", isRemoved: true)
        try store.append(4, "b")
        try store.append(5, "b", isRemoved: true)
        for number in 6...7 { try store.append(number, "c") }
        #expect(try ["a", "b", "d"].map(beginning) == [nil, nil, 1])
        try store.append(8, "c")
        #expect(try ["a", "b", "d"].map(beginning) == [4, nil, 4])
        for number in 9...12 { try store.append(number, "c") }
        #expect(try ["a", "b", "d"].map(beginning) == [4, 4, 4])
        try store.append(13, "b")
        try store.append(14, "b", isRemoved: true)
        for number in 15...20 { try store.append(number, "c") }
        try store.commit()
        try store.restart()
        #expect(try ["a", "b", "d"].map(beginning) == [6, 6, 6])
        try store.write(.drop(.todo))
        #expect(try beginning(of: "a") == 1)
    }
}
