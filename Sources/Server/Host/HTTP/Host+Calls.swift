import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
package import SimperiumWire
package import SyncHub

extension Host {
    mutating func receive(_ id: CallID, _ request: HTTPRequest, from origin: RequestOrigin) {
        let route = Result { () throws(Refusal) in try Route(request) }
        do throws(Refusal) {
            try pay(for: request, to: route, from: origin)
            guard !origin.isLoopback || settings.pages.admits(request) else {
                throw .foreignPage
            }
            let coding = request.fields["Content-Encoding"]?.lowercased() ?? "identity"
            guard coding == "identity" else { throw .encodedBody }
            switch try route.get() {
            case .health: answer(id, healthResponse)
            case .metrics: answer(id, .text(metricsText))
            case .preflight: answer(id, .preflight)
            case .webSocket(let app): effects.append(.openWebSocket(id, app: app))
            case .account(let action, let app):
                try begin(action, of: app, for: id, request, from: origin)
            case .offer(let code): try offer(for: code, id, request, from: origin)
            case .collect(let code): try collect(by: code, id, request, from: origin)
            case .wish(let wish, let app):
                try identify(id, request, from: origin, for: wish, in: app)
            }
        } catch {
            refuse(id, error)
        }
    }

    /// Takes the price of a request, if its address can pay for any.
    private mutating func pay(
        for request: HTTPRequest, to route: Result<Route, Refusal>, from origin: RequestOrigin
    ) throws(Refusal) {
        // A WebSocket costs a connection, and the client that speaks on it pays there.
        if case .success(.webSocket) = route, request.canOpenWebSocket { return }
        guard callers.addressRequests.allows(origin.addressPrefix, at: now) else {
            throw .tooFast(callers.addressRequests.wait(of: origin.addressPrefix, at: now))
        }
        let bytes = settings.hub.pace.commands(inBytes: request.body.count)
        callers.addressRequests.charge(origin.addressPrefix, bytes, at: now)
    }

    /// Has the caller pay for what comes of it, too.
    mutating func owe(_ commands: Int, for id: CallID) {
        guard let addressPrefix = calls.open[id]?.origin.addressPrefix else { return }
        callers.addressRequests.charge(addressPrefix, commands, at: now)
    }
}

extension Host {
    /// Finds out which user the caller is.
    private mutating func identify(
        _ id: CallID, _ request: HTTPRequest, from origin: RequestOrigin, for wish: Wish,
        in app: AppID
    ) throws(Refusal) {
        guard let keys = settings.apps[app] else { throw .noSuchApp }
        guard let text = request.token else { throw .noToken }
        guard let token = Token(text) else { throw .badToken }
        calls.open[id] = Call(request, from: origin)
        if keys.administer(token) {
            let user = try request.user(for: wish) ?? .app
            return try carryOut(wish, id, as: .administrator(for: user), in: app)
        }
        if app == LobbyPass.app, let guest = settings.lobby.identity(of: token) {
            return try carryOut(wish, id, as: guest, in: app)
        }
        let digest = SecretDigest(of: token)
        look(.holder(of: digest), for: id, \.holder) { host, holder throws(Refusal) in
            guard let holder, holder.user.app == app else { throw .badToken }
            let user = holder.user
            guard try request.user(for: wish) ?? user.id == user.id else {
                // Told that it may not, a program would sign out, because it mistook an address.
                throw wish.namesUser ? .noSuchPath : .notYours
            }
            host.noteUse(of: digest)
            host.calls.open[id]?.holder = holder
            try host.carryOut(wish, id, as: Identity(of: user, by: digest), in: app)
        }
    }

    private mutating func carryOut(
        _ wish: Wish, _ id: CallID, as identity: Identity, in app: AppID
    ) throws(Refusal) {
        guard let request = calls.open[id]?.request else { return }
        switch wish {
        case .bucketList:
            let log = LogID(app: app, user: identity.user)
            calls.open[id]?.subjects.insert(.log(log))
            read(.buckets(of: identity.user, in: app), for: id) { host, answer throws(Refusal) in
                guard case .buckets(let names) = answer else { throw .unavailable }
                host.list(names, for: id)
            }
        case .person(let wish): try carryOut(wish, id, as: identity)
        case .halls: showHalls(to: id)
        case .data(let action, let name):
            let isAdministrator = identity.rights.contains(.administrator)
            guard isAdministrator || name != .options && action != .firehose else {
                throw .notYours
            }
            let bucket =
                name == .options
                ? BucketID.options(of: app)
                : BucketID(app: app, user: identity.user, name: name)
            let isGuest = identity.user == LobbyPass.user && app == LobbyPass.app
            guard
                isAdministrator
                    || (isGuest
                        ? LobbyPass.buckets.contains(bucket) : LobbyPass.hasBucket(name, in: app))
            else { throw .noSuchPath }
            let caller = Caller(identity: identity, clientID: clientID(of: request))
            try carryOut(action, of: request, in: bucket, by: caller, for: id)
        }
    }

    /// What the author calls itself, or a name that no other program has.
    private mutating func clientID(of request: HTTPRequest) -> ClientID {
        request.target.query["clientid"].flatMap(ClientID.init)
            ?? named(ClientID("http-" + secrets.hexText()))
    }

    private mutating func list(_ names: [BucketName], for id: CallID) {
        let list = names.map { JSON.object(["name": JSON($0.text)]) }
        answer(id, .json(JSONObject([.init(name: "buckets", value: .array(list))]).utf8))
    }
}

extension HTTPRequest {
    /// `Authorization: Token T` is what very old programs write.
    var token: String? {
        if let token = fields["X-Simperium-Token"] { return token }
        let words = fields["Authorization"]?.split(separator: " ") ?? []
        return words.count == 2 && words[0] == "Token" ? String(words[1]) : nil
    }

    /// Whose buckets they are, if the request says so: in a field, or in the address.
    fileprivate func user(for wish: Wish) throws(Refusal) -> UserID? {
        switch wish {
        case .data(.read(let item), _), .data(.write(let item), _), .data(.remove(let item), _):
            if let user = item.user { return user }
        case .data, .bucketList, .person, .halls: break
        }
        guard let name = fields["X-Simperium-User"] else { return nil }
        guard let user = UserID(name) else { throw .badName("a user") }
        return user
    }
}

extension AccountAnswer {
    fileprivate var holder: TokenHolder?? {
        if case .holder(let holder) = self { holder } else { nil }
    }
}

extension Identity {
    static func administrator(for user: UserID) -> Identity {
        Identity(user: user, name: named(UserName("administrator")), rights: .administrator)
    }

    /// The holder of a token.
    init(of user: StoredUser, by digest: SecretDigest) {
        self.init(user: user.id, name: user.name, credential: CredentialID(of: digest))
    }
}

extension CredentialID {
    /// The beginning of the digest, which is enough to tell tokens apart.
    package init(of digest: SecretDigest) {
        self.init(rawValue: digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
