/// A key of a keyboard, by what it is there for.
package enum Key: Hashable, Sendable {
    /// A character that can be seen, or the space. With control or alt it is the one on the key.
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

/// Keys that are held while another is pressed, as far as terminals tell.
package struct Modifiers: OptionSet, Hashable, Codable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
}

/// What a mouse does, other than move.
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

/// What a person does at a terminal.
package enum KeyEvent: Hashable, Codable, Sendable {
    case key(Key, Modifiers = [])
    case mouse(MouseAction, at: Point, Modifiers = [])
    /// Text that came at once, by the terminal's word, and is not to be taken for keys.
    case paste(String)
}
