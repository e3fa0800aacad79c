/// The output of `tictactoe backup`.
package enum BackupWords {
    package static func copied(_ original: String, to copy: String) -> String {
        "copied \(original) to \(copy)"
    }

    package static let nothingKept = "a server with --store memory has no data to back up"

    package static let elsewhere =
        "to copy data from Redis, stop its servers and run tictactoe copy"

    package static func missing(_ path: String) -> String { "there is no file \(path)" }

    package static func taken(_ path: String) -> String {
        "\(path) already exists and was not changed"
    }

    package static func failed(_ original: String, to copy: String, reason: String) -> String {
        "can't copy \(original) to \(copy): \(reason)"
    }
}
