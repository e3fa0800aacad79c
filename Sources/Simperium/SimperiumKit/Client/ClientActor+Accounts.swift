internal import SimperiumWebWire
internal import SimperiumWire

extension ClientActor {
    /// Creates an account or signs in over HTTP, and then signs in the replica.
    func signIn(
        _ action: SignInAndSharingCalls.SignInAction, email: String, password: String,
        _ others: OtherUsersObjects
    ) async throws(SimperiumError) -> Account {
        try throwIfFailed()
        // A new account has no objects, so objects in this client must be another user's.
        if action == .create { try throwIfOtherUsersObjects(email, others) }
        guard let calls else { throw .closed }
        let answer = AwaitedResult<Account>(on: loop)
        let form: JSONObject = ["username": JSON(email), "password": JSON(password)]
        try calls.signIn(action, form) { answer.resolve($0) }
        let account = try await answer.value(within: .seconds(30))
        try throwIfFailed()
        try throwIfOtherUsersObjects(account.email, others)
        signIn(account.token, named: UserName(account.email), others: others)
        return account
    }

    /// Throws if the objects belong to another user and `others` is `refuse`.
    private func throwIfOtherUsersObjects(_ email: String, _ others: OtherUsersObjects)
        throws(SimperiumError)
    {
        guard others == .refuse, let owner, owner.lowercased() != email.lowercased() else { return }
        throw .otherUsersObjects(of: owner)
    }
}

/// Sharing, which is requested over HTTP.
extension ClientActor {
    /// Sends a request about the sharing of an object as the present user, and returns the server's
    /// answer.
    @discardableResult
    func requestSharing(
        _ method: HTTPMethod, _ key: ObjectKey, in bucket: BucketName, with name: String? = nil,
        mayWrite: Bool? = nil
    ) async throws(SimperiumError) -> JSONObject {
        try throwIfFailed()
        guard let calls else { throw .closed }
        guard let token else { throw .notSignedIn }
        let answer = AwaitedResult<JSONObject>(on: loop)
        try calls.requestSharing(
            method, key, in: bucket, with: name, mayWrite: mayWrite, as: token
        ) { answer.resolve($0) }
        return try await answer.value(within: .seconds(30))
    }
}
