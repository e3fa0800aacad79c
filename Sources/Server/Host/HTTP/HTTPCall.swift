import SimperiumClock
package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// The id of a request over HTTP, chosen by the shell, or of a call that the host opens itself. No
/// id is used twice.
package struct CallID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: CallID, right: CallID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// The address of an HTTP caller, or of a client whose connection was refused.
package struct CallerAddress: Hashable, Sendable {
    /// The numeric address, for the log.
    package let address: String
    /// The part of the address that counts as one address in limits.
    package let addressPrefix: [UInt8]
    package let isLoopback: Bool

    package init(address: String, addressPrefix: [UInt8], isLoopback: Bool = false) {
        self.address = address
        self.addressPrefix = addressPrefix
        self.isLoopback = isLoopback
    }
}

/// A request over HTTP that has not been answered.
///
/// A call waits for one answer at a time, and `resume` continues the call with this answer. A bulk
/// request sends many requests to the hub at once, each with a continuation of its own.
struct HTTPCall {
    enum AwaitedAnswer {
        case account(AccountQueryAnswer)
        case store(StoreQueryAnswer)
        case hash([UInt8])
        case computed(HostComputationOutcome)
    }

    typealias Resume = @Sendable (inout Host, AwaitedAnswer) throws(CallRefusal) -> Void

    let origin: CallerAddress
    /// The address to charge for attempts, new accounts and waiting passwords: the guest's if the
    /// ssh server is the caller, otherwise the caller's.
    var countedAddress: [UInt8]
    /// The caller's token and user; nil if the caller is not a user.
    var holder: TokenWithUser?
    /// The logs with earlier writes that must be stored before the answer leaves.
    var subjects: Set<StoreFailureDomain> = []
    var resume: Resume?
    /// The attempt that was charged as a failure. The host refunds the attempt, unless the guess
    /// was wrong or the name taken.
    var attempt: AttemptLimiter.ChargedAttempt?
    /// The app of a new account that was charged to `countedAddress`; nil if there is none. A
    /// refusal refunds the charge.
    var signUpApp: AppID?
    /// The action on an account that has not been logged yet; nil if there is none.
    var account: AccountActionToLog?
    /// The computation that another thread performs; nil if there is none.
    var computation: HostComputation?
    /// The request to the hub that waits for changes, and the request's bucket; nil if there is
    /// none.
    var poll: (request: RequestID, bucket: BucketID)?
    var bulk: BulkChanges?
    var firehose: FirehoseRequest?
    /// The number of a deleted user's buckets that are still being dropped.
    var bucketsToDrop = 0
    /// The work on deletions that must continue later if this call is refused; nil if there is
    /// none.
    var deletion: AccountDeletionTask?
    /// The call's share of `OpenCalls.bulkBytes`.
    var heldBytes = 0
    var reservedUsers: Set<UserID> = []
    var hasBegunUserChange = false
    var hasCaller = true

    /// True if the call continues even if the caller cancels it.
    var isCommitted: Bool { hasBegunUserChange || !reservedUsers.isEmpty }

    init(from origin: CallerAddress) {
        self.origin = origin
        countedAddress = origin.addressPrefix
    }
}

/// The calls that have not been answered.
struct OpenCalls {
    var open: [CallID: HTTPCall] = [:]
    var longPolls = LongPollQueue()
    /// The calls with a `firehose`.
    var firehoses: Set<CallID> = []
    /// The calls that have done as much work as one event may cause. Each `wake` continues one of
    /// them.
    var resumedAtWake: [CallID] = []
    /// The size in bytes of the bodies that are being read, and of the bulk requests in progress
    /// with their results.
    var bulkBytes = 0
    var passwords: PasswordHashingQueue
    var reservedUsers: Set<UserID> = []
    /// The id of the last call that the server itself opened. These ids count down from the largest
    /// number; the shell's ids count up.
    var lastServerCall = UInt64.max

    init(_ limits: HashingLimits) {
        passwords = PasswordHashingQueue(limits)
    }

