/// What is told of the connection to the server, beside why there is none.
package enum ConnectionWords {
    package static let inSyncAgain = "In sync again."
    package static let tokenRefused = "The server refuses this program's token."

    package static func tokenRefused(because reason: String) -> String {
        "the server lets us in with another token only: \(reason)"
    }
}
