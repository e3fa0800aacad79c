import Lobby
import Records
package import SimperiumWire
package import SyncHub

/// Which tokens open the lobby, and under what name their holders come in.
package struct LobbyPass: Hashable, Sendable {
    /// Lets every program in that has it; all have the usual one, and a closed group has another.
    package var token: Token
    /// Lets the door in, which speaks for many; nil if there is none.
    package var doorToken: Token?

    package static let app = named(AppID(LobbyAccess.app))
    package static let user = named(UserID(LobbyAccess.user))
    /// What the guard keeps: all that the lobby's user has.
    package static let log = LogID(app: app, user: user)
    static let buckets = LobbyBucket.allCases.map { log.bucket(named(BucketName($0.rawValue))) }
    private static let userName = named(UserName(LobbyAccess.user))

    /// The lobby's tokens are never revoked.
    private static let credential = CredentialID(rawValue: 0)

    package init(token: Token = named(Token(LobbyAccess.token)), doorToken: Token? = nil) {
        self.token = token
        self.doorToken = doorToken
    }

    /// Where somebody's results are.
    static func results(of user: UserID) -> BucketID {
        BucketID(app: app, user: user, name: named(BucketName(RecordBucket.result.rawValue)))
    }

    /// Where a guest's results are owed to, who may have an account yet. Nobody has that bucket,
    /// and no user has that name for one.
    static func results(ofGuest id: String) -> BucketID? {
        UserID(id).map { user in
            BucketID(app: app, user: user, name: named(BucketName("guest-result")))
        }
    }

    /// Whether somebody with an account has such a bucket: in the game there are these and no more.
    static func hasBucket(_ name: BucketName, in app: AppID) -> Bool {
        app != Self.app || RecordBucket(rawValue: name.text) != nil
    }

    /// The identity that a token gives; nil if it is not the lobby's.
    func identity(of token: Token) -> Identity? {
        if token == self.token { return Self.identity([]) }
        if token == doorToken { return Self.identity(.door) }
        return nil
    }

    private static func identity(_ rights: Identity.Rights) -> Identity {
        Identity(user: user, name: userName, rights: rights, credential: credential)
    }
}

/// A name that this program itself made up.
func named<N: Name>(_ name: N?) -> N {
    guard let name else { preconditionFailure("no \(N.self)") }
    return name
}