    /// Removes a call from all collections and queues, and returns the call; nil if it has ended.
    mutating func remove(_ id: CallID) -> HTTPCall? {
        guard let call = open.removeValue(forKey: id) else { return nil }
        passwords.remove(id, from: call.countedAddress)
        longPolls.remove(id)
        firehoses.remove(id)
        reservedUsers.subtract(call.reservedUsers)
        bulkBytes -= call.heldBytes
        return call
    }
}

extension Host {
    mutating func cancelUnlessCommitted(_ id: CallID) {
        guard calls.open[id]?.isCommitted != true else {
            calls.open[id]?.hasCaller = false
            return
        }
        if let poll = calls.remove(id)?.poll { cancelPoll(poll) }
    }

    private mutating func cancelPoll(_ poll: (request: RequestID, bucket: BucketID)) {
        requests.remove(poll.request)
        enqueueForHub(.cancelled(poll.request, of: poll.bucket))
    }

    package mutating func answer(_ id: CallID, _ response: HTTPResponse) {
        chargeWorkToAddress(settings.hub.pace.commands(inBytes: response.body.count), for: id)
        let call = calls.remove(id)
        guard call?.hasCaller != false else { return }
        metrics.count(response.status)
        effects.append(
            .answer(id, response.openToAllOrigins(), about: call?.subjects ?? []))
    }

    mutating func refuse(_ id: CallID, _ refusal: CallRefusal) {
        refundUnlessWrongGuess(of: id, refusedFor: refusal)
        logAccountOutcome(of: id, refusal)
        scheduleDeletionRetry(of: id)
        answer(id, refusal.response)
    }

    /// Performs work for a call, unless the call has ended. Refuses the call if `work` throws.
    package mutating func continueCall(
        _ id: CallID, _ work: (inout Host) throws(CallRefusal) -> Void
    ) {
        guard calls.open[id] != nil else { return }
        do throws(CallRefusal) { try work(&self) } catch { refuse(id, error) }
    }

    /// Continues a call with the answer that the call waits for. Does nothing if the call has ended
    /// or waits for no answer.
    mutating func resume(_ id: CallID, with answer: HTTPCall.AwaitedAnswer) {
        guard let resume = calls.open[id]?.resume else { return }
        calls.open[id]?.resume = nil
        continueCall(id) { host throws(CallRefusal) in try resume(&host, answer) }
    }

    /// Closes the channels of sessions that have ended, and refuses their calls, except calls that
    /// have begun to change a user. A bulk request that continued would write to the buckets of a
    /// deleted user.
    mutating func endChannelsAndCalls(_ credentials: Set<CredentialID>) {
        enqueueForHub(.revoked(credentials))
        let waiting = calls.open.filter { !$0.value.hasBegunUserChange }
        for (id, call) in waiting.sorted(by: { $0.key < $1.key }) {
            guard let token = call.holder?.token.digest,
                credentials.contains(CredentialID(of: token))
            else { continue }
            if let poll = call.poll { cancelPoll(poll) }
            refuse(id, .badToken)
        }
    }

    /// Answers the polls that have waited for `longPollTimeout` with an empty list.
    mutating func answerDuePolls() {
        while let id = calls.longPolls.popDue(at: now) {
            if let poll = calls.open[id]?.poll { cancelPoll(poll) }
            answer(id, .json(Array("[]".utf8)))
        }
    }
}

/// The requests of a call to the accounts, the store, other threads and the hub. If an answer is
/// not of the requested kind, the call is refused.
extension Host {
    mutating func queryAccounts<Value>(
        _ query: AccountQuery, for id: CallID,
        _ read: @escaping @Sendable (AccountQueryAnswer) -> Value?,
        then: @escaping @Sendable (inout Host, Value) throws(CallRefusal) -> Void
    ) {
        calls.open[id]?.resume = { host, answer throws(CallRefusal) in
            guard case .account(let answer) = answer, let value = read(answer) else {
                throw .unavailable
            }
            try then(&host, value)
        }
        effects.append(.queryAccounts(.call(id), query))
    }

    package mutating func findUser(
        _ query: AccountQuery, for id: CallID,
        then: @escaping @Sendable (inout Host, StoredUser?) throws(CallRefusal) -> Void
    ) {
        queryAccounts(query, for: id, \.user, then: then)
    }

