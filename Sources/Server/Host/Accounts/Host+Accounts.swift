internal import SimperiumBytes
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Begins an action on a user. Throws if the API key does not allow the action, if the address
    /// must wait, or if the form or the token is not valid.
    mutating func beginAccountAction(_ action: AccountAction, _ call: RoutedCall)
        throws(CallRefusal)
    {
        let (app, form) = (try call.app(), try AccountForm(call.request))
        let isDoor = try checkKeyDetectingDoor(
            of: call.request, orFormKey: form.key, of: app, for: action)
        var account = AccountCall(action, of: app, form, nameRules: nameRules(of: app))
        guard isDoor || !account.isByKey else { throw .badKey }
        logActionWhenAnswered(
            action, of: app, form.fingerprint ?? form.userName, with: form, call, isDoor: isDoor)
        if !action.isForAdministrators { try chargeAttemptAndSignUp(account, call, isDoor: isDoor) }
        try account.validateNameAndPassword()
        if action == .update, let text = call.request.token {
            guard let token = Token(text) else { throw .badToken }
            let digest = SecretDigest(of: token)
            account = AccountCall(
                action, of: app, form, .holder(of: digest), nameRules: nameRules(of: app))
            account.token = digest
        }
        account.callerPrefix = calls.open[call.id]?.attempt.map { SignInAddressPrefix($0.address) }
        try performNextStep(account, call.id)
    }

    /// Throws if the request's API key does not allow the action in the app. Returns true if the
    /// key is the ssh server's token. In the plug-in's app, guests' tokens count as API keys.
    @discardableResult
    mutating func checkKeyDetectingDoor(
        of request: HTTPRequest, orFormKey other: String? = nil, of app: AppID,
        for action: AccountAction? = nil
    ) throws(CallRefusal) -> Bool {
        guard let keys = settings.apps[app] else { throw .noSuchApp }
        guard let text = request.fields["X-Simperium-API-Key"] ?? other else { throw .noKey }
        guard let key = Token(text) else { throw .badKey }
        let isForAdministrators = action?.isForAdministrators == true
        if keys.admits(key, forAdministrators: isForAdministrators) { return false }
        guard !isForAdministrators, let guest = plugin(of: app)?.guest(with: key) else {
            throw .badKey
        }
        return guest.rights.contains(.door)
    }
}

/// The log of actions on accounts.
extension Host {
    mutating func logActionWhenAnswered(
        _ action: AccountAction, of app: AppID, _ name: String, with form: AccountForm? = nil,
        _ call: RoutedCall, isDoor: Bool = false
    ) {
        let guest = isDoor ? call.request.fields["X-Simperium-Guest"] : nil
        let key = (call.request.fields["X-Simperium-API-Key"] ?? form?.key).flatMap { Token($0) }
        let isByOperator = key.map { settings.apps[app]?.isAdministratorToken($0) == true } == true
        let event = LogWords.name(
            of: action, isByOperator: isByOperator, hasCode: form?.code != nil)
        calls.open[call.id]?.account = AccountActionToLog(
            action: action, event: event, app: app, name: name,
            isByKey: form?.fingerprint != nil, address: guest ?? call.origin.address)
    }

    mutating func logAccountOutcome(of id: CallID, _ refusal: CallRefusal? = nil) {
        guard let account = calls.open[id]?.account else { return }
        calls.open[id]?.account = nil
        let entry: ServerLogEntry? =
            if let refusal {
                ServerLogEntry(account, refused: refusal)
            } else {
                ServerLogEntry(done: account)
            }
        if let entry { logWithinBudget(entry) }
    }
}

