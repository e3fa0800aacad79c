internal import Drawing

/// What a key can be chosen for. The raw value is its name in a configuration file.
package enum KeyPurpose: String, Hashable, Sendable, CaseIterable {
    case left
    case down
    case up
    case right
    case find
    case invite
    case join
    case watch
    case bot
    case local
    case name
    case resign
    case draw
    case decline
    case rematch
    case next
    case tv
    case follow
    case retry
    case theme
    case mouse
    case bell
    case notices
    case help
    case redraw
    case suspend
    case quit
}

extension KeyPurpose {
    /// Reads `PURPOSE=KEY`.
    static func binding(_ text: String) throws(ValueFlaw) -> (purpose: KeyPurpose, KeyStroke) {
        guard let sign = text.firstIndex(of: "=") else { throw .badBinding }
        let (name, key) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
        guard let purpose = KeyPurpose(rawValue: name) else { throw .unknownPurpose(name) }
        guard let stroke = KeyStroke(named: key) else { throw .unknownKey(key) }
        return (purpose, stroke)
    }
}
