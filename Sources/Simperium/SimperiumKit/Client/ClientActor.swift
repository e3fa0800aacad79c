internal import SimperiumClock
internal import SimperiumLoop
internal import SimperiumNetwork
internal import SimperiumReplica
internal import SimperiumStore
internal import SimperiumSync
internal import SimperiumWebWire
internal import SimperiumWire

/// The part of a client that runs on its own thread: the replica, the buckets, and the tasks that
/// wait for a result.
///
/// Order of calls, all on the loop: `start` once, then any other calls, and `shutDown` once. After
/// the file has failed, edits throw `failure` and sequences end. After `shutDown`, reads find
/// nothing as well.
///
/// The actor does no I/O itself; `LiveReplica` and `SignInAndSharingCalls` do.
actor ClientActor {
    /// The longest wait for the server's answer to a request.
    private static let answerTimeout = Duration.seconds(30)

    nonisolated let loop: Loop
    private let configuration: SimperiumClient.Configuration
    /// The client's connections; nil after `shutDown`, because the last reference to this actor may
    /// be released on another thread.
    private var connectionSet: ConnectionSet?
    private var replica: LiveReplica?
    private var calls: SignInAndSharingCalls?
    private var token: Token?
    private(set) var clientID = ""
    private var buckets: [BucketName: ClientBucket] = [:]
    private var statusReaders = WeakReaders<NewestValueBacklog<SyncStatus>>()
    private var syncWaiters = WaitingTasks()
    /// The last bucket that the server denied to the user on this connection, and the server's
    /// reason; nil if no bucket is denied.
    private var denial: (bucket: BucketName, reason: String)?
    private var settlementWaiters = WaitingTasks()
    private var closeWaiters = WaitingTasks()
    private var storageWaiters = WaitingTasks()
    private var flushHook: EndOfTurnAction?
    /// The reason that the client has stopped; nil while the client works.
    private var failure: SimperiumError?
    /// True once `close` has begun. The client then stays offline.
    private var isClosing = false

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor }

    init(_ configuration: SimperiumClient.Configuration, on loop: Loop) {
        self.loop = loop
        self.configuration = configuration
    }

    /// Opens the configured file and creates the replica. Call this once, on the loop.
    func start() throws(SimperiumError) {
        guard let app = AppID(configuration.app) else { throw .invalidName(configuration.app) }
        let connectionSet = ConnectionSet(on: loop)
        self.connectionSet = connectionSet
        let server = try serverAddress()
        let trust = try tlsContext(for: server)
        calls = SignInAndSharingCalls(
            to: server, app: app, key: configuration.apiKey, trusting: trust, on: connectionSet)
        let store = try openStore()
        let clientID = store?.clientID ?? .random()
        self.clientID = clientID.text
        let replica = LiveReplica(
            at: [HubAddress(server, app: app)], as: clientID, on: connectionSet, trusting: trust,
            store: store)
        replica.onStatus = { [unowned self] in statusChanged(to: $0) }
        replica.onFailure = { [unowned self] in stopAfterStoreFailure($0) }
        replica.onUnreadable = { [unowned self] in log(.unreadable("\($0)")) }
        self.replica = replica
        // The action runs after the turn's edits have been written to the file.
        flushHook = EndOfTurnAction(on: loop, .flush) { [unowned self] in
            storageWaiters.resumeAll()
        }
    }

    private func serverAddress() throws(SimperiumError) -> WebSocketAddress {
        do throws(WebSocketAddressFlaw) {
            return try WebSocketAddress(configuration.server)
        } catch {
            throw .invalidAddress(configuration.server)
        }
    }

    private func tlsContext(for server: WebSocketAddress) throws(SimperiumError) -> TLSContext? {
        guard server.isEncrypted else { return nil }
        do throws(TLSFault) {
            switch configuration.trust {
            case .system: return try .client()
            case .certificates(let file): return try .client(authorities: file)
            }
        } catch {
            guard case .certificates(let file) = configuration.trust else { return nil }
            throw .invalidCertificates(file: file)
        }
    }

    private func openStore() throws(SimperiumError) -> ReplicaStoreFile? {
        guard case .file(let path, let account) = configuration.storage else { return nil }
        do throws(StorageError) {
            return try ReplicaStoreFile(path, account: account)
        } catch {
            throw .storage(StorageFailure(error), file: path)
        }
    }

    private func storageError(_ error: StorageError) -> SimperiumError {
        guard case .file(let path, _) = configuration.storage else { return .closed }
        return .storage(StorageFailure(error), file: path)
    }

    /// Stores the last edits, closes the connection without a goodbye, and ends all sequences.
    /// Tasks that wait for a result receive `closed`; tasks that wait for the client's end return.
    func shutDown() {
        // The turn may have made edits before this call.
        replica?.commit()
        failure = .closed
        calls?.cancelAll()
        (replica, calls) = (nil, nil)
        endReadersAndWaiters(because: .closed)
        buckets = [:]
        connectionSet?.dropAll()
        connectionSet = nil
        flushHook = nil
    }

    /// Ends all sequences, and resumes all waiting tasks, except those that wait for an HTTP call.
    /// Tasks in `closeWaiters` succeed; all others throw `failure`.
    private func endReadersAndWaiters(because failure: SimperiumError) {
        for bucket in buckets.values { bucket.endReaders(because: failure) }
        statusReaders.endAll()
        settlementWaiters.resumeAll(with: .failure(failure))
        storageWaiters.resumeAll(with: .failure(failure))
        syncWaiters.resumeAll(with: .failure(failure))
        closeWaiters.resumeAll()
    }

    private func throwIfFailed() throws(SimperiumError) {
        if let failure { throw failure }
    }
}

