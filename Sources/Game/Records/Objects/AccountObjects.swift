package import SimperiumClock
package import SimperiumJSON

/// That there is an account: the one object of the bucket `profile`. The name is not in it, for it
/// is the account's own.
package struct Profile: Hashable, Sendable {
    package static let key = "me"

    package let since: Stamp

    package init(since: Stamp) {
        self.since = since
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        since = try object.stamp(.since) ?? Stamp(milliseconds: 0)
    }

    package var members: JSONObject { [.since: JSON(Int(since.milliseconds))] }
}

/// Somebody whom a person calls a friend: an object of the bucket `friend`, under their user id.
package struct Friend: Hashable, Sendable {
    package static let longestAlias = 256

    /// What the person calls them instead of what they call themselves.
    package var alias: String?
    package let since: Stamp
    /// When one of the person's programs last saw them in a lobby; nil if none did.
    package var seen: Stamp?

    package init(alias: String? = nil, since: Stamp, seen: Stamp? = nil) {
        self.alias = alias
        self.since = since
        self.seen = seen
    }

    /// Another program may have left out since when: a friend is one all the same.
    package init(_ object: JSONObject) throws(RecordFlaw) {
        alias = try object.text(.alias, longest: Self.longestAlias)
        since = try object.stamp(.since) ?? Stamp(milliseconds: 0)
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

/// Somebody with whom a person wants nothing to do: an object of the bucket `block`, under their
/// user id.
package struct Block: Hashable, Sendable {
    package let since: Stamp

    package init(since: Stamp) {
        self.since = since
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        since = try object.stamp(.since) ?? Stamp(milliseconds: 0)
    }

    package var members: JSONObject { [.since: JSON(Int(since.milliseconds))] }
}

/// Where a person sits just now, for their other devices to find: the one object of the bucket
/// `seat`. The account is the proof that it is their seat, so there is no secret in it.
package struct SeatNote: Hashable, Sendable {
    package static let key = "now"
    private static let longestDevice = 128

    /// The lobby that the match is in, if there are several.
    package let hall: String?
    package let match: String
    /// The client id that the seat belongs to.
    package let client: String
    /// What to call the device.
    package let device: String

    package init(hall: String? = nil, match: String, client: String, device: String) {
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
        (self.match, self.client, self.device) = (match, client, device)
    }

    package var members: JSONObject {
        var object: JSONObject = [
            .match: JSON(match), .client: JSON(client), .device: JSON(device),
        ]
        object[.hall] = hall.map { JSON($0) }
        return object
    }
}
