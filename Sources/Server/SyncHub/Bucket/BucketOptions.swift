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

/// An option of a bucket. Raw values are the names in its object in `__options__`.
package enum BucketOption: String, Hashable, Sendable, CaseIterable {
    case capacity
    case versions = "version_max"
    case tenthVersions = "version10_max"
    case schema
    case removalSchema = "delete-schema"
    case presence
    case presenceGrace
    case sharing
}

/// An option with a value that is refused.
package struct OptionFlaw: Error, Hashable {
    package let option: BucketOption
    /// The fault in a schema; nil if it is none, and for other options.
    package let reason: String?
}

/// The behaviour of a bucket, by its object in `__options__`.
///
/// An option that is missing or flawed has its default: a flawed one is refused when it is written,
/// but an earlier version may have stored it.
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
    private var schemas = Schemas.none
    package private(set) var presence: PresenceMode?
    /// How long the objects of a broken connection wait for its return.
    package private(set) var presenceGrace = Duration.zero
    /// Whether its objects may be shared with other users: never what is somebody's by presence.
    package private(set) var sharing = false

    /// Few buckets have any, so they lie outside.
    private indirect enum Schemas: Hashable {
        case none
        case some(Schema?, ofRemovals: Schema?)
    }

    package init() {}

    /// What an object must be like to be written.
    package var schema: Schema? {
        if case .some(let schema, _) = schemas { schema } else { nil }
    }

    /// What it must be like to be removed.
    package var removalSchema: Schema? {
        if case .some(_, let schema) = schemas { schema } else { nil }
    }

    /// The first flaw of a bucket's options. A null is a missing option.
    package static func flaw(in options: JSONObject) -> OptionFlaw? {
        for option in BucketOption.allCases {
            guard let value = options[JSONString(option.rawValue)], value != .null else { continue }
            let isSharedPresence =
                option == .sharing && value == .bool(true) && options["presence"]?.string != nil
            guard isMeant(value, for: option), !isSharedPresence else {
                return OptionFlaw(option: option, reason: nil)
            }
            guard option == .schema || option == .removalSchema else { continue }
            if let reason = Schema.flaw(in: value) {
                return OptionFlaw(option: option, reason: reason)
            }
        }
        return nil
    }

    private static func isMeant(_ value: JSON, for option: BucketOption) -> Bool {
        switch option {
        case .capacity: value.int.map { $0 > 0 } == true
        case .versions, .tenthVersions: value.int.map { $0 >= 0 } == true
        case .schema, .removalSchema: Schema(value) != nil
        case .presence: value.string.flatMap(PresenceMode.init) != nil
        case .presenceGrace: value.int.map { 0...longestGrace ~= $0 } == true
        case .sharing: value.bool != nil
        }
    }

    package init(own: JSONObject, defaults: JSONObject) {
        let option = { (name: JSONString) in own[name] ?? defaults[name] }
        capacity = option("capacity")?.int.flatMap { $0 > 0 ? $0 : nil }
        retention = Retention(
            contiguous: option("version_max")?.int ?? retention.contiguous,
            tenths: option("version10_max")?.int ?? retention.tenths)
        let schema = option("schema").flatMap(Schema.init)
        let removalSchema = option("delete-schema").flatMap(Schema.init)
        if schema != nil || removalSchema != nil {
            schemas = .some(schema, ofRemovals: removalSchema)
        }
        presence = option("presence")?.string.flatMap(PresenceMode.init)
        sharing = presence == nil && option("sharing")?.bool == true
        let seconds = option("presenceGrace")?.int ?? 0
        presenceGrace = .seconds(min(max(seconds, 0), Self.longestGrace))
    }
}
