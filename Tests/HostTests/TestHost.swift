import GameHost
import Host
import Lobby
import Recording
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

/// A host with everything around it in memory. Its clock stands still until a test moves it.
///
/// It serves `demo`, whose API key is `key` and whose administrator is `admin`. Passwords are
/// hashed at once, by a trivial hash.
struct TestHost {
    static let apiKey = "key"
    static let doorToken = "0123456789abcdef0123456789abcdef"
    static let admin = "admin"

    private var host: Host
    /// The store with all writes so far.
    private(set) var store: MemoryStore
    /// The store as a crash would leave it, and the outputs that wait for it.
    private(set) var gated: GatedStore
    private(set) var accounts: MemoryAccounts
    /// The kept data after each tick, if `keepsMoments`: a crash leaves one of these.
    private(set) var moments: [(store: MemoryStore, accounts: MemoryAccounts)] = []
    var keepsMoments = false
    /// A function that returns true for the writes that fail.
    var loses: (StoreWrite) -> Bool = { _ in false }
    /// A function that returns true for the queries that fail.
    var failsQuery: (StoreQuery) -> Bool = { _ in false }
    /// True if the accounts can't list the users.
    var failsUserList = false
    /// A function that returns true for the queries whose answers wait for `deliverAnswers`.
    var holdsAnswer: (StoreQuery) -> Bool = { _ in false }
    private var heldAnswers: [Host.Event] = []
    var now = Instant.start
    private(set) var answers: [CallID: HTTPResponse] = [:]
    private(set) var sockets: [CallID: AppID?] = [:]
    private(set) var endings: [ConnectionID: CloseReason] = [:]
    /// The secrets of clients' sessions.
    private(set) var secrets: [String] = []
    /// The store with the options, if this one has another shard.
    var home: MemoryStore?
    /// The frames for another server, by their connections.
    private(set) var passed: [ConnectionID: [String]] = [:]
    private(set) var log: [ServerLogEntry] = []
    /// The reports for other servers since the last `takeReports`.
    private var reports: [CrossShardHallReport] = []
    private(set) var hashes = 0
    /// The number of times that a use of a token was stored.
    private(set) var uses = 0
    private var mail: [ConnectionID: [String]] = [:]
    private var lastName: UInt64 = 0
    private var random = SeededRandom(seed: 1)
    /// Passwords that are being hashed, while that is slow.
    private var openHashes: [(CallID, [UInt8])] = []
    var isHashingSlow = false
    /// The computations that have not been done, while that is slow, and their owners.
    private(set) var openComputations: [(Host.Asker, HostComputation, HostComputationOwner)] = []
    var isComputingSlow = false
    /// The address that requests come from.
    var address: UInt8 = 1
    var isLoopback = false
    /// The recording of its hub, if it is recorded.
    private(set) var recording: [UInt8] = []

    /// Creates a host that begins at `start`. Its server has run since `Instant.start`.
    init(
        recorder: Recorder? = nil, store: MemoryStore = MemoryStore(),
        accounts: MemoryAccounts = MemoryAccounts(), failsUserList: Bool = false,
        beginningAt start: Instant = .start,
        _ change: (inout HostSettings) -> Void = { _ in }
    ) {
        self.failsUserList = failsUserList
        now = start
        self.store = store
        gated = GatedStore(store)
        self.accounts = accounts
        var settings = HostSettings()
        settings.game = GamePlugin()
        let keys = AppKeys(apiKey: named(Self.apiKey), administrator: named(Self.admin))
        settings.apps = [named("demo"): keys, GameBuckets.app: keys]
        change(&settings)
        host = Host(settings, epoch: self.store.beginEpoch(), recorder: recorder)
        handle(.secrets(chance(16_384)))
        handle(.started)
        finishWork()
    }

    mutating func takeReports() -> [CrossShardHallReport] {
        defer { reports = [] }
        return reports
    }

