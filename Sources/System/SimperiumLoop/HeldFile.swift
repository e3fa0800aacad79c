internal import CSimperiumUV
internal import Glibc

/// A small file of which one program at a time has hold, and that outlives it.
///
/// The lock is that of the open file, so it ends with the program, however that ends; and whoever
/// finds a file locked knows that its program still runs.
package final class HeldFile {
    /// What there is at a path.
    package enum Finding {
        case nothing
        /// Another program has hold of it.
        case taken
        /// It is another person's, or open to others, or no file.
        case unsafe
        case held(HeldFile)
        /// The file system knows no locks.
        case lockless
    }

    private enum Locking {
        case locked
        case taken
        case impossible
    }

    package private(set) var path: String
    private let descriptor: CInt
    /// How long it is. A shorter text is filled up with blanks, so that one call writes all of it.
    private var length = 0

    private init(_ path: String, _ descriptor: CInt) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Takes hold of a file that is there.
    package static func find(_ path: String) throws(LibraryError) -> Finding {
        try find(path, flags: 0)
    }

    /// Makes a file and takes hold of it; nil if there is one already.
    package static func make(_ path: String) throws(LibraryError) -> HeldFile? {
        guard case .held(let file) = try find(path, flags: O_CREAT | O_EXCL) else { return nil }
        return file
    }

    /// Takes hold of a file, and makes it if there is none.
    package static func hold(_ path: String) throws(LibraryError) -> Finding {
        try find(path, flags: O_CREAT)
    }

    private static func find(_ path: String, flags: CInt) throws(LibraryError) -> Finding {
        let all = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | flags
        let descriptor = unsafe open(path, all, 0o600)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return .nothing
            case EEXIST: return .taken
            case ELOOP, EISDIR, EACCES, EPERM, ENXIO: return .unsafe
            default: throw LibraryError(status: uv_translate_sys_error(errno), "open \(path)")
            }
        }
        let file = HeldFile(path, descriptor)
        guard file.isOurs else { return .unsafe }
        // Who removes a file has hold of it. One that is gone by now is not at the path any more.
        switch file.lock() {
        case .locked: return file.isStillThere ? .held(file) : .taken
        case .taken: return .taken
        case .impossible: return .lockless
        }
    }

    /// The file's bytes, if they are no more than that.
    package func read(limit: Int) throws(LibraryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
        try check(count < 0 ? uv_translate_sys_error(errno) : 0, "read \(path)")
        length = count
        return Array(bytes.prefix(count))
    }

    /// Replaces all of it; `safely` if it is to outlive the machine, too.
    package func write(_ bytes: [UInt8], safely: Bool) throws(LibraryError) {
        let blanks = max(0, length - bytes.count)
        let all = bytes + [UInt8](repeating: UInt8(ascii: " "), count: blanks)
        let count = unsafe pwrite(descriptor, all, all.count, 0)
        try check(count < 0 ? uv_translate_sys_error(errno) : 0, "write \(path)")
        try check(count < all.count ? UV_ENOSPC.rawValue : 0, "write \(path)")
        length = all.count
        guard safely else { return }
        try check(fdatasync(descriptor) < 0 ? uv_translate_sys_error(errno) : 0, "sync \(path)")
    }

    package func remove() throws(LibraryError) {
        let status = unsafe unlink(path)
        try check(status < 0 && errno != ENOENT ? uv_translate_sys_error(errno) : 0, path)
    }

    package func rename(to other: String) throws(LibraryError) {
        let status = unsafe Glibc.rename(path, other)
        try check(status < 0 ? uv_translate_sys_error(errno) : 0, "rename \(path)")
        path = other
    }
}

extension HeldFile {
    private var status: stat? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status : nil
    }

    private var isOurs: Bool {
        guard let status else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 == 0
            && status.st_uid == geteuid()
    }

    private var isStillThere: Bool {
        var there = stat()
        guard let status, unsafe lstat(path, &there) == 0 else { return false }
        return there.st_ino == status.st_ino && there.st_dev == status.st_dev
    }

    private func lock() -> Locking {
        // All of the file, however long it becomes.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard unsafe fcntl(descriptor, Self.lockOpenFile, &lock) != 0 else { return .locked }
        return errno == EAGAIN || errno == EACCES ? .taken : .impossible
    }

    /// `F_OFD_SETLK`, which headers show to few.
    private static let lockOpenFile: CInt = 37
}
