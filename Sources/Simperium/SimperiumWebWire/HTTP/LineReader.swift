/// A splitter of bytes that arrive in chunks into lines that end with CR LF.
struct LineReader: Sendable {
    /// The last line, or the beginning of the next one.
    private(set) var line: [UInt8] = []
    private var isWhole = false

    /// Reads from the chunk. Returns true when `line` is complete, without its end.
    mutating func read(
        _ chunk: Span<UInt8>, at position: inout Int, limit: Int, tooLong fault: HTTPFault
    ) throws(HTTPFault) -> Bool {
        if isWhole { line.removeAll(keepingCapacity: true) }
        isWhole = false
        var end = position
        while end < chunk.count, chunk[end] != .lineFeed { end += 1 }
        // The limit is without the carriage return, which isn't recognised yet.
        guard line.count + (end - position) <= limit + 1 else { throw fault }
        line.append(chunk.extracting(position..<end))
        position = min(end + 1, chunk.count)
        guard end < chunk.count else { return false }
        guard line.popLast() == .carriageReturn else { throw .bareLineFeed }
        isWhole = true
        return true
    }
}