/// The connection, and the user.
extension ClientActor {
    func signIn(_ token: Token, named name: UserName? = nil, others: OtherUsersObjects = .refuse) {
        self.token = token
        replica?.signIn(token, named: name, others: others.inReplica)
    }

    var owner: String? { replica?.owner?.text }

    func signOut(removingObjects: Bool) -> Int {
        token = nil
        guard let replica else { return 0 }
        let unsent = replica.signOut(removingObjects: removingObjects)
        for bucket in buckets.values { bucket.notifyReadersAfterSignOut() }
        return unsent
    }

    func connect() {
        guard !isClosing else { return }
        replica?.goOnline()
    }

    func networkChanged() { replica?.networkChanged() }

    func disconnect() async {
        guard let replica else { return }
        let answer = AwaitedResult<Void>(on: loop)
        replica.goOffline { answer.resolve(.success(())) }
        // A cancelled task does not wait for the goodbye.
        _ = try? await answer.value(within: nil)
    }

    /// Waits until the client is closed, its file fails or the task is cancelled.
    func waitForEnd() async {
        guard failure == nil else { return }
        let answer = closeWaiters.add(on: loop)
        _ = try? await answer.value(within: nil)
    }

    func close() async {
        guard !isClosing else { return await waitForEnd() }
        isClosing = true
        if let replica {
            let answer = AwaitedResult<Void>(on: loop)
            replica.goOffline { answer.resolve(.success(())) }
            await answer.waitEvenIfCancelled()
        }
        shutDown()
    }

    var status: SyncStatus {
        guard let replica else { return .offline(retryAt: nil, because: nil) }
        return publicStatus(replica.status)
    }

    private func publicStatus(_ status: SimperiumSync.ReplicaStatus) -> SyncStatus {
        if status == .authorizing, let denial {
            return .denied(denial.bucket, reason: denial.reason)
        }
        return SyncStatus(status, at: loop.now)
    }

    var statistics: Statistics {
        Statistics(replica?.statistics ?? ReplicaStatistics(), at: loop.now)
    }

    func addReader(_ reader: BacklogReader<NewestValueBacklog<SyncStatus>>) {
        reader.assumeIsolated { [status] in $0.updateBacklog { $0.value = status } }
        if failure != nil { return endReader(reader) }
        statusReaders.add(reader)
    }

    private func statusChanged(to status: SimperiumSync.ReplicaStatus) {
        if status != .authorizing { denial = nil }
        if case .offline = status {
            for bucket in buckets.values { bucket.endIndexOnLostConnection() }
        }
        publish(publicStatus(status))
    }

