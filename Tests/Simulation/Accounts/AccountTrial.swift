import GameHost
package import Host
import Lobby
package import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire

/// Two calls about one account, carried out in one order of their steps, and a model of the results
/// that they may have: those of one call after the other.
///
/// The account `kim` has two sessions, a key, a code of the operator and an offer of a device that
/// it has let in.
package struct AccountTrial {
    package enum Operation: String, CaseIterable, Sendable {
        case signIn, signInByCode, signInByKey, signInByLink
        case changePassword, rename, leave, signOut, unlinkKey, endOther, endOthers
        case lock, unlock, reset, resetPassword, delete
        case create
    }

    /// The account, as far as a result depends on it.
    fileprivate struct Account: Hashable {
        enum Standing { case good, locked, gone }

        var standing = Standing.good
        var password: String? = "first horse"
        var name = "kim"
        var tokens: Set<String> = ["mine", "other", "ssh"]
        var hasKey = true
        var hasCode = true
        var hasOffer = true
    }

    /// The results of two calls.
    private struct Outcome: Hashable {
        var isDone: [Bool]
        var account: Account
    }

    private var world: AccountWorld
    private var user: UserID
    private var tokens: [SecretDigest: String] = [:]
    private var mine = ""
    private var code = ""
    private var offer = (code: "", ticket: "")
    private var keyLink = ""
    private var other = ""
    private var calls: [CallID] = []
    private var before = Account()

    package init(_ users: AccountWorld.Users? = nil, isLocked: Bool) {
        world = AccountWorld(users)
        user = .trappingIfInvalid("none")
        prepare()
        if isLocked {
            _ = world.call(request(.lock))
            before.apply(.lock, "")
        }
    }

    private mutating func prepare() {
        let kim: JSONObject = ["username": "kim", "password": "first horse"]
        let key = SimulatedRequest.Proof.key(LobbyCredentials.token)
        mine = sign(SimulatedRequest(.post, "create/", key, kim), as: "mine")
        guard case .holder(let found?)? = world.answer(.holder(of: SecretDigest(ofText: mine)))
        else { preconditionFailure("no account") }
        user = found.user.id
        _ = sign(SimulatedRequest(.post, "authorize/", key, kim), as: "other")
        let ssh = letIn(.key(AccountWorld.doorToken), ["device": "ssh", "key": "SHA256:abcdefgh"])
        _ = sign(SimulatedRequest(.get, "link/\(ssh.code)", .ticket(ssh.ticket)), as: "ssh")
        let links = members(world.call(SimulatedRequest(.get, "link/", .token(mine))))["links"]
        keyLink = links?.array?.first?["id"]?.string ?? ""
        let sessions = world.call(SimulatedRequest(.get, "account/sessions", .token(mine)))
        other = members(sessions)["sessions"]?.array?[1]["id"]?.string ?? ""
        let reset = SimulatedRequest(.post, "accounts/kim/reset/", .token(AccountWorld.admin))
        code = members(world.call(reset))["code"]?.string ?? ""
        offer = letIn(key, ["device": "desk"])
    }

    /// A device or a key that the account has let in.
    private mutating func letIn(
        _ proof: SimulatedRequest.Proof, _ body: JSONObject
    ) -> (code: String, ticket: String) {
        let opened = world.call(SimulatedRequest(.post, "link/", .token(mine)))
        let code = members(opened)["code"]?.string ?? ""
        let offered = world.call(SimulatedRequest(.post, "link/\(code)", proof, body))
        world.call(SimulatedRequest(.post, "link/allow", .token(mine), ["allow": true]))
        return (code, members(offered)["ticket"]?.string ?? "")
    }

    private mutating func sign(_ request: SimulatedRequest, as label: String) -> String {
        let token = members(world.call(request))["access_token"]?.string ?? ""
        tokens[SecretDigest(ofText: token)] = label
        return token
    }

    private func members(_ response: HTTPResponse?) -> JSONObject {
        (try? JSON(parsing: response?.body ?? []))?.object ?? [:]
    }
}

extension AccountTrial {
    /// Adds the two calls.
    package mutating func begin(_ operations: [Operation]) {
        calls = operations.map { world.add(request($0)) }
    }

