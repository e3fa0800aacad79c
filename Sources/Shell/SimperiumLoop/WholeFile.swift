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
        let status = unsafe rename(draft, path)
        try check(status < 0 ? uv_translate_sys_error(errno) : 0, "rename \(draft)")
    }
}
