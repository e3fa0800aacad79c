/// Why the hub refused a change.
package enum LobbyRefusal: Hashable, Sendable {
    /// The object is another program's (401).
    case notYours
    /// The rules of the game do not allow it (400).
    case notLegal
    case other(code: Int)
}