    package var open: [CallID] { world.open }
    package mutating func step(_ call: CallID) { world.step(call) }
    package mutating func sabotage(_ sabotage: AccountWorld.Sabotage) { world.sabotage = sabotage }

    /// The outcomes of one call after the other.
    private func allowed(_ operations: [Operation]) -> Set<Outcome> {
        let labels = ["A", "B"]
        let outcomes = [[0, 1], [1, 0]].map { order in
            var outcome = Outcome(isDone: [false, false], account: before)
            for index in order {
                outcome.isDone[index] = outcome.account.apply(operations[index], labels[index])
            }
            outcome.account.hideUseless()
            return outcome
        }
        let removals: Set<Operation> = [.unlinkKey, .endOther, .endOthers, .leave, .delete]
        let isOpen = before.tokens.contains("mine") || operations == [.delete, .delete]
        guard removals.isSuperset(of: operations), isOpen else { return Set(outcomes) }
        // Both calls may have ended the same thing.
        return Set(outcomes + outcomes.map { Outcome(isDone: [true, true], account: $0.account) })
    }

    /// Carries out two calls in a random order of their steps. Returns an outcome that no order of
    /// the two has; nil if there is none.
    package mutating func run(
        _ operations: [Operation], _ random: inout SeededRandom
    ) -> String? {
        begin(operations)
        while let call = random.pick(open) { step(call) }
        return violation(of: operations)
    }

    /// The outcome of the calls, if no order of the two has it.
    package func violation(of operations: [Operation]) -> String? {
        let (outcome, allowed) = (outcome(of: operations), allowed(operations))
        if let outcome, allowed.contains(outcome) { return nil }
        let found = outcome.map { "\($0)" } ?? "no answer"
        return "\(operations.map(\.rawValue)): \(found), not \(allowed)"
    }

    /// The pairs of operations.
    package static let pairs = Operation.allCases.flatMap { one in
        Operation.allCases.filter { one.rawValue <= $0.rawValue }.map { [one, $0] }
    }

    /// The outcome of the calls, once both are answered; nil if an answer is missing or is an error
    /// of the server.
    private func outcome(of operations: [Operation]) -> Outcome? {
        var trial = self
        // The end of an account is two changes, so another one beside it may be stale twice: 503,
        // and not done.
        let mayBeStale = operations.allSatisfy { $0 == .delete || $0 == .leave }
        var isDone: [Bool] = []
        for (call, label) in zip(calls, ["A", "B"]) {
            guard let response = world.answers[call],
                response.status.rawValue < 500 || mayBeStale && response.status == .unavailable
            else { return nil }
            isDone.append(response.status == .ok)
            if let token = members(response)["access_token"]?.string {
                trial.tokens[SecretDigest(ofText: token)] = label
            }
        }
        return trial.account().map { Outcome(isDone: isDone, account: $0) }
    }

    /// The account as it is.
    private mutating func account() -> Account? {
        var account = Account()
        guard case .user(let row?)? = world.answer(.owner(user, app: GameBuckets.app)),
            case .tokens(let rows)? = world.answer(.tokens(of: user, app: GameBuckets.app)),
            case .links(let links)? = world.answer(.links(of: user, app: GameBuckets.app))
        else { return nil }
        account.standing =
            switch row.standing {
            case .good: .good
            case .locked, .leaving: .locked
            case .gone: .gone
            }
        account.password = row.password.map {
            String(decoding: $0.result.dropLast($0.salt.count), as: UTF8.self)
        }
        account.name = row.isGone ? "" : row.name.text
        account.tokens = Set(rows.map { tokens[$0.digest] ?? "unknown" })
        account.hasKey = links.contains { $0.key != nil }
        account.hasOffer = world.call(request(.signInByLink))?.status == .ok
        account.hasCode = world.call(request(.signInByCode, as: account.name))?.status == .ok
        account.hideUseless()
        return account
    }

