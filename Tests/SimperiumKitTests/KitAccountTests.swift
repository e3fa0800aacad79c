import SimperiumKit
import SimperiumTesting
import TestKit
import Testing

@Suite("SimperiumKit: accounts", .waits)
struct KitAccountTests {
    @Test("C70: Accounts are requested over HTTP with the app's key, and the token is used at once")
    func accounts() async throws {
        let server = try TestServer()
        let client = try SimperiumClient(server.configuration)
        let todo = try await client.bucket(.todo)
        let account = try await client.signUp(email: "lin@example.org", password: "correct horse")
        #expect(account.email == "lin@example.org")
        #expect(!account.userID.isEmpty)
        #expect("\(account.token)" == "secret")
        await client.connect()
        try await todo.set(.milk, to: ["title": "Milk"])
        try await client.waitUntilSettled(within: .seconds(30))
        await #expect(throws: SimperiumError.nameTaken) {
            _ = try await client.signUp(email: "lin@example.org", password: "battery staple")
        }
        await #expect(throws: SimperiumError.wrongPassword) {
            _ = try await client.signIn(email: "lin@example.org", password: "battery staple")
        }
        #expect(await client.signOut(removingObjects: true) == 0)
        #expect(await todo.keys == [])
        let again = try await client.signIn(email: "lin@example.org", password: "correct horse")
        #expect(again.userID == account.userID)
        await eventually { await todo[.milk] == ["title": "Milk"] }
        await client.close()
    }

    @Test("L-1: Objects of one user never go to another user's account by themselves")
    func othersObjects() async throws {
        let server = try TestServer()
        let client = try SimperiumClient(server.configuration)
        let todo = try await client.bucket(.todo)
        _ = try await client.signUp(email: "lin@example.org", password: "correct horse")
        try await todo.set(.milk, to: ["title": "Milk"])
        await client.connect()
        try await client.waitUntilSettled(within: .seconds(30))
        await client.signOut(removingObjects: false)
        #expect(await client.owner == "lin@example.org")
        let refused = SimperiumError.otherUsersObjects(of: "lin@example.org")
        await #expect(throws: refused) {
            _ = try await client.signUp(email: "kim@example.org", password: "correct horse")
        }
        // The same user gets the objects again.
        _ = try await client.signIn(email: "lin@example.org", password: "correct horse")
        await client.connect()
        try await client.waitUntilSettled(within: .seconds(30))
        #expect(await todo[.milk] == ["title": "Milk"])

        let kim = try await client.signUp(
            email: "kim@example.org", password: "correct horse", others: .remove)
        await eventually { await todo.keys.isEmpty }
        try await todo.set(valid(ObjectKey("tea")), to: [:])
        try await client.waitUntilSettled(within: .seconds(30))
        let other = try SimperiumClient(server.configuration)
        let seen = try await other.bucket(.todo)
        await other.signIn(token: kim.token)
        await other.connect()
        await eventually { await !seen.keys.isEmpty }
        #expect(await seen.keys.map(\.text) == ["tea"])

        // A client learns the user of a token from the server.
        let third = try SimperiumClient(server.configuration)
        let lin = try await third.signIn(email: "lin@example.org", password: "correct horse")
        await other.signIn(token: lin.token)
        for await status in other.statuses {
            if case .unauthorized(let reason) = status {
                #expect(reason == "the objects here belong to kim@example.org")
                break
            }
        }
        #expect(await seen.keys.map(\.text) == ["tea"])
        await client.close()
        await other.close()
    }

    @Test("Without a key, or with a wrong one, no account is created")
    func keys() async throws {
        let server = try TestServer()
        for key in [nil, "", "not the key", "0123456789abcdef0123456789abcdef"] {
            var configuration = server.configuration
            configuration.apiKey = key
            let client = try SimperiumClient(configuration)
            await #expect(throws: SimperiumError.badKey) {
                _ = try await client.signUp(email: "kim@example.org", password: "correct horse")
            }
        }
    }

    @Test("An unknown token is reported by the status, and edits are kept")
    func unauthorized() async throws {
        let server = try TestServer()
        let client = try SimperiumClient(server.configuration)
        let todo = try await client.bucket(.todo)
        try await todo.set(.milk, to: [:])
        await client.signIn(token: valid(Token("0123456789abcdef0123456789abcdef")))
        await client.connect()
        for await status in client.statuses {
            if case .unauthorized = status { break }
        }
        #expect(await todo.keys == [.milk])
        let account = try await client.signUp(email: "lin@example.org", password: "correct horse")
        try await client.waitUntilSettled(within: .seconds(30))
        #expect(account.email == "lin@example.org")
    }
}
