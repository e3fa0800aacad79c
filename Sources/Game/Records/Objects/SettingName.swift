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
