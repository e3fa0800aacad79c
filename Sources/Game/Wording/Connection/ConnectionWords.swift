internal import Drawing

/// Texts about the connection to the server. `ConnectionFailure` has the failures.
package enum ConnectionWords {
    package static let inSyncAgain = "Back in sync."
    /// The warning about this machine's own server.
    package static let nothingKept =
        "Nothing is saved: the data directory is not writable. Run “tictactoe doctor”."
    package static let olderServer =
        "This older server doesn't support invitations, clocks or phrases."
    package static let tokenRefused = "The server rejected this program's token."

    package static func tokenRefused(because reason: String) -> String {
        "the server rejected this program's token: \(reason.asForeignText)"
    }
}