    private func publish(_ status: SyncStatus) {
        log(.status(status))
        statusReaders.updateBacklogs { $0.value = status }
        if let result = Self.syncResult(status) { syncWaiters.resumeAll(with: result) }
    }

    /// Returns the result of a wait until the client is in sync; nil if the wait continues.
    private static func syncResult(_ status: SyncStatus) -> Result<Void, SimperiumError>? {
        switch status {
        case .synced: .success(())
        case .unauthorized(let reason): .failure(.unauthorized(reason: reason))
        case .denied(let bucket, let reason): .failure(.denied(bucket, reason: reason))
        case .connecting, .authorizing, .indexing, .offline: nil
        }
    }

    func waitUntilSynced(within limit: Duration?) async throws(SimperiumError) {
        try throwIfFailed()
        if let result = Self.syncResult(status) { return try result.get() }
        let answer = syncWaiters.add(on: loop)
        try await answer.value(within: limit)
    }

    private func stopAfterStoreFailure(_ error: StorageError) {
        let failure = storageError(error)
        self.failure = failure
        log(.storage(StorageFailure(error)))
        endReadersAndWaiters(because: failure)
    }

    private func log(_ entry: LogEntry) {
        configuration.onLog?(entry)
    }
}

/// The buckets, and their readers.
extension ClientActor {
    func openBucket(_ name: BucketName, as kind: BucketKind) throws(SimperiumError) {
        try throwIfFailed()
        guard let replica, buckets[name] == nil else { return }
        let hasFile = configuration.storage != .memory
        do throws(StorageError) {
            let live = try replica.openBucket(name, as: kind.lifetime(inFile: hasFile)) {
                [unowned self] _, event in handle(event, in: name)
            }
            buckets[name] = ClientBucket(live)
        } catch {
            throw storageError(error)
        }
    }

    private func handle(_ event: BucketEvent, in name: BucketName) {
        guard let bucket = buckets[name] else { return }
        bucket.handle(event, at: loop.now)
        switch event {
        case .pending, .error(.refused): resumeWaitersIfSettled()
        case .error(.denied(let failure)):
            log(.denied(name, reason: failure.message))
            denial = (name, failure.message)
            if replica?.status == .authorizing { publish(status) }
        case .error(.postponed(let key, _)): log(.postponed(key, in: name))
        case .error(.stuck(let key)): log(.stuck(key, in: name))
        case .error(.endlessIndex): log(.endlessIndex(name))
        default: break
        }
    }

    /// Returns the result of `body` for a bucket; `none` if the client is closed.
    func readBucket<Result: Sendable>(
        _ name: BucketName, or none: Result, _ body: @Sendable (ClientBucket) -> Result
    ) -> Result {
        buckets[name].map(body) ?? none
    }

    /// Returns the keys of the presence objects with absent owners, each with the end of the
    /// owner's absence.
    func ownerAbsenceEnds(in name: BucketName) -> [ObjectKey: ContinuousClock.Instant] {
        readBucket(name, or: [:]) { $0.absences }.mapValues {
            ContinuousClock.Instant($0, at: loop.now)
        }
    }

    func editBucket<Result: Sendable>(
        _ name: BucketName,
        _ body: @Sendable (borrowing OpenBucket) throws(SimperiumError) -> Result
    ) throws(SimperiumError) -> Result {
        try body(OpenBucket(openedBucket(name)))
    }

    /// Edits a bucket as `editBucket` does, with a body that may throw any error.
    func runInOneTurn<Result: Sendable>(
        _ name: BucketName, _ body: @Sendable (borrowing OpenBucket) throws -> Result
    ) throws -> Result {
        try body(OpenBucket(openedBucket(name)))
    }

    private func openedBucket(_ name: BucketName) throws(SimperiumError) -> ClientBucket {
        try throwIfFailed()
        guard let bucket = buckets[name] else { throw .closed }
        return bucket
    }

    /// Returns a new reader. It has already ended if the client has failed or is closed.
    func newReader<Unread: UnreadUpdateBacklog>(
        of name: BucketName, _ backlog: Unread,
        _ add: @Sendable (ClientBucket, BacklogReader<Unread>) -> Void
    ) -> BacklogReader<Unread> {
        let reader = BacklogReader(of: backlog, on: loop)
        if failure == nil, let bucket = buckets[name] {
            add(bucket, reader)
        } else {
            endReader(reader)
        }
        return reader
    }