/// The limits of attempts to sign in, to sign up and to use a code.
extension Host {
    /// Charges the caller's address for an attempt with a password or a code, and for a new
    /// account. If the ssh server is the caller, the guest's address is charged instead or, if that
    /// address is missing, the name at the ssh server's address. Throws if the address must wait.
    private mutating func chargeAttemptAndSignUp(
        _ account: AccountCall, _ call: RoutedCall, isDoor: Bool
    ) throws(CallRefusal) {
        let name = account.nameRules.folded(account.form.userName)
        var address = call.origin.addressPrefix
        if isDoor { address = call.request.guestAddress ?? address + Array(name.utf8) }
        calls.open[call.id]?.countedAddress = address
        if account.action == .create {
            try callerLimiters.chargeSignUp(of: account.app, from: address, at: now)
            calls.open[call.id]?.signUpApp = account.app
        }
        guard !account.isByKey else { return }
        // With the prefix, a right password does not refund wrong codes. No app has a blank in its
        // name.
        let prefix = account.allSteps.contains(.checkCode) ? "code " : ""
        let tried = "\(prefix)\(account.app)/\(name)"
        try chargeAddress(AttemptLimiter.ChargedAttempt(tried, from: address), call.id)
    }

    /// Charges an attempt to its address, and records the attempt in the call. Throws if the
    /// address must wait.
    mutating func chargeAddress(
        _ attempt: AttemptLimiter.ChargedAttempt, _ id: CallID
    ) throws(CallRefusal) {
        try callerLimiters.attempts.chargeToAddress(attempt, at: now)
        calls.open[id]?.attempt = attempt
    }

    /// Charges the call's attempt to the user's name or, from a known address, to the name at this
    /// address. Does nothing if no attempt was charged to the address, or if the steps are
    /// repeated. Throws if the name must wait.
    private mutating func chargeName(_ account: AccountCall, _ id: CallID) throws(CallRefusal) {
        guard var attempt = calls.open[id]?.attempt, !account.hasBegunAgain else { return }
        let place = SignInAddressPrefix(attempt.address)
        let isKnown = account.user?.addressPrefixes.contains(place) == true
        try callerLimiters.attempts.chargeName(of: &attempt, isKnown: isKnown, at: now)
        calls.open[id]?.attempt = attempt
    }

    /// Refunds an attempt that was refused for a reason other than a wrong guess or a taken name.
    /// After a success, refunds all attempts at the name from the address. Refunds a new account
    /// that was refused.
    mutating func refundUnlessWrongGuess(of id: CallID, refusedFor refusal: CallRefusal? = nil) {
        guard let call = calls.open[id] else { return }
        if let attempt = call.attempt {
            if let refusal {
                let isWrongGuess = [.wrongPassword, .nameTaken, .lookAlike, .linkOver]
                    .contains(refusal)
                if !isWrongGuess { callerLimiters.attempts.refund(attempt) }
            } else {
                callerLimiters.attempts.refundWithEarlierAttempts(attempt)
            }
        }
        if let app = call.signUpApp, refusal != nil {
            callerLimiters.refundSignUp(of: app, from: call.countedAddress)
        }
        calls.open[id]?.attempt = nil
        calls.open[id]?.signUpApp = nil
    }
}

/// The driver, which performs the steps of an action.
extension Host {
    /// Performs the next step. After the last one, answers the call.
    mutating func performNextStep(_ account: AccountCall, _ id: CallID) throws(CallRefusal) {
        var account = account
        guard let step = account.remainingSteps.popFirst() else {
            refundUnlessWrongGuess(of: id)
            logAccountOutcome(of: id)
            return answer(id, account.reply)
        }
        switch step {
        case .find: findAccountUser(account, id)
        case .checkKey:
            findUser(account.query, for: id) { [account] host, owner throws(CallRefusal) in
                guard owner == nil else { throw .keyTaken }
                try host.performNextStep(account, id)
            }
        case .checkName: try checkNewNameIsFree(account, id)
        case .admit:
            try chargeName(account, id)
            try performNextStep(account, id)
        case .checkPassword: try checkPassword(account, id)
        case .checkCode:
            let code = account.form.code.flatMap { AccountCode($0) }
            guard let user = account.user, resetCodes.matches(code, of: user, at: now) else {
                throw .wrongPassword
            }
            try performNextStep(account, id)
        case .checkStanding:
            guard account.user?.standing != .locked else { throw .locked }
            try performNextStep(account, id)
        case .hash: try hashNewPassword(account, id)
        case .makeRoom: try chooseTokensToEnd(account, id)
        case .store: try storeUserChange(account, id)
        case .dropBuckets: try dropBucketsThenAccount(account, id)
        case .openCode:
            guard let user = account.user else { throw .noSuchUser }
            let code = AccountCode(randomBytes: secrets.removeLast(AccountCode.length))
            guard resetCodes.open(code, for: user, at: now) else { throw .unavailable }
            logAccountOutcome(of: id)
            answer(id, .json(["code": JSON(code.text)]))
        }
    }

