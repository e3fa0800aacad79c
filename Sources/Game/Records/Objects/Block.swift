package import SimperiumClock
package import SimperiumJSON

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
