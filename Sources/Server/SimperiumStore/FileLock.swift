internal import Glibc
internal import SimperiumLoop
internal import SimperiumWire

/// A lock that keeps other processes from writing to a file, while this value exists.
///
/// SQLite's own locks would exclude readers, too; `flock` does not. Closing the descriptor releases
/// all of this process's SQLite locks on the file, so this value must be destroyed last.
struct FileLock: ~Copyable {
    private let file: CInt

    /// Locks a file, and creates it if there is none. Throws if another process has locked it.
    init(_ path: String) throws(StorageError) {
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageError(code: errno, opening: path) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            close(file)
            throw .locked
        }
        do throws(LibraryError) { try Self.syncFolderIfNew(of: file, path) } catch {
            close(file)
            throw .disk(reason: "\(error)")
        }
        self.file = file
    }

    /// Syncs the folder if the file is empty, and so may be new. Otherwise a power cut could undo
    /// the file's creation after its first commit.
    private static func syncFolderIfNew(of file: CInt, _ path: String) throws(LibraryError) {
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_size == 0 else { return }
        try FileSystem.syncDirectory(containing: path)
    }

    /// Unlocks the file before closing it. A process that was started a moment ago shares the open
    /// file until it executes its program, and would otherwise keep the lock.
    deinit {
        flock(file, LOCK_UN)
        close(file)
    }
}

extension StorageError {
    /// Creates the error for a file that can't be opened or created, from a code of `errno`.
    init(code: CInt, opening path: String) {
        switch code {
        case EACCES, EROFS, EPERM, ENOENT, ENOTDIR: self = .readOnly
        case EISDIR: self = .library(reason: "it is a directory: name a file")
        case ENOSPC, EDQUOT: self = .full
        default:
            self = .library(reason: "\(LibraryError(nil, "open \(path)", code: code))")
        }
    }
}

/// The identity of the file at a path: its device and inode. A different file at the same path has
/// a different identity.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// Identifies the file at a path; returns nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
