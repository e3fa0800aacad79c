import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Simulation
import SyncHub

/// A hub with a store in memory, users, a guard, and clients that send and receive frames.
///
/// Effects are performed as a shell does; the events that they cause are handled after them.
struct TestHub {
    private(set) var hub: Hub
    private(set) var store: MemoryStore
    private(set) var now = Instant.start
    private(set) var notes: [Hub.LogEvent] = []
    private(set) var inquiries: [JSONObject] = []
    /// The frames for another server, by their connections.
    private(set) var passed: [ConnectionID: [String]] = [:]
    private(set) var answers: [RequestID: CallerRequestOutcome] = [:]
    let record = TestGuard.Record()
    private(set) var endings: [ConnectionID: Hub.DisconnectReason] = [:]
    /// The questions without an answer, while the store or the user list is slow.
    private(set) var openQuestions: [(QuestionID, StoreQuery)] = []
    private(set) var openAuthorizations: [(QuestionID, AuthorizationRequest)] = []
    /// The computations that have not been done, while that is slow, and their owners.
    private(set) var openComputations: [(QuestionID, OffThreadComputation, ComputationOwner)] = []
    /// The numbers of frames that were encoded and delivered.
    private(set) var encoded = 0
    private(set) var delivered = 0

    var users: [String: Identity] = [:]
    /// The tokens of users whose data another server has.
    var distant: Set<String> = []
    var isStoreSlow = false
    var isUserListSlow = false
    var isComputingSlow = false
    var isStoreBroken = false
    /// True if the store returns answers to other questions.
    var isStoreMad = false

    private let limits: HubLimits
    private let validators: any ChangeValidatorProvider
    private let memory: MinimumStoredHistory
    private var applied: [BucketID: AppliedChanges] = [:]
    /// Changes that were applied although the store had their ids already.
    private(set) var appliedTwice: [ChangeID] = []
    /// All changes that were ever written to a bucket's log.
    private(set) var logs: [BucketID: [StoredChange]] = [:]
    private var mail: [ConnectionID: [String]] = [:]
    private var lastName: UInt64 = 0

    /// `buckets` are the guarded ones of Kim.
    init(
        limits: HubLimits = HubLimits(),
        remembering memory: MinimumStoredHistory = MinimumStoredHistory(),
        store: MemoryStore? = nil, guarding buckets: [String] = [],
        ruling rule: TestRule? = nil
    ) {
        self.limits = limits
        self.memory = memory
        self.store = store ?? MemoryStore(memory)
        if let rule {
            validators = TestRules(rule: rule)
        } else {
            validators =
                buckets.isEmpty ? NoValidators() : TestGuard(of: buckets.map { named($0) }, record)
        }
        hub = Hub(epoch: self.store.beginEpoch(), limits: limits, validators: validators)
        users[.kim] = .kim
        users[.lee] = .lee
        users[.root] = .root
        users[.ann] = .ann
        handle(.started)
    }

    init(_ change: (inout HubLimits) -> Void) {
        var limits = HubLimits()
        change(&limits)
        self.init(limits: limits)
    }

    mutating func handle(_ event: Hub.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in hub.handle(events.removeFirst(), at: now) {
                events += perform(effect)
            }
        }
    }

    /// Performs an effect, and returns the events that it causes at once.
    private mutating func perform(_ effect: Hub.Effect) -> [Hub.Event] {
        switch effect {
        case .send(let frame, let connection):
            encoded += 1
            deliver(frame, to: [connection])
        case .broadcast(let frame, let connections):
            encoded += 1
            deliver(frame, to: connections)
        case .close(let connection, let ending): endings[connection] = ending
        case .authorize(let question, let request):
            guard isUserListSlow else { return [.authorized(question, answer(to: request))] }
            openAuthorizations.append((question, request))
        case .read(let question, let query):
            if isStoreMad { return [.read(question, .buckets([]))] }
            guard isStoreSlow else { return [.read(question, store.answer(query))] }
            openQuestions.append((question, query))
        case .compute(let question, let owner):
            guard isComputingSlow, let computation = hub.computation(for: question) else {
                return [.computed(question, .nothingYet)]
            }
            openComputations.append((question, computation, owner))
        case .write(let write): return keep(write)
        case .answer(let request, let outcome): answers[request] = outcome
        case .inquire(_, _, let question): inquiries.append(question)
        case .pass(let frame, let connection):
            passed[connection, default: []].append(String(decoding: frame, as: UTF8.self))
        case .joined, .ended: break
        case .note(let note): notes.append(note)
        }
        return []
    }

    private mutating func keep(_ write: StoreWrite) -> [Hub.Event] {
        guard !isStoreBroken else { return write.logs.map { .failed($0) } }
        switch write {
        case .append(let change, let entity, _, let bucket, _):
            let unknown = AppliedChanges(memory)
            let isNews = applied[bucket, default: unknown].record(change, entity)
            if !isNews { appliedTwice.append(change.changeID) }
            logs[bucket, default: []].append(change)
        case .mirror(let mirroring):
            for entry in mirroring.entries { logs[entry.bucket, default: []].append(entry.change) }
        case .forgetHistory(let bucket, let id): applied[bucket]?.finish(emptying: id)
        case .forgetVersions, .hold, .countRestart, .endSeat, .owe, .assign, .settle, .forgive:
            break
        case .drop(let bucket): applied[bucket] = nil
        }
        do throws(MemoryStore.StaleHead) { try store.write(write) } catch {
            return [.failed(error.bucket.log)]
        }
        return []
    }

    /// Expects a client to send an `EMPTY` for the first time.
    mutating func expect(emptying id: ChangeID, of bucket: BucketID) {
        let unknown = AppliedChanges(memory)
        applied[bucket, default: unknown].begin(emptying: id)
    }

    private mutating func deliver(_ frame: [UInt8], to connections: [ConnectionID]) {
        for connection in connections where mail[connection] != nil {
            mail[connection]?.append(String(decoding: frame, as: UTF8.self))
            delivered += 1
        }
    }

    private mutating func answer(to request: AuthorizationRequest) -> AuthorizationResult {
        guard request.token.isWellFormed else { return .denied(.malformedToken) }
        guard let user = users[request.token.text] else { return .denied(.invalidToken) }
        if distant.contains(request.token.text) { return .elsewhere(user) }
        lastName += 1
        let secret = request.needsSecret ? ResumeSecret("secret-\(lastName)") : nil
        return request.granted(to: user, fresh: secret)
    }
}

