enum ProgramVersion {
    /// The version number. It equals the version in the first line of `Assets/debian/changelog`,
    /// and the newest tag.
    static let number = "0.3.0"
    /// The commit and its day, inserted by `git archive`. A working copy has none.
    private static let commit = "$Format:%h, %cs$"

    /// The version line, for people and for recordings.
    static let line = SoftwareVersionWords.programVersionLine(
        number, commit: commit.hasPrefix("$") ? nil : commit)

    /// The version of the compiler, as far as it can be determined.
    static var compiler: String {
        #if compiler(>=6.5)
        "6.5"
        #elseif compiler(>=6.4)
        "6.4"
        #else
        "6.3"
        #endif
    }
}

enum SoftwareVersionWords {
    /// Returns the version line. `commit` is a commit's name and day; nil for a working copy.
    static func programVersionLine(_ number: String, commit: String?) -> String {
        "tictactoe \(number) (\(commit ?? "development build"))"
    }

    /// Returns a library's version, with the version at build time if it differs.
    static func library(_ name: String, running: String, built: String) -> String {
        "\(name) \(running)" + (running == built ? "" : ", built with \(built)")
    }

    static func compiler(_ version: String) -> String { "Swift \(version), linked in" }
}
