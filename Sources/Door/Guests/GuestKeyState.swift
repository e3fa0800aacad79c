internal import Drawing
internal import Records
internal import SimperiumWire
internal import Visit

/// The rights of a guest's key: a seat in the lobby, and an account.
struct GuestKeyState: Hashable, Sendable {
    /// The fingerprint of the key with a valid signature; nil for a guest without a key.
    var fingerprint: String?
    /// The number of this guest's seat among those of the key; nil if there is none.
    var slot: Int?
    /// The terms for accounts; nil if guests can't sign in.
    var terms: GuestContext.AccountTerms?
    /// True while the server has not answered who owns the key.
    var isAsking = false
    /// The request that waits until the owner of the key is known.
    var waiting: AccountRequest?
    /// The token of this session, which ends with it.
    var token: Token?

    func account(of user: String, called name: ForeignText, by token: Token) -> SavedAccount? {
        terms.map { SavedAccount(server: $0.server, user: user, name: name, token: token) }
    }

    func copy(of account: SavedAccount) -> LocalAccountData? {
        terms.map { LocalAccountData(account, by: $0.clientID, keeping: .memory) }
    }
}

/// The seat for a new connection with a key.
package struct KeySeat: Hashable, Sendable {
    /// Another guest with the same key.
    package struct Rival: Hashable, Sendable {
        package let slot: Int
        /// True if the guest plays and responds.
        package let isLively: Bool

        package init(slot: Int, isLively: Bool) {
            self.slot = slot
            self.isLively = isLively
        }
    }

    /// The number of the first free seat. Each seat has its own secret.
    package let slot: Int
    /// True if the guest must choose between the sessions first.
    package let isRivalled: Bool

    package init(besides rivals: [Rival]) {
        slot = (0...).first { slot in rivals.allSatisfy { $0.slot != slot } } ?? 0
        isRivalled = rivals.contains(where: \.isLively)
    }

    /// Returns the seed for the seat's secret, and for its owner's name in the lobby.
    package static func seedOfSecret(_ fingerprint: String, slot: Int) -> String {
        "seat:\(fingerprint):\(slot)"
    }

    package static func seedOfName(_ fingerprint: String, slot: Int) -> String {
        "name:\(fingerprint):\(slot)"
    }
}
