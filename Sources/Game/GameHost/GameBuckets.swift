package import Lobby
import Records
package import SimperiumWire

/// The names of the game's app, and of its logs and buckets.
package enum GameBuckets {
    package static let app = AppID.trappingIfInvalid(LobbyCredentials.app)
    package static let user = UserID.trappingIfInvalid(LobbyCredentials.user)
    /// The log of the first hall: all data of the lobby's user.
    package static let log = UserLogID(app: app, user: user)
    /// The separator before a hall's number in the id of the hall's user.
    private static let hallMark = "-"

    /// Returns the log of a hall. The first hall has the log that the lobby had before halls
    /// existed.
    package static func log(of hall: HallNumber) -> UserLogID {
        guard hall != .first else { return log }
        return UserLogID(app: app, user: .trappingIfInvalid("\(user.text)\(hallMark)\(hall)"))
    }

    package static func hall(of log: UserLogID) -> HallNumber? {
        guard log.app == app else { return nil }
        if log.user == user { return .first }
        let mark = user.text + hallMark
        guard log.user.text.hasPrefix(mark) else { return nil }
        let hall = HallNumber(String(log.user.text.dropFirst(mark.count)))
        return hall == .first ? nil : hall
    }

    /// The buckets of the first hall.
    static let lobby = LobbyBucket.allCases.map { log.bucket($0.name) }

    static func bucket(_ bucket: RecordBucket, of user: UserID) -> BucketID {
        BucketID(app: app, user: user, name: .trappingIfInvalid(bucket.rawValue))
    }

    /// Returns the bucket of the correspondence game or friend invitation with this key. These
    /// objects are spread over the logs of several internal users of the server.
    static func serverGamesBucket(under key: ObjectKey) -> BucketID {
        let digit = key.text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return bucket(.game, of: gameUsers[Int(digit % UInt32(gameUsers.count))])
    }

    /// Returns the bucket with the games of an internal user of the server; nil for any other user.
    static func serverGamesBucket(of user: UserID) -> BucketID? {
        gameUsers.contains(user) ? bucket(.game, of: user) : nil
    }

    /// The server's internal users, which own correspondence games and friend invitations. No
    /// account has one of these ids.
    private static let gameUsers = (0..<64).map { number in
        UserID.trappingIfInvalid("games-" + (number < 16 ? "0" : "") + String(number, radix: 16))
    }

    /// Returns the bucket id for a guest's pending results, until the guest signs in; nil if the
    /// guest's id can't be a user id. No bucket with this id exists.
    static func owedResultsBucket(ofGuest id: String) -> BucketID? {
        UserID(id).map { user in
            BucketID(app: app, user: user, name: .trappingIfInvalid("guest-result"))
        }
    }

    /// Returns true if the owner of a bucket may open the bucket. Guests have only the lobby's
    /// buckets, and users only the record buckets.
    static func mayOwnerOpen(_ bucket: BucketID) -> Bool {
        bucket.user == user
            ? lobby.contains(bucket) : RecordBucket(rawValue: bucket.name.text) != nil
    }
}
