package struct KeyStroke: Hashable, Codable, Sendable, ExpressibleByUnicodeScalarLiteral {
    package let key: Key
    package let modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    package init(unicodeScalarLiteral character: Unicode.Scalar) {
        self.init(.character(character))
    }

    package static func control(_ character: Unicode.Scalar) -> KeyStroke {
        KeyStroke(.character(character), .control)
    }
}

extension KeyStroke {
    private static let names: [String: Key] = [
        "space": .character(" "), "insert": .insert, "delete": .delete, "home": .home, "end": .end,
    ]

    /// Creates the key with a name that users may assign: one character, `ctrl-x`, `f1` to `f12`,
    /// `space`, `insert`, `delete`, `home` or `end`. Returns nil for other keys, which have fixed
    /// meanings.
    package init?(named name: String) {
        let letters = name.unicodeScalars
        let lower = name.lowercased()
        if letters.count == 1, let letter = letters.first, letter != " ",
            letter.kind == .narrow || letter.kind == .wide
        {
            self.init(.character(letter))
        } else if let key = Self.names[lower] {
            self.init(key)
        } else if lower.first == "f", let number = Int(lower.dropFirst()), 1...12 ~= number {
            self.init(.function(number))
        } else if lower.hasPrefix("ctrl-"), let letter = lower.unicodeScalars.last,
            lower.utf8.count == 6, "a"..."z" ~= letter, !"cijm".unicodeScalars.contains(letter)
        {
            self = .control(letter)
        } else {
            return nil
        }
    }

    /// True for a printable character without modifiers.
    package var isPlainCharacter: Bool {
        if case .character = key { modifiers.isEmpty } else { false }
    }
}

extension KeyStroke: CustomStringConvertible {
    /// The name of the key as shown to the user: `R`, `Ctrl-L`, `space`.
    package var description: String {
        let held = [(Modifiers.control, "Ctrl-"), (.alt, "Alt-"), (.shift, "Shift-")]
            .filter { modifiers.contains($0.0) }.map(\.1).joined()
        guard case .character(let character) = key else { return held + key.word }
        if character == " " { return held + "space" }
        return held
            + (modifiers.isEmpty ? String(character) : character.properties.uppercaseMapping)
    }
}

extension Key {
    fileprivate var word: String {
        switch self {
        case .character(let character): String(character)
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PageUp"
        case .pageDown: "PageDown"
        case .insert: "Insert"
        case .delete: "Delete"
        case .function(let number): "F\(number)"
        }
    }
}
