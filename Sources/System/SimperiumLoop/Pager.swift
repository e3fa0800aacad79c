import Glibc

/// A program that shows a long text on the terminal, page by page.
package enum Pager {
    /// The shell command that runs the user's pager. If `PAGER` is not set, the pager is the first
    /// installed program among `less`, `more` and `cat`.
    private static let command =
        "LESS=FRX exec ${PAGER:-$(command -v less || command -v more || echo cat)}"

    /// Shows a text in the pager, and waits until the pager has exited. If standard output is not a
    /// terminal, or the pager can't be started, writes the text to standard output.
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
