import SimperiumClock
package import SimperiumJSON
package import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Requests of signed-in users and of the operator.
extension Host {
    mutating func signOut(_ call: RoutedCall) throws(CallRefusal) {
        try changeOwnUserAndAnswer(call.id) { change in
            change.tokensToEnd = .some([change.callerToken].compactMap(\.self))
        }
    }

    mutating func performOperatorAction(_ action: AccountAction, _ call: RoutedCall)
        throws(CallRefusal)
    {
        let form = AccountForm(of: call.pathSegment("name"))
        let app = try call.app()
        logActionWhenAnswered(action, of: app, call.pathSegment("name"), call)
        try performNextStep(
            AccountCall(action, of: app, form, nameRules: nameRules(of: app)), call.id)
    }

    private static let accountsPerPage = 1_000

    mutating func deleteOwnAccount(_ call: RoutedCall) throws(CallRefusal) {
        let (id, app, user) = (call.id, try call.app(), try call.caller().user)
        guard let token = calls.open[id]?.holder?.token.digest else { throw .badToken }
        let password = call.request.object?["password"]?.string
        var account = AccountCall(
            .leave, of: app, AccountForm(of: user.text, password: password),
            .holder(of: token), nameRules: nameRules(of: app))
        account.token = token
        let name = calls.open[id]?.holder?.user.folded ?? ""
        logActionWhenAnswered(.leave, of: app, name, call)
        try chargeAddress(
            AttemptLimiter.ChargedAttempt("\(app)/\(name)", from: call.origin.addressPrefix), id)
        try performNextStep(account, id)
    }

    mutating func showOtherUserByName(_ call: RoutedCall) throws(CallRefusal) {
        let app = try call.app()
        try chargeLookUpThenAnswer(
            .user(folded: nameRules(of: app).folded(call.pathSegment("name")), of: app), call)
    }

    mutating func showOtherUserByID(_ call: RoutedCall) throws(CallRefusal) {
        guard let other = UserID(call.pathSegment("other")) else { throw .badName("a user") }
        try chargeLookUpThenAnswer(.owner(other, app: try call.app()), call)
    }

    /// Charges a look-up to the caller, and answers with the id and the name of the user that
    /// `query` finds. Throws if the caller must wait.
    private mutating func chargeLookUpThenAnswer(
        _ query: AccountQuery, _ call: RoutedCall
    ) throws(CallRefusal) {
        let (id, user) = (call.id, try call.caller().user)
        try callerLimiters.lookUps.chargeOrRefuse(user.text, at: now)
        findUser(query, for: id) { host, user throws(CallRefusal) in
            guard let user, !user.isGone else { throw .noSuchUser }
            host.answer(id, .json(user.idAndName))
        }
    }

    /// Answers the operator with a page of accounts, or with the account of the name in the query.
    mutating func listAccounts(_ call: RoutedCall) throws(CallRefusal) {
        let (id, app, query) = (call.id, try call.app(), call.request.target.query)
        let names = nameRules(of: app)
        if let name = query["name"] {
            return findUser(.user(folded: names.folded(name), of: app), for: id) { host, user in
                let users = [user].compactMap(\.self).filter { !$0.isGone }
                host.answerWithUsers((users: users, hasMore: false), for: id)
            }
        }
        let name = query["after"] ?? ""
        let folded = name.isEmpty ? "" : names.folded(name)
        let page = AccountQuery.users(of: app, after: folded, atMost: Self.accountsPerPage)
        queryAccounts(page, for: id, \.page) { host, page in host.answerWithUsers(page, for: id) }
    }

    private mutating func answerWithUsers(
        _ page: (users: [StoredUser], hasMore: Bool), for id: CallID
    ) {
        let (users, hasMore) = page
        let list = users.map { user in
            JSON.object([
                "username": JSON(user.name.text), "userid": JSON(user.id.text),
                "since": JSON(user.since), "locked": .bool(user.standing != .good),
                "password": .bool(user.password != nil),
            ])
        }
        answer(id, .json(["accounts": .array(list), "more": .bool(hasMore)]))
    }
}

extension Host {
    mutating func openLinkCode(_ call: RoutedCall) throws(CallRefusal) {
        let (id, user) = (call.id, try call.caller().user)
        let code = AccountCode(randomBytes: secrets.removeLast(AccountCode.length))
        guard linkCodes.open(code, for: user, at: now) else { throw .unavailable }
        let seconds = OpenLinkCodes.lifetime.wholeSeconds
        answer(id, .json(["code": JSON(code.text), "seconds": JSON(seconds)]))
    }

