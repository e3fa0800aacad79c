internal import Glibc

extension HubStore {
    /// The first thing that is wrong with a file, which a server may have open; nil if nothing is,
    /// if there is none, or if it is larger than so many bytes.
    package static func damage(
        in path: String, atMost size: Int = .max
    ) throws(StorageError) -> String? {
        var file = stat()
        guard unsafe stat(path, &file) == 0, file.st_size <= size else { return nil }
        return try Database.damage(of: .file(path))
    }
}
