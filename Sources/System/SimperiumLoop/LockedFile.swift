internal import CSimperiumUV
internal import Glibc

/// A small file that one program at a time locks. The file outlives the program.
///
/// The lock belongs to the open file, so the lock ends with the program, even if the program
/// crashes. If a file is locked, the program that locked it is still running.
package final class LockedFile {
    package enum LockResult {
        case nothing
        /// Another program holds the lock, or has just removed or replaced the file.
        case taken
        /// The file belongs to another user, can be accessed by other users, or is not a regular
        /// file; or this process may not open it.
        case unsafe
        case held(LockedFile)
        /// The file system does not support locks.
        case lockless
    }

    package private(set) var path: String
    private let descriptor: CInt
    /// True for a file that may be new, until its folder is synced.
    private var isNameUnsynced: Bool

    private init(_ path: String, _ descriptor: CInt, mayBeNew: Bool) {
        self.path = path
        self.descriptor = descriptor
        isNameUnsynced = mayBeNew
    }

    /// Unlocks the file before closing it. A newly forked child shares the open file until the
    /// child executes its program, and would otherwise keep the lock.
    deinit {
        setLock(F_UNLCK, of: descriptor, waiting: false)
        close(descriptor)
    }

    package static func lockExisting(_ path: String) throws(LibraryError) -> LockResult {
        try openAndTryLock(path, flags: 0)
    }

    /// Creates and locks a file. Returns nil if the path exists already, if its folder does not
    /// exist, or if the file can't be opened or locked.
    package static func createLocked(_ path: String) throws(LibraryError) -> LockedFile? {
        guard case .held(let file) = try openAndTryLock(path, flags: O_CREAT | O_EXCL) else {
            return nil
        }
        return file
    }

    package static func lockOrCreate(_ path: String) throws(LibraryError) -> LockResult {
        try openAndTryLock(path, flags: O_CREAT)
    }

    private static func openAndTryLock(_ path: String, flags: CInt) throws(LibraryError)
        -> LockResult
    {
        let all = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags
        let descriptor = unsafe open(path, all, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .nothing
            case EEXIST: return .taken
            case ELOOP, EISDIR, EACCES, EPERM, ENXIO: return .unsafe
            default: throw LibraryError(errno, "open \(path)")
            }
        }
        let file = LockedFile(path, descriptor, mayBeNew: flags & O_CREAT != 0)
        return file.isOurs ? file.lockWithoutWaiting() : .unsafe
    }

    /// Returns the file's bytes, at most `limit` + 1, so that the caller can recognise a longer
    /// file.
    package func read(limit: Int) throws(LibraryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        try checkSystemCall(count, "read \(path)")
        return Array(bytes.prefix(count))
    }

    /// Replaces the file's content. Pads `bytes` with blanks to the length of the old content, so
    /// that one system call replaces all of it. If `syncing`, the content survives a power cut once
    /// the function returns.
    package func write(_ bytes: [UInt8], syncing: Bool) throws(LibraryError) {
        var status = stat()
        let result = unsafe fstat(descriptor, &status)
        try checkSystemCall(result, "read \(path)")
        let blanks = max(0, Int(status.st_size) - bytes.count)
        let all = bytes + [UInt8](repeating: UInt8(ascii: " "), count: blanks)
        let count = unsafe pwrite(descriptor, all, all.count, 0)
        try checkSystemCall(count, "write \(path)")
        if count < all.count { throw LibraryError(ENOSPC, "write \(path)") }
        guard syncing else { return }
        try checkSystemCall(fdatasync(descriptor), "sync \(path)")
        guard isNameUnsynced else { return }
        try FileSystem.syncDirectory(containing: path)
        isNameUnsynced = false
    }

    package func remove() throws(LibraryError) {
        let status = unsafe unlink(path)
        if status < 0, errno != ENOENT { throw LibraryError(errno, "remove \(path)") }
    }

    package func rename(to other: String) throws(LibraryError) {
        let status = unsafe Glibc.rename(path, other)
        try checkSystemCall(status, "rename \(path)")
        path = other
    }
}

extension LockedFile {
    private var isOurs: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.isPrivateFile
    }

    private func lockWithoutWaiting() -> LockResult {
        guard lockOpenFile(descriptor, waiting: false) == 0 else {
            return errno == EAGAIN || errno == EACCES ? .taken : .lockless
        }
        // A program removes the file only while it holds the lock. The open file may have been
        // removed before this process locked it; then another file or none is at the path.
        return isOpenFile(descriptor, at: path) ? .held(self) : .taken
    }
}

extension stat {
    /// True for a regular file of this user that no other user can read or write.
    var isPrivateFile: Bool { isPrivateFileOfAnyUser && st_uid == geteuid() }

    /// True for a regular file that only its owner can read or write.
    var isPrivateFileOfAnyUser: Bool { st_mode & S_IFMT == S_IFREG && st_mode & 0o077 == 0 }

    /// True for a regular file of a trusted owner that only the owner and the file's group can read
    /// or write.
    var isPrivateFileOfGroup: Bool {
        st_mode & S_IFMT == S_IFREG && st_mode & 0o007 == 0
            && WholeFile.isTrustedOwner(st_uid, by: geteuid())
    }
}

/// Returns true if the open file is the file that is at the path now.
func isOpenFile(_ descriptor: CInt, at path: String) -> Bool {
    var (status, there) = (stat(), stat())
    guard unsafe fstat(descriptor, &status) == 0, unsafe lstat(path, &there) == 0 else {
        return false
    }
    return there.st_ino == status.st_ino && there.st_dev == status.st_dev
}

/// Locks the whole open file, even if it grows later. If `waiting`, waits for another program's
/// lock to end. The lock ends with the open file. Returns 0, or -1 with an error in `errno`.
func lockOpenFile(_ descriptor: CInt, waiting: Bool) -> CInt {
    setLock(F_WRLCK, of: descriptor, waiting: waiting)
}

@discardableResult
private func setLock(_ type: CInt, of descriptor: CInt, waiting: Bool) -> CInt {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    // `F_OFD_SETLKW` and `F_OFD_SETLK`, which the headers hide.
    return unsafe fcntl(descriptor, waiting ? 38 : 37, &lock)
}
