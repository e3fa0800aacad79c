internal import CSimperiumUV
internal import Glibc

/// A reader that reads a file of any length line by line.
package final class LineFileReader {
    private static let piece = 65_536

    private let path: String
    private let descriptor: Int32
    private let longest: Int
    /// Bytes that have been read from the file. The next line starts at index `next`.
    private var unread: [UInt8] = []
    private var next = 0
    private var isAtEnd = false

    /// Opens a file. A line of up to `longest` bytes can be read; `nextLine` may throw for a longer
    /// line.
    package init(_ path: String, longest: Int) throws(LibraryError) {
        self.path = path
        self.longest = longest
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        try checkSystemCall(descriptor, "open \(path)")
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next line without its newline; nil at the end of the file.
    package func nextLine() throws(LibraryError) -> [UInt8]? {
        var searched = next
        while true {
            if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { next = end + 1 }
                return Array(unread[next..<end])
            }
            guard !isAtEnd else {
                defer { next = unread.count }
                return next < unread.count ? Array(unread[next...]) : nil
            }
            if unread.count - next > longest { throw LibraryError(EFBIG, "read \(path)") }
            unread.removeFirst(next)
            next = 0
            searched = unread.count
            try readPiece()
        }
    }

    private func readPiece() throws(LibraryError) {
        var piece = [UInt8](repeating: 0, count: Self.piece)
        let count = unsafe Glibc.read(descriptor, &piece, piece.count)
        if count < 0, errno == EINTR { return }
        try checkSystemCall(count, "read \(path)")
        unread += piece.prefix(count)
        isAtEnd = count == 0
    }
}
