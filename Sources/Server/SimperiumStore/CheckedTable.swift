/// A table of a server's file with a checksum in each row.
///
/// A body has its own checksum, and the row's checksum covers that checksum. So a statement that
/// does not read the body need not verify it, and a statement that keeps the body keeps its
/// checksum. No statement computes a new checksum from a value that it has not verified.
///
/// The column `has_owners` is not covered: `doctor` finds damage there, because an index has the
/// same content.
package enum CheckedTable: String, CaseIterable, Sendable {
    case life
    case feed
    case bucket
    case object
    case base
    case history
    case log
    case recent
    case user
    case token
    case link
    case owed
    case seatEnd = "seat_end"

    /// The columns that the row's checksum covers.
    package var columns: [String] {
        switch self {
        case .life: ["epoch"]
        case .feed: ["app", "name"]
        case .bucket:
            [
                "user", "feed", "head", "floor", "count", "logged", "emptied", "beginning",
                "stamp", "mirrors",
            ]
        case .object:
            [
                "bucket", "key", "version", "removed", "changed", "change", "lease", "client",
                "secret", "outdated", "seat", "restarts", "stamp", "sharing", "body_checksum",
            ]
        case .base: ["object", "body_checksum"]
        case .history: ["object", "version", "change", "body_checksum"]
        case .log: Self.logColumns
        case .recent:
            Self.logColumns + ["object", "past_version", "past_change", "body_checksum"]
        case .user:
            [
                "app", "id", "name", "folded", "rounds", "block_size", "lanes", "salt", "result",
                "standing", "until", "since", "generation", "places",
            ]
        case .token: ["digest", "app", "user", "used", "since", "device", "address"]
        case .link: ["app", "user", "id", "device", "key", "digest", "since"]
        case .owed: ["app", "user", "name", "key", "body", "due"]
        case .seatEnd: ["app", "user", "client", "secret", "why", "outcome", "stamp"]
        }
    }

    private static let logColumns = [
        "feed", "place", "bucket", "key", "version", "previous", "change", "entry", "author",
    ]

    package var hasBody: Bool {
        switch self {
        case .object, .base, .history, .recent: true
        case .life, .feed, .bucket, .log, .user, .token, .link, .owed, .seatEnd: false
        }
    }

    /// The first version of a server's file that has this table, with a checksum in each row.
    var firstFormat: Int {
        self == .base ? Database.Format.firstWithBases : Database.Format.firstWithChecksums
    }

    /// An SQL condition that compares the row's columns with its checksum. It is true, or the
    /// statement fails.
    ///
    /// This condition must follow conditions such as `removed = 0`. SQLite then passes the constant
    /// in place of the column, so a row with a different value would look damaged.
    var verified: String {
        "verified('\(rawValue)', \(rawValue).checksum, \(checksumArgumentsSQL([:])))"
    }

    /// An SQL condition that compares the row's body with its checksum. It is true, or the
    /// statement fails.
    var verifiedBody: String {
        "verified('\(rawValue)', \(rawValue).body_checksum, \(rawValue).body)"
    }

    /// Returns the SQL expression for a row's checksum. `replaced` has the expressions for the
    /// columns that a statement changes.
    func checksumSQL(_ replaced: [String: String] = [:]) -> String {
        "checksum(\(checksumArgumentsSQL(replaced)))"
    }

    /// The SQL expression for the checksum of a row whose columns, in the order of `columns`, are
    /// the parameters `?1`, `?2` and so on.
    var checksumOfParameters: String {
        "checksum(\(columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")))"
    }

    private func checksumArgumentsSQL(_ replaced: [String: String]) -> String {
        columns.map { replaced[$0] ?? "\(rawValue).\($0)" }.joined(separator: ", ")
    }
}
