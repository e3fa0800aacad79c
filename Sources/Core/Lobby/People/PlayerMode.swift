/// How a Player wants to be found. Raw values are those of the Player's `mode`.
package enum PlayerMode: String, Hashable, Sendable, CaseIterable {
    /// Pair me with the next person who waits.
    case auto
    /// I am here, and can be challenged.
    case open
    /// I am here, and want to be left alone.
    case busy
}
