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
        var account = AccountCall(action, of: app, try AccountForm(request))
        let isDoor = try checkKey(of: request, account.form.key, of: app, for: action)
        guard isDoor || !account.isByKey else { throw .badKey }
        try admit(account, from: origin, isDoor: isDoor)
        try account.check()
        var user = AccountQuery.user(
            folded: account.names.folded(account.form.userName), of: app)
        if app == LobbyPass.app, action == .update, let text = request.token {
            guard let token = Token(text) else { throw .badToken }
            account.hasToken = true
            user = .holder(of: SecretDigest(of: token))
        }
        calls.open[id] = Call(request: request, origin: origin, step: .account(account))
        calls.open[id]?.subjects.insert(.accounts)
        guard !account.isByKey || action == .create else { return findKey(id, account) }
        effects.append(.look(.call(id), user))
    }

    /// Takes in a call that concerns the holder of a token, or a user that an operator names.
    mutating func begin(_ account: AccountCall, on user: AccountQuery, for id: CallID) {
        calls.open[id]?.step = .account(account)
        effects.append(.look(.call(id), user))
    }

    /// Looks whether a key opens an app for what is to be done to its users; whether it is the
    /// door's. The game's is opened by what opens the lobby, too.
    @discardableResult
    mutating func checkKey(
        of request: HTTPRequest, _ other: String? = nil, of app: AppID,
        for action: AccountAction? = nil
    ) throws(Refusal) -> Bool {
        guard let keys = settings.apps[app] else { throw .noSuchApp }
        guard let text = request.fields["X-Simperium-API-Key"] ?? other else { throw .noKey }
        guard let key = Token(text) else { throw .badKey }
        let isForAdministrators = action?.isForAdministrators == true
        if keys.open(key, forAdministrators: isForAdministrators) { return false }
        guard app == LobbyPass.app, !isForAdministrators, settings.lobby.identity(of: key) != nil
        else { throw .badKey }
        return key == settings.lobby.doorToken
    }

    /// Lets an attempt pass if neither its address nor the name has to wait.
    private mutating func admit(
        _ account: AccountCall, from origin: RequestOrigin, isDoor: Bool
    ) throws(Refusal) {
        guard !account.action.isForAdministrators, !account.isByKey else { return }
        let name = account.names.folded(account.form.userName)
        guard callers.allowAttempt(by: name, from: origin.addressPrefix, at: now) else {
            throw .tooMany
        }
        guard account.app == LobbyPass.app else { return }
        if account.action == .create {
            // A door lets only so many in, who all come from its own address.
            let wait = callers.signUps.wait(of: origin.addressPrefix, at: now)
            guard isDoor || wait == .zero else { throw .tooSoon(wait) }
        } else {
            let own = isDoor ? Array(name.utf8) : []
            let wait = callers.pause(of: name, from: origin.addressPrefix + own, at: now)
            guard wait == .zero else { throw .tooSoon(wait) }
        }
    }

    /// Takes the user that was looked for, or the one who has what a user is to have.
    mutating func found(
        _ user: StoredUser?, for id: CallID, _ call: AccountCall
    ) throws(Refusal) {
        switch call.stage {
        case .findingNewName:
            guard isFree(user) || user?.id == call.user?.id else {
                throw refusal(of: call.newName, because: user)
            }
            settle(id, call)
        case .findingKey where call.action == .create:
            guard user == nil else { throw .keyTaken }
            var account = call
            account.user = try newUser(account, nil)
            try findNewName(id, account)
        default:
            var account = call
            account.user = user?.isGone == true ? nil : user
            try goOn(with: account, id, foundName: user)
        }
    }

    private mutating func goOn(
        with account: AccountCall, _ id: CallID, foundName: StoredUser?
    ) throws(Refusal) {
        switch account.action {
        case .create:
            guard isFree(foundName) else {
                throw refusal(of: account.newName, because: foundName)
            }
            guard !account.isByKey else { return findKey(id, account) }
            try hashNewPassword(id, account)
        case .authorize: try authorize(account, id)
        case .update:
            guard account.hasToken else { return try checkPassword(id, account) }
            let folded = account.names.folded(account.form.userName)
            guard let user = account.user, user.app == account.app, user.folded == folded else {
                throw .badToken
            }
            // Who came in by a key has no password to show, and may choose one.
            guard user.password != nil else { return try verified(id, account) }
            try checkPassword(id, account)
        case .leave:
            guard let user = account.user else { throw .badToken }
            guard user.password != nil else { return listTokens(id, account) }
            try checkPassword(id, account)
        case .link:
            guard account.user?.standing == .good else { throw .linkOver }
            makeRoom(for: id, account)
        case .resetPassword:
            guard account.user != nil else { throw .noSuchUser }
            try hashNewPassword(id, account)
        case .delete, .lock, .unlock, .reset:
            guard let user = account.user else { throw .noSuchUser }
            operate(on: user, id, account)
        }
    }

    /// Lets somebody in whom a door vouches for, who has a code, or who has the password.
    private mutating func authorize(_ account: AccountCall, _ id: CallID) throws(Refusal) {
        if account.isByKey {
            guard account.user != nil else { throw .noSuchUser }
            return try verified(id, account)
        }
        guard let code = account.form.code else { return try checkPassword(id, account) }
        guard let user = account.user, desks.links.spend(LinkCode(code), of: user.id, at: now)
        else {
            throw .wrongPassword
        }
        try hashNewPassword(id, account)
    }

    private mutating func operate(on user: StoredUser, _ id: CallID, _ call: AccountCall) {
        var account = call
        switch account.action {
        case .lock, .unlock:
            account.user?.standing = account.action == .lock ? .locked : .good
            if let user = account.user { effects.append(.account(.keep(user))) }
            if account.action == .lock { listTokens(id, account) } else { answer(id, .success) }
        case .reset:
            let code = LinkCode(chance: secrets.take(LinkCode.length))
            desks.links.reset(user.id, by: code, at: now)
            answer(id, .json(JSONObject([.init(name: "code", value: JSON(code.text))]).utf8))
        default: listTokens(id, account)
        }
    }

    /// Takes what came out of hashing a password: nothing, if there was no memory for it.
    mutating func hashed(_ result: [UInt8], for id: CallID) throws(Refusal) {
        calls.waitingPasswords -= 1
        guard case .account(var account) = calls.open[id]?.step else { return }
        guard !result.isEmpty else { throw .unavailable }
        if case .checkingPassword = account.stage {
            guard let user = account.user, user.password?.result.isSame(as: result) == true else {
                throw .wrongPassword
            }
            if let origin = calls.open[id]?.origin {
                let name = account.names.folded(account.form.userName)
                callers.forgive(name, from: origin.addressPrefix)
            }
            return try verified(id, account)
        }
        let password = PasswordHash(cost: .standard, salt: account.salt, result: result)
        if account.action == .create { account.user = try newUser(account, password) }
        account.user?.password = password
        try findNewName(id, account)
    }

    /// Goes on with who has shown who they are.
    private mutating func verified(_ id: CallID, _ account: AccountCall) throws(Refusal) {
        guard account.user?.standing != .locked else { throw .locked }
        switch account.action {
        case .authorize: makeRoom(for: id, account)
        case .leave: listTokens(id, account)
        case .create, .update, .resetPassword, .delete, .link, .lock, .unlock, .reset:
            guard account.newPassword == nil else { return try hashNewPassword(id, account) }
            try findNewName(id, account)
        }
    }
}

