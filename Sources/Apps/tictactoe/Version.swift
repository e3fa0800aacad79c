/// The version of this program.
enum Version {
    static let current = "0.1"
    /// With the program's name, for people and for recordings.
    static let line = "tictactoe \(current)"
}
