import SimperiumKit
import TestKit
import Testing

/// Objects that two users of the library share, at a server whose administrator allows it.
@Suite("The library and shared objects", .waits)
struct LibrarySharingTests {
    private func client(
        _ server: ServedProgram, _ name: String
    ) async throws -> (SimperiumClient, SimperiumBucket) {
        var configuration = SimperiumClient.Configuration(
            server: "ws://\(server.address)", app: "demo")
        configuration.apiKey = try server.keys(of: "demo").api
        let client = try SimperiumClient(configuration)
        let notes = try await client.bucket(named: "note")
        _ = try await client.signUp(email: name, password: "correct horse")
        await client.connect()
        try await client.waitUntilSynced(within: .seconds(30))
        return (client, notes)
    }

    @Test("L-12: An object is shared to read, then to write, listed by both users, and taken back")
    func share() async throws {
        let server = try ServedProgram(["--app", "demo"])
        let (lin, linsNotes) = try await client(server, "lin@example.org")
        let (kim, kimsNotes) = try await client(server, "kim@example.org")
        let key = try await linsNotes.insert(["text": "milk"])
        try await lin.waitUntilSettled(within: .seconds(30))
        let refused = await #expect(throws: SimperiumError.self) {
            try await linsNotes.share(key, with: "kim@example.org", mayWrite: false)
        }
        #expect("\(try #require(refused))".contains("objects of this bucket can't be shared"))

        let field = "X-Simperium-Token: \(try server.keys(of: "demo").administrator)"
        _ = try server.curl(
            "/1/demo/__options__/i/note", "-H", field, "-d", #"{"sharing":true}"#)
        try await linsNotes.share(key, with: "kim@example.org", mayWrite: false)
        await eventually { await kimsNotes[key] == ["text": "milk"] }
        try await kimsNotes.update(key, setting: ["text": "tea"])
        await #expect(throws: SimperiumError.editRefused(key, code: 401)) {
            try await kim.waitUntilSettled(within: .seconds(30))
        }
        try await kimsNotes.revert(key)

        try await linsNotes.share(key, with: "kim@example.org", mayWrite: true)
        try await kimsNotes.update(key, setting: ["text": "tea"])
        try await kim.waitUntilSettled(within: .seconds(30))
        await eventually { await linsNotes[key] == ["text": "tea"] }
        guard case .own(let sharers) = try await linsNotes.sharing(of: key),
            case .shared(let owner, true) = try await kimsNotes.sharing(of: key)
        else {
            Issue.record("not shared")
            return
        }
        #expect(sharers.map(\.name) == ["kim@example.org"] && sharers.map(\.mayWrite) == [true])
        #expect(owner.name == "lin@example.org")
        for name in ["lin@example.org", "stranger@example.org"] {
            await #expect(throws: SimperiumError.self) {
                try await linsNotes.share(key, with: name, mayWrite: true)
            }
        }

        try await linsNotes.unshare(key, with: "kim@example.org")
        await eventually { await kimsNotes[key] == nil }
        #expect(try await linsNotes.sharing(of: key) == .own(with: []))
        await lin.signOut(removingObjects: true)
        await #expect(throws: SimperiumError.notSignedIn) {
            try await linsNotes.unshare(key, with: "kim@example.org")
        }
        await kim.close()
        await lin.close()
    }
}
