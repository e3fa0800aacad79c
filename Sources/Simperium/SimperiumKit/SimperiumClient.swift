// SimperiumKit: the public library: a replica on a thread of its own, with async calls.
// Not here: sync (SimperiumSync), I/O (SimperiumReplica), a server for tests (SimperiumTesting).
// Start with `SimperiumClient`; then `SimperiumBucket`, `TypedBucket`, `ClientActor`.

internal import SimperiumClock
internal import SimperiumLoop
internal import SimperiumReplica

/// A program's copy of its buckets, kept in sync with a Simperium server; usable with and without a
/// connection.
///
/// Objects are JSON under keys, in buckets of one user. An edit shows at once, is stored, and is
/// sent when the server can be reached. `SimperiumBucket/changes(includingOwn:)` reports the
/// changes of other clients.
///
///     var configuration = SimperiumClient.Configuration(server: server, app: app)
///     configuration.apiKey = key
///     configuration.storage = .file(file)
///     let client = try SimperiumClient(configuration)
///     let bucket = try await client.bucket(named: "todo")
///
/// A client has one thread that does all of its work. Calls may come from any task, and are passed
/// to that thread; calls that belong together should be one `SimperiumBucket/perform(_:)`. The
/// thread ends when the client, its buckets and their sequences are all released.
///
/// Call `close()` or `disconnect()` to end the connection with a goodbye. If a client is only
/// released, other clients see a broken connection.
public final class SimperiumClient: Sendable {
    let thread: ClientThread

    /// Creates a client and opens its file. The client does not connect before ``connect()``.
    public init(_ configuration: Configuration) throws(SimperiumError) {
        thread = try ClientThread(configuration)
    }

    /// Creates a client for `body`, and returns the result of `body`. Closes the client afterwards,
    /// also if `body` throws.
    public static func with<Result>(
        _ configuration: Configuration, _ body: (SimperiumClient) async throws -> Result
    ) async throws -> Result {
        let client = try SimperiumClient(configuration)
        do {
            let result = try await body(client)
            await client.close()
            return result
        } catch {
            await client.close()
            throw error
        }
    }
}

/// The signed-in user.
///
/// A user's objects do not go to another user's account by default. A sign-in that finds objects of
/// another user fails, unless it removes or takes them: see ``OtherUsersObjects``.
extension SimperiumClient {
    /// Creates an account, signs its user in, and returns the account. Throws
    /// ``SimperiumError/nameTaken`` if the name is in use.
    public func signUp(
        email: String, password: String, others: OtherUsersObjects = .refuse
    ) async throws(SimperiumError) -> Account {
        try await thread.client.signIn(.create, email: email, password: password, others)
    }

    /// Signs a user in, and returns the user's account. Throws ``SimperiumError/wrongPassword`` for
    /// a wrong name or password.
    public func signIn(
        email: String, password: String, others: OtherUsersObjects = .refuse
    ) async throws(SimperiumError) -> Account {
        try await thread.client.signIn(.authorize, email: email, password: password, others)
    }

    /// Signs in the user of a token, in place of the present user. This call can't fail, because
    /// the server checks the token later, on the connection. The status becomes
    /// ``SyncStatus/unauthorized(reason:)`` if the server refuses the token. With
    /// ``OtherUsersObjects/refuse``, the status also becomes `unauthorized` if the objects belong
    /// to another user.
    public func signIn(token: Token, others: OtherUsersObjects = .refuse) async {
        await thread.client.signIn(token, others: others)
    }

    /// The name of the user that the objects belong to; nil if there are no objects, or if they
    /// were made before the first sign-in.
    public var owner: String? {
        get async { await thread.client.owner }
    }

    /// Signs the user out. Removes all objects, or keeps them for the same user. Returns the number
    /// of objects with edits that the server had not confirmed.
    @discardableResult
    public func signOut(removingObjects: Bool) async -> Int {
        await thread.client.signOut(removingObjects: removingObjects)
    }
}

/// The connection and its status.
extension SimperiumClient {
    /// Connects as soon as a user is signed in, and reconnects after failures. Returns without
    /// waiting for the connection. Ends a pause before the next try. Does nothing once ``close()``
    /// has begun.
    public func connect() async {
        await thread.client.connect()
    }

    /// Closes the connection with a goodbye. Returns when the connection is closed or the task is
    /// cancelled.
    public func disconnect() async {
        await thread.client.disconnect()
    }

    /// Ends a pause before the next try, or tests the open connection. Call this when the machine
    /// has a network again, or a different one.
    public func networkChanged() async {
        await thread.client.networkChanged()
    }

    /// The id of this client at the server and in the changes that other clients receive. The id is
    /// random, and stored in the client's file, if there is one.
    public var clientID: String {
        get async { await thread.client.clientID }
    }