    var gauges: ShellMeasuredGauges {
        get { host.gauges }
        set { host.gauges = newValue }
    }

    /// Handles an event and everything that it causes; then the store keeps all writes.
    mutating func handle(_ event: Host.Event) {
        var events = [event]
        repeat {
            while !events.isEmpty { events += perform(events.removeFirst()) }
            if !gated.isLate { events = keep() }
        } while !events.isEmpty
        recording += host.takeRecording()
    }

    private mutating func perform(_ event: Host.Event) -> [Host.Event] {
        let effects = host.handle(event, at: now)
        if case .failed(let log) = event { gated.gate.recordRecovery(of: .log(log)) }
        let events = effects.compactMap { perform($0) }
        if keepsMoments { moments.append((store, accounts)) }
        return events
    }

    /// Lets the store keep all writes, or refuse one, and sends the outputs that waited.
    private mutating func keep() -> [Host.Event] {
        guard let outcome = gated.commit() else { return [] }
        if !outcome.refused.isEmpty { store = gated.kept }
        for output in outcome.released { leave(output) }
        return outcome.events
    }

    /// Ends a tick of a late store.
    mutating func commit() {
        for event in keep() { handle(event) }
    }

    /// Makes the store late, and refuses one write.
    mutating func hold(refusing number: Int?, _ check: @escaping GatedStore.Check) {
        gated.isLate = true
        gated.refused = number
        gated.check = check
    }

    private mutating func leave(_ output: GatedStore.Output) {
        gated.check(output, gated.kept)
        switch output {
        case .message(let message, let id): deliver(message, to: id)
        case .close(let id, let reason): endings[id] = endings[id] ?? reason
        case .answer(let call, let response): answers[call] = response
        }
    }

    mutating func endRecording() {
        host.endRecording()
        recording += host.takeRecording()
    }

    private mutating func perform(_ effect: Host.Effect) -> Host.Event? {
        switch effect {
        case .send(let message, let id): say(message, to: id)
        case .broadcast(let message, let ids): for id in ids { say(message, to: id) }
        case .close(let id, let reason):
            if let now = gated.admit(.close(id, reason)) { leave(now) }
        case .answer(let call, let response, let subjects):
            if let now = gated.admit(.answer(call, response), about: subjects) { leave(now) }
        case .join(let id, let log): gated.gate.addDependency(of: id, on: log)
        case .openWebSocket(let call, let app): sockets[call] = app
        case .read(let asker, let query) where failsQuery(query): return .unanswered(asker, query)
        case .read(let asker, let query) where holdsAnswer(query):
            heldAnswers.append(.read(asker, store.answer(query)))
        case .read(let asker, let query) where query.queriedBucket?.name == .options:
            return .read(asker, (home ?? store).answer(query))
        case .read(let asker, let query): return .read(asker, store.answer(query))
        case .write(let write) where loses(write): return .failed(write.bucket.log)
        case .write(let write):
            guard !gated.gate.refusesWrites(to: write.subjects) else { return nil }
            do throws(MemoryStore.StaleHead) { try store.write(write) } catch {
                return .failed(error.bucket.log)
            }
            gated.write(write)
        case .deliver(let objects, let log):
            return gated.deliver(objects, owedBy: log).map { .storedPendingInserts($0) }
        case .queryAccounts(let asker, .users) where failsUserList:
            return .accountsUnanswered(asker)
        case .queryAccounts(let asker, let query):
            return .accountsAnswered(asker, accounts.answer(query))
        case .change(let asker, let change):
            return .accountsAnswered(asker, .changed(accounts.perform(change)))
        case .noteUse(let token, let second):
            uses += 1
            accounts.write(.noteUse(of: token, at: second))
        case .hash(let call, let password, let salt, _):
            hashes += 1
            guard isHashingSlow else { return .hashed(call, password + salt) }
            openHashes.append((call, password + salt))
        case .compute(let asker, let owner):
            guard isComputingSlow, let computation = host.computation(for: asker) else {
                return .computed(asker, nil)
            }
            openComputations.append((asker, computation, owner))
        case .pass(let frame, let id):
            passed[id, default: []].append(String(decoding: frame, as: UTF8.self))
        case .needSecrets(let count): return .secrets(chance(count))
        case .report(let news): reports += news.halls
        case .log(let entry): log.append(entry)
        }
        return nil
    }

