package import Drawing
package import SimperiumClock
package import SimperiumJSON

/// An object that has only a time. In the bucket `profile`, this is the time of the account's
/// creation. In the bucket `block`, it is the time of the block, and the key is the blocked user's
/// id.
package struct ProfileOrBlockTime: Hashable, Sendable {
    /// The key of the only object of the bucket `profile`.
    static let profileKey = "me"

    package let since: ServerTime

    package init(since: ServerTime) {
        self.since = since
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        since = try object.stamp(.since) ?? ServerTime(milliseconds: 0)
    }

    package var members: JSONObject { [.since: JSON(Int(since.milliseconds))] }
}

/// A friend: an object of the bucket `friend`, with the friend's user id as key.
package struct Friend: Hashable, Sendable {
    static let longestAlias = 256

    /// The user's nickname for the friend.
    package var alias: ForeignText?
    package let since: ServerTime
    /// The time when one of the user's programs last saw the friend in a lobby; nil if none has.
    package var seen: ServerTime?

    package init(alias: ForeignText? = nil, since: ServerTime, seen: ServerTime? = nil) {
        self.alias = alias
        self.since = since
        self.seen = seen
    }

    /// Reads an object. Without a date, `since` is 1970, because another program may have omitted
    /// it.
    package init(_ object: JSONObject) throws(RecordFlaw) {
        alias = try object.text(.alias, longest: Self.longestAlias).map { ForeignText($0) }
        since = try object.stamp(.since) ?? ServerTime(milliseconds: 0)
        seen = try object.stamp(.seen)
    }

    package var members: JSONObject {
        var object = JSONObject()
        object[.alias] = alias.map { JSON($0) }
        object[.since] = JSON(Int(since.milliseconds))
        object[.seen] = seen.map { JSON(Int($0.milliseconds)) }
        return object
    }
}

/// The user's current seat, for the user's other devices: the only object of the bucket `seat`. The
/// object contains no secret, because the account proves the owner.
package struct PublishedSeat: Hashable, Sendable {
    package static let key = "now"
    private static let longestDevice = 128

    /// The hall of the match; nil if there is only one hall.
    package let hall: String?
    package let match: String
    package let client: String
    package let device: ForeignText

    package init(hall: String? = nil, match: String, client: String, device: ForeignText) {
        self.hall = hall
        self.match = match
        self.client = client
        self.device = device
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        hall = try object.id(.hall)
        guard let match = try object.id(.match) else { throw .missing(member: "match") }
        guard let client = try object.id(.client) else { throw .missing(member: "client") }
        let device = try object.text(.device, longest: Self.longestDevice)
        guard let device else { throw .missing(member: "device") }
        (self.match, self.client, self.device) = (match, client, ForeignText(device))
    }

    package var members: JSONObject {
        var object: JSONObject = [
            .match: JSON(match), .client: JSON(client), .device: JSON(device),
        ]
        object[.hall] = hall.map { JSON($0) }
        return object
    }
}
