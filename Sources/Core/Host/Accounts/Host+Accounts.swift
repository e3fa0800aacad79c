import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Takes a call in that concerns a user, if its key opens the app.
    mutating func begin(
        _ action: AccountAction, of app: AppID, for id: CallID, _ request: HTTPRequest,
        from origin: RequestOrigin
    ) throws(Refusal) {
        guard let keys = settings.apps[app] else { throw .noSuchApp }
        let form = try AccountForm(request)
        guard let text = request.fields["X-Simperium-API-Key"] ?? form.key else { throw .noKey }
        let key = Token(text)
        guard keys.open(key, forAdministrators: action.isForAdministrators) else { throw .badKey }
        if !action.isForAdministrators {
            let isAllowed = callers.allowAttempt(
                by: form.userName.folded, from: origin.addressPrefix, at: now)
            guard isAllowed else { throw .tooMany }
        }
        let account = AccountCall(action, of: app, form)
        try account.check()
        calls.open[id] = Call(request: request, origin: origin, step: .account(account))
        effects.append(.look(.call(id), .user(folded: form.userName.folded, of: app)))
    }

    /// Takes the user that was looked for, or the one who has the name that a user is to have.
    mutating func found(
        _ user: StoredUser?, for id: CallID, _ call: AccountCall
    ) throws(Refusal) {
        if case .findingNewName = call.stage {
            guard user == nil || user?.id == call.user?.id else { throw .nameTaken }
            return settle(id, call)
        }
        var account = call
        account.user = user
        switch account.action {
        case .create:
            guard user == nil else { throw .nameTaken }
            try hashNewPassword(id, account)
        case .authorize, .update: try checkPassword(id, account)
        case .resetPassword:
            guard user != nil else { throw .noSuchUser }
            try hashNewPassword(id, account)
        case .delete:
            guard user != nil else { throw .noSuchUser }
            listTokens(id, account)
        }
    }

    /// Takes what came out of hashing a password: nothing, if there was no memory for it.
    mutating func hashed(_ result: [UInt8], for id: CallID) throws(Refusal) {
        calls.waitingPasswords -= 1
        guard case .account(var account) = calls.open[id]?.step else { return }
        guard !result.isEmpty else { throw .unavailable }
        if case .checkingPassword = account.stage {
            guard let user = account.user, user.password.result.isSame(as: result) else {
                throw .wrongPassword
            }
            if let origin = calls.open[id]?.origin {
                callers.forgive(account.form.userName.folded, from: origin.addressPrefix)
            }
            guard account.action == .update else { return makeRoom(for: id, account) }
            guard account.newPassword == nil else { return try hashNewPassword(id, account) }
        } else {
            let password = PasswordHash(cost: .standard, salt: account.salt, result: result)
            if account.action == .create { account.user = try newUser(account, password) }
            account.user?.password = password
        }
        findNewName(id, account)
    }

    /// Takes all tokens of a user who is to be shut out, or to get another one.
    mutating func found(
        _ tokens: [StoredToken], for id: CallID, _ account: AccountCall
    ) throws(Refusal) {
        guard let user = account.user else { return }
        if case .makingRoom = account.stage { return try issueToken(to: user, beside: tokens, id) }
        forward(.revoked(Set(tokens.map { CredentialID(of: $0.digest) })))
        effects.append(.account(.revokeTokens(of: user.id, app: user.app)))
        guard account.action == .delete else { return answer(id, .success) }
        enter(.listingBuckets, of: account, for: id)
        effects.append(.read(.call(id), .buckets(of: user.id, in: user.app)))
    }

    /// Drops all buckets of a user who goes, and forgets the user.
    mutating func drop(_ buckets: [BucketName], for id: CallID, _ account: AccountCall) {
        guard let user = account.user else { return }
        let caller = Caller(
            identity: .administrator(for: user.id), clientID: named(ClientID("server")))
        for name in buckets {
            let change = Change(
                .drop, key: named(ObjectKey(name.text)), id: named(ChangeID(secrets.hexText())))
            request(
                .change(change), of: BucketID(app: user.app, user: user.id, name: name),
                by: caller, for: .nothing)
        }
        effects.append(.account(.forget(user.id, of: user.app)))
        answer(id, .success)
    }
}

extension Host {
    private mutating func enter(_ stage: AccountCall.Stage, of call: AccountCall, for id: CallID) {
        var account = call
        account.stage = stage
        calls.open[id]?.step = .account(account)
    }

