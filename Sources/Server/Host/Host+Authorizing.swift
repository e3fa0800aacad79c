import Lobby
import SimperiumWire
import SyncHub

extension Host {
    /// Authorizes a channel by its token, or looks the token up.
    mutating func authorize(_ question: QuestionID, _ request: AuthorizationRequest) {
        guard let keys = settings.apps[request.app] else {
            return deny(question, AuthorizationFailure(.other(500), "No such app"))
        }
        if request.app == LobbyPass.app, let guest = settings.lobby.identity(of: request.token) {
            guard LobbyPass.buckets.contains(where: { $0.name == request.bucket }) else {
                let failure = AuthorizationFailure(.other(500), "No such bucket in the lobby")
                return deny(question, failure)
            }
            switch desks.halls.admit(request, as: guest, in: hub, at: now) {
            case .success(let guest): return grant(question, to: guest, request)
            case .failure(let failure): return deny(question, failure)
            }
        }
        if keys.administer(request.token) {
            return grant(question, to: .administrator(for: .app), request)
        }
        guard request.token.isWellFormed else { return deny(question, .malformedToken) }
        unidentified[question] = request
        effects.append(.look(.hub(question), .holder(of: SecretDigest(of: request.token))))
    }

    /// Applies an account's data to the hub's question: the holder of a token, or the owner of a
    /// name.
    mutating func tell(_ answer: AccountAnswer, to question: QuestionID) {
        guard unidentified[question] == nil else { return authorize(question, answer) }
        guard case .user(let user) = answer else { return }
        let owner = user.flatMap { $0.isGone ? nil : $0.id }
        forward(.read(question, .nameOwner(owner)))
    }

    /// Authorizes a channel with the holder of its token.
    private mutating func authorize(_ question: QuestionID, _ answer: AccountAnswer) {
        guard let request = unidentified.removeValue(forKey: question) else { return }
        guard case .holder(let holder?) = answer, holder.user.app == request.app,
            !isExpired(holder.token)
        else { return deny(question, .invalidToken) }
        guard LobbyPass.hasBucket(request.bucket, in: request.app) else {
            return deny(question, AuthorizationFailure(.other(500), "No such bucket"))
        }
        noteUse(of: holder.token)
        grant(question, to: Identity(of: holder.user, by: holder.token.digest), request)
    }

    /// Answers a question that the accounts can't answer now. The channel is denied. A name counts
    /// as free; the player who asks for it does not have it yet.
    mutating func failToAuthorize(_ question: QuestionID) {
        guard unidentified.removeValue(forKey: question) != nil else {
            return forward(.read(question, .nameOwner(nil)))
        }
        deny(question, AuthorizationFailure(.other(500), "Try again"))
    }

    /// Stores the use of a token, if none was stored for a day.
    mutating func noteUse(of token: StoredToken) {
        let second = tokenUses.note(token, at: now, every: settings.limits.tokens.usePause)
        if let second { effects.append(.noteUse(of: token.digest, at: second)) }
    }

    private mutating func grant(
        _ question: QuestionID, to identity: Identity, _ request: AuthorizationRequest
    ) {
        guard has(LogID(app: request.app, user: identity.user)) else {
            return forward(.authorized(question, .elsewhere(identity)))
        }
        let secret = request.needsSecret ? ResumeSecret(secrets.hexText()) : nil
        forward(.authorized(question, request.granted(to: identity, fresh: secret)))
    }

    /// True if a log's data is in this host's shard: its halls, and, in the first shard, all else.
    func has(_ log: LogID) -> Bool {
        LobbyPass.hall(of: log).map(settings.shards.isOwn) ?? settings.shards.isHome
    }

    private mutating func deny(_ question: QuestionID, _ failure: AuthorizationFailure) {
        forward(.authorized(question, .denied(failure)))
    }
}

extension AuthorizationFailure {
    static let lobbyIsFull = AuthorizationFailure(.other(500), "The lobby is full")
    static let otherHall = AuthorizationFailure(.other(500), "A connection can be in one hall only")

    /// The hall is at another server; without a hall, the home chooses one.
    static func elsewhere(_ hall: HallNumber?) -> AuthorizationFailure {
        AuthorizationFailure(.elsewhere, hall.map { "\($0)" } ?? "")
    }
}
