import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// When the objects of a bucket leave with the clients that inserted them: the option `presence`.
package enum PresenceMode: String, Hashable, Sendable {
    /// With the connection that inserted them.
    case client
    /// With the last connection of the user.
    case user
}

/// How a bucket behaves, as its object in `__options__` says.
///
/// An option that is missing, or makes no sense, is as if it had never been set.
package struct BucketOptions: Hashable, Sendable {
    /// The object whose members count wherever a bucket's own object lacks them.
    package static let defaultKey: ObjectKey = {
        guard let key = ObjectKey("__default__") else { preconditionFailure("no key") }
        return key
    }()
    private static let longestGrace = 24 * 60 * 60

    /// Objects that the bucket holds. Beyond, those that were not changed for longest are removed.
    package private(set) var capacity: Int?
    package private(set) var retention = Retention.standard
    /// What an object must be like to be written, and to be removed.
    package private(set) var schema: Schema?
    package private(set) var removalSchema: Schema?
    package private(set) var presence: PresenceMode?
    /// How long the objects of a broken connection wait for its return.
    package private(set) var presenceGrace = Duration.zero

    package init() {}

    package init(own: JSONObject, defaults: JSONObject) {
        let option = { (name: JSONString) in own[name] ?? defaults[name] }
        capacity = option("capacity")?.int.flatMap { $0 > 0 ? $0 : nil }
        retention = Retention(
            contiguous: option("version_max")?.int ?? retention.contiguous,
            tenths: option("version10_max")?.int ?? retention.tenths)
        schema = option("schema").flatMap(Schema.init)
        removalSchema = option("delete-schema").flatMap(Schema.init)
        presence = option("presence")?.string.flatMap(PresenceMode.init)
        let seconds = option("presenceGrace")?.int ?? 0
        presenceGrace = .seconds(min(max(seconds, 0), Self.longestGrace))
    }
}
