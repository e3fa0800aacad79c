/// Reads fields up to the empty line behind them.
struct FieldReader: Sendable {
    private var lines = LineReader()
    private var fields = HTTPFields()
    /// How many bytes and how many fields may still come.
    private var bytesLeft: Int
    private var fieldsLeft: Int

    init(limits: HTTPLimits) {
        bytesLeft = limits.fields
        fieldsLeft = limits.fieldCount
    }

    var bufferedBytes: Int { lines.line.count + fields.byteCount }

    /// The fields, once the empty line is read.
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
