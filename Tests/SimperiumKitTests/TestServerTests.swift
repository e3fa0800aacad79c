import SimperiumKit
import SimperiumTesting
import TestKit
import TestSupport
import Testing

/// The server that other packages use in their tests.
@Suite("SimperiumTesting", .waits)
struct TestServerTests {
    @Test("Fifty tasks can each have a server, and can share one")
    func crowd() async throws {
        let shared = try TestServer()
        let ports = try await withThrowingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    let own = try TestServer()
                    let (client, todo) = try await own.visitor(own.addLin())
                    try await todo.set(.milk, to: ["number": JSON(number)])
                    try await client.waitUntilSettled(within: .seconds(60))
                    await client.close()
                    try await shared.addUser("lin\(number)@example.org")
                    return own.address
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(ports.count > 1)
    }

    @Test("A stopped server can't be reached; started again it has its users and objects")
    func outage() async throws {
        let server = try TestServer()
        let token = try await server.addLin()
        let (client, todo) = try await server.visitor(token)
        try await todo.set(.milk, to: ["title": "Milk"])
        try await client.waitUntilSettled(within: .seconds(30))
        await server.stop()
        await server.stop()
        await #expect(throws: SimperiumError.self) { try await server.addUser("kim@example.org") }
        try await todo.set(.bread, to: ["title": "Bread"])
        try await server.start()
        try await server.start()
        await client.networkChanged()
        try await client.waitUntilSettled(within: .seconds(30))
        await client.close()
        let (other, others) = try await server.visitor(token)
        await eventually { await others.count == 2 }
        await other.close()
    }

    @Test("A released server ends, and another one has other keys and other users")
    func release() async throws {
        var server: TestServer? = try TestServer()
        let configuration = try #require(server).configuration
        let token = try await #require(server).addLin()
        server = nil
        await #expect(throws: SimperiumError.self) {
            try await SimperiumClient.with(configuration) {
                try await $0.signIn(email: "lin@example.org", password: "correct horse")
            }
        }
        let other = try TestServer()
        #expect(other.apiKey != configuration.apiKey)
        let (client, _) = try await other.visitor(token)
        await eventually { if case .unauthorized = await client.status { true } else { false } }
        await client.close()
    }

    @Test("An app with an invalid name, or a file that can't be made, is refused")
    func options() async throws {
        var options = TestServer.Options()
        options.app = "notes and more"
        #expect(throws: TestServerFailure.self) { try TestServer(options) }
        options.app = "notes"
        options.file = "/nowhere/store.db"
        #expect(throws: TestServerFailure.self) { try TestServer(options) }
        options.file = nil
        let server = try TestServer(options)
        #expect(server.configuration.app == "notes")
        try await server.addUser("lin@example.org")
    }
}