extension TestHub {
    /// Answers the questions of the time when the store was slow.
    mutating func answerQuestions() {
        let questions = openQuestions
        openQuestions = []
        for (question, query) in questions { handle(.read(question, store.answer(query))) }
    }

    mutating func answerAuthorizations() {
        let questions = openAuthorizations
        openAuthorizations = []
        for (question, request) in questions {
            handle(.authorized(question, answer(to: request)))
        }
    }

    /// Performs the waiting computations.
    mutating func finishComputing() {
        let computations = openComputations
        openComputations = []
        for (question, computation, _) in computations {
            handle(.computed(question, computation.perform()))
        }
    }

    /// Lets time pass, and wakes the hub at each of its deadlines.
    mutating func wait(_ span: Duration, _ onWake: () -> Void = {}) {
        let end = now + span
        while let deadline = hub.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.wake)
            onWake()
        }
        now = end
    }

    /// Lets the machine sleep, and wakes the hub once after that.
    mutating func sleep(_ span: Duration) {
        now = now + span
        handle(.wake)
    }

    /// Lets the hub finish its work, while no time passes.
    mutating func finishWork() { wait(.zero) }

    /// Kills the process, and starts another one with the stored data, or with an older copy of it.
    mutating func restart(after span: Duration = .zero, from copy: MemoryStore? = nil) {
        now = now + span
        var epoch = store.beginEpoch()
        if let copy {
            store = copy
            epoch = store.beginEpoch(atLeast: epoch)
        }
        hub = Hub(epoch: epoch, limits: limits, validators: validators)
        mail = [:]
        openQuestions = []
        openAuthorizations = []
        openComputations = []
        handle(.started)
    }

    mutating func connect(app: String? = nil) -> ConnectionID {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        mail[id] = []
        handle(.opened(id, app: app.flatMap(AppID.init)))
        return id
    }

    mutating func close(_ id: ConnectionID, _ farewell: ConnectionEnd = .broken) {
        mail[id] = nil
        handle(.closed(id, farewell))
    }

    mutating func send(_ frame: String, from id: ConnectionID) {
        handle(.received([UInt8](frame.utf8), from: id))
    }

    /// Returns the frames that a client has received since the last call.
    mutating func heard(by id: ConnectionID) -> [String] {
        let frames = mail[id] ?? []
        mail[id] = []
        return frames
    }

    /// Sends a frame and returns the frames that the client receives.
    mutating func say(_ frame: String, by id: ConnectionID) -> [String] {
        send(frame, from: id)
        return heard(by: id)
    }

    /// Connects a client on a channel of a bucket. It has received `auth` and requested all changes
    /// so far.
    mutating func join(
        _ bucket: String = "todo", token: String = .kim, client: String = "c-1",
        channel: Int = 0, more: String = ""
    ) -> ConnectionID {
        let id = connect()
        enter(bucket, token: token, client: client, channel: channel, more: more, on: id)
        _ = say("\(channel):cv:", by: id)
        return id
    }

    mutating func enter(
        _ bucket: String = "todo", token: String = .kim, client: String = "c-1",
        channel: Int = 0, more: String = "", on id: ConnectionID
    ) {
        send(
            """
            \(channel):init:{"clientid":"\(client)","api":"1.1","token":"\(token)",\
            "app_id":"demo","name":"\(bucket)"\(more)}
            """, from: id)
    }

    /// A request from outside, and its answer if it came at once.
    mutating func request(
        _ request: CallerRequest, of bucket: BucketID = .todo, as identity: Identity = .kim
    ) -> CallerRequestOutcome? {
        lastName += 1
        let id = RequestID(rawValue: lastName)
        let caller = Caller(identity: identity, clientID: named("http"))
        handle(.requested(id, request, of: bucket, by: caller))
        return answers[id]
    }

    /// Sets a bucket's options, as an administrator does.
    mutating func setOptions(_ options: JSONObject, of bucket: String = "todo") {
        let change = Change(
            .replace(with: options), key: named(bucket), id: named("options-\(lastName)"))
        _ = request(.change(change), of: .optionsBucket(of: .demo), as: .root)
    }
}