    /// Has the password hashed that a caller tries; of no user, too, so that time tells no one who
    /// is here.
    private mutating func checkPassword(_ id: CallID, _ account: AccountCall) throws(Refusal) {
        enter(.checkingPassword, of: account, for: id)
        let password = Array((account.form.password ?? "").utf8)
        let stored = account.user?.password
        let salt = stored?.salt ?? [UInt8](repeating: 0, count: SecretSupply.saltSize)
        try hash(password, with: salt, at: stored?.cost ?? .standard, for: id)
    }

    private mutating func hashNewPassword(_ id: CallID, _ call: AccountCall) throws(Refusal) {
        var account = call
        account.salt = secrets.take(SecretSupply.saltSize)
        enter(.hashingNewPassword, of: account, for: id)
        try hash(
            Array((account.newPassword ?? "").utf8), with: account.salt, at: .standard, for: id)
    }

    private mutating func hash(
        _ password: [UInt8], with salt: [UInt8], at cost: PasswordHash.Cost, for id: CallID
    ) throws(Refusal) {
        guard calls.waitingPasswords < settings.limits.waitingPasswords else { throw .unavailable }
        calls.waitingPasswords += 1
        effects.append(.hash(id, password: password, salt: salt, cost))
    }

    /// Looks, right before the user is kept, whether the name is still free.
    private mutating func findNewName(_ id: CallID, _ account: AccountCall) {
        guard let name = account.newName else { return settle(id, account) }
        enter(.findingNewName, of: account, for: id)
        effects.append(.look(.call(id), .user(folded: name.folded, of: account.app)))
    }

    /// Has the user kept as wanted.
    private mutating func settle(_ id: CallID, _ account: AccountCall) {
        guard var user = account.user else { return }
        if let name = account.form.newUserName, let valid = UserName(name) {
            user.name = valid
            user.folded = name.folded
        }
        effects.append(.account(.keep(user)))
        switch account.action {
        case .create: issueToken(to: user, id)
        case .resetPassword: listTokens(id, account)
        case .authorize, .update, .delete: answer(id, .success)
        }
    }

    private mutating func listTokens(_ id: CallID, _ account: AccountCall) {
        guard let user = account.user else { return }
        enter(.listingTokens, of: account, for: id)
        effects.append(.look(.call(id), .tokens(of: user.id, app: user.app)))
    }

    private mutating func newUser(
        _ account: AccountCall, _ password: PasswordHash
    ) throws(Refusal) -> StoredUser {
        StoredUser(
            app: account.app, id: named(UserID(secrets.hexText())),
            name: try AccountForm.checked(account.form.userName),
            folded: account.form.userName.folded, password: password)
    }

    /// Asks which tokens the user has who is to get another one.
    private mutating func makeRoom(for id: CallID, _ account: AccountCall) {
        guard let user = account.user else { return }
        enter(.makingRoom, of: account, for: id)
        effects.append(.look(.call(id), .tokens(of: user.id, app: user.app)))
    }

    private mutating func issueToken(
        to user: StoredUser, beside tokens: [StoredToken], _ id: CallID
    ) throws(Refusal) {
        let limits = settings.limits
        let cull = TokenCull(most: limits.tokens.perUser, limit: limits.tokens.freshPerUser)
        // Most have few, and then nobody need look who is here.
        let inUse = tokens.count < cull.most ? [] : hub.credentials
        let morning = tokenUses.seconds(at: now) - limits.tokens.rest.wholeSeconds
        guard let victims = cull.victims(among: tokens, inUse: inUse, since: morning) else {
            throw .tooMany
        }
        if !victims.isEmpty {
            forward(.revoked(Set(victims.map { CredentialID(of: $0) })))
            effects.append(.account(.revoke(victims)))
        }
        issueToken(to: user, id)
    }

    private mutating func issueToken(to user: StoredUser, _ id: CallID) {
        let token = named(Token(secrets.hexText()))
        let stored = StoredToken(
            digest: SecretDigest(of: token), app: user.app, user: user.id,
            used: tokenUses.seconds(at: now))
        effects.append(.account(.issue(stored)))
        let reply: JSONObject = [
            "username": JSON(user.name.text), "access_token": JSON(token.text),
            "userid": JSON(user.id.text),
        ]
        answer(id, .json(reply.utf8))
    }
}

extension AccountCall {
    /// Refuses what no user may be called, and what no user may have as a password.
    fileprivate func check() throws(Refusal) {
        if let newName { _ = try AccountForm.checked(newName) }
        guard newPassword != nil || action == .create || action == .resetPassword else { return }
        try AccountForm.check(newPassword, of: newName ?? form.userName)
    }
}

extension HTTPResponse {
    fileprivate static let success = HTTPResponse.json(Array(#"{"status":"success"}"#.utf8))
}

extension [UInt8] {
    /// Compares all bytes before it answers, so that time does not tell how many were right.
    fileprivate func isSame(as other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
