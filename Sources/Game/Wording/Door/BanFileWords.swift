/// Errors in an operator's ban list.
package enum BanFileWords {
    package static func noText(line: Int) -> String { "line \(line) is not plain text" }

    package static func noDay(line: Int) -> String {
        "line \(line) has an invalid date; expected one like 2027-01-31"
    }

    package static func noTarget(line: Int) -> String {
        "line \(line) must begin with an address, a range like 10.0.0.0/8 or a key fingerprint"
            + " like SHA256:…"
    }
}
