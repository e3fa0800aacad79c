import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// What those ask who are signed in to the game, and its operator.
extension Host {
    mutating func carryOut(
        _ wish: PersonWish, _ id: CallID, as identity: Identity
    ) throws(Refusal) {
        let isAdministrator = identity.rights.contains(.administrator)
        guard !wish.isOperators || isAdministrator else { throw .notYours }
        guard wish.isOperators || !isAdministrator && identity.user != LobbyPass.user else {
            throw .notSignedIn
        }
        guard let call = calls.open[id] else { return }
        let (user, request) = (identity.user, call.request)
        switch wish {
        case .signOut:
            try answer(id) { change in change.ended = .some([change.shown].compactMap(\.self)) }
        case .leave: try leave(user, call, for: id)
        case .showGames: showGames(id, of: user)
        case .beginGame: try beginGame(id, as: identity)
        case .findName(let name):
            let folded = NameRule(of: LobbyPass.app).folded(name)
            try lookUp(.user(folded: folded, of: LobbyPass.app), by: user, id)
        case .findUser(let other): try lookUp(.owner(other, app: LobbyPass.app), by: user, id)
        case .openLink: try openLink(to: user, id)
        case .showLinks:
            findLinks(of: user, id) { host, links in
                host.answer(id, .json(host.state(of: user, links).utf8))
            }
        case .answerLink: try answerLink(id, request)
        case .removeLink(let link): removeLink(link, of: user, id)
        case .listAccounts: listAccounts(id, after: request.target.query["after"] ?? "")
        case .act(let action, let name):
            try walk(AccountCall(action, of: LobbyPass.app, AccountForm(of: name)), id)
        }
    }

    private static let accountsPerPage = 1_000

    private mutating func leave(
        _ user: UserID, _ call: Call, for id: CallID
    ) throws(Refusal) {
        guard let token = call.holder?.token.digest else { throw .badToken }
        let prefix = call.origin.addressPrefix
        let password = call.request.object?["password"]?.string
        var account = AccountCall(
            .leave, of: LobbyPass.app, AccountForm(of: user.text, password: password),
            .holder(of: token))
        account.token = token
        let name = account.names.folded(user.text)
        let wait = callers.pause(of: name, from: prefix, at: now)
        guard wait == .zero else { throw .tooSoon(wait) }
        try walk(account, id)
    }

    private mutating func lookUp(
        _ query: AccountQuery, by user: UserID, _ id: CallID
    ) throws(Refusal) {
        guard callers.lookUps.allows(user.text, at: now) else {
            throw .tooSoon(callers.lookUps.wait(of: user.text, at: now))
        }
        find(query, for: id) { host, user throws(Refusal) in
            guard let user, !user.isGone else { throw .noSuchUser }
            let reply: JSONObject = [
                "userid": JSON(user.id.text), "username": JSON(user.name.text),
            ]
            host.answer(id, .json(reply.utf8))
        }
    }

    /// Lists accounts for the operator.
    private mutating func listAccounts(_ id: CallID, after name: String) {
        let folded = name.isEmpty ? "" : NameRule(of: LobbyPass.app).folded(name)
        let query = AccountQuery.users(
            of: LobbyPass.app, after: folded, atMost: Self.accountsPerPage)
        look(query, for: id, \.page) { host, page in host.list(page, for: id) }
    }

    private mutating func list(_ page: AccountAnswer.Page, for id: CallID) {
        let (users, hasMore) = page
        let list = users.map { user in
            JSON.object([
                "username": JSON(user.name.text), "userid": JSON(user.id.text),
                "since": JSON(user.since), "locked": .bool(user.standing == .locked),
                "password": .bool(user.password != nil),
            ])
        }
        let reply: JSONObject = ["accounts": .array(list), "more": .bool(hasMore)]
        answer(id, .json(reply.utf8))
    }
}

extension Host {
    private mutating func openLink(to user: UserID, _ id: CallID) throws(Refusal) {
        let fresh = LinkCode(chance: secrets.take(LinkCode.length))
        guard let code = desks.links.open(fresh, for: user, at: now) else { throw .unavailable }
        let reply: JSONObject = [
            "code": JSON(code.text), "seconds": JSON(LinkDesk.lifetime.wholeSeconds),
        ]
        answer(id, .json(reply.utf8))
    }