    /// Changes a user, and ends the sessions of the tokens that the change removes. From now on,
    /// the call continues even if the caller cancels it.
    mutating func changeUser(
        _ change: UserChange, for id: CallID,
        then: @escaping @Sendable (inout Host, UserChangeResult) throws(CallRefusal) -> Void
    ) {
        calls.open[id]?.hasBegunUserChange = true
        calls.open[id]?.resume = { host, answer throws(CallRefusal) in
            guard case .account(.changed(let result)) = answer else { throw .unavailable }
            if case .kept(let ended) = result, !ended.isEmpty {
                host.endChannelsAndCalls(Set(ended.map { CredentialID(of: $0) }))
            }
            try then(&host, result)
        }
        effects.append(.change(.call(id), change))
    }

    /// Changes the caller's own account, and answers the call. Refuses the call if the store no
    /// longer has the caller's token. Throws if the caller is not a user.
    mutating func changeOwnUserAndAnswer(
        _ id: CallID, _ edit: (inout UserChange) -> Void
    ) throws(CallRefusal) {
        guard let holder = calls.open[id]?.holder else { throw .badToken }
        var change = UserChange(of: holder.user.id, in: holder.user.app, from: nil, at: seconds)
        change.callerToken = holder.token.digest
        edit(&change)
        changeUser(change, for: id) { host, result throws(CallRefusal) in
            guard case .kept = result else { throw .badToken }
            host.answer(id, .success)
        }
    }

    mutating func queryStore(
        _ query: StoreQuery, for id: CallID,
        then: @escaping @Sendable (inout Host, StoreQueryAnswer) throws(CallRefusal) -> Void
    ) {
        calls.open[id]?.resume = { host, answer throws(CallRefusal) in
            guard case .store(let answer) = answer else { throw .unavailable }
            try then(&host, answer)
        }
        effects.append(.read(.call(id), query))
    }

    /// Performs a computation: at once or, if `isLong`, on another thread. In the second case,
    /// `bytes` count as held meanwhile. Throws if too many bytes would be held.
    mutating func compute(
        _ task: HostComputation.OffThreadTask, isLong: Bool, bytes: Int, for id: CallID,
        then: @escaping @Sendable (inout Host, HostComputationOutcome) throws(CallRefusal) -> Void
    ) throws(CallRefusal) {
        let computation = HostComputation(task: task)
        guard isLong else { return try then(&self, computation.perform()) }
        try countHeldBytes(bytes, for: id)
        calls.open[id]?.computation = computation
        calls.open[id]?.resume = { host, answer throws(CallRefusal) in
            guard case .computed(let outcome) = answer else { throw .unavailable }
            host.calls.open[id]?.computation = nil
            host.releaseHeldBytes(bytes, of: id)
            try then(&host, outcome)
        }
        effects.append(.compute(.call(id), by: .call(id)))
    }

    /// Queues a password to be hashed. Throws if too many passwords wait. The call is refused if
    /// the hash can't be computed.
    mutating func hash(
        _ password: String?, with salt: [UInt8], at cost: ScryptParameters, for id: CallID,
        isKnown: Bool = false,
        then: @escaping @Sendable (inout Host, [UInt8]) throws(CallRefusal) -> Void
    ) throws(CallRefusal) {
        guard let address = calls.open[id]?.countedAddress else { return }
        let item = PasswordHashingQueue.HashingRequest(
            call: id, password: Array((password ?? "").utf8), salt: salt, cost: cost)
        guard calls.passwords.add(item, from: address, isKnown: isKnown) else { throw .unavailable }
        calls.open[id]?.resume = { host, answer throws(CallRefusal) in
            guard case .hash(let result) = answer, !result.isEmpty else { throw .unavailable }
            try then(&host, result)
        }
        hashNextPassword()
    }

    /// Begins to hash the next password, unless another password is being hashed.
    mutating func hashNextPassword() {
        guard let item = calls.passwords.startNextHashing() else { return }
        effects.append(.hash(item.call, password: item.password, salt: item.salt, item.cost))
    }

