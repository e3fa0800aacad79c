// SimperiumTesting: a server for the tests of other programs.
// Not here: the server (SimperiumServer), the simulations of our own tests (Tests/Simulation).
// Start with `TestServer`; then `TestServerActor`.

internal import Host
public import SimperiumKit
internal import SimperiumLoop
package import SimperiumServer
internal import SimperiumWire

/// A Simperium server in this process, for the tests of a program that uses SimperiumKit.
///
/// A test starts a server, adds a user, and gives `configuration` and the user's token to a client.
/// The server serves one app, listens on a free port of this machine, and has its data in memory by
/// default. It limits no requests and hashes passwords at little cost, so a test may add users and
/// send changes as fast as it can.
///
/// A server has a thread of its own, and any task may call it. Each test can have a server of its
/// own, because a start takes only milliseconds. The server ends when the value is released.
public final class TestServer: Sendable {
    /// The name of the served app.
    public let app: String
    /// The address for clients, such as `ws://127.0.0.1:45678`. It stays the same after ``stop()``
    /// and ``start()``.
    public let address: String
    /// The API key that programs need to sign users up and in.
    public let apiKey: String
    /// The token of an administrator, who may read and write all buckets and their options.
    public let administratorToken: String
    private let thread: LoopThread<TestServerActor>

    /// Starts a server. Throws if the options are invalid, or if the server can't start.
    public init(_ options: Options = Options()) throws(TestServerFailure) {
        let settings = try ServerSettings(options)
        guard let name = AppID(options.app), let keys = settings.keys.ring[name] else {
            throw TestServerFailure.badApp(options.app)
        }
        (app, apiKey) = (options.app, keys.apiKeys[0].text)
        administratorToken = keys.administrators[0].text
        do {
            thread = try LoopThread(
                { loop in try TestServerActor(settings, on: loop) },
                beforeClose: { server in server.assumeIsolated { $0.releaseServer() } })
        } catch {
            throw TestServerFailure("\(error)")
        }
        address = thread.rootActor.address
    }

    /// A configuration for a client of this server, with the API key and without a file for its
    /// data.
    public var configuration: SimperiumClient.Configuration {
        var configuration = SimperiumClient.Configuration(server: address, app: app)
        configuration.apiKey = apiKey
        return configuration
    }

    /// Creates an account and returns it. Any client of this server can sign in with the account's
    /// token.
    @discardableResult
    public func addUser(
        _ email: String, password: String = "correct horse"
    ) async throws -> Account {
        try await SimperiumClient.with(configuration) {
            try await $0.signUp(email: email, password: password)
        }
    }

    /// Closes all connections and accepts no others, as if the server could not be reached. Returns
    /// when no client is connected. The data is kept for ``start()``.
    public func stop() async {
        await thread.rootActor.stopKeepingData()
    }

    /// Starts a stopped server again, with its data and at its address. Does nothing if the server
    /// is running.
    public func start() async throws(TestServerFailure) {
        try await thread.rootActor.restartIfStopped()
    }
}

extension TestServer {
    /// The options of a server, fixed for its life.
    public struct Options: Hashable, Sendable {
        /// The name of the served app.
        public var app = "test"
        /// The file with the data; nil to keep the data in memory until the server is released.
        public var file: String?
        /// The files of the certificate for `localhost`; nil for connections without encryption.
        package var certificate: ServerSettings.CertificatePaths?
        /// The time without a message from a client until the server closes that client's
        /// connection.
        public var idleTimeout = Duration.seconds(90)
        /// The longest time that an HTTP request waits for changes.
        public var pollTimeout = Duration.seconds(55)

        /// Creates the default options.
        public init() {}
    }
}

/// The reason that a server can't start.
public struct TestServerFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in words, for a developer.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    static func badApp(_ name: String) -> TestServerFailure {
        TestServerFailure("\"\(name)\" is not a valid name of an app")
    }
}