    /// The present status. See ``statuses`` for the later ones.
    public var status: SyncStatus {
        get async { await thread.client.status }
    }

    /// The statuses from the present one on, for any number of tasks.
    public var statuses: Updates<SyncStatus> {
        Updates(of: thread) { [thread] in thread.newStatusReader() }
    }

    /// The sync statistics of this client.
    public var statistics: Statistics {
        get async { await thread.client.statistics }
    }

    /// Waits until all edits so far are in the client's file, where a crash does not lose them. An
    /// edit shows at once, and is stored at the end of the client thread's turn. Call this before
    /// the program confirms to a user that an edit is saved.
    public func waitUntilStored() async throws(SimperiumError) {
        try await thread.client.waitUntilStored()
    }

    /// Waits until all buckets contain the server's data. Throws if the server does not accept the
    /// user, or denies a bucket. Without a connection the wait may never end, so pass a limit.
    public func waitUntilSynced(within limit: Duration? = nil) async throws(SimperiumError) {
        try await thread.client.waitUntilSynced(within: limit)
    }

    /// Waits until the server has answered all edits. Throws if the server has refused an edit that
    /// the program has neither changed nor reverted since. Without a connection the wait may never
    /// end, so pass a limit.
    public func waitUntilSettled(within limit: Duration? = nil) async throws(SimperiumError) {
        try await thread.client.waitUntilSettled(within: limit)
    }
}

extension SimperiumClient {
    /// Returns a bucket with its stored objects. The first call opens the bucket and determines its
    /// kind; later calls ignore `kind`. Throws for the bucket of options, because only
    /// administrators can use it.
    public func bucket(
        _ name: BucketName, kind: BucketKind = .durable
    ) async throws(SimperiumError) -> SimperiumBucket {
        guard name != .options else { throw .invalidName(name.text) }
        try await thread.client.openBucket(name, as: kind)
        return SimperiumBucket(name, of: thread)
    }

    /// Returns a bucket as ``bucket(_:kind:)`` does; throws if the name is invalid.
    public func bucket(
        named name: String, kind: BucketKind = .durable
    ) async throws(SimperiumError) -> SimperiumBucket {
        guard let valid = BucketName(name) else { throw .invalidName(name) }
        return try await bucket(valid, kind: kind)
    }

    /// The executor of the client's thread. A task with `executorPreference: client.executor` calls
    /// the client without a change of threads. Such calls are many times faster. The task must not
    /// block, and must keep a reference to the client.
    public var executor: any TaskExecutor { thread.client.loop }

    /// Waits until the client is closed, its file fails or the task is cancelled, and then closes
    /// the client. Use this call to run the client in a service group. This call does not connect,
    /// so also call ``connect()``.
    public func run() async {
        await thread.client.waitForEnd()
        await close()
    }

    /// Closes the connection with a goodbye, stores all edits, and closes the file. Sequences end.
    /// Later edits throw ``SimperiumError/closed``, and later reads find nothing.
    public func close() async {
        await thread.client.close()
    }
}

extension SimperiumClient {
    /// The options of a client, fixed for its life.
    public struct Configuration: Sendable {
        /// The storage of objects and unsent edits.
        @nonexhaustive
        public enum Storage: Hashable, Sendable {
            case memory
            /// A file that only this client opens. `account` keeps the buckets of several users in
            /// one file apart.
            case file(String, account: String = "")
        }

        /// The certificates that are accepted at an encrypted address.
        @nonexhaustive
        public enum Trust: Hashable, Sendable {
            /// Certificates signed by an authority that the operating system trusts.
            case system
            /// Certificates signed by an authority in a PEM file.
            case certificates(file: String)
        }

        /// The address of the server, such as `wss://sync.example.org`.
        public var server: String
        /// The name of the app at the server.
        public var app: String
        /// The app's key, for signing up or in with a password. Not needed with a token.
        public var apiKey: String?
        /// The storage of objects and edits. In memory, they are lost when the client ends.
        public var storage = Storage.memory
        /// The certificates that are accepted at an encrypted address.
        public var trust = Trust.system
        /// The maximum number of changed objects that wait for a slow reader, and of unread
        /// refusals that are kept. If more objects have changed, the reader must read all objects
        /// again.
        public var unreadLimit = 1_024
        /// Called with each entry for a log, on the client's thread, which waits for the callback.
        public var onLog: (@Sendable (LogEntry) -> Void)?

        /// Creates a configuration. `server` is an address such as `wss://sync.example.org`,
        /// optionally with a path.
        public init(server: String, app: String) {
            self.server = server
            self.app = app
        }
    }
}
