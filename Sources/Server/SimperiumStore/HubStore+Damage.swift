internal import Glibc
package import SimperiumWire

extension HubStore {
    /// Returns the first damage of a file, which a server may have open. Returns nil if there is
    /// none, if the file does not exist, or if it is larger than `size` bytes.
    package static func damage(
        in path: String, atMost size: Int = .max
    ) throws(StorageError) -> String? {
        var file = stat()
        guard unsafe stat(path, &file) == 0, file.st_size <= size else { return nil }
        return try Database.damage(of: .file(path))
    }
}
