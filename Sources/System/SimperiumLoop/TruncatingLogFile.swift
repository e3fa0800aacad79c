internal import Glibc

/// A log file that is emptied when it is opened, if it is longer than 1 MiB.
package final class TruncatingLogFile {
    private static let sizeLimit = 1 << 20

    package let descriptor: Descriptor
    /// The size of the file after it was opened, in bytes.
    package private(set) var size = 0

    /// Opens the file, and creates the file and its folder if necessary. Only its owner may read a
    /// new file.
    package init(_ path: String) throws(LibraryError) {
        if let end = path.lastIndex(of: "/") { try FileSystem.makePrivateDirectories(path[..<end]) }
        let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        try checkSystemCall(file, "open \(path)")
        descriptor = Descriptor(rawValue: file)
        size = max(0, Int(lseek(file, 0, SEEK_END)))
        if size > Self.sizeLimit, ftruncate(file, 0) == 0 { size = 0 }
    }

    deinit {
        close(descriptor.rawValue)
    }
}
