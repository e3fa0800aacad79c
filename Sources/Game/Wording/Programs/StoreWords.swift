/// Why a file of ours can't be used.
package enum StoreWords {
    package static let locked = """
        another program is using the file: a game starts a server in the background, which leaves \
        two minutes after everybody has quit
        """
    package static let full = "the disk is full"
    package static let readOnly = "the file or its folder may not be written to"

    package static func damaged(_ reason: String) -> String {
        "the file is damaged (\(reason)); it was left as it is"
    }

    package static let foreign = "the file belongs to another program; it was left as it is"

    package static func newer(found: Int, known: Int) -> String {
        "the file was written by a newer version (format \(found); this program knows \(known))"
    }
}