    private func request(_ operation: Operation, as name: String = "kim") -> SimulatedRequest {
        let key = SimulatedRequest.Proof.key(LobbyCredentials.token)
        let administrator = SimulatedRequest.Proof.token(AccountWorld.admin)
        let (first, kim) = (JSON("first horse"), JSON(name))
        switch operation {
        case .create:
            return SimulatedRequest(
                .post, "create/", key, ["username": kim, "password": "another horse"])
        case .signIn:
            return SimulatedRequest(.post, "authorize/", key, ["username": kim, "password": first])
        case .signInByCode:
            return SimulatedRequest(
                .post, "authorize/", key,
                ["username": kim, "code": JSON(code), "new_password": "code horse"])
        case .signInByKey:
            return SimulatedRequest(
                .post, "authorize/", .key(AccountWorld.doorToken),
                ["provider": "ssh", "key": "SHA256:abcdefgh"])
        case .signInByLink:
            return SimulatedRequest(.get, "link/\(offer.code)", .ticket(offer.ticket))
        case .changePassword:
            return SimulatedRequest(
                .post, "update/", .keyAndToken(mine),
                ["username": kim, "password": first, "new_password": "second horse"])
        case .rename:
            return SimulatedRequest(
                .post, "update/", .keyAndToken(mine),
                ["username": kim, "password": first, "new_username": "lin"])
        case .leave:
            return SimulatedRequest(.post, "leave/", .token(mine), ["password": first])
        case .signOut: return SimulatedRequest(.post, "signout/", .token(mine))
        case .unlinkKey: return SimulatedRequest(.delete, "link/\(keyLink)", .token(mine))
        case .endOther:
            return SimulatedRequest(.delete, "account/sessions/\(other)", .token(mine))
        case .endOthers: return SimulatedRequest(.delete, "account/sessions", .token(mine))
        case .lock, .unlock, .reset, .delete:
            return SimulatedRequest(.post, "accounts/kim/\(operation.rawValue)/", administrator)
        case .resetPassword:
            return SimulatedRequest(
                .post, "reset_password/", .key(AccountWorld.admin),
                ["username": kim, "new_password": "reset horse"])
        }
    }
}

extension AccountTrial.Account {
    /// Applies a call as a whole. False if it is refused.
    @discardableResult
    fileprivate mutating func apply(
        _ operation: AccountTrial.Operation, _ label: String
    ) -> Bool {
        let isHere = standing != .gone && name == "kim"
        switch operation {
        case .create: return name == "lin"
        case .signIn:
            guard isHere, password == "first horse", standing == .good else { return false }
            tokens.insert(label)
        case .signInByKey:
            guard hasKey, standing == .good else { return false }
            tokens.insert(label)
        case .signInByLink:
            guard hasOffer, standing == .good else { return false }
            (hasOffer, tokens) = (false, tokens.union([label]))
        case .signInByCode:
            guard isHere, hasCode, standing == .good else { return false }
            setPassword("code horse", keeping: [])
            tokens = [label]
        case .changePassword:
            guard isHere, tokens.contains("mine"), password == "first horse" else { return false }
            setPassword("second horse", keeping: ["mine"])
        case .rename:
            guard isHere, tokens.contains("mine"), password == "first horse" else { return false }
            (name, hasOffer) = ("lin", false)
        case .leave:
            guard tokens.contains("mine"), password == "first horse" else { return false }
            end()
        case .signOut: return tokens.remove("mine") != nil
        case .unlinkKey:
            guard tokens.contains("mine"), hasKey else { return false }
            hasKey = false
        case .endOther:
            guard tokens.contains("mine") else { return false }
            return tokens.remove("other") != nil
        case .endOthers:
            guard tokens.contains("mine") else { return false }
            tokens.formIntersection(["mine"])
        default: return applyAsOperator(operation)
        }
        return true
    }

    private mutating func applyAsOperator(_ operation: AccountTrial.Operation) -> Bool {
        guard standing != .gone, name == "kim" else { return false }
        switch operation {
        case .lock: (standing, tokens, hasOffer) = (.locked, [], false)
        case .unlock: (standing, hasOffer) = (.good, false)
        case .reset: hasCode = false
        case .resetPassword: setPassword("reset horse", keeping: [])
        default: end()
        }
        return true
    }

    private mutating func setPassword(_ new: String, keeping kept: Set<String>) {
        (password, hasCode, hasOffer) = (new, false, false)
        tokens.formIntersection(kept)
    }

    private mutating func end() {
        self = Self()
        (standing, password, name, tokens, hasKey) = (.gone, nil, "", [], false)
    }

    /// Leaves out proofs that are useless because of the account's standing.
    fileprivate mutating func hideUseless() {
        if standing != .good { (hasCode, hasOffer) = (false, false) }
    }
}
