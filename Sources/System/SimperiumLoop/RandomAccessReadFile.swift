internal import CSimperiumUV
internal import Glibc

/// A regular file that is read in pieces, from any offset.
package final class RandomAccessReadFile {
    package let size: Int
    private let path: String
    private let descriptor: CInt

    package init(_ path: String) throws(LibraryError) {
        self.path = path
        // Without `O_NONBLOCK`, opening a named pipe without a writer would block the process.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        try checkSystemCall(descriptor, "open \(path)")
        var status = stat()
        let result = unsafe fstat(descriptor, &status)
        size = Int(status.st_size)
        try checkSystemCall(result, "read \(path)")
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            throw LibraryError(kind == S_IFDIR ? EISDIR : EINVAL, "read \(path)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// Returns `count` bytes from `start` on, fewer only at the end of the file.
    package func read(from start: Int, count: Int) throws(LibraryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, min(count, size - start)))
        var filled = 0
        while filled < bytes.count {
            let found = unsafe bytes.withUnsafeMutableBytes { bytes in
                unsafe pread(
                    descriptor, bytes.baseAddress?.advanced(by: filled), bytes.count - filled,
                    start + filled)
            }
            if found < 0, errno == EINTR { continue }
            try checkSystemCall(found, "read \(path)")
            guard found > 0 else { break }
            filled += found
        }
        return Array(bytes.prefix(filled))
    }
}
