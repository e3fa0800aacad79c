/// Errors of a database file.
package enum StoreWords {
    package static let locked = """
        another program is using the file, such as a game's background server, which stops \
        two minutes after the last player quits
        """
    package static let full = "the disk is full"
    package static let readOnly = "the file or its directory is not writable"

    package static func damaged(_ reason: String) -> String {
        "the file is damaged (\(reason)) and was not changed"
    }

    package static func damagedRow(of table: String) -> String {
        """
        a row of table "\(table)" is damaged and is not served. Run \
        `tictactoe doctor --store FILE`, and restore a backup
        """
    }

    package static let foreign = "the file belongs to another program and was not changed"

    package static func newer(found: Int, known: Int) -> String {
        "the file was written by a newer version (format \(found); this program reads \(known))"
    }
}

/// The report of `tictactoe doctor --store FILE`.
package enum StoreCheckWords {
    package static func content(
        _ path: String, format: Int, pages: Int, objects: Int, changes: Int, accounts: Int
    ) -> String {
        """
        \(path): format \(format), \(pages) pages, \(objects) objects, \(changes) changes, \
        \(accounts) accounts
        """
    }

    package static let intact = "All pages, indexes and rows are intact."
    package static let intactWithoutChecksums = """
        All pages and indexes are intact. The rows have no checksums yet: the server adds them \
        when it opens the file.
        """

    package static func damage(_ sentence: String) -> String { "  damaged: \(sentence)" }

    package static let advice = """
        Stop the server, keep this file, and restore a backup: see BACKUP AND RESTORE in \
        tictactoe-server(8).
        """

    package static func missing(_ path: String) -> String {
        "There is no file \(path). Give the path of a server's data file, or of a copy of it."
    }

    package static func unreadable(_ path: String, _ reason: String) -> String {
        "\(path) cannot be checked: \(reason)"
    }

    package static func structure(_ finding: String) -> String {
        let line = finding.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "a page or an index (\(line))"
    }

    package static func rows(_ count: Int, of table: String) -> String {
        "\(count) of the rows of table \"\(table)\" (the checksum does not match)"
    }

    package static func orphans(_ count: Int, of table: String) -> String {
        "\(count) of the rows of table \"\(table)\" (the row that they belong to is missing)"
    }

    package static func miscounted(_ count: Int) -> String {
        "\(count) buckets (the number of objects or of changes does not match)"
    }

    package static func unreadable(_ reason: String) -> String {
        "a part that cannot be read (\(reason))"
    }
}
