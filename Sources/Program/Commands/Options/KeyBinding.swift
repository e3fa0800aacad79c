package import Drawing

/// The user's key for an action, and the origin of this setting.
package struct KeyBinding: Hashable, Sendable {
    package let action: BindableAction
    package let stroke: KeyStroke
    /// The setting as the user wrote it, `ACTION=KEY`.
    let text: String
    let origin: SettingOrigin

    /// Returns the error for a key that is already bound to the action `other`.
    package func duplicateKeyError(with other: String) -> UsageError {
        .badValue(.key, text: text, .keyTaken(stroke, by: other), origin)
    }
}

/// An action whose key can be changed. Raw values are the names in a configuration file.
package enum BindableAction: String, Hashable, Sendable, CaseIterable {
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
    case actions
    case redraw
    case suspend
    case quit
}

extension BindableAction {
    /// Parses `ACTION=KEY`; throws for a text without `=`, and for an unknown action or key.
    static func binding(_ text: String) throws(ValueFlaw) -> (BindableAction, KeyStroke) {
        guard let sign = text.firstIndex(of: "=") else { throw .badBinding }
        let (name, key) = (String(text[..<sign]), String(text[text.index(after: sign)...]))
        guard let action = BindableAction(rawValue: name) else { throw .unknownAction(name) }
        guard let stroke = KeyStroke(named: key) else { throw .unknownKey(key) }
        return (action, stroke)
    }
}

/// A section of the manual's list of keys.
package struct KeyManualSection: Hashable, Sendable {
    package struct KeysWithMeaning: Hashable, Sendable {
        let keys: String
        let meaning: String

        package init(keys: String, meaning: String) {
            self.keys = keys
            self.meaning = meaning
        }
    }

    let heading: String
    let rows: [KeysWithMeaning]

    package init(heading: String, rows: [KeysWithMeaning]) {
        self.heading = heading
        self.rows = rows
    }
}

extension KeyManualSection {
    /// The section as lines of text.
    package var text: String {
        let width = (rows.map(\.keys.columns).max() ?? 0) + 2
        return
            ([heading]
            + rows.map { row in
                let gap = String(repeating: " ", count: width - row.keys.columns)
                return "  \(row.keys)\(gap)\(row.meaning)"
            }).joined(separator: "\n")
    }
}
