/// Messages about a recording, while it is written and when it is replayed.
package enum RecordingWords {
    package static func notMade(at path: String, reason: String) -> String {
        "can't record to \(path): \(reason)"
    }

    package static func endedEarly(at path: String, reason: String) -> String {
        "the recording in \(path) ended early: \(reason)"
    }

    package static func recorded(at path: String) -> String { "recording to \(path)" }

    /// The log event of a recording that ended early.
    package static let notRecorded = "recording stopped"

    /// `lines` and `turns` are counts.
    package static func summary(
        of path: String, lines: Int, turns: Int, machine: String, program: String
    ) -> String {
        "\(path): \(lines) lines, \(turns) ticks of \(machine), recorded by \(program)"
    }

    package static let nothing = "the file is empty"

    package static func same(_ path: String) -> String {
        "\(path): replayed with the same screens and bytes"
    }

    package static func fault(in path: String, _ sentence: String) -> String {
        "\(path): \(sentence)"
    }

    package static let cutOff = "the recording is incomplete: the program was stopped"
    package static let full = "the recording stopped at its maximum size"
}
