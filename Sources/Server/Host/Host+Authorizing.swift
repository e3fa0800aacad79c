import SimperiumWire
import SyncHub

extension Host {
    /// Authorizes or denies a channel by its token, or looks the token up in the accounts.
    mutating func authorize(_ question: QuestionID, _ request: AuthorizationRequest) {
        guard let keys = settings.apps[request.app] else {
            return deny(question, AuthorizationFailure(.other(500), "No such app"))
        }
        if let guest = plugin(of: request.app)?.guest(with: request.token) {
            guard mayOwnerOpen(request.bucket(of: guest.user)),
                let result = coordinator?.admit(request, as: guest, in: hub, at: now)
            else { return deny(question, AuthorizationFailure(.other(500), "No such bucket")) }
            switch result {
            case .success(let guest): return grantOrForwardToHome(question, to: guest, request)
            case .failure(let failure): return deny(question, failure)
            }
        }
        if keys.isAdministratorToken(request.token) {
            return grantOrForwardToHome(question, to: .administrator(for: .app), request)
        }
        guard request.token.isWellFormed else { return deny(question, .malformedToken) }
        pendingAuthorizations[question] = request
        effects.append(
            .queryAccounts(.authorization(question), .holder(of: SecretDigest(of: request.token))))
    }

    /// Answers the hub's question for the owner of a name with the user's id, or with nil if no
    /// account has the name.
    mutating func answerNameOwner(_ question: QuestionID, _ answer: AccountQueryAnswer) {
        guard case .user(let user) = answer else { return }
        let owner = user.flatMap { $0.isGone ? nil : $0.id }
        enqueueForHub(.read(question, .nameOwner(owner)))
    }

    /// Authorizes or denies a channel once the accounts have returned the holder of the channel's
    /// token.
    mutating func completeAuthorization(_ question: QuestionID, with answer: AccountQueryAnswer) {
        guard let request = pendingAuthorizations.removeValue(forKey: question) else { return }
        guard case .holder(let holder?) = answer, holder.user.app == request.app,
            !isExpired(holder.token)
        else { return deny(question, .invalidToken) }
        guard mayOwnerOpen(request.bucket(of: holder.user.id)) else {
            return deny(question, AuthorizationFailure(.other(500), "No such bucket"))
        }
        storeUseIfDue(of: holder.token)
        grantOrForwardToHome(
            question, to: Identity(of: holder.user, by: holder.token.digest), request)
    }

    /// Denies a channel, because the accounts could not be read and the channel's token is
    /// therefore unknown.
    mutating func denyWithoutAccounts(_ question: QuestionID) {
        guard pendingAuthorizations.removeValue(forKey: question) != nil else { return }
        deny(question, AuthorizationFailure(.other(500), "Try again"))
    }

    /// Stores the use of a token, unless a use was stored within `usePause`.
    mutating func storeUseIfDue(of token: StoredToken) {
        let second = tokenUses.recordUseIfDue(
            token, at: now, every: settings.limits.tokens.usePause)
        if let second { effects.append(.noteUse(of: token.digest, at: second)) }
    }

    /// Grants access to a channel. If another shard has the user's data, has the hub forward the
    /// channel to the home shard instead.
    private mutating func grantOrForwardToHome(
        _ question: QuestionID, to identity: Identity, _ request: AuthorizationRequest
    ) {
        guard isInOwnShard(UserLogID(app: request.app, user: identity.user)) else {
            return enqueueForHub(.authorized(question, .elsewhere(identity)))
        }
        let secret = request.needsSecret ? ResumeSecret(secrets.newHexSecret()) : nil
        enqueueForHub(.authorized(question, request.granted(to: identity, fresh: secret)))
    }

    private mutating func deny(_ question: QuestionID, _ failure: AuthorizationFailure) {
        enqueueForHub(.authorized(question, .denied(failure)))
    }
}

extension AuthorizationRequest {
    fileprivate func bucket(of user: UserID) -> BucketID {
        BucketID(app: app, user: user, name: bucket)
    }
}
