import GameHost
import Host
import SimperiumClock
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Runs a whole server with random HTTP requests and messages, while connections break, time
/// passes, the store is slow and the process is killed.
///
/// Zero bytes separate the steps. The first byte of each is its kind.
func fuzzHost(_ bytes: [UInt8]) {
    var life = HostLife()
    for step in bytes.split(separator: 0).prefix(200) { life.perform(step) }
    life.finish()
}

private struct HostLife {
    private var host: Host
    private var store = MemoryStore(MinimumStoredHistory(logLength: 20, removals: 5))
    private var accounts = MemoryAccounts()
    private var now = Instant.start
    private var lastName: UInt64 = 0
    private var reader = RequestReader(limits: .init())
    private var connections: [ConnectionID] = []
    private var calls: [CallID: HTTPRequest] = [:]
    /// The token of an account that was created here.
    private var token = "t"
    private var isSlow = false
    /// Events that are delivered later, because the store is slow.
    private var late: [Host.Event] = []

    init() {
        host = Host(.tight, epoch: store.beginEpoch())
        start()
    }

    mutating func perform(_ step: ArraySlice<UInt8>) {
        guard let first = step.first else { return }
        let rest = step.dropFirst()
        let number = Int(rest.first ?? 0)
        switch first & 15 {
        case 0...1: send(Array(rest))
        case 2...6: send(FuzzCalls.call(number, rest.dropFirst(), token: token(first >> 4)))
        case 7: say(Array(rest), by: Int(first >> 4))
        case 8: say(FuzzFrames.client(number), by: Int(first >> 4))
        case 9: connect(isPlaying: number & 1 == 0)
        case 10: close(Int(first >> 4), number & 1 == 0 ? .goodbye : .broken)
        case 11: wait(.milliseconds(number * 200))
        case 12: restart()
        case 13: cancel(number)
        case 14: isSlow.toggle()
        default: catchUp()
        }
    }

    /// Expects that all requests are answered in the end.
    mutating func finish() {
        isSlow = false
        catchUp()
        wait(.seconds(100))
        precondition(calls.isEmpty, "somebody waits for ever")
    }

    private func token(_ choice: UInt8) -> String {
        ["t", token, "g", token, "nobody's", "00000000000000000000000000000000"][Int(choice) % 6]
    }
}

extension HostLife {
    private mutating func start() {
        handle(.secrets(chance(4_096)))
        handle(.started)
    }

    private mutating func restart() {
        host = Host(.tight, epoch: store.beginEpoch())
        (connections, late, calls) = ([], [], [:])
        reader = RequestReader(limits: .init())
        start()
    }

    private mutating func chance(_ count: Int) -> [UInt8] {
        lastName += 1
        var random = SeededRandom(seed: lastName)
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }

    /// Sends bytes on a connection, and continues on a new one after a violation of HTTP.
    private mutating func send(_ bytes: [UInt8]) {
        var position = 0
        do throws(HTTPFault) {
            while let event = try reader.next(in: bytes.span, at: &position) {
                if case .request(let request) = event { ask(request) }
            }
        } catch {
            reader = RequestReader(limits: .init())
        }
    }

    private mutating func ask(_ request: HTTPRequest) {
        lastName += 1
        let id = CallID(rawValue: lastName)
        calls[id] = request
        handle(.requested(id, request, from: CallerAddress(address: "::1", addressPrefix: [1])))
    }

    private mutating func cancel(_ number: Int) {
        guard !calls.isEmpty else { return }
        let id = calls.keys.sorted()[number % calls.count]
        calls[id] = nil
        handle(.cancelled(id))
    }

    private mutating func connect(isPlaying: Bool) {
        let before = connections.count
        send(FuzzCalls.webSocket)
        guard connections.count > before, let id = connections.last else { return }
        for channel in 0..<3 {
            let frame = isPlaying ? FuzzCalls.lobby(channel) : FuzzFrames.initialize(channel)
            handle(.received(frame, from: id))
        }
    }

    private mutating func say(_ frame: [UInt8], by number: Int) {
        guard !connections.isEmpty else { return }
        handle(.received(frame, from: connections[number % connections.count]))
    }

