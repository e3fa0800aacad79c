internal import Records
internal import SimperiumWire
internal import Visit

/// What a guest's key is good for here: a place in the lobby, and an account.
struct KeyHolder: Hashable, Sendable {
    /// Of the key that has signed; nil for a guest without one.
    var fingerprint: String?
    /// Which of the places of the key this guest has; nil for none of them.
    var slot: Int?
    /// Nil where nobody can be signed in.
    var terms: GuestContext.AccountTerms?
    /// Whether the server was asked whose the key is, and has not answered.
    var isAsking = false
    /// What the guest wants to ask as soon as that is known.
    var waiting: AccountRequest?
    /// What the visit was signed in with; it ends with the visit.
    var token: Token?

    func account(of user: String, called name: String, by token: Token) -> Account? {
        terms.map { Account(server: $0.server, user: user, name: name, token: token) }
    }

    func copy(of account: Account) -> AccountCopy? {
        terms.map { AccountCopy(account, by: $0.clientID, keeping: .memory) }
    }
}
