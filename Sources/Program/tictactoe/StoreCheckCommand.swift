import Commands
import Drawing
import SimperiumLoop
import SimperiumServer
import SimperiumStore
import SimperiumWire

/// `tictactoe doctor --store FILE`: checks each page, index and row of a server's file.
///
/// The server may have the file open. Nothing is written, so the file may also be a copy.
struct StoreCheckCommand {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Prints the result. Returns a failure if a part of the file is damaged, or if the file can't
    /// be opened.
    func run() throws -> ExitStatus {
        guard FileSystem.isReadable(path) else {
            return printFailure(StoreCheckWords.missing(path))
        }
        let found: StoreInspection
        do throws(StorageError) { found = try HubStore.inspect(.file(path)) } catch {
            return printFailure(StoreCheckWords.unreadable(path, "\(error)"))
        }
        printLine(
            StoreCheckWords.content(
                path, format: found.format, pages: found.pages, objects: found.objects,
                changes: found.changes, accounts: found.accounts))
        for damage in found.damages { printLine(StoreCheckWords.damage(damage.sentence)) }
        guard found.damages.isEmpty else { return printFailure(StoreCheckWords.advice) }
        printLine(found.isChecked ? StoreCheckWords.intact : StoreCheckWords.intactWithoutChecksums)
        return .done
    }

    private func printFailure(_ line: String) -> ExitStatus {
        printLine(line)
        return .failed
    }
}

extension StoreInspection.Damage {
    var sentence: String {
        switch self {
        case .structure(let finding): StoreCheckWords.damagedPageOrIndex(finding)
        case .rows(let table, let count): StoreCheckWords.rowsWithWrongChecksum(count, of: table)
        case .orphans(let table, let count): StoreCheckWords.orphanedRows(count, of: table)
        case .miscounted(let count): StoreCheckWords.miscountedBuckets(count)
        case .unreadable(let error): StoreCheckWords.unreadablePart("\(error)")
        }
    }
}

/// The report of `tictactoe doctor --store FILE`.
private enum StoreCheckWords {
    static func content(
        _ path: String, format: Int, pages: Int, objects: Int, changes: Int, accounts: Int
    ) -> String {
        """
        \(path): format \(format), \(pages) pages, \(objects) objects, \(changes) changes, \
        \(accounts) accounts
        """
    }

    static let intact = "All pages, indexes and rows are intact."
    static let intactWithoutChecksums = """
        All pages and indexes are intact. The rows have no checksums yet: the server adds them \
        when it opens the file.
        """

    static func damage(_ sentence: String) -> String { "  damaged: \(sentence)" }

    static let advice = """
        Stop the server, keep this file, and restore a backup: see BACKUP AND RESTORE in \
        tictactoe-server(8).
        """

    static func missing(_ path: String) -> String {
        "There is no file \(path). Give the path of a server's data file, or of a copy of it."
    }

    static func unreadable(_ path: String, _ reason: String) -> String {
        "\(path) cannot be checked: \(reason)"
    }

    static func damagedPageOrIndex(_ finding: String) -> String {
        let line = finding.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "a page or an index (\(ForeignText(line)))"
    }

    static func rowsWithWrongChecksum(_ count: Int, of table: String) -> String {
        "\(count) of the rows of table \"\(table)\" (the checksum does not match)"
    }

    static func orphanedRows(_ count: Int, of table: String) -> String {
        "\(count) of the rows of table \"\(table)\" (the row that they belong to is missing)"
    }

    static func miscountedBuckets(_ count: Int) -> String {
        "\(count) buckets (the number of objects or of changes does not match)"
    }

    static func unreadablePart(_ reason: String) -> String {
        "a part that cannot be read (\(reason))"
    }
}
