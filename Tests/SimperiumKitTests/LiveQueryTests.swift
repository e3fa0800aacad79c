import SimperiumClock
import SimperiumKit
import SimperiumTesting
import TestKit
import TestSupport
import Testing

/// Lists that a client keeps current, own edits in its changes, and waits that end.
@Suite("SimperiumKit: observation", .waits)
struct LiveQueryTests {
    struct Note: Codable, Hashable, Sendable {
        var text: String
        var rank: Int
    }

    @Test("A live list has the chosen objects in order, after own edits and those of others")
    func list() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (lin, linsTodo) = try await server.visitor(token)
        let (kim, kimsTodo) = try await server.visitor(token)
        for client in [lin, kim] { try await client.waitUntilSynced(within: .seconds(30)) }
        let notes = kimsTodo.typed(as: Note.self)
        try await notes.set(.milk, to: Note(text: "milk", rank: 2))
        let live = await notes.live(where: { $0.rank > 0 }, sortedBy: { $0.rank < $1.rank })
        var lists = live.makeAsyncIterator()
        #expect(await lists.next()?.map(\.key) == [.milk])
        try await notes.set(.bread, to: Note(text: "bread", rank: 1))
        #expect(await lists.next()?.map(\.value.text) == ["bread", "milk"])
        let others = linsTodo.typed(as: Note.self)
        try await kim.waitUntilSettled(within: .seconds(30))
        await eventually { await others.bucket.count == 2 }
        try await others.update(.bread) { $0.rank = 3 }
        #expect(await lists.next()?.map(\.value.rank) == [2, 3])
        try await others.update(.milk) { $0.rank = 0 }
        #expect(await lists.next()?.map(\.key) == [.bread])
        try await others.bucket.set(.bread, to: ["rank": "no note any more"])
        #expect(await lists.next()?.isEmpty == true)
        await kim.close()
        #expect(await lists.next() == nil)
        await lin.close()
    }

    @Test(
        "It equals a sorted array after any edits, also with equal and with wrong orders",
        arguments: Seeds.first(4, most: 8))
    func random(seed: UInt64) async throws {
        let client = try SimperiumClient(.init(server: "ws://127.0.0.1:1", app: "demo"))
        let todo = try await client.bucket(.todo)
        let notes = todo.typed(as: Note.self)
        let live = await notes.live(where: { $0.rank % 7 > 0 }, sortedBy: { $0.rank < $1.rank })
        let wrong = await notes.live(sortedBy: { _, _ in true })
        var (lists, wrongLists) = (live.makeAsyncIterator(), wrong.makeAsyncIterator())
        var model: [ObjectKey: Note] = [:]
        var random = SeededRandom(seed: seed)
        for _ in 0..<40 {
            let edits = (0..<50).map { _ in
                (
                    valid(ObjectKey("k\(Int.random(in: 0..<400, using: &random))")),
                    Int.random(in: -3..<20, using: &random)
                )
            }
            try await todo.perform { bucket in
                for (key, rank) in edits {
                    let isHere = bucket[key] != nil
                    if rank < 0 {
                        bucket.delete(key)
                    } else if isHere {
                        try bucket.update(key, setting: ["rank": JSON(rank)])
                    } else {
                        try bucket.set(key, to: ["text": "", "rank": JSON(rank)])
                    }
                }
            }
            for (key, rank) in edits { model[key] = rank < 0 ? nil : Note(text: "", rank: rank) }
            let expected = model.filter { $1.rank % 7 > 0 }.sorted {
                ($0.value.rank, $0.key.text) < ($1.value.rank, $1.key.text)
            }
            let found = await lists.next()
            #expect(found?.map(\.key) == expected.map(\.key))
            #expect(found?.map(\.value) == expected.map(\.value))
            #expect(await Set(wrongLists.next()?.map(\.key) ?? []) == Set(model.keys))
        }
        await client.close()
    }

    @Test("Own edits are among the changes if that is asked for, and not otherwise")
    func own() async throws {
        let client = try SimperiumClient(.init(server: "ws://127.0.0.1:1", app: "demo"))
        let todo = try await client.bucket(.todo)
        var all = await todo.changes(includingOwn: true).makeAsyncIterator()
        var others = await todo.changes().makeAsyncIterator()
        #expect(await all.next() == .everything)
        #expect(await others.next() == .everything)
        try await todo.set(.milk, to: ["title": "Milk", "done": false])
        #expect(await all.next() == .inserted(.milk))
        try await todo.update(.milk, setting: ["done": true], removing: ["title"])
        #expect(await all.next() == .updated(.milk, members: ["done", "title"]))
        try await todo.set(.milk, to: ["done": true])
        try await todo.delete(.milk)
        #expect(await all.next() == .deleted(.milk))
        await client.close()
        #expect(await all.next() == nil)
        #expect(await others.next() == nil)
    }

    @Test("A sign-out that removes the objects empties the lists, and is among the changes")
    func signOut() async throws {
        let client = try SimperiumClient(.init(server: "ws://127.0.0.1:1", app: "demo"))
        let todo = try await client.bucket(.todo)
        let notes = todo.typed(as: Note.self)
        await client.signIn(token: valid(Token("0123456789abcdef0123456789abcdef")))
        try await notes.set(.milk, to: Note(text: "milk", rank: 1))
        var lists = await notes.live(sortedBy: { $0.rank < $1.rank }).makeAsyncIterator()
        var changes = await todo.changes().makeAsyncIterator()
        #expect(await lists.next()?.map(\.key) == [.milk])
        #expect(await changes.next() == .everything)
        #expect(await client.signOut(removingObjects: true) == 1)
        #expect(await lists.next()?.isEmpty == true)
        #expect(await changes.next() == .everything)
        await client.close()
    }

    @Test("L-10: A wait for the server ends if it denies the app, or does not accept the token")
    func denied() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        for (app, token) in [("nosuch", token), (server.app, valid(Token("0123456789abcdef")))] {
            var configuration = server.configuration
            configuration.app = app
            let client = try SimperiumClient(configuration)
            _ = try await client.bucket(.todo)
            await client.signIn(token: token)
            await client.connect()
            let error = await #expect(throws: SimperiumError.self) {
                try await client.waitUntilSynced(within: .seconds(30))
            }
            let status = await client.status
            if app == "nosuch" {
                #expect(error == .denied(.todo, reason: "No such app"))
                #expect(status == .denied(.todo, reason: "No such app"))
                #expect("\(valid(error))" == "no access to todo: No such app")
            } else {
                guard case .unauthorized = error, case .unauthorized = status else {
                    Issue.record("\(String(describing: error)), \(status)")
                    continue
                }
            }
            await client.close()
        }
    }

    @Test("An error has the server's words, and the time until the next try")
    func words() async throws {
        let server = try TestServer()
        let client = try SimperiumClient(server.configuration)
        let error = await #expect(throws: SimperiumError.self) {
            _ = try await client.signUp(email: "lin@example.org", password: "short")
        }
        #expect("\(valid(error))".hasPrefix("the server refused: "), "\(valid(error))")
        #expect("\(valid(error))".contains("password"), "\(valid(error))")
        #expect(error?.errorDescription == error?.description)
        await client.close()
    }

    @Test("Saved edits are in the file when the call returns")
    func saved() async throws {
        let folder = try TemporaryFolder()
        var configuration = SimperiumClient.Configuration(server: "ws://127.0.0.1:1", app: "demo")
        configuration.storage = .file(folder.path("todo.db"))
        let client = try SimperiumClient(configuration)
        let todo = try await client.bucket(.todo)
        let key = try await todo.save { try $0.insert(["title": "Milk"]) }
        for name in try Files.names(in: folder.place) where name.hasPrefix("todo.db") {
            try Files.copy(folder.path(name), to: folder.path("copy" + name))
        }
        configuration.storage = .file(folder.path("copytodo.db"))
        let copy = try SimperiumClient(configuration)
        #expect(try await copy.bucket(.todo)[key] == ["title": "Milk"])
        #expect(try Files.mode(of: folder.path("todo.db")) == 0o600)
        await copy.close()
        await client.close()
    }
}
