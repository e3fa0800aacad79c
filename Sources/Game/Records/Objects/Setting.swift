package import SimperiumJSON

/// A setting for all devices of a user: an object of the bucket `settings`, with the setting's name
/// as key.
package struct Setting: Hashable, Sendable {
    /// The greatest nesting depth of a value. Known settings are less deeply nested.
    private static let deepest = 4
    /// The largest size of a value as JSON, in bytes.
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

/// The settings in an account. Raw values are their keys. A command-line option for a setting has
/// the same name, except that `glyphs` has the option `--ascii`.
package enum SettingName: String, Hashable, Codable, Sendable, CaseIterable {
    case theme
    /// True to draw pieces and frames in ASCII.
    case glyphs
    case quick
    case sound
    /// True to animate pieces and winning lines.
    case motion
    /// True to send desktop notifications through the terminal while another window is in front.
    case notify
    /// True to show addresses as links.
    case links
    case keypad
    /// True to hide the user's name from spectators.
    case hidden
    /// True to report friends who enter the lobby.
    case arrivals
    /// True to show players' phrases.
    case phrases
    /// True to let players who are not friends invite the user to correspondence games.
    case strangers

    /// The longest key of an unknown setting, in bytes.
    static let longest = 64
}
