import Glibc

/// A program that shows a long text on the terminal, page by page.
package enum Pager {
    /// A shell command: the user's pager, or one that is installed.
    private static let command =
        "LESS=FRX exec ${PAGER:-$(command -v less || command -v more || echo cat)}"

    /// Shows a text on the terminal, and waits until the user has read it. If standard output is no
    /// terminal, writes the text there.
    package static func show(_ text: String) {
        guard Descriptor.standardOutput.isTerminal, let pager = unsafe popen(command, "w") else {
            return print(text, terminator: "")
        }
        // The user may quit the pager before it has read everything.
        Signal.brokenPipe.ignore()
        unsafe fputs(text, pager)
        unsafe pclose(pager)
    }
}