    private mutating func findAccountUser(_ account: AccountCall, _ id: CallID) {
        queryAccounts(account.query, for: id, \.found) { host, found throws(CallRefusal) in
            if let token = found.token, host.isExpired(token) { throw .badToken }
            var account = account
            account.user = found.user.flatMap {
                $0.isActive || account.action == .delete ? $0 : nil
            }
            if account.user?.isGone == true { account.user = nil }
            if let refusal = account.refusalAfterFinding { throw refusal }
            try host.performNextStep(account, id)
        }
    }

    private mutating func checkNewNameIsFree(_ account: AccountCall, _ id: CallID)
        throws(CallRefusal)
    {
        guard let name = account.newName else { return try performNextStep(account, id) }
        let query = AccountQuery.user(folded: account.nameRules.folded(name), of: account.app)
        findUser(query, for: id) { host, owner throws(CallRefusal) in
            guard let owner, owner.id != account.user?.id,
                !owner.hasFreedName(before: host.seconds)
            else { return try host.performNextStep(account, id) }
            let isSame = owner.name.text.lowercased() == name.lowercased()
            throw isSame ? .nameTaken : .lookAlike
        }
    }

    /// Checks the caller's password by its hash, unless no password is needed or this password has
    /// matched before. Even if the user does not exist or has no password, the caller's password is
    /// hashed. Otherwise the response time would show which users exist.
    private mutating func checkPassword(_ account: AccountCall, _ id: CallID) throws(CallRefusal) {
        // A user without a password needs only a token to set one, or to delete the account.
        let needsNone = account.token != nil && account.user != nil && account.user?.password == nil
        let stored = account.user?.password
        guard !needsNone, stored == nil || stored != account.matchedHash else {
            return try performNextStep(account, id)
        }
        let salt = stored?.salt ?? [UInt8](repeating: 0, count: RandomByteSupply.saltSize)
        let cost = stored?.cost ?? settings.limits.passwords.cost
        let place = calls.open[id]?.attempt.map { SignInAddressPrefix($0.address) }
        let isKnown = place.map { account.user?.addressPrefixes.contains($0) == true } ?? false
        try hash(account.form.password, with: salt, at: cost, for: id, isKnown: isKnown) {
            host, result throws(CallRefusal) in
            guard let stored, constantTimeEquals(stored.result, result) else {
                throw .wrongPassword
            }
            host.refundUnlessWrongGuess(of: id)
            var account = account
            account.matchedHash = stored
            try host.performNextStep(account, id)
        }
    }

    private mutating func hashNewPassword(_ account: AccountCall, _ id: CallID) throws(CallRefusal)
    {
        guard let password = account.newPassword, account.newHash == nil else {
            return try performNextStep(account, id)
        }
        let salt = secrets.removeLast(RandomByteSupply.saltSize)
        let cost = settings.limits.passwords.cost
        try hash(password, with: salt, at: cost, for: id) { host, result throws(CallRefusal) in
            var account = account
            account.newHash = PasswordHash(cost: cost, salt: salt, result: result)
            try host.performNextStep(account, id)
        }
    }

    private mutating func chooseTokensToEnd(_ account: AccountCall, _ id: CallID)
        throws(CallRefusal)
    {
        guard let user = account.user else { throw .noSuchUser }
        queryAccounts(.tokens(of: user.id, app: user.app), for: id, \.tokens) {
            host, tokens throws(CallRefusal) in
            var account = account
            account.tokensToEnd = try host.tokensToEnd(among: tokens)
            try host.performNextStep(account, id)
        }
    }

