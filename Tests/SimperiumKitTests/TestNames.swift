import SimperiumKit
import SimperiumTesting

extension TestServer {
    /// Adds a user, and returns her token.
    func addLin() async throws -> Token {
        try await addUser("lin@example.org").token
    }

    /// A client that is signed in and connected, and its bucket.
    func visitor(
        _ token: Token, _ change: (inout SimperiumClient.Configuration) -> Void = { _ in }
    ) async throws -> (SimperiumClient, SimperiumBucket) {
        var configuration = self.configuration
        change(&configuration)
        let client = try SimperiumClient(configuration)
        let todo = try await client.bucket(.todo)
        await client.signIn(token: token)
        await client.connect()
        return (client, todo)
    }
}

extension BucketName {
    static let todo = valid(BucketName("todo"))
}

extension ObjectKey {
    static let milk = valid(ObjectKey("milk"))
    static let bread = valid(ObjectKey("bread"))
}

func valid<Name>(_ name: Name?) -> Name {
    guard let name else { preconditionFailure("a name in a test is valid") }
    return name
}