    nonisolated var unreadLimit: Int { configuration.unreadLimit }

    private func endReader<Unread>(_ reader: BacklogReader<Unread>) {
        reader.assumeIsolated { $0.finish() }
    }

    func versions(
        of key: ObjectKey, last count: Int, in name: BucketName
    ) async throws(SimperiumError) -> [ObjectVersion] {
        let bucket = try openedBucket(name)
        guard bucket.live[key] != nil else { throw .noSuchObject(key) }
        let answer = AwaitedResult<[ObjectVersion]>(on: loop)
        bucket.requestVersions(for: key, last: count, answer)
        return try await answer.value(within: Self.answerTimeout)
    }
}

/// Tasks that wait until all edits are stored or answered.
extension ClientActor {
    func waitUntilStored() async throws(SimperiumError) {
        try throwIfFailed()
        let answer = storageWaiters.add(on: loop)
        try await answer.value(within: nil)
    }

    /// The result of all edits: success if the server has accepted them, a failure if the server
    /// has refused all edits that are left. Nil while an edit is unanswered.
    private var settlement: Result<Void, SimperiumError>? {
        guard let statistics = replica?.statistics else { return .success(()) }
        let rest = statistics.unsentOrUnacknowledged
        guard rest > 0 else { return .success(()) }
        guard buckets.values.reduce(0, { $0 + $1.live.refused.count }) == rest,
            let first = buckets.values.flatMap(\.refused).min(by: { $0.key.text < $1.key.text })
        else { return nil }
        return .failure(.editRefused(first.key, code: first.code))
    }

    func waitUntilSettled(within limit: Duration?) async throws(SimperiumError) {
        try throwIfFailed()
        if let settlement { return try settlement.get() }
        let answer = settlementWaiters.add(on: loop)
        try await answer.value(within: limit)
    }

    private func resumeWaitersIfSettled() {
        guard !settlementWaiters.isEmpty, let settlement else { return }
        settlementWaiters.resumeAll(with: settlement)
    }
}

/// Accounts, which are requested over HTTP.
extension ClientActor {
    /// Creates an account or signs in over HTTP, and then signs in the replica.
    func signIn(
        _ action: SignInAndSharingCalls.SignInAction, email: String, password: String,
        _ others: OtherUsersObjects
    ) async throws(SimperiumError) -> Account {
        try throwIfFailed()
        // A new account has no objects, so objects in this client must be another user's.
        if action == .create { try throwIfOtherUsersObjects(email, others) }
        guard let calls else { throw .closed }
        let answer = AwaitedResult<Account>(on: loop)
        let form: JSONObject = ["username": JSON(email), "password": JSON(password)]
        try calls.signIn(action, form) { answer.resolve($0) }
        let account = try await answer.value(within: Self.answerTimeout)
        try throwIfFailed()
        try throwIfOtherUsersObjects(account.email, others)
        signIn(account.token, named: UserName(account.email), others: others)
        return account
    }

    /// Throws if the objects belong to another user and `others` is `refuse`.
    private func throwIfOtherUsersObjects(_ email: String, _ others: OtherUsersObjects)
        throws(SimperiumError)
    {
        guard others == .refuse, let owner, owner.lowercased() != email.lowercased() else { return }
        throw .otherUsersObjects(of: owner)
    }
}

/// Sharing, which is requested over HTTP.
extension ClientActor {
    /// Sends a request about the sharing of an object as the present user, and returns the server's
    /// answer.
    @discardableResult
    func requestSharing(
        _ method: HTTPMethod, _ key: ObjectKey, in bucket: BucketName, with name: String? = nil,
        mayWrite: Bool? = nil
    ) async throws(SimperiumError) -> JSONObject {
        try throwIfFailed()
        guard let calls else { throw .closed }
        guard let token else { throw .notSignedIn }
        let answer = AwaitedResult<JSONObject>(on: loop)
        try calls.requestSharing(
            method, key, in: bucket, with: name, mayWrite: mayWrite, as: token
        ) { answer.resolve($0) }
        return try await answer.value(within: Self.answerTimeout)
    }
}