    private mutating func storeUserChange(_ account: AccountCall, _ id: CallID) throws(CallRefusal)
    {
        var account = account
        let change = try userChange(for: &account, id)
        changeUser(change, for: id) { [account] host, result throws(CallRefusal) in
            switch result {
            case .kept:
                if account.action.deletesAccount, let user = account.user {
                    host.linkCodes.close(user.id)
                }
                try host.performNextStep(account, id)
            case .taken: throw .nameTaken
            case .stale:
                guard !account.hasBegunAgain else { throw .unavailable }
                var again = account
                again.restartSteps()
                try host.performNextStep(again, id)
            }
        }
    }

    /// Drops all buckets of a user who is leaving. Once the store lists no more buckets, removes or
    /// anonymises the account in the same tick.
    ///
    /// At first, open buckets are dropped, too, because a write in progress may be the first write
    /// to such a bucket. After the last drop, the host reads the buckets again, because a write may
    /// have opened another bucket meanwhile.
    ///
    /// Dropping a bucket may take many ticks, because the user leaves each shared object. If the
    /// server stops before the end, its next process continues with this step, because the account
    /// still exists.
    private mutating func dropBucketsThenAccount(
        _ account: AccountCall, _ id: CallID, includesOpenBuckets: Bool = true
    ) throws(CallRefusal) {
        guard let user = account.user else { throw .noSuchUser }
        calls.open[id]?.deletion = .user(user.id, in: user.app)
        queryStore(.buckets(of: user.id, in: user.app), for: id) {
            host, answer throws(CallRefusal) in
            guard case .buckets(var names) = answer else { throw .unavailable }
            if includesOpenBuckets {
                let stored = Set(names)
                names += host.hub.openBuckets(of: UserLogID(app: user.app, user: user.id))
                    .filter { !stored.contains($0) }
            }
            guard !names.isEmpty else {
                return host.removeOrAnonymiseAccount(of: user, account, id)
            }
            host.calls.open[id]?.bucketsToDrop = names.count
            // One secret for all changes, because a user may have more buckets than the supply has
            // secrets.
            let base = host.secrets.newHexSecret()
            for (number, name) in names.enumerated() {
                let bucket = BucketID(app: user.app, user: user.id, name: name)
                let change = Change(
                    .drop, key: .trappingIfInvalid(name.text),
                    id: .trappingIfInvalid("\(base)-\(number)"))
                host.askHub(.change(change), of: bucket, by: .server(for: user.id), for: id) {
                    host, _ throws(CallRefusal) in
                    host.calls.open[id]?.bucketsToDrop -= 1
                    guard host.calls.open[id]?.bucketsToDrop == 0 else { return }
                    try host.dropBucketsThenAccount(account, id, includesOpenBuckets: false)
                }
            }
        }
    }

    private mutating func removeOrAnonymiseAccount(
        of user: StoredUser, _ account: AccountCall, _ id: CallID
    ) {
        var change = UserChange(of: user.id, in: user.app, from: nil, at: seconds)
        change.row = .removed
        if let plugin = plugin(of: user.app) {
            effects.append(.write(.forgive(nil, in: plugin.pendingInsertsBucket(of: user.id))))
            // The name stays reserved, so that no other user is mistaken for this one.
            let end = seconds + settings.people.nameReservation.wholeSeconds
            change.row = .put(
                user.changedInNextGeneration { $0 = $0.anonymised(reservingNameUntil: end) })
        }
        changeUser(change, for: id) { host, _ throws(CallRefusal) in
            try host.performNextStep(account, id)
        }
    }

    /// The present time in seconds since 1970.
    var seconds: Int { tokenUses.unixSeconds(at: now) }
}

