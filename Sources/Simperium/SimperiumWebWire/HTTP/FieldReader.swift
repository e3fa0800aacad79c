/// A reader of fields, up to the empty line after them.
struct FieldReader: Sendable {
    private var lines = LineReader()
    private var fields = HTTPFields()
    /// The number of bytes that are still allowed.
    private var bytesLeft: Int
    /// The number of fields that are still allowed.
    private var fieldsLeft: Int

    init(limits: HTTPLimits) {
        bytesLeft = limits.fields
        fieldsLeft = limits.fieldCount
    }

    var bufferedBytes: Int { lines.line.count + fields.byteCount }

    /// Reads from the chunk. Returns all fields once the empty line is read; otherwise nil.
    mutating func read(
        _ chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> HTTPFields? {
        while position < chunk.count {
            guard
                try lines.read(chunk, at: &position, limit: bytesLeft, tooLong: .fieldsTooLarge)
            else { return nil }
            guard !lines.line.isEmpty else { return fields }
            guard fieldsLeft > 0 else { throw .fieldsTooLarge }
            fieldsLeft -= 1
            bytesLeft -= lines.line.count
            try fields.add(line: lines.line)
        }
        return nil
    }
}
