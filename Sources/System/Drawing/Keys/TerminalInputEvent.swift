/// A user's action at a terminal: a key press, a mouse action or a paste.
package enum TerminalInputEvent: Hashable, Codable, Sendable {
    case key(Key, Modifiers = [])
    case mouse(MouseAction, at: Point, Modifiers = [])
    /// Text that the terminal marked as pasted. It must not be read as keys.
    case paste(String)
}

/// A key of a keyboard, named by its function.
package enum Key: Hashable, Sendable {
    /// A visible character, or the space. With control or alt, it is the character on the key.
    case character(Unicode.Scalar)
    case enter
    case escape
    case tab
    case backspace
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
    case insert
    case delete
    /// F1 to F12.
    case function(Int)
}

/// The modifier keys that are held during an action, as far as terminals report them.
package struct Modifiers: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
}

package enum MouseAction: Hashable, Codable, Sendable {
    case press(MouseButton)
    case release
    case wheelUp
    case wheelDown
}

package enum MouseButton: Hashable, Codable, Sendable {
    case left
    case middle
    case right
}

/// Encodes a character as itself, and every other key as a word.
extension Key: Codable {
    private static let words: [(word: String, key: Key)] = [
        ("enter", .enter), ("escape", .escape), ("tab", .tab), ("backspace", .backspace),
        ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
        ("end", .end), ("page-up", .pageUp), ("page-down", .pageDown), ("insert", .insert),
        ("delete", .delete),
    ]

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let letters = text.unicodeScalars
        if let letter = letters.first, letters.count == 1 {
            self = .character(letter)
        } else if let key = Self.words.first(where: { $0.word == text })?.key {
            self = key
        } else if letters.first == "f", let number = Int(text.dropFirst()) {
            self = .function(number)
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "is no key")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(word)
    }

    private var word: String {
        switch self {
        case .character(let letter): String(letter)
        case .function(let number): "f\(number)"
        default: Self.words.first { $0.key == self }?.word ?? ""
        }
    }
}
