/// Cuts lines that end in CR LF out of bytes that come in pieces.
struct LineReader: Sendable {
    /// The line that was read last, or as much of the next one as there is.
    private(set) var line: [UInt8] = []
    private var isWhole = false

    /// True once `line` is whole: its end is read, and cut off.
    mutating func read(
        _ chunk: Span<UInt8>, at position: inout Int, limit: Int, tooLong fault: HTTPFault
    ) throws(HTTPFault) -> Bool {
        if isWhole { line.removeAll(keepingCapacity: true) }
        isWhole = false
        var end = position
        while end < chunk.count, chunk[end] != .lineFeed { end += 1 }
        // The carriage return is not part of the line, but can't be told from it yet.
        guard line.count + (end - position) <= limit + 1 else { throw fault }
        line.append(chunk.extracting(position..<end))
        position = min(end + 1, chunk.count)
        guard end < chunk.count else { return false }
        guard line.popLast() == .carriageReturn else { throw .bareLineFeed }
        isWhole = true
        return true
    }
}
