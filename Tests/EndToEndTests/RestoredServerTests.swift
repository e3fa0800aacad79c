import SimperiumKit
import TestKit
import TestSupport
import Testing

/// A server that is restored from a backup, while two clients of the library have later changes. A
/// client published for Python, which does not know of it, edits before and after.
@Suite("Restored servers", .waits, .direct)
final class RestoredServerTests {
    private static let library = ThisBuild.wheel("Simperium3==0.1.5")
    private static let words = ["--app", "demo"]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        """
        S318, S319, S320, C98: After backup, edits, restore and sync, nothing that a device had \
        synced is lost, and all are equal
        """, arguments: [false, true])
    func nothingLost(isRedis: Bool) async throws {
        try #require(Files.exists(Self.library), "make test-deps installs it")
        let redis = isRedis ? try RedisServer() : nil
        let port = try freePort()
        let server = try ServedProgram(Self.words, port: port)
        let (first, second) = (try client("first", at: server), try client("second", at: server))
        let token = try await first.signUp(email: "kim@example.org", password: "correct horse")
        await second.signIn(token: token.token)
        let clients = [first, second]
        for client in clients { _ = try await client.bucket(named: "todo") }
        for client in clients { await client.connect() }
        try await edit(first, "old", "one")
        try await edit(first, "quiet", "quiet")
        try await waitUntilSettled(clients)

        let backup = folder.path("backup.db")
        let words = ["backup", "--store", server.store, backup]
        #expect(try PipedProgram.run(PipedProgram.ours, words).status == 0)

        try await edit(second, "old", "one two")
        try await edit(first, "new", "new")
        #expect(
            try server.python(Self.foreign, [Self.library, token.token.text, "late"]) == "ok\n")
        try await waitUntilSettled(clients)
        // One device has a later state of some objects than the other one.
        await second.disconnect()
        try await edit(first, "new", "new newer")
        try await edit(first, "old", "one two three")
        try await waitUntilSettled([first])
        await first.disconnect()
        // It has an edit that no server has seen.
        try await edit(second, "quiet", "quiet or not")
        #expect(server.stop() == 0)

        let restored = try restore(backup, to: redis, at: port)
        #expect(
            try restored.python(Self.foreign, [Self.library, token.token.text, "early"]) == "ok\n")
        for client in [second, first, second] {
            await client.connect()
            try await waitUntilSettled([client])
        }
        try await waitUntilSettled(clients)
        let all = try restored.python(Self.foreign, [Self.library, token.token.text, "read"])
        #expect(
            all == """
                new: new newer
                old: zero one two three
                quiet: quiet or not
                theirs: theirs

                """)
        for client in clients {
            try await eventually { try await self.texts(of: client) == all }
            #expect(try await texts(of: client) == all)
            await client.close()
        }
        #expect(restored.stop() == 0)
    }

    /// Starts a server with the backup as its file, or copied to Redis.
    private func restore(
        _ backup: String, to redis: RedisServer?, at port: UInt16
    ) throws -> ServedProgram {
        guard let redis else { return try ServedProgram(Self.words, in: .file(backup), port: port) }
        let engine = "redis://127.0.0.1:\(redis.port)"
        let copy = try PipedProgram.run(PipedProgram.ours, ["copy", backup, engine])
        #expect(copy.status == 0, "\(copy.text)")
        return try ServedProgram(
            Self.words + ["--keys", backup + ".keys"], in: .redis(engine), port: port)
    }

    private func client(_ name: String, at server: ServedProgram) throws -> SimperiumClient {
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(server.address)", app: "demo")
        configuration.apiKey = try server.keys(of: "demo").api
        configuration.storage = .file(folder.path(name))
        return try SimperiumClient(configuration)
    }

    private func waitUntilSettled(_ clients: [SimperiumClient]) async throws {
        for client in clients {
            try await client.waitUntilSettled(within: .seconds(60))
            try await client.waitUntilSynced(within: .seconds(60))
        }
    }

    private func edit(_ client: SimperiumClient, _ key: String, _ text: String) async throws {
        let key = try #require(ObjectKey(key))
        try await client.bucket(named: "todo").set(key, to: ["text": JSON(text)])
    }

    private func texts(of client: SimperiumClient) async throws -> String {
        let objects = try await client.bucket(named: "todo").objects
        return objects.map { "\($0.key.text): \($0.value["text"]?.string ?? "")" }.sorted()
            .map { $0 + "\n" }.joined()
    }

    private static let foreign = """
        sys.path.insert(0, sys.argv[2])
        from simperium.core import Api
        todo = Api("demo", sys.argv[3], clientid="py-1", host="127.0.0.1:" + PORT,
            scheme="http").todo
        if sys.argv[4] == "late":
            todo.set("theirs", {"text": "theirs"})
            print("ok")
        elif sys.argv[4] == "early":
            todo.set("old", {"text": "zero " + todo.get("old")["text"]})
            print("ok")
        else:
            for entry in sorted(todo.index(data=True)["index"], key=lambda entry: entry["id"]):
                print(f"{entry['id']}: {entry['d']['text']}")
        """
}
