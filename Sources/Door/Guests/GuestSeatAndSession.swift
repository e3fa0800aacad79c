internal import Drawing
internal import Records
internal import SimperiumWire
internal import Visit

/// A guest's key, with the key's seat in the lobby and the session of the key's account.
struct GuestSeatAndSession: Hashable, Sendable {
    /// The fingerprint of the key with a valid signature; nil for a guest without a key.
    var fingerprint: String?
    /// The number of this guest's seat among the seats of the key; nil if the guest has no seat.
    var slot: Int?
    /// The parameters of a sign-in; nil if guests can't sign in.
    var signInParameters: NewGuestParameters.SignInParameters?
    /// True if a request for the key's owner is pending.
    var isAskingForOwner = false
    /// The request that waits until the owner of the key is known; nil if none waits.
    var queuedRequest: AccountRequest?
    /// The token of this session; nil if the guest is not signed in. At the end of the session, the
    /// guest revokes the token, unless the guest's match waits for the guest to return.
    var token: Token?

    func account(of user: String, called name: ForeignText, by token: Token) -> SavedAccount? {
        signInParameters.map {
            SavedAccount(server: $0.server, user: user, name: name, token: token)
        }
    }

    func localData(of account: SavedAccount) -> LocalAccountData? {
        signInParameters.map { LocalAccountData(account, by: $0.clientID, keeping: .memory) }
    }
}

/// The first free seat of a key, for a new connection with that key.
package struct FreeKeySeat: Hashable, Sendable {
    /// Another guest with the same key.
    package struct SameKeyGuest: Hashable, Sendable {
        package let slot: Int
        /// True if the guest is in a match, and the connection has received bytes recently.
        package let isLively: Bool

        package init(slot: Int, isLively: Bool) {
            self.slot = slot
            self.isLively = isLively
        }
    }

    /// The number of the first free seat. Each seat has its own secret.
    package let slot: Int
    /// True if another guest with the key is in a match and responds. The new guest must then
    /// choose a session.
    package let isRivalled: Bool

    package init(besides rivals: [SameKeyGuest]) {
        slot = (0...).first { slot in rivals.allSatisfy { $0.slot != slot } } ?? 0
        isRivalled = rivals.contains(where: \.isLively)
    }

    /// Returns the seed for the seat's secret. A door derives the secret from this seed and its
    /// host key.
    package static func seedOfSecret(_ fingerprint: String, slot: Int) -> String {
        "seat:\(fingerprint):\(slot)"
    }

    /// Returns the seed for the client id of the seat's owner.
    package static func seedOfClientID(_ fingerprint: String, slot: Int) -> String {
        "name:\(fingerprint):\(slot)"
    }
}
