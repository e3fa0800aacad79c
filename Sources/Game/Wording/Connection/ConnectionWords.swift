internal import Drawing

/// What is told of the connection to the server, beside why there is none.
package enum ConnectionWords {
    package static let inSyncAgain = "In sync again."
    /// Of this machine's own server.
    package static let nothingKept =
        "Nothing is kept: the data directory can't be written; see “tictactoe doctor”."
    package static let olderServer =
        "This server is older: it has no invitations, clocks or phrases."
    package static let tokenRefused = "The server refuses this program's token."

    package static func tokenRefused(because reason: String) -> String {
        "the server lets us in with another token only: \(reason.asForeignText)"
    }
}
