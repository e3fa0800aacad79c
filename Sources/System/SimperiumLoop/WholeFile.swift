internal import CSimperiumUV
internal import Glibc

/// Functions for small files that are read and written as a whole.
///
/// After a power cut, a file has its old content or its new one, never a part. Once a function
/// returns, its change is on the disk. The bytes are synced before the name in the folder.
package enum WholeFile {
    /// Returns the bytes of a file; nil if there is no file. Throws for more than `limit` bytes.
    package static func read(_ path: String, limit: Int) throws(LibraryError) -> [UInt8]? {
        try withOpenFile(path, O_NONBLOCK) { file throws(LibraryError) in
            try allBytes(of: file, at: path, limit: limit)
        }
    }

    /// Returns the result of `read` for the open file; nil if there is no file.
    private static func withOpenFile<Result>(
        _ path: String, _ flags: CInt = 0, _ read: (CInt) throws(LibraryError) -> Result
    ) throws(LibraryError) -> Result? {
        let file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | flags)
        if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
        try checkSystemCall(file, "open \(path)")
        defer { close(file) }
        return try read(file)
    }

    private static func allBytes(
        of file: CInt, at path: String, limit: Int
    ) throws(LibraryError) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            try checkSystemCall(count, "read \(path)")
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            if bytes.count > limit { throw LibraryError(EFBIG, "read \(path)") }
        }
    }

    /// Returns the first line of a file without its newline; nil if there is no file. Throws if the
    /// file has more than 4,096 bytes.
    package static func firstLine(of path: String) throws(LibraryError) -> String? {
        try read(path, limit: 4_096).map { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    /// Returns the first bytes of a file, at most `limit`; nil if there is no file.
    package static func readBeginning(
        of path: String, limit: Int
    ) throws(LibraryError) -> [UInt8]? {
        try withOpenFile(path) { file throws(LibraryError) in
            try Descriptor(rawValue: file).read(limit: limit)
        }
    }

    package enum SecretReadResult: Hashable, Sendable {
        case nothing
        /// Other users may access the file, another user owns it, or it is not a regular file.
        case unsafe
        case bytes([UInt8])
    }

    /// The users who may own and access a file that contains a secret.
    package enum SecretAccess: Sendable {
        /// The user of this process owns the file, and no other user may access it.
        case ownUser
        /// Any user may own the file, and no other user may access it.
        case anyUser
        /// A trusted user owns the file, and its group may also access it.
        case trustedUserAndGroup
    }

    /// Reads a file that contains a secret. If the file's owner or mode does not fit `access`,
    /// returns `unsafe` without reading the file. Throws for more than `limit` bytes.
    package static func readSecret(
        _ path: String, limit: Int, of access: SecretAccess = .ownUser
    ) throws(LibraryError) -> SecretReadResult {
        // The open file is checked, because another file may be at the path a moment later.
        try withOpenFile(path, O_NONBLOCK) { file throws(LibraryError) in
            var status = stat()
            let result = unsafe fstat(file, &status)
            try checkSystemCall(result, "read \(path)")
            let isSafe =
                switch access {
                case .ownUser: status.isPrivateFile
                case .anyUser: status.isPrivateFileOfAnyUser
                case .trustedUserAndGroup: status.isPrivateFileOfGroup
                }
            guard isSafe else { return .unsafe }
            return .bytes(try allBytes(of: file, at: path, limit: limit))
        } ?? .nothing
    }

    /// Returns true if a program of `user` trusts the files of `owner`. A program trusts the files
    /// of its own user and of root; a program of root trusts all files. The parameters are user
    /// ids.
    package static func isTrustedOwner(_ owner: UInt32, by user: UInt32) -> Bool {
        let root: UInt32 = 0
        return owner == user || owner == root || user == root
    }

    /// Removes a file, if there is one.
    package static func remove(_ path: String) throws(LibraryError) {
        guard unsafe unlink(path) < 0 else { return try FileSystem.syncDirectory(containing: path) }
        if errno != ENOENT { throw LibraryError(errno, "remove \(path)") }
    }

    package static func renameIfPresent(_ path: String, to other: String) throws(LibraryError) {
        guard unsafe Glibc.rename(path, other) < 0 else {
            return try FileSystem.syncDirectory(containing: other)
        }
        if errno != ENOENT { throw LibraryError(errno, "rename \(path)") }
    }
}

extension WholeFile {
    /// The mode of a written file.
    package enum WrittenFileMode: Sendable {
        /// Only the user of this process may read the file, even if it had another mode before.
        case ownerOnly
        /// The owner and the mode that the file had before. A new file's mode is left to the umask.
        case previousMode
    }

    /// Replaces a file, or creates it.
    package static func replace(
        _ path: String, with bytes: [UInt8], mode access: WrittenFileMode = .ownerOnly
    ) throws(LibraryError) {
        let draft = try writeDraft(of: path, bytes, mode: access)
        guard unsafe Glibc.rename(draft, path) < 0 else {
            return try FileSystem.syncDirectory(containing: path)
        }
        let error = errno
        unsafe unlink(draft)
        throw LibraryError(error, "write \(path)")
    }

    /// Creates a file. Returns false if the path exists. If creating fails, leaves no file.
    package static func create(
        _ path: String, with bytes: [UInt8], mode access: WrittenFileMode = .ownerOnly
    ) throws(LibraryError) -> Bool {
        let draft = try writeDraft(of: path, bytes, mode: access)
        defer { unsafe unlink(draft) }
        return try renameUnlessPresent(draft, to: path)
    }

    /// Renames a draft. Returns false if the new path exists; the draft then stays. If syncing the
    /// folder fails, removes the file and throws.
    package static func renameUnlessPresent(
        _ draft: String, to path: String
    ) throws(LibraryError) -> Bool {
        // Unlike a rename, a link never replaces a file.
        guard unsafe link(draft, path) < 0 else {
            unsafe unlink(draft)
            do throws(LibraryError) {
                try FileSystem.syncDirectory(containing: path)
                return true
            } catch {
                // The caller will report that there is no file, and the file may contain keys.
                unsafe unlink(path)
                throw error
            }
        }
        if errno != EEXIST { throw LibraryError(errno, "write \(path)") }
        return false
    }

    /// Replaces a file's bytes with the result of `change`. Processes that do this at the same time
    /// take turns, so none of their changes is lost.
    ///
    /// `change` receives nil if there is no file. If `change` returns nil, the file stays as it is.
    package static func updateUnderLock(
        _ path: String, limit: Int, mode access: WrittenFileMode = .ownerOnly,
        _ change: ([UInt8]?) throws -> [UInt8]?
    ) throws {
        let path = resolvedPath(of: path)
        var isCreationRefused = false
        while true {
            let file = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
            if file < 0, errno == ENOENT {
                guard let bytes = try change(nil) else { return }
                // If another process has created the file meanwhile, start again with that file's
                // bytes.
                if try create(path, with: bytes, mode: access) { return }
                // A symbolic link without a target can be neither opened nor created.
                if isCreationRefused { throw LibraryError(ENOENT, "open \(path)") }
                isCreationRefused = true
                continue
            }
            try checkSystemCall(file, "open \(path)")
            defer { close(file) }
            // On a file system without locks, changes by several processes can be lost.
            while lockOpenFile(file, waiting: true) != 0, errno == EINTR {}
            // The process that held the lock before may have put another file at this path.
            guard isOpenFile(file, at: path) else { continue }
            guard let bytes = try change(try read(path, limit: limit)) else { return }
            return try replace(path, with: bytes, mode: access)
        }
    }

    /// Returns the path without symbolic links, so that the links stay when the file is replaced.
    /// Returns the same path if there is no file.
    private static func resolvedPath(of path: String) -> String {
        guard let target = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(target) }
        return unsafe String(cString: target)
    }

    /// Returns a path beside `path` for a draft that no other writer uses. The path is random,
    /// because processes in two containers can have the same id and share a folder.
    package static func draftPath(of path: String) -> String {
        "\(path).\(SecureRandom.hexText(byteCount: 8)).new"
    }

    /// Writes the bytes to a draft of `path` and syncs the draft. Returns the draft's path. If
    /// writing or syncing fails, removes the draft and throws.
    private static func writeDraft(
        of path: String, _ bytes: [UInt8], mode access: WrittenFileMode
    ) throws(LibraryError) -> String {
        let draft = draftPath(of: path)
        let mode: mode_t = access == .ownerOnly ? 0o600 : 0o666
        let file = unsafe Glibc.open(
            draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        // Errors name the file that the caller wants to write: the draft's name is random.
        try checkSystemCall(file, "write \(path)")
        defer { close(file) }
        do throws(LibraryError) {
            if access == .previousMode { try copyOwnerAndMode(of: path, to: file) }
            try Descriptor(rawValue: file).write(bytes, named: path)
            try checkSystemCall(fsync(file), "write \(path)")
            return draft
        } catch {
            unsafe unlink(draft)
            throw error
        }
    }

    private static func copyOwnerAndMode(of path: String, to file: CInt) throws(LibraryError) {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return }
        // If this process may not change the owner, it remains the owner, and copies only the mode.
        _ = fchown(file, found.st_uid, found.st_gid)
        let status = fchmod(file, found.st_mode & 0o777)
        try checkSystemCall(status, "write \(path)")
    }
}
