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

/// A host with everything around it in memory, whose clock stands still until a test moves it.
///
/// It serves `demo`, whose API key is `key` and whose administrator is `admin`. Passwords are
/// hashed in no time, by a hash that is none.
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
    /// What was kept after each turn, if that is wanted: a crash leaves one of these.
    private(set) var moments: [(store: MemoryStore, accounts: MemoryAccounts)] = []
    var keepsMoments = false
    /// Which writes fail.
    var loses: (StoreWrite) -> Bool = { _ in false }
    var now = Instant.start
    private(set) var answers: [CallID: HTTPResponse] = [:]
    private(set) var sockets: [CallID: AppID?] = [:]
    private(set) var endings: [ConnectionID: CloseReason] = [:]
    /// Those with which clients have their seats back.
    private(set) var secrets: [String] = []
    private(set) var log: [LogEntry] = []
    private(set) var hashes = 0
    /// How often the use of a token was kept.
    private(set) var uses = 0
    private var mail: [ConnectionID: [String]] = [:]
    private var lastName: UInt64 = 0
    private var random = SeededRandom(seed: 1)
    /// Passwords that are being hashed, as long as that takes time.
    private var openHashes: [(CallID, [UInt8])] = []
    var isHashingSlow = false
    /// What was to be worked out while nobody had time for it, and at whose cost.
    private(set) var openComputations: [(Host.Asker, HostComputation, HostPayer)] = []
    var isComputingSlow = false
    /// Where requests come from.
    var address: UInt8 = 1
    var isLoopback = false
    /// What its hub did, if that is recorded.
    private(set) var recording: [UInt8] = []

    init(
        recorder: Recorder? = nil, store: MemoryStore = MemoryStore(),
        accounts: MemoryAccounts = MemoryAccounts(),
        _ change: (inout HostSettings) -> Void = { _ in }
    ) {
        self.store = store
        gated = GatedStore(store)
        self.accounts = accounts
        var settings = HostSettings()
        let keys = AppKeys(apiKey: named(Self.apiKey), administrator: named(Self.admin))
        settings.apps = [named("demo"): keys, LobbyPass.app: keys]
        change(&settings)
        host = Host(settings, epoch: self.store.beginEpoch(), recorder: recorder)
        handle(.secrets(chance(16_384)))
        handle(.started)
        settle()
    }

    var gauges: Gauges {
        get { host.gauges }
        set { host.gauges = newValue }
    }

    /// Handles an event, and all that comes of it; then the store keeps all writes.
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
        if case .failed(let log) = event { gated.gate.recover(.log(log)) }
        let events = effects.compactMap { perform($0) }
        if keepsMoments { moments.append((store, accounts)) }
        return events
    }

    /// Has the store keep all writes, or refuse one, and lets the outputs leave that waited.
    private mutating func keep() -> [Host.Event] {
        guard let outcome = gated.commit() else { return [] }
        if !outcome.refused.isEmpty { store = gated.kept }
        for output in outcome.released { leave(output) }
        return outcome.events
    }

    /// Ends a tick of a store that is late.
    mutating func commit() {
        for event in keep() { handle(event) }
    }

    /// Has a store be late, and refuse one write.
    mutating func hold(refusing number: Int?, _ check: @escaping GatedStore.Check) {
        gated.isLate = true
        gated.refused = number
        gated.check = check
    }

    private mutating func leave(_ output: GatedStore.Output) {
        gated.check(output, gated.kept)
        switch output {
        case .message(let message, let id): deliver(message, to: [id])
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
        case .join(let id, let log): gated.gate.join(id, log)
        case .openWebSocket(let call, let app): sockets[call] = app
        case .read(let asker, let query): return .read(asker, store.answer(query))
        case .write(let write) where loses(write): return .failed(write.bucket.log)
        case .write(let write):
            guard !gated.gate.refuses(write.subjects) else { return nil }
            do throws(MemoryStore.StaleHead) { try store.write(write) } catch {
                return .failed(error.bucket.log)
            }
            gated.write(write)
        case .deliver(let objects, let log):
            return gated.deliver(objects, owedBy: log).map { .owed($0) }
        case .leave, .view: break
        case .look(let asker, let query): return .found(asker, accounts.answer(query))
        case .change(let asker, let change):
            return .found(asker, .changed(accounts.perform(change)))
        case .noteUse(let token, let second):
            uses += 1
            accounts.write(.noteUse(of: token, at: second))
        case .hash(let call, let password, let salt, _):
            hashes += 1
            guard isHashingSlow else { return .hashed(call, password + salt) }
            openHashes.append((call, password + salt))
        case .compute(let asker, let payer):
            guard isComputingSlow else { return .computed(asker, .nothingYet) }
            guard let computation = host.computation(for: asker) else { break }
            openComputations.append((asker, computation, payer))
        case .needSecrets(let count): return .secrets(chance(count))
        case .log(let entry): log.append(entry)
        case .ask(let asker, _): return .directory(asker, nil)
        }
        return nil
    }

    private mutating func chance(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    private mutating func say(_ message: [UInt8], to id: ConnectionID) {
        if let now = gated.admit(.message(message, to: id)) { leave(now) }
    }

    private mutating func deliver(_ message: [UInt8], to ids: [ConnectionID]) {
        let text = String(decoding: message, as: UTF8.self)
        if let start = text.firstRange(of: #"o:{"resume":""#)?.upperBound {
            secrets.append(String(text[start...].prefix { $0 != "\"" }))
        }
        for id in ids { mail[id]?.append(text) }
    }

    /// Ends the wait, with nothing to show for it where there was no memory.
    mutating func finishHashing(hasMemory: Bool = true) {
        let hashes = openHashes
        openHashes = []
        for (call, result) in hashes { handle(.hashed(call, hasMemory ? result : [])) }
    }

    /// Works out what was to be.
    mutating func finishComputing() {
        let computations = openComputations
        openComputations = []
        for (asker, computation, _) in computations {
            handle(.computed(asker, computation.perform()))
        }
    }

    /// Lets time pass, and wakes the host whenever it wants.
    mutating func wait(_ span: Duration) {
        let end = now + span
        while let deadline = host.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.wake)
        }
        now = end
    }

    /// Lets the host finish what it has begun, while no time passes.
    mutating func settle() { wait(.zero) }
}

