import Glibc

/// A file of lines. Written lines survive the program's death.
struct SyncJournal {
    private let file: Int32

    struct CannotOpen: Error {
        let path: String
    }

    init(_ path: String) throws(CannotOpen) {
        file = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw CannotOpen(path: path) }
    }

    func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        precondition(unsafe Glibc.write(file, bytes, bytes.count) == bytes.count)
    }
}
