package import SimperiumJSON

/// A setting on all of a person's devices: an object of the bucket `settings`, under its name.
package struct Setting: Hashable, Sendable {
    /// The limits of a value in depth and in bytes: a word, a number, a list of words.
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

/// The settings in an account. Raw values are their keys, named like the options of the command
/// line.
package enum SettingName: String, Hashable, Codable, Sendable, CaseIterable {
    case theme
    /// True to draw pieces and frames in ASCII.
    case glyphs
    case quick
    case sound
    /// True to show pieces and rows in steps.
    case motion
    /// True to have the terminal show a notice while another window is in front.
    case notify
    /// True to put links behind addresses.
    case links
    case keypad
    /// True to hide the name from spectators.
    case hidden
    /// True to report friends who enter the lobby.
    case arrivals
    /// True to show players' phrases.
    case phrases
    /// True to let players who are no friends begin correspondence games.
    case strangers

    /// The limit of an unknown setting's key in bytes.
    static let longest = 64
}
