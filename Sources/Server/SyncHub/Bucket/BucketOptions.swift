import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// The option `presence`: the event that removes a client's objects.
package enum PresenceRemovalTrigger: String, Hashable, Sendable {
    /// The end of the channel that inserted the objects.
    case client
    /// The end of the user's last channel in the bucket.
    case user
}

/// An option of a bucket. The raw value is the option's name in the bucket's object in
/// `__options__`.
package enum BucketOptionName: String, Hashable, Sendable, CaseIterable {
    case capacity
    case versions = "version_max"
    case tenthVersions = "version10_max"
    case schema
    case removalSchema = "delete-schema"
    case presence
    case presenceGrace
    case sharing
}

extension BucketOptionName {
    /// Returns true if at most one character is missing, surplus or different. Capitals do not
    /// count.
    fileprivate func isNearly(_ name: String) -> Bool {
        let (own, other) = (Array(rawValue.lowercased().utf8), Array(name.lowercased().utf8))
        let (short, long) = own.count < other.count ? (own, other) : (other, own)
        guard long.count - short.count <= 1 else { return false }
        let common = zip(short, long).prefix { $0 == $1 }.count
        let isSameLength = short.count == long.count
        return short.dropFirst(isSameLength ? common + 1 : common)
            .elementsEqual(long.dropFirst(common + 1))
    }
}

/// An option with an invalid value.
package struct OptionFlaw: Error, Hashable {
    package let option: BucketOptionName
    /// The fault within a schema, or of a mistyped name; nil if the value is not of the option's
    /// kind.
    package let reason: String?
}

/// The options of a bucket, from its object in `__options__`.
///
/// A missing or invalid option has its default value. An invalid option is refused when it is
/// written, but an earlier version of the server may have stored one.
package struct BucketOptions: Hashable, Sendable {
    /// The key of the object with the app's defaults, for options that a bucket's own object lacks.
    package static let defaultKey = ObjectKey.trappingIfInvalid("__default__")
    private static let maxGraceSeconds = 24 * 60 * 60

    /// The maximum number of objects in the bucket; nil for no limit. The hub removes excess
    /// objects, those that were changed longest ago first.
    package private(set) var capacity: Int?
    package private(set) var retention = VersionRetention.standard
    private var schemas = WriteAndRemovalSchemas.none
    package private(set) var presence: PresenceRemovalTrigger?
    /// The time from a client's broken connection until the hub removes the client's objects.
    package private(set) var presenceGrace = Duration.zero
    /// True if objects may be shared with other users. Never true together with `presence`.
    package private(set) var sharing = false

    /// The schemas for writing and for removing. Boxed, because few buckets have schemas.
    private indirect enum WriteAndRemovalSchemas: Hashable {
        case none
        case some(Schema?, ofRemovals: Schema?)
    }

    package init() {}

    /// The schema that each written object must match; nil if there is none.
    package var schema: Schema? {
        if case .some(let schema, _) = schemas { schema } else { nil }
    }

    /// The schema that an object must match to be removed; nil if there is none.
    package var removalSchema: Schema? {
        if case .some(_, let schema) = schemas { schema } else { nil }
    }

    /// Returns the first invalid option; nil if all options are valid. A null counts as a missing
    /// option.
    ///
    /// Other members have no effect, and are allowed. But a name that is nearly an option's is a
    /// mistake: the option would not apply. An earlier version of the server may have stored one,
    /// so such a name is a flaw only if `earlier`, the object before the change, lacks it.
    package static func flaw(
        in options: JSONObject, since earlier: JSONObject = [:]
    ) -> OptionFlaw? {
        for option in BucketOptionName.allCases {
            guard let value = options[JSONString(option.rawValue)], value != .null else { continue }
            let isSharedPresence =
                option == .sharing && value == .bool(true) && options["presence"]?.string != nil
            guard isValid(value, for: option), !isSharedPresence else {
                return OptionFlaw(option: option, reason: nil)
            }
            guard option == .schema || option == .removalSchema else { continue }
            if let reason = Schema.flaw(in: value) {
                return OptionFlaw(option: option, reason: reason)
            }
        }
        return mistypedName(in: options, since: earlier)
    }

    private static func mistypedName(
        in options: JSONObject, since earlier: JSONObject
    ) -> OptionFlaw? {
        for member in options where member.value != .null && earlier[member.name] == nil {
            let name = member.name.string
            guard BucketOptionName(rawValue: name) == nil,
                let option = BucketOptionName.allCases.first(where: { $0.isNearly(name) })
            else { continue }
            return OptionFlaw(option: option, reason: "\(name) is a mistyped name of this option")
        }
        return nil
    }

    private static func isValid(_ value: JSON, for option: BucketOptionName) -> Bool {
        switch option {
        case .capacity: value.int.map { $0 > 0 } == true
        case .versions, .tenthVersions: value.int.map { $0 >= 0 } == true
        case .schema, .removalSchema: Schema(value) != nil
        case .presence: value.string.flatMap(PresenceRemovalTrigger.init) != nil
        case .presenceGrace: value.int.map { 0...maxGraceSeconds ~= $0 } == true
        case .sharing: value.bool != nil
        }
    }

    package init(own: JSONObject, defaults: JSONObject) {
        let option = { (name: JSONString) in own[name] ?? defaults[name] }
        capacity = option("capacity")?.int.flatMap { $0 > 0 ? $0 : nil }
        retention = VersionRetention(
            contiguous: option("version_max")?.int ?? retention.contiguous,
            tenths: option("version10_max")?.int ?? retention.tenths)
        let schema = option("schema").flatMap(Schema.init)
        let removalSchema = option("delete-schema").flatMap(Schema.init)
        if schema != nil || removalSchema != nil {
            schemas = .some(schema, ofRemovals: removalSchema)
        }
        presence = option("presence")?.string.flatMap(PresenceRemovalTrigger.init)
        sharing = presence == nil && option("sharing")?.bool == true
        let seconds = option("presenceGrace")?.int ?? 0
        presenceGrace = .seconds(min(max(seconds, 0), Self.maxGraceSeconds))
    }
}