    /// Records the offer of a device for the user of a code, and answers with the device's ticket.
    mutating func recordLinkOffer(_ call: RoutedCall) throws(CallRefusal) {
        let (id, request, origin) = (call.id, call.request, call.origin)
        let isDoor = try checkKeyDetectingDoor(of: request, of: try call.app())
        guard let form = request.object else { throw .badBody("a JSON object") }
        let key = form["key"]?.string
        guard isDoor || key == nil else { throw .badKey }
        guard key?.isFingerprint != false else {
            throw .badBody("a JSON object with the fingerprint of a key")
        }
        let code = AccountCode(call.pathSegment("code"))
        if !isDoor {
            // A success refunds only attempts at the same name, so each code has a name of its own.
            let name = "link \(code?.lookupPrefix ?? "")"
            try chargeAddress(AttemptLimiter.ChargedAttempt(name, from: origin.addressPrefix), id)
        }
        let ticket = Token.trappingIfInvalid(secrets.newHexSecret())
        let offer = OpenLinkCodes.LinkOffer(
            device: (form["device"]?.string ?? "").sanitizedDeviceName, address: origin.address,
            key: key, ticket: SecretDigest(of: ticket))
        guard let code, linkCodes.addOrCountWrongTry(offer, for: code, at: now) else {
            throw .linkOver
        }
        refundUnlessWrongGuess(of: id)
        answer(id, .json(["ticket": JSON(ticket.text)]))
    }

    /// Answers a device that asks for the result of its offer: with 202 while the user has not
    /// answered, and with a token if the user has allowed the link. Throws if the user has refused
    /// the link, or if there is no such offer.
    mutating func collectLinkResult(_ call: RoutedCall) throws(CallRefusal) {
        let (id, app) = (call.id, try call.app())
        guard let code = AccountCode(call.pathSegment("code")),
            let ticket = call.request.fields["X-Simperium-Ticket"].flatMap(Token.init)
        else { throw .linkOver }
        guard
            let approval = try linkCodes.collectApproval(code, SecretDigest(of: ticket), at: now)
        else { return answer(id, HTTPResponse(.accepted)) }
        var account = AccountCall(
            .link, of: app, AccountForm(of: approval.user.text), .owner(approval.user, app: app),
            nameRules: nameRules(of: app))
        logActionWhenAnswered(.link, of: app, approval.user.text, call)
        account.approval = approval
        try performNextStep(account, id)
    }

    mutating func showLinkState(_ call: RoutedCall) throws(CallRefusal) {
        let user = try call.caller().user
        try findLinks(of: user, call) { host, links in
            host.answer(call.id, .json(host.linkState(of: user, links)))
        }
    }

    mutating func answerLinkOffer(_ call: RoutedCall) throws(CallRefusal) {
        let id = call.id
        guard let isAllowed = call.request.object?["allow"]?.bool else {
            throw .badBody("a JSON object with allow: true or false")
        }
        guard let user = calls.open[id]?.holder?.user,
            linkCodes.answerWaitingOffer(isAllowed: isAllowed, by: user, at: now)
        else { throw .linkOver }
        answer(id, .success)
    }

    private mutating func findLinks(
        of user: UserID, _ call: RoutedCall,
        then: @escaping @Sendable (inout Host, [StoredDeviceLink]) throws(CallRefusal) -> Void
    ) throws(CallRefusal) {
        queryAccounts(.links(of: user, app: try call.app()), for: call.id, \.links, then: then)
    }

    mutating func removeLinkAndSession(_ call: RoutedCall) throws(CallRefusal) {
        let (id, name, user) = (call.id, call.pathSegment("code"), try call.caller().user)
        try findLinks(of: user, call) { host, links throws(CallRefusal) in
            guard let link = links.first(where: { $0.id == name }) else { throw .noSuchObject }
            try host.changeOwnUserAndAnswer(id) { change in
                change.linkToRemove = link.id
                if let token = link.token { change.tokensToEnd = .some([token]) }
            }
        }
    }

    private func linkState(of user: UserID, _ links: [StoredDeviceLink]) -> JSONObject {
        var reply = JSONObject()
        if let open = linkCodes.find(user, at: now) {
            switch open.state {
            case .unused: reply["code"] = JSON(open.code.text)
            case .offered(let offer):
                var shown: JSONObject = ["device": JSON(offer.device)]
                if let key = offer.key { shown["key"] = JSON(key) }
                if offer.key == nil { shown["address"] = JSON(offer.address) }
                reply["waiting"] = .object(shown)
            case .allowed, .refused: break
            }
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

extension HTTPRequest {
    /// The body as a JSON object; nil if the body is not a valid object.
    package var object: JSONObject? {
        let limits = JSONLimits(bytes: Limits.accountForm, depth: Limits.depth)
        return (try? JSON(parsing: body, limits: limits))?.object
    }

    /// The part of a guest's address that counts as one address in limits, from the ssh server's
    /// request. Nil if the address is missing or not valid.
    var guestAddress: [UInt8]? {
        fields["X-Simperium-Guest"].flatMap { NumericAddress.proxyReportedBytes(of: $0[...]) }
            .map { NumericAddress.addressOrIPv6Subnet(of: $0) }
    }
}
