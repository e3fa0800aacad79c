/// What a mouse does.
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
