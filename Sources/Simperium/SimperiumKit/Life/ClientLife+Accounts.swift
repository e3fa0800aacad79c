internal import SimperiumWire

extension ClientLife {
    /// Signs a user up or in over HTTP, and then in the replica.
    func signIn(
        _ action: AccountCalls.Action, email: String, password: String,
        _ others: OtherUsersObjects
    ) async throws(SimperiumError) -> Account {
        try check()
        // A new account has no objects, so theirs are another user's.
        if action == .create { try refuse(email, others) }
        guard let calls else { throw .closed }
        let answer = Answer<Account>(on: loop)
        let form: JSONObject = ["username": JSON(email), "password": JSON(password)]
        try calls.ask(for: action, form) { result in answer.assumeIsolated { $0.give(result) } }
        let account = try await answer.value(within: .seconds(30))
        try check()
        try refuse(account.email, others)
        signIn(account.token, named: UserName(account.email), others: others)
        return account
    }

    /// Throws if the objects here are another user's, and are to stay so.
    private func refuse(
        _ email: String, _ others: OtherUsersObjects
    ) throws(SimperiumError) {
        guard others == .refuse, let owner, owner.lowercased() != email.lowercased() else { return }
        throw .otherUsersObjects(of: owner)
    }
}