extension Host {
    /// Returns the change that an action makes. Updates `account` with the issued token, and with
    /// the user after the change if the action creates a user or changes a user's standing. Throws
    /// if no user was found, or if the new user's name is not valid.
    private mutating func userChange(
        for account: inout AccountCall, _ id: CallID
    ) throws(CallRefusal) -> UserChange {
        if account.action == .create { return try additionOfUser(for: &account, id) }
        guard let user = account.user else { throw .noSuchUser }
        var change = UserChange(from: user, at: seconds)
        change.callerToken = account.token
        switch account.action {
        case .authorize, .link:
            if let hash = account.newHash {
                change.row = .put(user.changedInNextGeneration { $0.password = hash })
                change.tokensToEnd = .all(but: nil)
            } else {
                change.tokensToEnd = .some(account.tokensToEnd)
            }
            issueToken(to: user, for: &account, in: &change, id)
        case .update:
            change.row = .put(
                user.changedInNextGeneration { user in
                    user.password = account.newHash ?? user.password
                    guard let name = account.newName, let valid = UserName(name) else { return }
                    (user.name, user.folded) = (valid, account.nameRules.folded(name))
                })
            // A new password ends all sessions but the caller's.
            if account.newHash != nil { change.tokensToEnd = .all(but: account.token) }
        case .resetPassword:
            change.row = .put(user.changedInNextGeneration { $0.password = account.newHash })
            change.tokensToEnd = .all(but: nil)
        case .lock, .unlock, .leave, .delete:
            let standing: StoredUser.AccountStatus =
                account.action == .unlock ? .good : account.action == .lock ? .locked : .leaving
            let changed = user.changedInNextGeneration { $0.standing = standing }
            account.user = changed
            change.row = .put(changed)
            if standing != .good { change.tokensToEnd = .all(but: nil) }
        // `create` has no user yet, and `reset` stores nothing.
        case .create, .reset: throw .unavailable
        }
        return change
    }

    private mutating func additionOfUser(
        for account: inout AccountCall, _ id: CallID
    ) throws(CallRefusal) -> UserChange {
        let user = try newUser(account)
        account.user = user
        var change = UserChange(adding: user)
        if let key = account.form.fingerprint {
            change.link = newLinkedCredential(.key(key), called: account.form.device, to: user)
        }
        issueToken(to: user, for: &account, in: &change, id)
        return change
    }

    /// Adds a new token to `change`, and the caller's address prefix unless the user has signed in
    /// from there before. For an approval, also adds the link of the device. Records the token in
    /// `account`. No other function issues tokens. The store performs the change only if the user
    /// is in good standing and has not changed since `find`.
    private mutating func issueToken(
        to user: StoredUser, for account: inout AccountCall, in change: inout UserChange,
        _ id: CallID
    ) {
        let token = Token.trappingIfInvalid(secrets.newHexSecret())
        let digest = SecretDigest(of: token)
        account.issuedToken = token
        let device =
            account.approval?.offer.device ?? (account.form.device ?? "").sanitizedDeviceName
        if let place = account.callerPrefix, !user.addressPrefixes.contains(place) {
            change.addressPrefixes = Array(
                (user.addressPrefixes + [place]).suffix(StoredUser.mostAddressPrefixes))
        }
        change.token = StoredToken(
            digest: digest, app: user.app, user: user.id, used: seconds, since: seconds,
            device: device, address: calls.open[id]?.origin.address ?? "")
        if let offer = account.approval?.offer {
            change.link = newLinkedCredential(
                offer.key.map { .key($0) } ?? .token(digest), called: offer.device, to: user)
        }
    }

    private mutating func newUser(_ account: AccountCall) throws(CallRefusal) -> StoredUser {
        StoredUser(
            app: account.app, id: .trappingIfInvalid(secrets.newHexSecret()),
            name: try account.nameRules.validatedName(account.form.userName),
            folded: account.nameRules.folded(account.form.userName), password: account.newHash,
            since: seconds)
    }

    private mutating func newLinkedCredential(
        _ proof: StoredDeviceLink.KeyOrToken, called device: String?, to user: StoredUser
    ) -> StoredDeviceLink {
        StoredDeviceLink(
            app: user.app, user: user.id, id: secrets.newHexSecret(),
            device: (device ?? "").sanitizedDeviceName, proof: proof, since: seconds)
    }

    /// Returns the digests of the expired tokens, and of the tokens to revoke to make room for one
    /// more. Throws if too few tokens can be revoked.
    private func tokensToEnd(among tokens: [StoredToken]) throws(CallRefusal) -> [SecretDigest] {
        let limits = settings.limits.tokens
        // `credentials` visits all connections, but few users have that many tokens.
        let inUse = tokens.count < limits.perUser ? [] : hub.credentials
        let cutoff = seconds - limits.rest.wholeSeconds
        let expired = tokens.filter(isExpired)
        let others = tokens.filter { !isExpired($0) }
        guard let evicted = limits.evictedTokens(among: others, inUse: inUse, since: cutoff) else {
            throw .tooMany
        }
        return expired.map(\.digest) + evicted
    }
}

