import SimperiumKit
import SimperiumTesting
import TestKit
import TestSupport
import Testing

/// Clients of a real server, used as by other programs.
@Suite("SimperiumKit: syncing", .waits)
struct SyncingTests {
    @Test("A client's edit is reported to another client, which reads it")
    func told() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, linsTodo) = try await server.visitor(token)
        let (kim, kimsTodo) = try await server.visitor(token)
        await eventually { await kim.status == .synced }
        var changes = await kimsTodo.changes().makeAsyncIterator()
        #expect(await changes.next() == .everything)

        let key = try await linsTodo.insert(["title": "Milk", "done": false])
        try await lin.waitUntilSettled(within: .seconds(30))
        #expect(await changes.next() == .inserted(key))
        #expect(await kimsTodo[key] == ["title": "Milk", "done": false])
        #expect(await kimsTodo.keys == [key])

        try await linsTodo.update(key, setting: ["done": true], removing: ["title"])
        #expect(await changes.next() == .updated(key, members: ["done", "title"]))
        try await linsTodo.delete(key)
        #expect(await changes.next() == .deleted(key))
        #expect(await kimsTodo[key] == nil)
        #expect(await lin.statistics.unsent == 0)
        await lin.close()
        await kim.close()
    }

    @Test("A first index is reported as one change, for any number of objects")
    func firstIndex() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, linsTodo) = try await server.visitor(token)
        try await linsTodo.perform { todo in
            for number in 0..<2_000 { try todo.insert(["number": JSON(number)]) }
        }
        // The thread sanitizer on a busy machine takes a minute for this.
        try await lin.waitUntilSettled(within: .seconds(240))

        let kim = try SimperiumClient(server.configuration)
        let todo = try await kim.bucket(.todo)
        var changes = await todo.changes().makeAsyncIterator()
        #expect(await changes.next() == .everything)
        await kim.signIn(token: token)
        await kim.connect()
        #expect(await changes.next() == .everything)
        #expect(await todo.keys.count == 2_000)
        try await linsTodo.set(.milk, to: ["title": "Milk"])
        #expect(await changes.next() == .inserted(.milk))
    }

    @Test("A slow reader is notified once of each object, and misses no last change")
    func slowReader() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, linsTodo) = try await server.visitor(token)
        let (kim, kimsTodo) = try await server.visitor(token)
        await eventually { await kim.status == .synced }
        var changes = await kimsTodo.changes().makeAsyncIterator()
        #expect(await changes.next() == .everything)

        let keys = (0..<3).map { valid(ObjectKey("key\($0)")) }
        for round in 0..<100 {
            try await linsTodo.perform { todo in
                for key in keys { try todo.set(key, to: ["round": JSON(round)]) }
            }
        }
        try await lin.waitUntilSettled(within: .seconds(60))
        await eventually { await kimsTodo[keys[2]] == ["round": 99] }
        var seen: [ObjectKey] = []
        while seen.count < 3, case .inserted(let key) = await changes.next() { seen.append(key) }
        #expect(Set(seen) == Set(keys))
        try await linsTodo.set(.milk, to: [:])
        #expect(await changes.next() == .inserted(.milk))
    }

    @Test("A typed value keeps members that its type does not have")
    func typed() async throws {
        let client = try SimperiumClient(.init(server: "ws://127.0.0.1:1", app: "demo"))
        let todo = try await client.bucket(.todo)
        let items = todo.typed(as: Item.self)
        try await todo.set(
            .milk, to: ["title": "Milk", "done": false, "note": "fresh", "colour": "red"])
        try await items.update(.milk) { item in
            item.done = true
            item.note = nil
        }
        #expect(await todo[.milk] == ["title": "Milk", "done": true, "colour": "red"])
        #expect(try await items[.milk] == Item(title: "Milk", done: true))
        try await todo.set(
            .milk,
            to: ["title": "", "done": true, "shop": ["name": "A", "street": "B", "door": 3]])
        try await items.update(.milk) { item in
            item.shop?.name = "C"
            item.shop?.street = nil
        }
        #expect(await todo[.milk]?["shop"] == ["name": "C", "door": 3])
        try await items.update(.milk) { $0.shop = nil }
        #expect(await todo[.milk] == ["title": "", "done": true])
        let key = try await items.insert(Item(title: "Bread", done: false))
        #expect(await todo[key] == ["title": "Bread", "done": false])
        await #expect(throws: SimperiumError.noSuchObject(.bread)) {
            try await items.update(.bread) { $0.done = true }
        }
        try await todo.set(.bread, to: ["title": 3])
        await #expect(throws: RecordError.self) { _ = try await items[.bread] }
        await #expect(throws: SimperiumError.notAnObject) {
            try await todo.typed(as: Int.self).set(.bread, to: 3)
        }
    }

    @Test("C71: Requested versions of an object arrive, as far as the server has them")
    func versions() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, todo) = try await server.visitor(token)
        for number in 1...4 {
            try await todo.set(.milk, to: ["litres": JSON(number)])
            try await lin.waitUntilSettled(within: .seconds(30))
        }
        let versions = try await todo.versions(of: .milk, last: 3)
        #expect(versions.map(\.number) == [4, 3, 2])
        #expect(versions.map(\.object) == [["litres": 4], ["litres": 3], ["litres": 2]])
        await #expect(throws: SimperiumError.noSuchObject(.bread)) {
            _ = try await todo.versions(of: .bread, last: 1)
        }
    }

    @Test("An editor's unsaved text is merged with other clients' changes")
    func editor() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, linsTodo) = try await server.visitor(token)
        let (kim, kimsTodo) = try await server.visitor(token)
        try await linsTodo.set(.milk, to: ["text": "milk and bread"])
        await eventually { await kimsTodo[.milk] != nil }
        await kimsTodo.willChange { _ in
            UnsavedEdit(
                from: ["text": "milk and bread"], to: ["text": "milk and bread, please"])
        }
        try await linsTodo.set(.milk, to: ["text": "fresh milk and bread"])
        await eventually { await linsTodo[.milk] == ["text": "fresh milk and bread, please"] }
        await lin.close()
        await kim.close()
    }

    @Test("An object that an editor's unsaved text creates again is reported as updated")
    func editorOfDeleted() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, linsTodo) = try await server.visitor(token)
        let (kim, kimsTodo) = try await server.visitor(token)
        try await kim.waitUntilSynced(within: .seconds(30))
        try await linsTodo.set(.milk, to: ["text": "milk"])
        await eventually { await kimsTodo[.milk] != nil }
        await kimsTodo.willChange { _ in
            UnsavedEdit(from: ["text": "milk"], to: ["text": "milk, please"])
        }
        var changes = await kimsTodo.changes().makeAsyncIterator()
        #expect(await changes.next() == .everything)
        try await linsTodo.delete(.milk)
        #expect(await changes.next() == .updated(.milk, members: ["text"]))
        #expect(await kimsTodo[.milk] == ["text": "milk, please"])
        await lin.close()
        await kim.close()
    }

    @Test("Edits without a connection are sent later, also by another run of the program")
    func offline() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let folder = try TemporaryFolder()
        let first = try await server.visitor(token) {
            $0.storage = .file(folder.path("todo.db"))
        }
        try await first.0.waitUntilSettled()
        await first.0.disconnect()
        try await first.1.set(.milk, to: ["title": "Milk"])
        #expect(await first.1.unsynced == [.milk])
        #expect(await first.0.statistics.unsent == 1)
        await first.0.close()

        let (_, kimsTodo) = try await server.visitor(token)
        let (again, todo) = try await server.visitor(token) {
            $0.storage = .file(folder.path("todo.db"))
        }
        #expect(await todo[.milk] == ["title": "Milk"])
        try await again.waitUntilSettled(within: .seconds(30))
        await eventually { await kimsTodo[.milk] == ["title": "Milk"] }
        await again.close()
    }

    @Test(
        "Three clients edit at random while the server restarts, and end with the same objects"
    )
    func random() async throws {
        let folder = try TemporaryFolder()
        var options = TestServer.Options()
        options.file = folder.path("store.db")
        let server = try TestServer(options)
        let token = try await server.addLin()
        var visitors: [(SimperiumClient, SimperiumBucket)] = []
        for _ in 0..<3 { visitors.append(try await server.visitor(token)) }
        let keys = (0..<6).map { valid(ObjectKey("key\($0)")) }
        var random = SystemRandomNumberGenerator()
        for round in 0..<300 {
            let (_, todo) = visitors[round % 3]
            let key = keys[Int.random(in: 0..<6, using: &random)]
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try await todo.delete(key)
            case 1: try await todo.set(key, to: ["round": JSON(round)])
            default:
                let member = JSONString("member\(Int.random(in: 0..<3, using: &random))")
                var object = await todo[key] ?? [:]
                object[member] = JSON(round)
                try await todo.set(key, to: object)
            }
            guard round % 100 == 50 else { continue }
            await server.stop()
            try await server.start()
        }
        for (client, _) in visitors {
            await client.networkChanged()
            try await client.waitUntilSettled(within: .seconds(60))
        }
        await eventually {
            let objects = await contents(of: visitors.map(\.1), keys)
            return objects.allSatisfy { $0 == objects[0] }
        }
        for (client, _) in visitors { await client.close() }
    }

    private func contents(
        of buckets: [SimperiumBucket], _ keys: [ObjectKey]
    ) async -> [[JSONObject?]] {
        var all: [[JSONObject?]] = []
        for bucket in buckets {
            var objects: [JSONObject?] = []
            for key in keys { objects.append(await bucket[key]) }
            all.append(objects)
        }
        return all
    }
}

private struct Item: Codable, Sendable, Equatable {
    var title: String
    var done: Bool
    var note: String?
    var shop: Shop?

    struct Shop: Codable, Equatable {
        var name: String
        var street: String?
    }
}
