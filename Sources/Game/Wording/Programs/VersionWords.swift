/// What the program says of where it came from, and of what it runs with.
package enum VersionWords {
    /// `commit` tells its name and its day; nil if the program was built from no commit in
    /// particular.
    package static func line(_ number: String, commit: String?) -> String {
        "tictactoe \(number) (\(commit ?? "working copy"))"
    }

    /// One library, as it is here and as it was where the program was built.
    package static func library(_ name: String, running: String, built: String) -> String {
        "\(name) \(running)" + (running == built ? "" : ", built with \(built)")
    }

    package static func compiler(_ version: String) -> String { "Swift \(version), linked in" }
}
