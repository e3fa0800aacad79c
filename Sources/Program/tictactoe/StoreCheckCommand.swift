import Commands
import SimperiumLoop
import SimperiumServer
import SimperiumStore
import Wording

/// `tictactoe doctor --store FILE`: checks each page, index and row of a server's file.
///
/// The server may have the file open. Nothing is written, so a copy can be checked as well.
struct StoreCheckCommand {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// Fails if a part of the file is damaged, or the file cannot be opened.
    func run() throws -> ExitStatus {
        guard Folder.holds(path) else { return fail(StoreCheckWords.missing(path)) }
        let found: StoreInspection
        do throws(StorageError) { found = try HubStore.inspect(.file(path)) } catch {
            return fail(StoreCheckWords.unreadable(path, "\(error)"))
        }
        say(
            StoreCheckWords.content(
                path, format: found.format, pages: found.pages, objects: found.objects,
                changes: found.changes, accounts: found.accounts))
        for damage in found.damages { say(StoreCheckWords.damage(damage.sentence)) }
        guard found.damages.isEmpty else { return fail(StoreCheckWords.advice) }
        say(found.isChecked ? StoreCheckWords.intact : StoreCheckWords.intactWithoutChecksums)
        return .done
    }

    private func fail(_ line: String) -> ExitStatus {
        say(line)
        return .failed
    }

    private func say(_ line: String) { Descriptor.standardOutput.say(line) }
}

extension StoreInspection.Damage {
    var sentence: String {
        switch self {
        case .structure(let finding): StoreCheckWords.structure(finding)
        case .rows(let table, let count): StoreCheckWords.rows(count, of: table)
        case .orphans(let table, let count): StoreCheckWords.orphans(count, of: table)
        case .miscounted(let count): StoreCheckWords.miscounted(count)
        case .unreadable(let error): StoreCheckWords.unreadable("\(error)")
        }
    }
}
