import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
package import SimperiumWire
package import SyncHub

extension Host {
    /// Charges a request to the caller's address, finds the route, and performs or refuses the
    /// request.
    mutating func routeRequest(_ id: CallID, _ request: HTTPRequest, from origin: CallerAddress) {
        let found = Result { [routes] () throws(CallRefusal) in try Route.find(request, in: routes)
        }
        do throws(CallRefusal) {
            try chargeRequest(for: request, to: try? found.get().0, from: origin)
            guard !origin.isLoopback || settings.pages.isAllowed(request) else {
                throw logForeignSite(.foreignSite(request), of: origin)
            }
            let coding = request.fields["Content-Encoding"]?.lowercased() ?? "identity"
            guard coding == "identity" else { throw .encodedBody }
            // A preflight, which a browser sends before a page's own request.
            guard request.method != .options else { return answer(id, .preflight) }
            let (route, pathParameters) = try found.get()
            let call = RoutedCall(
                id: id, request: request, origin: origin, pathParameters: pathParameters)
            if route.opensWebSocket { return try route.handler(&self, call) }
            calls.open[id] = HTTPCall(from: origin)
            if route.access == .anyone {
                try route.handler(&self, call)
            } else {
                try identifyCallerThenPerform(call, for: route)
            }
        } catch {
            refuse(id, error)
        }
    }

    /// Logs the refusal of a request for another site, unless the address has used up its lines.
    /// Returns the refusal.
    private mutating func logForeignSite(
        _ refusal: CallRefusal, of origin: CallerAddress
    ) -> CallRefusal {
        if callerLimiters.rejectionLogLines.chargeIfAllowed(origin.addressPrefix, at: now) {
            logWithinBudget(ServerLogEntry(foreignSiteRefused: refusal.words))
        }
        return refusal
    }

    /// Charges a request to the caller's address, unless the request opens a WebSocket. Throws if
    /// the address must wait.
    private mutating func chargeRequest(
        for request: HTTPRequest, to route: Route?, from origin: CallerAddress
    ) throws(CallRefusal) {
        // Connections are limited separately, and the hub charges each command of a WebSocket's
        // client.
        if route?.opensWebSocket == true, request.canOpenWebSocket { return }
        guard callerLimiters.addressRequests.chargeIfAllowed(origin.addressPrefix, at: now) else {
            throw .tooManyRequests(
                callerLimiters.addressRequests.wait(of: origin.addressPrefix, at: now))
        }
        let bytes = settings.hub.pace.commands(inBytes: request.body.count)
        callerLimiters.addressRequests.charge(origin.addressPrefix, bytes, at: now)
    }

    /// Charges the work of a call, counted in hub commands, to the caller's address. Does nothing
    /// if the call has ended.
    package mutating func chargeWorkToAddress(_ commands: Int, for id: CallID) {
        guard let addressPrefix = calls.open[id]?.origin.addressPrefix else { return }
        callerLimiters.addressRequests.charge(addressPrefix, commands, at: now)
    }
}

extension Host {
    /// Finds the caller by the token, and continues with the route's handler.
    private mutating func identifyCallerThenPerform(_ call: RoutedCall, for route: Route)
        throws(CallRefusal)
    {
        let app = try call.app()
        guard let keys = settings.apps[app] else { throw .noSuchApp }
        guard let text = call.request.token else { throw .noToken }
        guard let token = Token(text) else { throw .badToken }
        if keys.isAdministratorToken(token) {
            let user = try call.namedDataOwner() ?? .app
            return try checkAccessAndPerform(call, as: .administrator(for: user), by: route)
        }
        if let guest = plugin(of: app)?.guest(with: token) {
            return try checkAccessAndPerform(call, as: guest, by: route)
        }
        let digest = SecretDigest(of: token)
        queryAccounts(.holder(of: digest), for: call.id, \.holder) {
            host, holder throws(CallRefusal) in
            guard let holder, holder.user.app == app, !host.isExpired(holder.token) else {
                throw .badToken
            }
            guard try call.namedDataOwner() ?? holder.user.id == holder.user.id else {
                // A client that gets 401 here would sign out because of a mistake in a path.
                throw call.pathParameters["user"] != nil ? .noSuchPath : .notYours
            }
            host.storeUseIfDue(of: holder.token)
            host.calls.open[call.id]?.holder = holder
            try host.checkAccessAndPerform(
                call, as: Identity(of: holder.user, by: digest), by: route)
        }
    }

    private mutating func checkAccessAndPerform(
        _ call: RoutedCall, as identity: Identity, by route: Route
    ) throws(CallRefusal) {
        let isAdministrator = identity.rights.contains(.administrator)
        switch route.access {
        case .anyone, .holder: break
        case .administrator: guard isAdministrator else { throw .notYours }
        case .person:
            guard calls.open[call.id]?.holder != nil else { throw .notSignedIn }
        }
        var call = call
        call.identity = identity
        try route.handler(&self, call)
    }

    /// Answers with a page of the names of the caller's buckets, sorted. The query's `mark` is the
    /// last name of the previous page.
    mutating func listBuckets(_ call: RoutedCall) throws(CallRefusal) {
        let query = call.request.target.query
        let limit = max(1, min(query["limit"].flatMap { Int($0) } ?? .max, Limits.bucketPage))
        let mark = query["mark"] ?? ""
        let log = UserLogID(app: try call.app(), user: try call.caller().user)
        calls.open[call.id]?.subjects.insert(.log(log))
        queryStore(.buckets(of: log.user, in: log.app), for: call.id) {
            host, answer throws(CallRefusal) in
            guard case .buckets(let names) = answer else { throw .unavailable }
            let rest = names[names.partitionPoint { $0.text <= mark }...]
            let page = rest.prefix(limit).map { JSON.object(["name": JSON($0.text)]) }
            var reply: JSONObject = ["buckets": .array(page)]
            if rest.count > limit { reply["mark"] = JSON(rest.prefix(limit).last?.text ?? "") }
            host.answer(call.id, .json(reply))
        }
    }

    mutating func showOwnUser(_ call: RoutedCall) throws(CallRefusal) {
        guard let user = calls.open[call.id]?.holder?.user else { throw .notSignedIn }
        answer(call.id, .json(user.idAndName))
    }
}

extension StoredUser {
    var idAndName: JSONObject { ["userid": JSON(id.text), "username": JSON(name.text)] }
}

extension HTTPRequest {
    /// The token of the request; nil if the request has none. Very old clients write
    /// `Authorization: Token T`.
    var token: String? {
        if let token = fields["X-Simperium-Token"] { return token }
        let words = fields["Authorization"]?.split(separator: " ") ?? []
        return words.count == 2 && words[0] == "Token" ? String(words[1]) : nil
    }
}

extension Identity {
    package static func administrator(for user: UserID) -> Identity {
        Identity(user: user, name: .trappingIfInvalid("administrator"), rights: .administrator)
    }

    init(of user: StoredUser, by digest: SecretDigest) {
        self.init(user: user.id, name: user.name, credential: CredentialID(of: digest))
    }
}

extension CredentialID {
    /// Creates an id from the first 64 bits of the digest, so a collision is very improbable.
    package init(of digest: SecretDigest) {
        self.init(rawValue: digest.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
