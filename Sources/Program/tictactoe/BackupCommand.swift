import Commands
import SimperiumLoop
import SimperiumServer
import SimperiumStore
import SimperiumWire

/// `tictactoe backup`: copies a server's store, also while the server runs.
struct BackupCommand {
    enum Failure: Error, CustomStringConvertible {
        case nothingKept
        /// The store is in Redis, so `tictactoe copy` must be used instead.
        case elsewhere
        case missing(String)
        case noKeys(String)
        case taken(String)
        case store(String, copy: String, StorageError)

        var description: String {
            switch self {
            case .nothingKept: BackupWords.nothingKept
            case .elsewhere: BackupWords.elsewhere
            case .missing(let path): BackupWords.missing(path)
            case .noKeys(let path): BackupWords.noKeys(in: path)
            case .taken(let path): BackupWords.alreadyExists(path)
            case .store(let path, let copy, let error):
                BackupWords.failed(path, to: copy, reason: "\(error)")
            }
        }
    }

    /// The maximum size of a key file, in bytes. No server has enough apps to reach it.
    private static let mostBytesOfKeys = 1 << 20

    private let original: String
    private let keyFile: String
    private let copy: String

    init(_ options: BackupOptions) throws {
        if case .redis = options.store { throw Failure.elsewhere }
        guard let original = try options.store.path else { throw Failure.nothingKept }
        self.original = original
        keyFile = options.keyFile ?? ServerSettings.keyFile(of: original)
        copy = options.copy
    }

    func run() throws -> ExitStatus {
        ThisProcess.keepFilesPrivate()
        guard FileSystem.isReadable(original) else { throw Failure.missing(original) }
        for path in [copy, ServerSettings.keyFile(of: copy)] where FileSystem.isReadable(path) {
            throw Failure.taken(path)
        }
        // The keys are read first, because a copy without them would be in the way of a repetition.
        guard let keys = try WholeFile.read(keyFile, limit: Self.mostBytesOfKeys) else {
            throw Failure.noKeys(keyFile)
        }
        do throws(StorageError) {
            try HubStore.copy(original, to: copy)
        } catch {
            throw Failure.store(original, copy: copy, error)
        }
        let path = ServerSettings.keyFile(of: copy)
        guard try WholeFile.create(path, with: keys) else { throw Failure.taken(path) }
        try FileSystem.syncDirectory(around: copy)
        report(BackupWords.copied(original, to: copy))
        return .done
    }
}

/// The output of `tictactoe backup`.
private enum BackupWords {
    static func copied(_ original: String, to copy: String) -> String {
        "copied \(original) to \(copy)"
    }

    static let nothingKept = "a server with --store memory has no data to back up"

    static let elsewhere =
        "to copy data from Redis, stop its servers and run tictactoe copy"

    static func missing(_ path: String) -> String { "there is no file \(path)" }

    static func noKeys(in path: String) -> String {
        "there is no file \(path): name the file of the server's keys with --keys"
    }

    static func alreadyExists(_ path: String) -> String {
        "\(path) already exists and was not changed"
    }

    static func failed(_ original: String, to copy: String, reason: String) -> String {
        "can't copy \(original) to \(copy): \(reason)"
    }
}
