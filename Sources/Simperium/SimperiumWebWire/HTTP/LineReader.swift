/// A reader that splits bytes into lines that end with CR LF. The bytes arrive in chunks.
struct LineReader: Sendable {
    /// The last complete line, or the received part of the next line.
    private(set) var line: [UInt8] = []
    private var isWhole = false

    /// Reads from the chunk. Returns true once `line` is complete, without its CR LF.
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
