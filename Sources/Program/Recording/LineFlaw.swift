/// What is wrong with a line that is in no recording.
package enum LineFlaw: Hashable, Sendable {
    case afterTheEnd
    /// The line has no check, unlike those before.
    case notWhole
    case unknown
    case notTheFirst
    /// From that byte on it is no JSON; the first is 1.
    case notJSON(byte: Int)
    /// It can't be read, or is JSON of something else, as whoever found that says.
    case other(String)
}
