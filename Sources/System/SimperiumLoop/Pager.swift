import Glibc

/// A program that shows a long text on the terminal, page by page.
package enum Pager {
    /// The shell command of the user's pager, or of an installed one if the user has set none.
    private static let command =
        "LESS=FRX exec ${PAGER:-$(command -v less || command -v more || echo cat)}"

    /// Shows a text on the terminal, and waits until the user has read it. If standard output is no
    /// terminal, writes the text there.
    package static func show(_ text: String) {
        guard Descriptor.standardOutput.isTerminal, let pager = unsafe popen(command, "w") else {
            return Descriptor.standardOutput.writeText(text)
        }
        // The user may quit the pager before it has read everything.
        Signal.brokenPipe.ignore()
        unsafe fputs(text, pager)
        unsafe pclose(pager)
    }
}
