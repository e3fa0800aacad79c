/// How a Player wants to be found. Raw values are those of the Player's `mode`.
package enum PlayerMode: String, Hashable, Sendable, CaseIterable {
    /// Pair me with the next person who waits.
    case auto
    /// The same, but who plays by the same clock. Programs of the first version take it for `busy`.
    case clocked = "auto-clock"
    /// I am here, and can be challenged.
    case open
    /// I am here, and want to be left alone.
    case busy

    /// Whether whoever it is waits to be paired.
    package var isLooking: Bool { self == .auto || self == .clocked }
}
