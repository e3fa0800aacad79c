internal import Drawing
internal import Records
internal import SimperiumWire
internal import Visit

/// The rights of a guest's key: a seat in the lobby, and an account.
struct GuestKeyState: Hashable, Sendable {
    /// The fingerprint of the key with a valid signature; nil for a guest without a key.
    var fingerprint: String?
    /// The number of the key's seat that this guest has; nil for none.
    var slot: Int?
    /// The terms for accounts; nil if guests can't sign in.
    var terms: GuestContext.AccountTerms?
    /// True if the server was asked for the key's owner, and has not answered.
    var isAsking = false
    /// The request that waits for that answer.
    var waiting: AccountRequest?
    /// The token of this visit, which ends with it.
    var token: Token?

    func account(of user: String, called name: ForeignText, by token: Token) -> SavedAccount? {
        terms.map { SavedAccount(server: $0.server, user: user, name: name, token: token) }
    }

    func copy(of account: SavedAccount) -> AccountCopy? {
        terms.map { AccountCopy(account, by: $0.clientID, keeping: .memory) }
    }
}

/// The seat of a key on a further connection.
package struct KeySeat: Hashable, Sendable {
    /// Another guest with the same key.
    package struct Rival: Hashable, Sendable {
        package let slot: Int
        /// True if they play, and their connection answered just now.
        package let isLively: Bool

        package init(slot: Int, isLively: Bool) {
            self.slot = slot
            self.isLively = isLively
        }
    }

    /// The first free seat. Each has a secret of its own.
    package let slot: Int
    /// True if the guest is asked for their wish first.
    package let isRivalled: Bool

    package init(besides rivals: [Rival]) {
        slot = (0...).first { slot in rivals.allSatisfy { $0.slot != slot } } ?? 0
        isRivalled = rivals.contains(where: \.isLively)
    }

    /// Returns the seed of the seat's secret, and of its owner's name in the lobby.
    package static func seedOfSecret(_ fingerprint: String, slot: Int) -> String {
        "seat:\(fingerprint):\(slot)"
    }

    package static func seedOfName(_ fingerprint: String, slot: Int) -> String {
        "name:\(fingerprint):\(slot)"
    }
}
