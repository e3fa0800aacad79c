import SimperiumKit
import TestKit
import TestSupport
import Testing

/// A third-party program at a server that has rules.
@Suite("The library and a server's refusals", .waits)
struct LibraryRefusalTests {
    @Test("C73: A caller that waits for all edits is notified of a refusal, also in a later run")
    func settled() async throws {
        let server = try ServedProgram()
        let folder = try TemporaryFolder()
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(server.address)", app: "tictactoe")
        configuration.apiKey = try server.keys().api
        configuration.storage = .file(folder.path("results.db"))
        let client = try SimperiumClient(configuration)
        let results = try await client.bucket(named: "result")
        let friends = try await client.bucket(named: "friend")
        var refusals = await results.refusals().makeAsyncIterator()
        _ = try await client.signUp(email: "linus", password: "correct horse")
        await client.connect()
        let key = try await results.insert(["nonsense": true])
        _ = try await friends.insert(["name": "okafor"])
        let refused = SimperiumError.editRefused(key, code: 400)
        await #expect(throws: refused) { try await client.waitUntilSettled() }
        #expect(await refusals.next()?.key == key)
        await #expect(throws: refused) { try await client.waitUntilSettled() }
        #expect(await client.statistics.unsent == 1)
        await client.close()

        let again = try SimperiumClient(configuration)
        let kept = try await again.bucket(named: "result")
        let (found, object) = (await kept.refused, await kept[key])
        #expect(found.map(\.key) == [key] && found.map(\.code) == [400])
        #expect(found.first?.object == object && object != nil)
        await #expect(throws: refused) { try await again.waitUntilSettled() }
        try await kept.revert(key)
        #expect(await kept.refused.isEmpty)
        try await again.waitUntilSettled()
        await again.close()
    }
}
