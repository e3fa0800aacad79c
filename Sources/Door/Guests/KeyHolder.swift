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

/// Which of its places a key gets that comes to the door by another line.
package struct KeySeat: Hashable, Sendable {
    /// What another guest with the same key has.
    package struct Rival: Hashable, Sendable {
        package let slot: Int
        /// Whether they play, and their line has answered just now.
        package let isLively: Bool

        package init(slot: Int, isLively: Bool) {
            self.slot = slot
            self.isLively = isLively
        }
    }

    /// The first place that nobody has. Each has a secret of its own.
    package let slot: Int
    /// Whether the guest is asked first what is wanted.
    package let isRivalled: Bool

    package init(besides rivals: [Rival]) {
        slot = (0...).first { slot in rivals.allSatisfy { $0.slot != slot } } ?? 0
        isRivalled = rivals.contains(where: \.isLively)
    }

    /// What the secret of the place is made of, and the name that its owner has in the lobby.
    package static func seedOfSecret(_ fingerprint: String, slot: Int) -> String {
        "seat:\(fingerprint):\(slot)"
    }

    package static func seedOfName(_ fingerprint: String, slot: Int) -> String {
        "name:\(fingerprint):\(slot)"
    }
}
