/// The versions of the program and its libraries.
package enum VersionWords {
    /// `commit` is the name and day of a commit; nil if the program was built from a working copy.
    package static func line(_ number: String, commit: String?) -> String {
        "tictactoe \(number) (\(commit ?? "development build"))"
    }

    /// A library's version, with the version at build time if it differs.
    package static func library(_ name: String, running: String, built: String) -> String {
        "\(name) \(running)" + (running == built ? "" : ", built with \(built)")
    }

    package static func compiler(_ version: String) -> String { "Swift \(version), linked in" }
}
