internal import SimperiumClock
internal import SimperiumLoop
internal import SimperiumReplica

/// A program's own copy of its buckets, kept in step with a Simperium server; with or without a
/// connection.
///
/// Objects are JSON under keys, in buckets of one user. What the program edits shows at once, is
/// stored, and reaches the server when it can; what others do is told by
/// `SimperiumBucket/changes()`.
///
///     var configuration = SimperiumClient.Configuration(server: server, app: app)
///     configuration.apiKey = key
///     configuration.storage = .file(file)
///     let client = try SimperiumClient(configuration)
///     let bucket = try await client.bucket(named: "todo")
///
/// A client has one thread, on which all of its work is done, and every call is passed to it. So
/// calls may come from any task, and those that belong together into one
/// `SimperiumBucket/turn(_:)`. The thread ends with the last value that was made of the client: its
/// buckets and their sequences belong to it, too. Nothing ends a connection with a goodbye but
/// `close()` and `disconnect()`; a client that is only let go of looks to others like a line that
/// broke.
public final class SimperiumClient: Sendable {
    let home: Home

    /// Makes a client that has opened its file and does not connect yet.
    public init(_ configuration: Configuration) throws(SimperiumError) {
        home = try Home(configuration)
    }

    /// Lends a client, and closes it in any case.
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

/// The program's user.
///
/// Objects of one user never go to another user's account by themselves. A sign-in that finds
/// objects of another user fails, unless it is given ``OtherUsersObjects``.
extension SimperiumClient {
    /// Creates an account, and signs its user in.
    public func signUp(
        email: String, password: String, others: OtherUsersObjects = .refuse
    ) async throws(SimperiumError) -> Account {
        try await home.life.signIn(.create, email: email, password: password, others)
    }

    /// Signs a user in.
    public func signIn(
        email: String, password: String, others: OtherUsersObjects = .refuse
    ) async throws(SimperiumError) -> Account {
        try await home.life.signIn(.authorize, email: email, password: password, others)
    }

    /// Signs the user of a token in, in place of the present user. The client learns from
    /// the server to whom a token belongs: with ``OtherUsersObjects/refuse`` the status is then
    /// ``SyncStatus/unauthorized(reason:)`` if the objects belong to another user.
    public func signIn(token: Token, others: OtherUsersObjects = .refuse) async {
        await home.life.signIn(token, others: others)
    }

    /// The name of the user whose objects are in this client; nil if there are none, or if they
    /// were made before the first sign-in.
    public var owner: String? {
        get async { await home.life.owner }
    }

    /// Signs the user out. Removes all objects, or keeps them for the same user. Returns the number
    /// of objects with edits that the server does not know.
    @discardableResult
    public func signOut(removingObjects: Bool) async -> Int {
        await home.life.signOut(removingObjects: removingObjects)
    }
}

/// The connection, and how far it has brought the client.
extension SimperiumClient {
    /// Connects, and stays connected; at once, if it was waiting to try again.
    public func connect() async {
        await home.life.connect()
    }

    /// Says goodbye to the server, and returns when that is over.
    public func disconnect() async {
        await home.life.disconnect()
    }

    /// The machine has a network again, or another one: a good moment to try again.
    public func networkChanged() async {
        await home.life.networkChanged()
    }

    /// What the server, and each change that others are told of, calls this client. It is made by
    /// chance, and stays the same for a client with a file.
    public var clientID: String {
        get async { await home.life.clientID }
    }

    public var status: SyncStatus {
        get async { await home.life.status }
    }

    /// Each new status, for as many tasks as like to read. It begins with the present one.
    public var statuses: Statuses { Statuses(home: home) }

    public var statistics: Statistics {
        get async { await home.life.statistics }
    }

    /// Waits until all that was edited so far is in the client's file, where the program's end does
    /// not reach it, however that comes. An edit shows at once, and is stored as the turn ends: who
    /// promises somebody that it is kept, waits for this.
    public func stored() async throws(SimperiumError) {
        try await home.life.stored()
    }

    /// Waits until the server has answered every edit, and throws if it has refused one that was
    /// neither changed nor reverted since. Without a connection that may take for ever: a limit
    /// ends it.
    public func settled(within limit: Duration? = nil) async throws(SimperiumError) {
        try await home.life.settled(within: limit)
    }
}

extension SimperiumClient {
    /// A bucket with what was stored of it. The first call opens it, and says how it is kept.
    public func bucket(
        _ name: BucketName, _ kind: BucketKind = .durable
    ) async throws(SimperiumError) -> SimperiumBucket {
        try await home.life.open(name, as: kind)
        return SimperiumBucket(name, of: home)
    }

    /// The same, by a name that may turn out to be none.
    public func bucket(
        named name: String, _ kind: BucketKind = .durable
    ) async throws(SimperiumError) -> SimperiumBucket {
        guard let valid = BucketName(name) else { throw .invalidName(name) }
        return try await bucket(valid, kind)
    }

    /// Where the client's own work is done. A task that is made with
    /// `executorPreference: client.executor` calls the client without changing threads, many times
    /// as fast. It must not block, and has to hold on to the client.
    public var executor: any TaskExecutor { home.life.loop }

    /// Waits until the client is closed, its file fails, or the task is cancelled; then closes it.
    /// A program that has a group of services can add this as one.
    public func run() async {
        await home.life.waitForEnd()
        await close()
    }

    /// Says goodbye to the server and closes the file; everything that was edited is in it. Whoever
    /// reads a sequence comes to its end, and every later call throws, or finds nothing.
    public func close() async {
        await home.life.close()
    }
}
