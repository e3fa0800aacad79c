/// The output of `tictactoe ban`.
package enum BanWords {
    package static func added(_ target: String) -> String { "\(target) is banned" }
    package static func removed(_ target: String) -> String { "\(target) is no longer banned" }
    package static func notThere(_ target: String) -> String { "there is no ban on \(target)" }

    package static let none = "there are no bans"

    /// The advice after a change: a running server reads its file only at this signal.
    package static func reload(_ file: String) -> String {
        "\(file) has been updated; send SIGHUP to a running server to apply the change"
    }

    /// `flaw` starts with a line number, as in a file.
    package static func badLine(_ flaw: String) -> String { "not a valid ban: \(flaw)" }

    package static func noEngine(_ reason: String) -> String {
        "can't use the ban list in Redis: \(reason)"
    }
}