    /// Sends a request to the hub, and returns the request's id. The call is refused if the hub
    /// refuses the request.
    @discardableResult
    mutating func askHub(
        _ wanted: CallerRequest, of bucket: BucketID, by caller: Caller, for id: CallID,
        then: @escaping @Sendable (inout Host, CallerRequestOutcome) throws(CallRefusal) -> Void
    ) -> RequestID {
        let onlyCreates = caller.onlyCreates
        return request(wanted, of: bucket, by: caller, for: id) { host, outcome in
            host.continueCall(id, after: outcome, onlyCreates: onlyCreates) {
                host throws(CallRefusal) in
                try then(&host, outcome)
            }
        }
    }

    /// Continues a call with the outcome of its request to the hub. The call is refused if the hub
    /// has refused the request. `onlyCreates` is true if the caller may only create objects.
    mutating func continueCall(
        _ id: CallID, after outcome: CallerRequestOutcome, onlyCreates: Bool = false,
        _ work: (inout Host) throws(CallRefusal) -> Void
    ) {
        continueCall(id) { host throws(CallRefusal) in
            switch outcome {
            case .refused(.noEffect) where onlyCreates: throw .objectExists
            case .refused(let error): throw .refusedChange(error)
            case .notShared(let refusal): throw .refusedShare(refusal)
            case .unavailable: throw .unavailable
            default: try work(&host)
            }
        }
    }

    /// Sends a request to the hub, and returns the request's id. The hub's outcome answers the
    /// call.
    @discardableResult
    package mutating func answerFromHub(
        _ id: CallID, with wanted: CallerRequest, of bucket: BucketID, by caller: Caller
    ) -> RequestID {
        askHub(wanted, of: bucket, by: caller, for: id) { host, outcome throws(CallRefusal) in
            host.answer(id, try outcome.response())
        }
    }

    /// Counts bytes of a body or of results as held for a call. Throws if too many bytes would be
    /// held.
    mutating func countHeldBytes(_ bytes: Int, for id: CallID) throws(CallRefusal) {
        guard calls.bulkBytes + bytes <= settings.limits.bulkBytes else { throw .unavailable }
        calls.bulkBytes += bytes
        calls.open[id]?.heldBytes += bytes
    }

    private mutating func releaseHeldBytes(_ bytes: Int, of id: CallID) {
        calls.bulkBytes -= bytes
        calls.open[id]?.heldBytes -= bytes
    }
}

/// The values of an answer, with a property for each kind of answer. A property is nil if the
/// answer is of another kind.
extension AccountQueryAnswer {
    fileprivate var user: StoredUser?? {
        if case .user(let user) = self { .some(user) } else { nil }
    }

    var holder: TokenWithUser?? {
        if case .holder(let holder) = self { .some(holder) } else { nil }
    }

    /// The user that the query found, and the token if the query was for a token's holder. Nil for
    /// an answer of another kind.
    var found: (user: StoredUser?, token: StoredToken?)? {
        if case .holder(let holder) = self { return (user: holder?.user, token: holder?.token) }
        return user.map { (user: $0, token: nil) }
    }

    var tokens: [StoredToken]? { if case .tokens(let tokens) = self { tokens } else { nil } }
    var links: [StoredDeviceLink]? { if case .links(let links) = self { links } else { nil } }

    var page: (users: [StoredUser], hasMore: Bool)? {
        if case .users(let users, let hasMore) = self { (users, hasMore) } else { nil }
    }
}

extension CallerRequestOutcome {
    /// Returns the HTTP response for this outcome. Throws if the outcome is a refusal.
    fileprivate func response() throws(CallRefusal) -> HTTPResponse {
        switch self {
        case .index(let page): return .json(page)
        case .changes(let changes):
            guard let changes else { throw .unknownCursor }
            return .json(changes)
        case .entity(let found):
            guard let found else { throw .noSuchObject }
            return .objectOrEmptyBody(found.object, version: found.version)
        case .accepted(let version, _, _): return .objectOrEmptyBody(nil, version: version)
        case .shared, .sharers: return .success
        case .refused(let error): throw .refusedChange(error)
        case .notShared(let refusal): throw .refusedShare(refusal)
        case .unwelcome: throw .refusedShare(.unwelcome)
        case .unavailable: throw .unavailable
        }
    }
}
