/// What a host is told whose file of bans can't be meant.
package enum BanFileWords {
    package static func noText(line: Int) -> String { "line \(line) is no text" }

    package static func noDay(line: Int) -> String {
        "line \(line) has a day that is none; 2027-01-31 would be one"
    }

    package static func nobody(line: Int) -> String {
        "line \(line) begins with no address, no range as in 10.0.0.0/8, and no key's"
            + " fingerprint as in SHA256:…"
    }
}
