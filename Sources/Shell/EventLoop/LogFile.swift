internal import CUV
internal import Glibc

/// A file that lines are added to, and that begins anew when it has grown too long.
package final class LogFile {
    private static let sizeLimit = 1 << 20

    package let descriptor: Descriptor

    /// Opens the file, and makes it and its folder where there is none. Nobody else may read it.
    package init(_ path: String) throws(LibraryError) {
        if let end = path.lastIndex(of: "/") { try Self.makeFolder(path[..<end]) }
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        try check(file < 0 ? uv_translate_sys_error(errno) : 0, "open \(path)")
        descriptor = Descriptor(rawValue: file)
        if lseek(file, 0, SEEK_END) > Self.sizeLimit { ftruncate(file, 0) }
    }

    deinit {
        close(descriptor.rawValue)
    }

    /// Makes a folder and those that it lies in. As the XDG base directories want it, they are
    /// the person's alone.
    private static func makeFolder(_ path: Substring) throws(LibraryError) {
        guard !path.isEmpty, unsafe mkdir(String(path), 0o700) != 0 else { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let end = path.lastIndex(of: "/") else { fallthrough }
            try makeFolder(path[..<end])
            guard unsafe mkdir(String(path), 0o700) != 0, errno != EEXIST else { return }
            fallthrough
        default: throw LibraryError(status: uv_translate_sys_error(errno), "mkdir \(path)")
        }
    }
}