extension TestHost {
    /// Sends a request, and leaves it open.
    mutating func begin(
        _ method: HTTPMethod, _ target: String, _ fields: [(FieldName, String)] = [],
        body: String = ""
    ) -> CallID {
        lastName += 1
        let id = CallID(rawValue: lastName)
        var all = HTTPFields()
        for (name, value) in fields { all.add(name, value) }
        guard let target = try? RequestTarget(target) else { preconditionFailure("no target") }
        let request = HTTPRequest(method, target, fields: all, body: Array(body.utf8))
        let origin = RequestOrigin(
            address: "192.0.2.\(address)", addressPrefix: [192, 0, 2, address],
            isLoopback: isLoopback)
        handle(.requested(id, request, from: origin))
        return id
    }

    /// Sends a request, and hears what comes at once.
    mutating func hear(
        _ method: HTTPMethod, _ target: String, _ fields: [(FieldName, String)] = [],
        body: String = ""
    ) -> Answer {
        let id = begin(method, target, fields, body: body)
        return answer(to: id)
    }

    /// Sends a request as the holder of a token, and hears the answer.
    mutating func ask(
        _ method: HTTPMethod, _ path: String, token: String? = nil, body: String = "",
        user: String? = nil
    ) -> Answer {
        var fields: [(FieldName, String)] = []
        if let token { fields.append(("X-Simperium-Token", token)) }
        if let user { fields.append(("X-Simperium-User", user)) }
        let id = begin(method, "/1/demo" + path, fields, body: body)
        settle()
        return answer(to: id)
    }

    /// Sends a request that concerns a user.
    mutating func account(
        _ verb: String, _ body: String, key: String? = apiKey
    ) -> Answer {
        var fields: [(FieldName, String)] = []
        if let key { fields.append(("X-Simperium-API-Key", key)) }
        return hear(.post, "/1/demo/\(verb)/", fields, body: body)
    }

    /// Sends a request of the game's own app, with what lets it in, if anything does.
    mutating func game(
        _ method: HTTPMethod, _ path: String, _ body: String = "", key: String? = nil,
        token: String? = nil, ticket: String? = nil
    ) -> Answer {
        var fields: [(FieldName, String)] = []
        if let key { fields.append(("X-Simperium-API-Key", key)) }
        if let token { fields.append(("X-Simperium-Token", token)) }
        if let ticket { fields.append(("X-Simperium-Ticket", ticket)) }
        let id = begin(method, "/1/tictactoe/" + path, fields, body: body)
        settle()
        return answer(to: id)
    }

    /// Signs in to the game from an address. Returns the status.
    mutating func sign(_ name: String, _ password: String, from origin: RequestOrigin) -> Int {
        lastName += 1
        let id = CallID(rawValue: lastName)
        guard let target = try? RequestTarget("/1/tictactoe/authorize/") else { return 0 }
        let body = #"{"username":"\#(name)","password":"\#(password)"}"#
        let request = HTTPRequest(
            .post, target, fields: ["X-Simperium-API-Key": LobbyAccess.token],
            body: Array(body.utf8))
        handle(.requested(id, request, from: origin))
        return answer(to: id).status
    }

    /// Makes an account of the game, and says what lets its holder in.
    mutating func enrol(
        _ name: String, password: String = "correct horse"
    ) -> (token: String, user: String) {
        let body = #"{"username":"\#(name)","password":"\#(password)"}"#
        let members = game(.post, "create/", body, key: LobbyAccess.token).members
        return (members["access_token"]?.string ?? "", members["userid"]?.string ?? "")
    }

    func answer(to id: CallID) -> Answer { Answer(answers[id]) }

    /// Creates a user, and says what lets the user in.
    mutating func sign(up name: String = "kim@example.org") -> (token: String, user: String) {
        let body = #"{"username":"\#(name)","password":"correct horse"}"#
        let members = account("create", body).members
        return (members["access_token"]?.string ?? "", members["userid"]?.string ?? "")
    }

    mutating func connect(app: String? = nil) -> ConnectionID {
        lastName += 1
        let id = ConnectionID(rawValue: lastName)
        mail[id] = []
        handle(.opened(id, app: app.flatMap(AppID.init)))
        return id
    }

    mutating func say(_ message: String, by id: ConnectionID) -> [String] {
        handle(.received(Array(message.utf8), from: id))
        return heard(by: id)
    }

    /// Sends a message. Its answer comes later.
    mutating func tell(_ message: String, by id: ConnectionID) {
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

    /// Writes an object as a whole, and says with what error that is refused; nil if it is not.
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

    /// Of an object in the lobby.
    private func version(of key: String) -> Int? {
        for bucket in LobbyBucket.allCases {
            let id = LobbyPass.log.bucket(named(bucket.rawValue))
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

/// Expectations of one status: a plain call, which compiles faster than a macro.
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
        _ fields: [(FieldName, String)] = [], body: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let answer = hear(method, target, fields, body: body)
        expect(status, answer, to: "\(method.rawValue) \(target)", sourceLocation)
    }

    /// Expects the error by which an object is refused; nil if it is written.
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

/// What came back over HTTP; status 0 if nothing has.
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
}
