import GameHost
package import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
package import SimperiumWire
import SyncHub

/// A real host whose calls about accounts are carried out step by step, in an order that a test
/// chooses.
///
/// A step of a call is its request, or one answer that it waits for: of the store of users, of the
/// store, or of the hashing of a password. All else happens at once.
package struct AccountWorld {
    /// The store of users.
    package struct Users {
        package let answer: (AccountQuery) -> AccountQueryAnswer?
        package let perform: (UserChange) -> UserChangeResult?

        package init(
            answer: @escaping (AccountQuery) -> AccountQueryAnswer?,
            perform: @escaping (UserChange) -> UserChangeResult?
        ) {
            self.answer = answer
            self.perform = perform
        }
    }

    package static let doorToken = "0123456789abcdef0123456789abcdef"
    package static let admin = "admin"

    private var host: Host
    private var store = MemoryStore()
    /// The users in memory, unless there is another store of them.
    private var accounts = MemoryAccounts()
    private let users: Users?
    private var random = SeededRandom(seed: 1)
    private var lastCall: UInt64 = 0
    /// The answer that each call waits for.
    private var waiting: [CallID: Host.Effect] = [:]
    private var requests: [CallID: SimulatedRequest] = [:]
    private(set) var answers: [CallID: HTTPResponse] = [:]

    /// With a fault of the store: to see that a test notices it.
    package var sabotage = Sabotage.none

    package enum Sabotage {
        case none
        /// The store takes each change as if it were made from the row as it is.
        case noCompare
        /// The store issues tokens to locked accounts.
        case noStanding
        /// A change ends no session.
        case noEnd
    }

    /// With users in another store; nil for users in memory.
    package init(_ users: Users? = nil) {
        self.users = users
        var settings = HostSettings()
        settings.apps[GameBuckets.app] = AppKeys(
            apiKey: .trappingIfInvalid("key"), administrator: .trappingIfInvalid(Self.admin))
        settings.game = GamePlugin()
        settings.game?.doorToken = Token(Self.doorToken)
        host = Host(settings, epoch: store.beginEpoch())
        handle(.secrets(chance(16_384)))
        handle(.started)
    }

    /// Adds a call, which has not begun.
    mutating func add(_ request: SimulatedRequest) -> CallID {
        lastCall += 1
        let id = CallID(rawValue: lastCall)
        requests[id] = request
        return id
    }

    /// The calls that have a step left.
    package var open: [CallID] { (Array(requests.keys) + Array(waiting.keys)).sorted() }

    /// Carries out the next step of a call.
    package mutating func step(_ id: CallID) {
        if let request = requests.removeValue(forKey: id) {
            let origin = CallerAddress(
                address: "192.0.2.\(id.rawValue)", addressPrefix: [192, 0, 2, UInt8(id.rawValue)])
            return handle(.requested(id, request.http, from: origin))
        }
        guard let effect = waiting.removeValue(forKey: id) else { return }
        handle(event(of: effect))
    }

    /// Carries out a call alone. Returns its answer.
    @discardableResult
    mutating func call(_ request: SimulatedRequest) -> HTTPResponse? {
        let id = add(request)
        while open.contains(id) { step(id) }
        return answers[id]
    }

    package func answer(_ query: AccountQuery) -> AccountQueryAnswer? {
        users.map { $0.answer(query) } ?? accounts.answer(query)
    }

    private mutating func event(of effect: Host.Effect) -> Host.Event {
        switch effect {
        case .queryAccounts(let asker, let query):
            answer(query).map { .accountsAnswered(asker, $0) } ?? .accountsUnanswered(asker)
        case .change(let asker, let change):
            perform(change).map { .accountsAnswered(asker, .changed($0)) }
                ?? .accountsUnanswered(asker, isChange: true)
        case .read(let asker, let query): .read(asker, store.answer(query))
        case .hash(let call, let password, let salt, _): .hashed(call, password + salt)
        default: preconditionFailure("no call waits for it")
        }
    }

    private mutating func perform(_ change: UserChange) -> UserChangeResult? {
        let change = sabotaged(change)
        return users.map { $0.perform(change) } ?? accounts.perform(change)
    }

    private mutating func handle(_ event: Host.Event) {
        var events = [event]
        while !events.isEmpty {
            for effect in host.handle(events.removeFirst(), at: .start) {
                if let next = perform(effect) { events.append(next) }
            }
        }
    }

    private mutating func perform(_ effect: Host.Effect) -> Host.Event? {
        switch effect {
        case .queryAccounts(.call(let id), _), .change(.call(let id), _), .read(.call(let id), _),
            .hash(let id, _, _, _):
            waiting[id] = effect
        case .read(let asker, let query): return .read(asker, store.answer(query))
        case .write(let write):
            do { try store.write(write) } catch { preconditionFailure("\(error)") }
        case .queryAccounts(let asker, let query):
            return answer(query).map { .accountsAnswered(asker, $0) } ?? .accountsUnanswered(asker)
        case .compute(let asker, _): return .computed(asker, nil)
        case .answer(let call, let response, _): answers[call] = response
        case .needSecrets(let count): return .secrets(chance(count))
        case .deliver(let objects, _): return .storedPendingInserts(objects)
        default: break
        }
        return nil
    }

    private mutating func chance(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
}

extension AccountWorld {
    private func sabotaged(_ change: UserChange) -> UserChange {
        switch sabotage {
        case .none: return change
        case .noCompare:
            guard case .user(let user?)? = answer(.owner(change.user, app: change.app)) else {
                return change
            }
            return change.copied(from: change.baseGeneration == 0 ? 0 : user.generation, shown: nil)
        case .noStanding:
            return change.copied(from: nil, shown: change.callerToken)
        case .noEnd:
            var change = change
            if case .all = change.tokensToEnd { change.tokensToEnd = .none }
            return change
        }
    }
}

extension UserChange {
    fileprivate func copied(from base: Int?, shown: SecretDigest?) -> UserChange {
        var copy = UserChange(of: user, in: app, from: base, at: second)
        (copy.row, copy.addressPrefixes, copy.tokensToEnd) = (
            row, addressPrefixes, tokensToEnd
        )
        (copy.linkToRemove, copy.token, copy.link, copy.callerToken) = (
            linkToRemove, token, link, shown
        )
        return copy
    }
}

/// A request about an account of the game.
struct SimulatedRequest {
    enum Proof {
        case key(String)
        case token(String)
        case keyAndToken(String)
        case ticket(String)
    }

    let method: HTTPMethod
    let path: String
    let proof: Proof
    let body: JSONObject

    init(
        _ method: HTTPMethod, _ path: String, _ proof: Proof, _ body: JSONObject = [:]
    ) {
        self.method = method
        self.path = path
        self.proof = proof
        self.body = body
    }

    fileprivate var http: HTTPRequest {
        var fields = HTTPFields()
        switch proof {
        case .key(let key): fields.add("X-Simperium-API-Key", key)
        case .token(let token): fields.add("X-Simperium-Token", token)
        case .keyAndToken(let token):
            fields.add("X-Simperium-API-Key", LobbyCredentials.token)
            fields.add("X-Simperium-Token", token)
        case .ticket(let ticket): fields.add("X-Simperium-Ticket", ticket)
        }
        guard let target = try? RequestTarget("/1/tictactoe/\(path)") else {
            preconditionFailure("no target")
        }
        return HTTPRequest(method, target, fields: fields, body: body.isEmpty ? [] : body.utf8)
    }
}