    private mutating func chance(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    private mutating func say(_ message: [UInt8], to id: ConnectionID) {
        if let now = gated.admit(.message(message, to: id)) { leave(now) }
    }

    private mutating func deliver(_ message: [UInt8], to id: ConnectionID) {
        let text = String(decoding: message, as: UTF8.self)
        if let start = text.firstRange(of: #"o:{"resume":""#)?.upperBound {
            secrets.append(String(text[start...].prefix { $0 != "\"" }))
        }
        mail[id]?.append(text)
    }

    /// Finishes the waiting hashes. Without memory they have no result.
    mutating func finishHashing(hasMemory: Bool = true) {
        let hashes = openHashes
        openHashes = []
        for (call, result) in hashes { handle(.hashed(call, hasMemory ? result : [])) }
    }

    /// Performs the waiting computations.
    mutating func finishComputing() {
        let computations = openComputations
        openComputations = []
        for (asker, computation, _) in computations {
            handle(.computed(asker, computation.perform()))
        }
    }

    /// Delivers the answers that were held, and holds no further ones.
    mutating func deliverAnswers() {
        holdsAnswer = { _ in false }
        let answers = heldAnswers
        heldAnswers = []
        for answer in answers { handle(answer) }
    }

    /// Lets time pass, and wakes the host at each of its deadlines.
    mutating func wait(_ span: Duration) {
        let end = now + span
        while let deadline = host.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.wake)
        }
        now = end
    }

    /// Lets the host finish its work, while no time passes.
    mutating func finishWork() { wait(.zero) }
}

extension TestHost {
    /// Sends a request, and leaves it open.
    mutating func begin(
        _ method: HTTPMethod, _ target: String, _ fields: HTTPFields = [:], body: String = "",
        from origin: CallerAddress? = nil
    ) -> CallID {
        lastName += 1
        let id = CallID(rawValue: lastName)
        guard let target = try? RequestTarget(target) else { preconditionFailure("no target") }
        let request = HTTPRequest(method, target, fields: fields, body: Array(body.utf8))
        let own = CallerAddress(
            address: "192.0.2.\(address)", addressPrefix: [192, 0, 2, address],
            isLoopback: isLoopback)
        handle(.requested(id, request, from: origin ?? own))
        return id
    }

    /// Sends a request, and returns the answer if it comes at once.
    mutating func ask(
        _ method: HTTPMethod, _ target: String, _ fields: HTTPFields = [:], body: String = ""
    ) -> Answer {
        let id = begin(method, target, fields, body: body)
        return answer(to: id)
    }

    /// Sends a request with a token, and returns the answer.
    mutating func ask(
        _ method: HTTPMethod, _ path: String, token: String? = nil, body: String = "",
        user: String? = nil
    ) -> Answer {
        finish(
            method, "/1/demo" + path, body,
            ("X-Simperium-Token", token), ("X-Simperium-User", user))
    }

    /// Sends a request that concerns a user.
    mutating func account(_ verb: String, _ body: String, key: String? = apiKey) -> Answer {
        finish(.post, "/1/demo/\(verb)/", body, ("X-Simperium-API-Key", key))
    }

    /// Sends a request of the game's own app, with the given credentials.
    mutating func game(
        _ method: HTTPMethod, _ path: String, _ body: String = "", key: String? = nil,
        token: String? = nil, ticket: String? = nil
    ) -> Answer {
        finish(
            method, "/1/tictactoe/" + path, body, ("X-Simperium-API-Key", key),
            ("X-Simperium-Token", token), ("X-Simperium-Ticket", ticket))
    }

