package import SimperiumClock
package import SimperiumJSON

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
