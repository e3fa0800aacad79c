internal import CSimperiumUV
internal import Glibc

package enum FileSystem {
    /// Returns true if there is a file at the path, and this process may read it.
    package static func isReadable(_ path: String) -> Bool {
        unsafe access(path, R_OK) == 0
    }

    /// Returns true if there is no file at the path. Returns false if this process can't reach the
    /// path, because a file may be there.
    package static func isMissing(_ path: String) -> Bool {
        unsafe access(path, F_OK) < 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// Returns true if there is anything at the path, even a file that this process can't read, or
    /// a symbolic link without a target.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// Returns the time of the last write to a file, in milliseconds since 1970. Returns nil if
    /// there is no file, or if this process may not reach it.
    package static func modificationTime(of path: String) -> Int64? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Int64(status.st_mtim.tv_sec) * 1_000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    }

    /// Returns true if files can be created in a folder. For a missing folder, returns true if the
    /// folder can be created.
    package static func canCreateFiles(in path: some StringProtocol) -> Bool {
        let path = String(path)
        if unsafe access(path, F_OK) == 0 { return unsafe access(path, W_OK | X_OK) == 0 }
        let parent = directory(of: path)
        // The current folder and the root folder have no parent here.
        return parent != path && canCreateFiles(in: parent)
    }

    /// Returns true if files can be created in the path's folder. For a missing folder, returns
    /// true if the folder can be created.
    package static func canCreateFile(at path: String) -> Bool {
        canCreateFiles(in: directory(of: path))
    }

    /// Returns the path of a file's folder if that folder does not exist; nil if the folder exists,
    /// or if this process can't reach it.
    package static func missingDirectory(of path: String) -> String? {
        let folder = directory(of: path)
        return isMissing(folder) ? folder : nil
    }

    private static func directory(of path: String) -> String {
        let end = path.lastIndex(of: "/")
        return end == path.startIndex ? "/" : end.map { String(path[..<$0]) } ?? "."
    }

    /// Creates a folder and its parents, unless they exist. As the XDG Base Directory Specification
    /// requires, only the user can enter the new folders.
    package static func makePrivateDirectories(_ path: some StringProtocol) throws(LibraryError) {
        func makeUnlessPresent() -> Bool {
            unsafe mkdir(String(path), 0o700) == 0 || errno == EEXIST
        }
        guard !path.isEmpty, !makeUnlessPresent() else { return }
        if errno == ENOENT, let end = path.lastIndex(of: "/") {
            try makePrivateDirectories(path[..<end])
            if makeUnlessPresent() { return }
        }
        throw LibraryError(errno, "create \(path)")
    }

    /// Syncs a file's folder, so that a power cut does not undo the file's creation, renaming or
    /// removal. Does nothing if this process can't read the folder, or if the file system can't
    /// sync folders.
    package static func syncDirectory(containing path: String) throws(LibraryError) {
        let folder = directory(of: path)
        let file = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that this process may write but not read can't be synced.
        if file < 0, errno == EACCES { return }
        try checkSystemCall(file, "open \(folder)")
        defer { close(file) }
        // Some file systems can't sync folders, and offer no other way.
        guard fsync(file) < 0, errno != EINVAL else { return }
        throw LibraryError(errno, "sync \(folder)")
    }
}