    /// Sends a request with the credentials that are not nil. Finishes all work, and returns the
    /// answer.
    private mutating func finish(
        _ method: HTTPMethod, _ target: String, _ body: String,
        _ credentials: (name: CaseInsensitiveFieldName, value: String?)...
    ) -> Answer {
        var fields = HTTPFields()
        for (name, value) in credentials { if let value { fields.add(name, value) } }
        let id = begin(method, target, fields, body: body)
        finishWork()
        return answer(to: id)
    }

    /// Signs in to the game from an address. Returns the status.
    mutating func sign(_ name: String, _ password: String, from origin: CallerAddress) -> Int {
        let body = #"{"username":"\#(name)","password":"\#(password)"}"#
        let id = begin(
            .post, "/1/tictactoe/authorize/", ["X-Simperium-API-Key": LobbyCredentials.token],
            body: body, from: origin)
        return answer(to: id).status
    }

    /// Creates an account of the game. Returns a token and the user's id.
    mutating func enrol(_ name: String) -> (token: String, user: String) {
        let body = #"{"username":"\#(name)","password":"correct horse"}"#
        let answer = game(.post, "create/", body, key: LobbyCredentials.token)
        return (answer.token, answer.members["userid"]?.string ?? "")
    }

    func answer(to id: CallID) -> Answer { Answer(answers[id]) }

    /// Creates a user. Returns a token and the user's id.
    mutating func sign(up name: String = "kim@example.org") -> (token: String, user: String) {
        let body = #"{"username":"\#(name)","password":"correct horse"}"#
        let answer = account("create", body)
        return (answer.token, answer.members["userid"]?.string ?? "")
    }

    mutating func connect(app: String? = nil) -> ConnectionID {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        mail[id] = []
        handle(.opened(id, app: app.flatMap(AppID.init), origin: "192.0.2.\(address)"))
        return id
    }

    mutating func say(_ message: String, by id: ConnectionID) -> [String] {
        send(message, by: id)
        return heard(by: id)
    }

    /// Sends a message. Its answer comes later.
    mutating func send(_ message: String, by id: ConnectionID) {
        handle(.received(Array(message.utf8), from: id))
    }

    mutating func heard(by id: ConnectionID) -> [String] {
        defer { mail[id] = [] }
        return mail[id] ?? []
    }

    /// Opens a channel of the game's app.
    @discardableResult
    mutating func open(
        _ bucket: String, as client: String, token: String, channel: Int, asking more: String = "",
        on id: ConnectionID
    ) -> [String] {
        say(
            """
            \(channel):init:{"clientid":"\(client)","api":"1.1","token":"\(token)",\
            "app_id":"tictactoe","name":"\(bucket)","cmd":"cv:"\(more)}
            """, by: id)
    }

    /// Writes a whole object. Returns the error if it is refused; otherwise nil.
    mutating func put(
        _ key: String, _ object: JSONObject, channel: Int, by id: ConnectionID
    ) -> Int? {
        lastName += 1
        var change: JSONObject = [
            "id": JSON(key), "o": "M", "d": .object(object), "ccid": JSON("c-\(lastName)"),
        ]
        change["sv"] = version(of: key).map { JSON($0) }
        return refusal(String(decoding: change.utf8, as: UTF8.self), channel: channel, by: id)
    }

    /// Returns the version of an object in the lobby; nil if there is none.
    private func version(of key: String) -> Int? {
        for bucket in LobbyBucket.allCases {
            let id = GameBuckets.log.bucket(named(bucket.rawValue))
            guard case .entity(let entity, _) = store.answer(.entity(named(key), in: id)),
                !entity.isRemoved
            else { continue }
            return entity.version.number
        }
        return nil
    }