    private mutating func close(_ number: Int, _ end: ConnectionEnd) {
        guard !connections.isEmpty else { return }
        handle(.closed(connections.remove(at: number % connections.count), end))
    }

    private mutating func wait(_ span: Duration) {
        let end = now + span
        var rounds = 0
        while let deadline = host.nextDeadline, deadline <= end {
            now = max(now, deadline)
            handle(.wake)
            rounds += 1
            precondition(rounds < 20_000, "it wakes and wakes")
        }
        now = end
    }

    private mutating func catchUp() {
        let events = late
        late = []
        for event in events { handle(event) }
    }
}

extension HostLife {
    private mutating func handle(_ event: Host.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in host.handle(events.removeFirst(), at: now) {
                guard let next = perform(effect) else { continue }
                if isSlow { late.append(next) } else { events.append(next) }
            }
        }
    }

    private mutating func perform(_ effect: Host.Effect) -> Host.Event? {
        switch effect {
        case .send(_, let id): precondition(connections.contains(id))
        case .broadcast(_, let ids): precondition(ids.allSatisfy(connections.contains))
        case .close(let id, _): connections.removeAll { $0 == id }
        case .answer(let call, let response, _): check(response, to: call)
        case .openWebSocket(let call, let app): return open(call, app)
        case .read(let asker, let query): return .read(asker, store.answer(query))
        case .write(let write):
            guard (try? store.write(write)) != nil else {
                preconditionFailure("one hub knows what it has written")
            }
        case .deliver(let objects, _): return .storedPendingInserts(objects)
        case .join, .pass: break
        case .queryAccounts(let asker, let query):
            return .accountsAnswered(asker, accounts.answer(query))
        case .compute(let asker, _): return .computed(asker, nil)
        case .change(let asker, let change):
            return .accountsAnswered(asker, .changed(accounts.perform(change)))
        case .noteUse(let token, let second): accounts.write(.noteUse(of: token, at: second))
        case .hash(let call, let password, let salt, _): return .hashed(call, password + salt)
        case .needSecrets(let count): return .secrets(chance(count))
        case .report: break
        case .log(let entry): check(entry)
        }
        return nil
    }

    private mutating func open(_ call: CallID, _ app: AppID?) -> Host.Event? {
        guard calls.removeValue(forKey: call) != nil else {
            preconditionFailure("nobody asked for it")
        }
        lastName += 1
        connections.append(ConnectionID(rawValue: lastName))
        return .opened(ConnectionID(rawValue: lastName), app: app)
    }

    /// Expects that each request is answered once, with a response that a client can read.
    private mutating func check(_ response: HTTPResponse, to call: CallID) {
        guard let request = calls.removeValue(forKey: call) else {
            preconditionFailure("nobody waits for that answer")
        }
        let bytes = response.encoded(answering: request)
        var reader = ResponseReader(answering: request.method, limits: .init())
        var position = 0
        guard let read = try? reader.next(in: bytes.span, at: &position) else {
            preconditionFailure("a client can't read it")
        }
        precondition(read.status == response.status && position == bytes.count)
        let text = String(decoding: response.body, as: UTF8.self)
        guard let start = text.firstRange(of: #""access_token":""#)?.upperBound else { return }
        token = String(text[start...].prefix(32))
    }

    /// Expects that a log line has only printable ASCII, and no secret.
    private func check(_ entry: ServerLogEntry) {
        for line in [entry.text, entry.json(time: "")] {
            precondition(line.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && line.count < 2_000)
            precondition(token == "t" || !line.contains(token))
        }
    }
}

extension HostSettings {
    /// Settings so small that all limits are reached.
    fileprivate static var tight: HostSettings {
        var settings = HostSettings()
        let keys = AppKeys(apiKey: .trappingIfInvalid("k"), administrator: .trappingIfInvalid("t"))
        settings.apps = [AppID.trappingIfInvalid("x"): keys, GameBuckets.app: keys]
        settings.game = GamePlugin()
        settings.game?.token = .trappingIfInvalid("g")
        settings.hub = .tight
        settings.limits.passwords.perAddress = 2
        settings.limits.tokens.perUser = 2
        settings.limits.tokens.freshPerUser = 3
        settings.limits.changesPerTick = 2
        settings.limits.waitingRequests = 3
        return settings
    }
}
