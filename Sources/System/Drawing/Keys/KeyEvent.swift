/// What a person does at a terminal.
package enum KeyEvent: Hashable, Codable, Sendable {
    case key(Key, Modifiers = [])
    case mouse(MouseAction, at: Point, Modifiers = [])
    /// Text that came at once, by the terminal's word, and is not to be taken for keys.
    case paste(String)
}
