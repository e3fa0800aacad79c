package import SimperiumJSON

/// A setting that is the same on all of a person's devices: an object of the bucket `settings`,
/// under its name.
package struct Setting: Hashable, Sendable {
    /// What a value may be at most, in depth and in bytes: a word, a number, a list of words.
    private static let deepest = 4
    private static let longest = 4_096

    package let value: JSON

    package init(value: JSON) {
        self.value = value
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        guard let value = object[.value] else { throw .missing(member: "value") }
        guard !value.isDeeper(than: Self.deepest), value.utf8.count <= Self.longest else {
            throw .senseless(member: "value")
        }
        self.value = value
    }

    package var members: JSONObject { [.value: value] }
}

/// The settings that an account keeps. Raw values are their keys, named like the options of the
/// command line.
package enum SettingName: String, Hashable, Codable, Sendable, CaseIterable {
    case theme
    /// Whether pieces and frames are drawn in ASCII.
    case glyphs
    case quick
    case sound
    /// Whether pieces and rows come about in steps.
    case motion
    case keypad
    /// Whether watchers' lists leave the name out.
    case hidden
    /// Whether it is told when a friend comes in.
    case arrivals
    /// Whether it is shown what people at boards say.
    case phrases
    /// Whether people who are no friends may begin games over days with one.
    case strangers

    /// What a key may be of a setting that this version does not know.
    static let longest = 64
}