    mutating func remove(_ key: String, channel: Int, by id: ConnectionID) -> Int? {
        lastName += 1
        return refusal(
            #"{"id":"\#(key)","o":"-","ccid":"c-\#(lastName)"}"#, channel: channel, by: id)
    }

    private mutating func refusal(
        _ change: String, channel: Int, by id: ConnectionID
    ) -> Int? {
        let heard = say("\(channel):c:\(change)", by: id)
        let entries = heard.filter { $0.hasPrefix("\(channel):c:") }.flatMap { frame in
            (try? JSON(parsing: Array(frame.utf8.dropFirst("\(channel):c:".utf8.count))))?.array
                ?? []
        }
        return entries.compactMap { $0["error"]?.int }.first
    }

    /// A client on a channel of a bucket.
    mutating func join(
        _ bucket: String = "todo", token: String, app: String = "demo"
    ) -> ConnectionID {
        let id = connect()
        _ = say(
            """
            0:init:{"clientid":"c-1","api":"1.1","token":"\(token)","app_id":"\(app)",\
            "name":"\(bucket)","cmd":"cv:"}
            """, by: id)
        return id
    }
}

/// Expectations of one status, as plain calls because a macro compiles more slowly.
extension TestHost {
    /// Expects the status of the answer to a request of the game's app.
    mutating func expectGame(
        _ status: Int, _ method: HTTPMethod, _ path: String, _ body: String = "",
        key: String? = nil, token: String? = nil, ticket: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let answer = game(method, path, body, key: key, token: token, ticket: ticket)
        expect(status, answer, to: "\(method.rawValue) \(path)", sourceLocation)
    }

    /// Expects the status of the answer to a request that concerns a user.
    mutating func expectAccount(
        _ status: Int, _ verb: String, _ body: String, key: String? = apiKey,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expect(status, account(verb, body, key: key), to: verb, sourceLocation)
    }

    /// Expects the status of the answer to a request of the app `demo`.
    mutating func expectDemo(
        _ status: Int, _ method: HTTPMethod, _ path: String, token: String? = nil,
        body: String = "", user: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let answer = ask(method, path, token: token, body: body, user: user)
        expect(status, answer, to: "\(method.rawValue) \(path)", sourceLocation)
    }

    /// Expects the status of the answer that comes at once.
    mutating func expectStatus(
        _ status: Int, _ method: HTTPMethod, _ target: String,
        _ fields: HTTPFields = [:], body: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let answer = ask(method, target, fields, body: body)
        expect(status, answer, to: "\(method.rawValue) \(target)", sourceLocation)
    }

    /// Expects the error that refuses an object; nil if it is written.
    mutating func expectPut(
        _ error: Int?, _ key: String, _ object: JSONObject, channel: Int, by id: ConnectionID,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = put(key, object, channel: channel, by: id)
        guard found != error else { return }
        let words = [found, error].map { $0.map { "error \($0)" } ?? "written" }
        Issue.record("\(key): \(words[0]), not \(words[1])", sourceLocation: sourceLocation)
    }

    private func expect(
        _ status: Int, _ answer: Answer, to request: String, _ sourceLocation: SourceLocation
    ) {
        guard answer.status != status else { return }
        Issue.record(
            "\(request): status \(answer.status), not \(status): \(answer.body)",
            sourceLocation: sourceLocation)
    }
}

/// The answer over HTTP; status 0 if there is none yet.
struct Answer: Equatable, Sendable {
    let status: Int
    let version: String?
    let body: String
    let fields: HTTPFields

    init(_ response: HTTPResponse?) {
        status = Int(response?.status.rawValue ?? 0)
        version = response?.fields["X-Simperium-Version"]
        fields = response?.fields ?? [:]
        body = String(decoding: response?.body ?? [], as: UTF8.self)
    }

    var json: JSON { (try? JSON(parsing: Array(body.utf8))) ?? .null }
    var members: JSONObject { json.object ?? [:] }
    var entries: [JSON] { json.array ?? [] }
    /// The token of a sign-in; empty if there is none.
    var token: String { members["access_token"]?.string ?? "" }
}
