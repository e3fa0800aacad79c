internal import SimperiumWire

extension ClientLife {
    /// Signs somebody up or in over HTTP, and goes on as them.
    func signIn(
        _ action: AccountCalls.Action, email: String, password: String
    ) async throws(SimperiumError) -> Account {
        try check()
        guard let calls else { throw .closed }
        let answer = Answer<Account>(on: loop)
        let form: JSONObject = ["username": JSON(email), "password": JSON(password)]
        try calls.ask(for: action, form) { result in answer.assumeIsolated { $0.give(result) } }
        let account = try await answer.value(within: .seconds(30))
        try check()
        signIn(account.token)
        return account
    }
}