extension Host {
    /// Why somebody can't have a name because of the one who has it, or one that looks like it.
    private func refusal(of name: String?, because owner: StoredUser?) -> Refusal {
        owner?.name.text.folded == name?.folded ? .nameTaken : .lookAlike
    }

    /// Whether nobody has a name: whoever had it may have left long enough ago.
    private mutating func isFree(_ found: StoredUser?) -> Bool {
        guard let found else { return true }
        guard case .gone(let second) = found.standing, second <= tokenUses.seconds(at: now) else {
            return false
        }
        effects.append(.account(.forget(found.id, of: found.app)))
        return true
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

    /// Looks, right before the user is kept, whether the name is still free. From here on no other
    /// call is told that it is.
    private mutating func findNewName(_ id: CallID, _ account: AccountCall) throws(Refusal) {
        guard let name = account.newName else { return settle(id, account) }
        let folded = account.names.folded(name)
        guard calls.keep(NameClaim(app: account.app, folded: folded)) else { throw .nameTaken }
        enter(.findingNewName, of: account, for: id)
        effects.append(.look(.call(id), .user(folded: folded, of: account.app)))
    }

    /// Looks whether a key is linked to somebody.
    private mutating func findKey(_ id: CallID, _ account: AccountCall) {
        enter(.findingKey, of: account, for: id)
        effects.append(
            .look(.call(id), .keyHolder(account.form.fingerprint ?? "", app: account.app)))
    }

    /// Has the user kept as wanted.
    private mutating func settle(_ id: CallID, _ account: AccountCall) {
        guard var user = account.user else { return }
        if account.action == .update, let name = account.newName, let valid = UserName(name) {
            user.name = valid
            user.folded = account.names.folded(name)
        }
        effects.append(.account(.keep(user)))
        switch account.action {
        case .create:
            if account.app == LobbyPass.app, let origin = calls.open[id]?.origin, !account.isByKey {
                callers.signUps.charge(origin.addressPrefix, 1, at: now)
            }
            if let key = account.form.fingerprint {
                link(.key(key), called: account.form.device, to: user)
            }
            issueToken(to: user, for: account, id)
        case .authorize, .resetPassword: listTokens(id, account)
        case .update, .delete, .leave, .link, .lock, .unlock, .reset: answer(id, .success)
        }
    }

    private mutating func newUser(
        _ account: AccountCall, _ password: PasswordHash?
    ) throws(Refusal) -> StoredUser {
        StoredUser(
            app: account.app, id: named(UserID(secrets.hexText())),
            name: try account.names.checked(account.form.userName),
            folded: account.names.folded(account.form.userName), password: password,
            since: tokenUses.seconds(at: now))
    }
}

extension AccountCall {
    /// Refuses what no user may be called, and what no user may have as a password.
    fileprivate func check() throws(Refusal) {
        if let newName { _ = try names.checked(newName) }
        let needsPassword = action == .create && !isByKey || action == .resetPassword
        guard newPassword != nil || needsPassword || form.code != nil else { return }
        try names.check(newPassword, of: newName ?? form.userName)
    }
}

extension [UInt8] {
    /// Compares all bytes before it answers, so that time does not tell how many were right.
    fileprivate func isSame(as other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
