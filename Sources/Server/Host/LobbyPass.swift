package import Lobby
import Records
package import SimperiumWire
import SyncHub

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
    /// What is before the number of a hall in the name of its user.
    private static let hallMark = "-"

    /// What the guard of a hall keeps. The first is all there was before there were halls.
    package static func log(of hall: HallNumber, in lobby: LogID = log) -> LogID {
        guard hall != .first else { return lobby }
        return LogID(app: lobby.app, user: named(UserID("\(lobby.user.text)\(hallMark)\(hall)")))
    }

    /// The hall that a log belongs to; nil if it is somebody's.
    package static func hall(of log: LogID, in lobby: LogID = log) -> HallNumber? {
        guard log.app == lobby.app else { return nil }
        if log.user == lobby.user { return .first }
        let mark = lobby.user.text + hallMark
        guard log.user.text.hasPrefix(mark) else { return nil }
        let hall = HallNumber(String(log.user.text.dropFirst(mark.count)))
        return hall == .first ? nil : hall
    }

    static let buckets = LobbyBucket.allCases.map { log.bucket($0.name) }
    private static let userName = named(UserName(LobbyAccess.user))

    /// The lobby's tokens are never revoked.
    private static let credential = CredentialID(rawValue: 0)

    package init(token: Token = named(Token(LobbyAccess.token)), doorToken: Token? = nil) {
        self.token = token
        self.doorToken = doorToken
    }

    /// Where somebody's results are.
    static func results(of user: UserID) -> BucketID {
        bucket(.result, of: user)
    }

    static func bucket(_ bucket: RecordBucket, of user: UserID) -> BucketID {
        BucketID(app: app, user: user, name: named(BucketName(bucket.rawValue)))
    }

    /// Where a game over days is under that key: users of the server's own have them all, so that
    /// they are spread over logs.
    static func games(under key: ObjectKey) -> BucketID {
        let digit = key.text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return bucket(.game, of: gameUsers[Int(digit % UInt32(gameUsers.count))])
    }

    /// The games of one of these users; nil of anybody else.
    static func games(of user: UserID) -> BucketID? {
        gameUsers.contains(user) ? bucket(.game, of: user) : nil
    }

    static let gameBucket = named(BucketName(RecordBucket.game.rawValue))

    /// No account has such an id.
    private static let gameUsers = (0..<64).map { number in
        named(UserID("games-" + (number < 16 ? "0" : "") + String(number, radix: 16)))
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
