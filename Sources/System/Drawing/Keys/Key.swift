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