extension AccountCall {
    /// The refusal if the action can't continue with the user that `findAccountUser` has found; nil
    /// if the action can continue.
    fileprivate var refusalAfterFinding: CallRefusal? {
        switch action {
        case .authorize: isByKey && user == nil ? .noSuchUser : nil
        case .update where token != nil:
            user?.app == app && user?.folded == nameRules.folded(form.userName) ? nil : .badToken
        case .create, .update: nil
        case .leave: user == nil ? .badToken : nil
        case .link:
            user?.standing == .good && user?.generation == approval?.generation ? nil : .linkOver
        case .resetPassword, .delete, .lock, .unlock, .reset: user == nil ? .noSuchUser : nil
        }
    }

    fileprivate var reply: HTTPResponse {
        guard let user, let issuedToken else { return .success }
        return .json([
            "username": JSON(user.name.text), "access_token": JSON(issuedToken.text),
            "userid": JSON(user.id.text),
        ])
    }
}

extension StoredUser {
    /// Returns a copy of the user after the change, with the next generation.
    fileprivate func changedInNextGeneration(_ change: (inout StoredUser) -> Void) -> StoredUser {
        var user = self
        change(&user)
        user.generation += 1
        return user
    }

    /// True if the account is neither deleted nor being deleted.
    package var isActive: Bool { !isGone && standing != .leaving }

    /// Returns true if the account is deleted and its name is no longer reserved at `second`.
    fileprivate func hasFreedName(before second: Int) -> Bool {
        if case .gone(let end) = standing { end <= second } else { false }
    }
}

/// The sessions of a user: the tokens that are neither revoked nor expired.
extension Host {
    mutating func listOwnSessions(_ call: RoutedCall) throws(CallRefusal) {
        guard let own = calls.open[call.id]?.holder?.token else { throw .badToken }
        findOwnSessions(call) { host, tokens in
            let list = tokens.map { token in
                var shown: JSONObject = [
                    "id": JSON(token.sessionID), "device": JSON(token.device),
                    "address": JSON(token.address), "used": JSON(token.used),
                ]
                // Sessions from version 0.2.0 have no date.
                if token.since > 0 { shown["since"] = JSON(token.since) }
                if token.digest == own.digest { shown["current"] = true }
                return JSON.object(shown)
            }
            host.answer(call.id, .json(["sessions": .array(list)]))
        }
    }

    mutating func endOwnSession(namedIn call: RoutedCall) throws(CallRefusal) {
        findOwnSessions(call) { host, tokens throws(CallRefusal) in
            guard let token = tokens.first(where: { $0.sessionID == call.pathSegment("id") }) else {
                throw .noSuchObject
            }
            try host.changeOwnUserAndAnswer(call.id) { change in
                change.tokensToEnd = .some([token.digest])
            }
        }
    }

    mutating func endOwnOtherSessions(_ call: RoutedCall) throws(CallRefusal) {
        try changeOwnUserAndAnswer(call.id) { change in
            change.tokensToEnd = .all(but: change.callerToken)
        }
    }

    private mutating func findOwnSessions(
        _ call: RoutedCall,
        then: @escaping @Sendable (inout Host, [StoredToken]) throws(CallRefusal) -> Void
    ) {
        guard let user = calls.open[call.id]?.holder?.user else { return }
        queryAccounts(.tokens(of: user.id, app: user.app), for: call.id, \.tokens) {
            host, tokens throws(CallRefusal) in
            try then(&host, tokens.filter { !host.isExpired($0) })
        }
    }

    func isExpired(_ token: StoredToken) -> Bool {
        seconds - token.used > settings.limits.tokens.lifetime.wholeSeconds
    }
}

extension StoredToken {
    /// The session's id in URL paths: the first eight bytes of the token's digest, in hex.
    fileprivate var sessionID: String { digest.bytes.prefix(8).hexText }
}
