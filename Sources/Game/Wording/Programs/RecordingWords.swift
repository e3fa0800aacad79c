/// What is said of a recording: while it is written, and when it is played again.
package enum RecordingWords {
    package static func notMade(at path: String, reason: String) -> String {
        "nothing can be recorded at \(path): \(reason)"
    }

    package static func endedEarly(at path: String, reason: String) -> String {
        "the recording at \(path) ended early: \(reason)"
    }

    package static func recorded(at path: String) -> String { "all is recorded at \(path)" }

    /// What a log calls it that a recording ended early.
    package static let notRecorded = "not recorded"

    /// `lines` and `turns` tell how many.
    package static func summary(
        of path: String, lines: Int, turns: Int, machine: String, program: String
    ) -> String {
        "\(path): \(lines) lines, \(turns) turns of \(machine), recorded by \(program)"
    }

    package static let nothing = "there is nothing in it"

    package static func same(_ path: String) -> String {
        "\(path): the same screens and bytes"
    }

    package static func fault(in path: String, _ sentence: String) -> String {
        "\(path): \(sentence)"
    }

    package static let cutOff = "it was cut off: the program that wrote it was ended"
    package static let full = "it ended when it was full"
}
