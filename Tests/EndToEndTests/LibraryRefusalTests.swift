import SimperiumKit
import TestKit
import Testing

/// A third-party program at a server that has rules.
@Suite("The library and a server's refusals", .waits)
struct LibraryRefusalTests {
    @Test("C73: A caller that waits for all acknowledgements is notified of a refusal")
    func settled() async throws {
        let server = try ServedProgram()
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(server.address)", app: "tictactoe")
        configuration.apiKey = try server.keys().api
        let client = try SimperiumClient(configuration)
        let results = try await client.bucket(named: "result")
        let friends = try await client.bucket(named: "friend")
        var refusals = await results.refusals().makeAsyncIterator()
        _ = try await client.signUp(email: "linus", password: "correct horse")
        await client.connect()
        let key = try await results.insert(["nonsense": true])
        _ = try await friends.insert(["name": "okafor"])
        await #expect(throws: SimperiumError.editRefused(key)) { try await client.settled() }
        #expect(await refusals.next()?.key == key)
        await #expect(throws: SimperiumError.editRefused(key)) { try await client.settled() }
        #expect(await client.statistics.unsent == 1)
        try await results.revert(key)
        try await client.settled()
        await client.close()
    }
}
