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
