internal import Glibc

/// A newly created file that bytes are appended to. Only its owner may read it.
package final class NewFile {
    private let path: String
    private let descriptor: Int32

    /// Creates the file; throws if the path exists.
    package init(_ path: String) throws(LibraryError) {
        self.path = path
        descriptor = unsafe open(
            path, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        try checkSystemCall(descriptor, "open \(path)")
    }

    deinit {
        close(descriptor)
    }

    /// Syncs the file. All appended bytes survive a power cut once the function returns.
    package func sync() throws(LibraryError) {
        try checkSystemCall(fsync(descriptor), "sync \(path)")
    }

    /// Appends the bytes. The kernel has all bytes when the function returns, so they are not lost
    /// if this process ends.
    package func append(_ bytes: [UInt8]) throws(LibraryError) {
        try Descriptor(rawValue: descriptor).write(bytes, named: path)
    }
}