    /// A device offers itself to the user whose code it was told.
    mutating func offer(
        for code: String, _ id: CallID, _ request: HTTPRequest, from origin: RequestOrigin
    ) throws(Refusal) {
        let isDoor = try checkKey(of: request, of: LobbyPass.app)
        guard let form = request.object else { throw .badBody("a JSON object") }
        let key = form["key"]?.string
        guard isDoor || key == nil else { throw .badKey }
        guard key?.isFingerprint != false else {
            throw .badBody("a JSON object with the fingerprint of a key")
        }
        if !isDoor {
            let wait = callers.pause(of: nil, from: origin.addressPrefix, at: now)
            guard wait == .zero else { throw .tooSoon(wait) }
        }
        let ticket = named(Token(secrets.hexText()))
        let offer = LinkDesk.Offer(
            device: DeviceName(form["device"]?.string ?? "").text, address: origin.address,
            key: key, ticket: SecretDigest(of: ticket))
        guard let code = LinkCode(code), desks.links.take(offer, for: code, at: now) else {
            throw .linkOver
        }
        if !isDoor { callers.forgive(addressPrefix: origin.addressPrefix) }
        answer(id, .json(JSONObject([.init(name: "ticket", value: JSON(ticket.text))]).utf8))
    }

    /// A device asks whether it was let in.
    mutating func collect(
        by code: String, _ id: CallID, _ request: HTTPRequest, from origin: RequestOrigin
    ) throws(Refusal) {
        guard let code = LinkCode(code),
            let ticket = request.fields["X-Simperium-Ticket"].flatMap(Token.init)
        else { throw .linkOver }
        switch desks.links.collect(code, SecretDigest(of: ticket), at: now) {
        case .waiting: answer(id, HTTPResponse(.accepted))
        case .refused: throw .linkRefused
        case .over: throw .linkOver
        case .allowed(let user, let offer, let generation):
            var account = AccountCall(
                .link, of: LobbyPass.app, AccountForm(of: user.text),
                .owner(user, app: LobbyPass.app))
            account.offer = offer
            account.allowedGeneration = generation
            calls.open[id] = Call(request, from: origin)
            try walk(account, id)
        }
    }

    private mutating func answerLink(
        _ id: CallID, _ request: HTTPRequest
    ) throws(Refusal) {
        guard let isAllowed = request.object?["allow"]?.bool else {
            throw .badBody("a JSON object with allow: true or false")
        }
        guard let user = calls.open[id]?.holder?.user,
            desks.links.answer(isAllowed, by: user, at: now)
        else { throw .linkOver }
        answer(id, .success)
    }

    private mutating func findLinks(
        of user: UserID, _ id: CallID,
        then: @escaping @Sendable (inout Host, [StoredLink]) throws(Refusal) -> Void
    ) {
        look(.links(of: user, app: LobbyPass.app), for: id, \.links, then: then)
    }

    /// Ends a link, and the session of its device.
    private mutating func removeLink(_ name: String, of user: UserID, _ id: CallID) {
        findLinks(of: user, id) { host, links throws(Refusal) in
            guard let link = links.first(where: { $0.id == name }) else { throw .noSuchObject }
            try host.answer(id) { change in
                change.unlinked = link.id
                if let token = link.token { change.ended = .some([token]) }
            }
        }
    }

    private mutating func state(of user: UserID, _ links: [StoredLink]) -> JSONObject {
        let (code, waiting) = desks.links.state(of: user, at: now)
        var reply = JSONObject()
        reply["code"] = code.map { JSON($0.text) }
        if let waiting {
            var offer: JSONObject = ["device": JSON(waiting.device)]
            if let key = waiting.key { offer["key"] = JSON(key) }
            if waiting.key == nil { offer["address"] = JSON(waiting.address) }
            reply["waiting"] = .object(offer)
        }
        reply["links"] = .array(
            links.map { link in
                var shown: JSONObject = [
                    "id": JSON(link.id), "device": JSON(link.device), "since": JSON(link.since),
                ]
                shown["key"] = link.key.map { JSON($0) }
                return .object(shown)
            })
        return reply
    }
}

extension AccountAnswer {
    fileprivate typealias Page = (users: [StoredUser], hasMore: Bool)

    fileprivate var page: Page? {
        if case .users(let users, let hasMore) = self { (users, hasMore) } else { nil }
    }

    fileprivate var links: [StoredLink]? {
        if case .links(let links) = self { links } else { nil }
    }
}

extension HTTPRequest {
    /// The body, if it is an object in JSON.
    var object: JSONObject? {
        let limits = JSONLimits(bytes: Limits.accountForm, depth: Limits.depth)
        return (try? JSON(parsing: body, limits: limits))?.object
    }
}
