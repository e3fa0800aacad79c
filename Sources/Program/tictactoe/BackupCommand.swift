import Commands
import SimperiumLoop
import SimperiumServer
import SimperiumStore
import SimperiumWire

/// `tictactoe backup`: copies a server's data file and its keys, even while the server runs.
struct BackupCommand {
    private let original: String
    private let keyFile: String
    private let copy: String

    init(_ options: BackupOptions) throws {
        if case .redis = options.store { throw CommandFailure(BackupWords.elsewhere) }
        guard let original = try options.store.path else {
            throw CommandFailure(BackupWords.nothingKept)
        }
        self.original = original
        keyFile = options.keyFile ?? ServerSettings.keyFilePath(of: original)
        copy = options.copy
    }

    func run() throws -> ExitStatus {
        ThisProcess.keepFilesPrivate()
        guard !FileSystem.isMissing(original) else {
            throw CommandFailure(BackupWords.missing(original))
        }
        let keyCopy = ServerSettings.keyFilePath(of: copy)
        for path in [copy, keyCopy] where FileSystem.exists(path) {
            throw CommandFailure(BackupWords.alreadyExists(path))
        }
        if let folder = FileSystem.missingDirectory(of: copy) {
            throw CommandFailure(BackupWords.missingDirectory(folder))
        }
        // The keys are read first, so that nothing is copied if they are missing.
        guard let keys = try WholeFile.read(keyFile, limit: ServerSettings.keyFileLimit) else {
            throw CommandFailure(BackupWords.missingKeyFile(at: keyFile))
        }
        let isCopied: Bool
        do throws(StorageError) {
            isCopied = try HubStore.copy(original, to: copy)
        } catch {
            throw CommandFailure(BackupWords.failed(original, to: copy, reason: "\(error)"))
        }
        guard isCopied else { throw CommandFailure(BackupWords.alreadyExists(copy)) }
        do {
            // This call also syncs the folder, which contains both the keys and the copy.
            guard try WholeFile.create(keyCopy, with: keys) else {
                throw CommandFailure(BackupWords.alreadyExists(keyCopy))
            }
        } catch {
            // A copy without keys would also make the next backup fail.
            try? WholeFile.remove(copy)
            throw error
        }
        printWithProgramName(BackupWords.copied(original, to: copy))
        return checkCopy()
    }

    /// Checks the copy as `doctor` does. Prints the first damage, and returns `failed`, if a part
    /// is damaged. The copy stays, because its other parts may be needed.
    private func checkCopy() -> ExitStatus {
        let damage: String
        do throws(StorageError) {
            let found = try HubStore.inspect(.file(copy), isUnused: true)
            guard let first = found.damages.first else { return .done }
            damage = StoreCheckWords.damagedPart(first)
        } catch {
            damage = "\(error)"
        }
        return complain(BackupWords.damaged(copy, of: original, damage))
    }
}

private enum BackupWords {
    static func copied(_ original: String, to copy: String) -> String {
        "copied \(original) to \(copy)"
    }

    static func damaged(_ copy: String, of original: String, _ damage: String) -> String {
        "\(copy) is damaged: \(damage). Keep earlier backups, and run "
            + "`tictactoe doctor --store \(original)`"
    }

    static let nothingKept = "a server with --store memory has no data to back up"

    static let elsewhere =
        "to copy data from Redis, stop its servers and run tictactoe copy"

    static func missing(_ path: String) -> String {
        "there is no file \(path): name the server's data file with --store"
    }

    static func missingDirectory(_ path: String) -> String { "there is no directory \(path)" }

    static func missingKeyFile(at path: String) -> String {
        "there is no file \(path): name the server's keys file with --keys"
    }

    static func alreadyExists(_ path: String) -> String {
        "\(path) already exists and was not changed"
    }

    static func failed(_ original: String, to copy: String, reason: String) -> String {
        "can't copy \(original) to \(copy): \(reason)"
    }
}
