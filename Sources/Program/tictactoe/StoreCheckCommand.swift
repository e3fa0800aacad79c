import Commands
import Drawing
import SimperiumLoop
import SimperiumServer
import SimperiumStore
import SimperiumWire

/// `tictactoe doctor --store FILE`: checks each page, index and row of a server's file.
///
/// A running server may have the file open. The check writes nothing, so the file may also be a
/// copy.
struct StoreCheckCommand {
    let path: String

    /// Prints the result. Returns a failure if a part of the file is damaged, or if the file can't
    /// be opened.
    func run() throws -> ExitStatus {
        guard !FileSystem.isMissing(path) else {
            return printFailure(StoreCheckWords.missing(path))
        }
        let found: StoreInspection
        do throws(StorageError) { found = try HubStore.inspect(.file(path)) } catch {
            return printFailure(StoreCheckWords.unreadable(path, "\(error)"))
        }
        printLine(StoreCheckWords.formatAndCounts(path, found))
        for damage in found.damages { printLine(StoreCheckWords.damage(damage)) }
        guard found.damages.isEmpty else { return printFailure(StoreCheckWords.advice) }
        printLine(found.isChecked ? StoreCheckWords.intact : StoreCheckWords.intactWithoutChecksums)
        return .done
    }

    private func printFailure(_ line: String) -> ExitStatus {
        printLine(line)
        return .failed
    }
}

enum StoreCheckWords {
    /// Returns the first line. A file with damaged pages may have objects, changes and accounts
    /// that could not be counted.
    static func formatAndCounts(_ path: String, _ found: StoreInspection) -> String {
        let size = "\(path): format \(found.format), pages \(found.pages)"
        guard found.isCounted else { return size }
        return size + ", objects \(found.objects), changes \(found.changes), "
            + "accounts \(found.accounts)"
    }

    static let intact = "All pages, indexes and rows are intact."
    static let intactWithoutChecksums = """
        All pages and indexes are intact. The rows have no checksums yet: the server adds them \
        when it opens the file.
        """

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

    static func damage(_ damage: StoreInspection.Damage) -> String {
        "  damaged: \(damagedPart(damage))"
    }

    /// Returns a phrase that names the damaged part of the file, and the kind of damage.
    static func damagedPart(_ damage: StoreInspection.Damage) -> String {
        switch damage {
        case .structure(let finding):
            return "a page or an index (\(ForeignText(finding)))"
        case .rows(let table, let count):
            return "\(count) of the rows of table \"\(table)\" (the checksum does not match)"
        case .orphans(let table, let count):
            return "\(count) of the rows of table \"\(table)\""
                + " (the row that they belong to is missing)"
        case .miscounted(let count):
            return "\(count) buckets (the number of objects or of changes does not match)"
        case .unreadable(let error): return "a part that cannot be read (\(error))"
        }
    }
}
