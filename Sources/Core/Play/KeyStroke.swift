package import Drawing

/// One key, and what is held with it.
package struct KeyStroke: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    package let key: Key
    package let modifiers: Modifiers

    package init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    package init(unicodeScalarLiteral character: Unicode.Scalar) {
        self.init(.character(character))
    }

    static func control(_ character: Unicode.Scalar) -> KeyStroke {
        KeyStroke(.character(character), .control)
    }
}

extension KeyStroke: CustomStringConvertible {
    /// The key as people are told of it: `R`, `Ctrl-L`, `space`.
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
