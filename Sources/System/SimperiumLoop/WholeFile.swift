internal import CSimperiumUV
internal import Glibc

/// A file that is read at once, because it is small and the program can't begin without it.
package enum WholeFile {
    /// The bytes of the file; nil if there is none. More than `limit` bytes are refused.
    package static func read(_ path: String, limit: Int) throws(LibraryError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
        try check(file < 0 ? uv_translate_sys_error(errno) : 0, "open \(path)")
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe Glibc.read(file, &piece, piece.count)
            try check(count < 0 ? uv_translate_sys_error(errno) : 0, "read \(path)")
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
            try check(bytes.count > limit ? UV_E2BIG.rawValue : 0, "read \(path)")
        }
    }

    /// The first line of a short file, without what ends it; nil if there is none.
    package static func firstLine(of path: String) throws(LibraryError) -> String? {
        try read(path, limit: 4_096).map { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    /// The first bytes of a file, at most `limit`; nil if there is none.
    package static func readBeginning(
        of path: String, limit: Int
    ) throws(LibraryError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if file < 0, errno == ENOENT || errno == ENOTDIR { return nil }
        try check(file < 0 ? uv_translate_sys_error(errno) : 0, "open \(path)")
        defer { close(file) }
        return try Descriptor(rawValue: file).read(limit: limit)
    }

    /// What there is of a secret that only its owner may have written.
    package enum Secret: Hashable, Sendable {
        case nothing
        /// It is another person's, or open to others, or no file.
        case unsafe
        case bytes([UInt8])
    }

    /// The bytes of a file that holds a secret. More than `limit` bytes are refused.
    package static func readSecret(
        _ path: String, limit: Int
    ) throws(LibraryError) -> Secret {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { return .unsafe }
            return .nothing
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
            status.st_uid == geteuid()
        else { return .unsafe }
        return try read(path, limit: limit).map { .bytes($0) } ?? .nothing
    }

    /// Removes a file, if there is one.
    package static func remove(_ path: String) throws(LibraryError) {
        let status = unsafe unlink(path)
        try check(status < 0 && errno != ENOENT ? uv_translate_sys_error(errno) : 0, path)
    }

    /// Gives a file another name, if there is one.
    package static func rename(_ path: String, to other: String) throws(LibraryError) {
        let status = unsafe Glibc.rename(path, other)
        try check(status < 0 && errno != ENOENT ? uv_translate_sys_error(errno) : 0, path)
    }

    /// Puts a file in place of what was there, all of it or nothing, for the same readers.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(LibraryError) {
        var found = stat()
        let isThere = unsafe stat(path, &found) == 0
        try replaceSecret(path, with: bytes)
        guard isThere else { return }
        // Who may not give a file away leaves it to those who may read theirs.
        _ = unsafe chown(path, found.st_uid, found.st_gid)
        let status = unsafe chmod(path, found.st_mode & 0o777)
        try check(status < 0 ? uv_translate_sys_error(errno) : 0, path)
    }

    /// Puts a file that only its owner may read in place of what was there, all of it or nothing.
    package static func replaceSecret(_ path: String, with bytes: [UInt8]) throws(LibraryError) {
        let draft = path + ".new"
        _ = unsafe unlink(draft)
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        try check(file < 0 ? uv_translate_sys_error(errno) : 0, "open \(draft)")
        defer { close(file) }
        let count = unsafe write(file, bytes, bytes.count)
        try check(count < bytes.count ? UV_EIO.rawValue : 0, "write \(draft)")
        try check(fsync(file) < 0 ? uv_translate_sys_error(errno) : 0, "write \(draft)")
        let status = unsafe Glibc.rename(draft, path)
        try check(status < 0 ? uv_translate_sys_error(errno) : 0, "rename \(draft)")
    }
}
