import Lobby
package import SimperiumWire
import SyncHub

/// The tokens of the lobby, and the identities that they grant.
package struct LobbyTokens: Hashable, Sendable {
    /// The token of all game programs: the default token, or the token of a closed group.
    package var token: Token
    /// The token that the ssh server presents when it connects for its guests; nil without an ssh
    /// server.
    package var doorToken: Token?

    private static let userName = UserName.trappingIfInvalid(LobbySignIn.user)

    /// The credential of the lobby's tokens, which are never revoked.
    private static let credential = CredentialID(rawValue: 0)

    package init(token: Token = .trappingIfInvalid(LobbySignIn.token), doorToken: Token? = nil) {
        self.token = token
        self.doorToken = doorToken
    }

    func identity(of token: Token) -> Identity? {
        if token == self.token { return Self.identity([]) }
        if token == doorToken { return Self.identity(.door) }
        return nil
    }

    private static func identity(_ rights: Identity.SpecialRights) -> Identity {
        Identity(
            user: GameBuckets.user, name: userName, rights: rights, credential: credential)
    }
}
