import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    mutating func enter(_ stage: AccountCall.Stage, of call: AccountCall, for id: CallID) {
        var account = call
        account.stage = stage
        calls.open[id]?.step = .account(account)
    }

    mutating func listTokens(_ id: CallID, _ account: AccountCall) {
        guard let user = account.user else { return }
        enter(.listingTokens, of: account, for: id)
        effects.append(.look(.call(id), .tokens(of: user.id, app: user.app)))
    }

    /// Asks which tokens the user has who is to get another one.
    mutating func makeRoom(for id: CallID, _ account: AccountCall) {
        guard let user = account.user else { return }
        enter(.makingRoom, of: account, for: id)
        effects.append(.look(.call(id), .tokens(of: user.id, app: user.app)))
    }

    /// Takes all tokens of a user who is to be shut out, or to get another one.
    mutating func found(
        _ tokens: [StoredToken], for id: CallID, _ account: AccountCall
    ) throws(Refusal) {
        guard let user = account.user else { return }
        if case .makingRoom = account.stage {
            return try issueToken(to: user, beside: tokens, for: account, id)
        }
        forward(.revoked(Set(tokens.map { CredentialID(of: $0.digest) })))
        effects.append(.account(.revokeTokens(of: user.id, app: user.app)))
        if account.action == .authorize { return issueToken(to: user, for: account, id) }
        guard account.action.isFarewell else { return answer(id, .success) }
        enter(.listingBuckets, of: account, for: id)
        effects.append(.read(.call(id), .buckets(of: user.id, in: user.app)))
    }

    /// Drops all buckets of a user who goes, and forgets the user. In the game the name rests.
    mutating func drop(_ buckets: [BucketName], for id: CallID, _ account: AccountCall) {
        guard let user = account.user else { return }
        for name in buckets { drop(BucketID(app: user.app, user: user.id, name: name)) }
        desks.links.close(user.id)
        if account.app == LobbyPass.app {
            effects.append(.write(.forgive(nil, in: LobbyPass.results(of: user.id))))
            let second = tokenUses.seconds(at: now)
            let end = second + settings.people.nameRest.wholeSeconds
            effects.append(.account(.retire(user.id, of: user.app, at: second, until: end)))
        } else {
            effects.append(.account(.forget(user.id, of: user.app)))
        }
        answer(id, .success)
    }

    private mutating func drop(_ bucket: BucketID) {
        let caller = Caller(
            identity: .administrator(for: bucket.user), clientID: named(ClientID("server")))
        let change = Change(
            .drop, key: named(ObjectKey(bucket.name.text)), id: named(ChangeID(secrets.hexText())))
        request(.change(change), of: bucket, by: caller, for: .nothing)
    }

    /// Drops what is left of users who were deleted, and carries what was on its way from there.
    mutating func clear(_ buckets: [BucketID]) {
        forward(.abandoned(buckets))
        for bucket in buckets { drop(bucket) }
    }

    private mutating func issueToken(
        to user: StoredUser, beside tokens: [StoredToken], for account: AccountCall, _ id: CallID
    ) throws(Refusal) {
        let limits = settings.limits
        let cull = TokenCull(most: limits.tokens.perUser, limit: limits.tokens.freshPerUser)
        // Most have few, and then nobody need look who is here.
        let inUse = tokens.count < cull.most ? [] : hub.credentials
        let morning = tokenUses.seconds(at: now) - limits.tokens.rest.wholeSeconds
        guard let victims = cull.victims(among: tokens, inUse: inUse, since: morning) else {
            throw .tooMany
        }
        if !victims.isEmpty { revoke(victims) }
        issueToken(to: user, for: account, id)
    }

    mutating func revoke(_ tokens: [SecretDigest]) {
        forward(.revoked(Set(tokens.map { CredentialID(of: $0) })))
        effects.append(.account(.revoke(tokens)))
    }

    mutating func issueToken(to user: StoredUser, for account: AccountCall, _ id: CallID) {
        let token = named(Token(secrets.hexText()))
        let digest = SecretDigest(of: token)
        let stored = StoredToken(
            digest: digest, app: user.app, user: user.id, used: tokenUses.seconds(at: now))
        effects.append(.account(.issue(stored)))
        if let offer = account.offer {
            link(offer.key.map { .key($0) } ?? .token(digest), called: offer.device, to: user)
        }
        let reply: JSONObject = [
            "username": JSON(user.name.text), "access_token": JSON(token.text),
            "userid": JSON(user.id.text),
        ]
        answer(id, .json(reply.utf8))
    }

    /// Keeps that a device or a key is a user's.
    mutating func link(_ proof: StoredLink.Proof, called device: String?, to user: StoredUser) {
        let link = StoredLink(
            app: user.app, user: user.id, id: secrets.hexText(),
            device: DeviceName(device ?? "").text, proof: proof, since: tokenUses.seconds(at: now))
        effects.append(.account(.link(link)))
    }
}
