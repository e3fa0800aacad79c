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
