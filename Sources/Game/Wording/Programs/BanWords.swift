/// What `ban` says.
package enum BanWords {
    package static func added(_ target: String) -> String { "\(target) is kept out" }
    package static func removed(_ target: String) -> String { "\(target) is let in again" }

    package static func notThere(_ target: String) -> String {
        "nobody is kept out as \(target)"
    }

    package static let nobody = "nobody is kept out"

    /// A running server reads its file only then.
    package static func reload(_ file: String) -> String {
        "\(file) is written; a server reads it again at SIGHUP"
    }

    /// `flaw` begins with a line's number, which nobody wants to know of a single one.
    package static func badLine(_ flaw: String) -> String { "can't keep that out: \(flaw)" }

    package static func noEngine(_ reason: String) -> String {
        "Redis did not take it: \(reason)"
    }
}
