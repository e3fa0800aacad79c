/// What terminals of all kinds are asked for in the same words: reports of the mouse, and of
/// pastes.
package enum TerminalRequest {
    /// Buttons only, and in the form that has no last column.
    package static let mouse = "\u{1B}[?1000h\u{1B}[?1006h"
    package static let noMouse = "\u{1B}[?1006l\u{1B}[?1000l"
    package static let pastes = "\u{1B}[?2004h"
    package static let noPastes = "\u{1B}[?2004l"
}
