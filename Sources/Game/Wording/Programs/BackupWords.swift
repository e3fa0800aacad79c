/// What `backup` says.
package enum BackupWords {
    package static func copied(_ original: String, to copy: String) -> String {
        "copied \(original) to \(copy)"
    }

    package static let nothingKept = "a server that keeps nothing leaves nothing to copy"

    package static let elsewhere =
        "what is in Redis is copied by tictactoe copy, while no server uses it"

    package static func missing(_ path: String) -> String { "there is no \(path)" }

    package static func taken(_ path: String) -> String {
        "there is a \(path) already; it was left as it is"
    }

    package static func failed(_ original: String, to copy: String, reason: String) -> String {
        "can't copy \(original) to \(copy): \(reason)"
    }
}
