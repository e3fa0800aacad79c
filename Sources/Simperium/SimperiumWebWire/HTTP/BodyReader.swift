/// The length of a body, or the rule that determines its end.
enum HTTPBodyFraming: Hashable, Sendable {
    case exactly(Int)
    case chunked
    /// The body ends with the connection. Only a response may use this.
    case untilEnd

    /// Returns the framing in a message's fields; nil if the fields contain neither a length nor a
    /// transfer coding.
    static func stated(
        by fields: HTTPFields, in version: HTTPVersion
    ) throws(HTTPFault) -> HTTPBodyFraming? {
        let lengths = fields.values(of: "Content-Length")
        let codings = fields.values(of: "Transfer-Encoding")
        guard lengths.isEmpty || codings.isEmpty else { throw .contradictingLengths }
        guard lengths.count <= 1 else { throw .badLength }
        if let length = lengths.first { return .exactly(try clampedContentLength(length)) }
        guard !codings.isEmpty else { return nil }
        guard version == .onePointOne else { throw .badLength }
        guard codings.count == 1, codings[0].lowercased() == "chunked" else {
            throw .unknownCoding
        }
        return .chunked
    }

    /// Reads a length. A number that overflows becomes `Int.max`, which exceeds every limit.
    private static func clampedContentLength(_ text: String) throws(HTTPFault) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { throw .badLength }
        return Int(text) ?? .max
    }
}

/// A reader of a message's body, which arrives in chunks.
struct BodyReader: Sendable {
    private enum BodyPart {
        case rest(Int)
        case restUntilEnd
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailers
        case complete
    }

    private(set) var bytes: [UInt8] = []
    private var nextPart: BodyPart
    private var lines = LineReader()
    private var trailers: FieldReader
    private let limit: Int
    private var extensionBytesLeft: Int

    init(_ length: HTTPBodyFraming, limits: HTTPLimits) throws(HTTPFault) {
        limit = limits.body
        extensionBytesLeft = limits.fields
        trailers = FieldReader(limits: limits)
        switch length {
        case .exactly(let count):
            guard count <= limit else { throw .bodyTooLarge }
            nextPart = count > 0 ? .rest(count) : .complete
        case .chunked: nextPart = .chunkSize
        case .untilEnd: nextPart = .restUntilEnd
        }
    }

    var bufferedBytes: Int { bytes.count + lines.line.count + trailers.bufferedBytes }

    /// Reads from the chunk. Returns true once the body is complete.
    mutating func read(
        _ chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> Bool {
        while !isComplete, position < chunk.count { try readPart(of: chunk, at: &position) }
        return isComplete
    }

    /// Throws unless the body ends with the connection.
    func checkBodyEndsWithConnection() throws(HTTPFault) {
        guard case .restUntilEnd = nextPart else { throw .truncated }
    }

    private var isComplete: Bool {
        if case .complete = nextPart { true } else { false }
    }

    private mutating func readPart(
        of chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) {
        switch nextPart {
        case .rest(let missing):
            let left = missing - appendBody(missing, of: chunk, at: &position)
            nextPart = left > 0 ? .rest(left) : .complete
        case .restUntilEnd:
            guard chunk.count - position <= limit - bytes.count else { throw .bodyTooLarge }
            _ = appendBody(limit, of: chunk, at: &position)
        case .chunkSize:
            guard
                try readLine(of: chunk, at: &position, limit: Self.longestSize + extensionBytesLeft)
            else {
                return
            }
            let size = try parseChunkSize()
            guard size <= limit - bytes.count else { throw .bodyTooLarge }
            nextPart = size > 0 ? .chunk(size) : .trailers
        case .chunk(let missing):
            let left = missing - appendBody(missing, of: chunk, at: &position)
            nextPart = left > 0 ? .chunk(left) : .chunkEnd
        case .chunkEnd:
            if try readLine(of: chunk, at: &position, limit: 0) { nextPart = .chunkSize }
        case .trailers:
            // Trailers are dropped, because fields after the body can't be trusted.
            if try trailers.read(chunk, at: &position) != nil { nextPart = .complete }
        case .complete: break
        }
    }

    /// Appends up to `count` bytes to the body, and returns the number of appended bytes.
    private mutating func appendBody(
        _ count: Int, of chunk: Span<UInt8>, at position: inout Int
    ) -> Int {
        let piece = position..<position + min(count, chunk.count - position)
        bytes.append(chunk.extracting(piece))
        position = piece.upperBound
        return piece.count
    }

    private mutating func readLine(
        of chunk: Span<UInt8>, at position: inout Int, limit: Int
    ) throws(HTTPFault) -> Bool {
        try lines.read(chunk, at: &position, limit: limit, tooLong: .badChunk)
    }

    private static let longestSize = 16

    /// Parses the line before a chunk, and returns the chunk's size in bytes. Ignores extensions.
    private mutating func parseChunkSize() throws(HTTPFault) -> Int {
        let digits = lines.line.prefix { $0.hexadecimalValue != nil }
        let rest = lines.line[digits.endIndex...]
        guard (1...Self.longestSize).contains(digits.count), rest.count <= extensionBytesLeft,
            rest.isEmpty || rest.trimmingBlanks.first == UInt8(ascii: ";"),
            rest.allSatisfy(\.isText)
        else { throw .badChunk }
        extensionBytesLeft -= rest.count
        let size = digits.reduce(UInt64(0)) { $0 << 4 | UInt64($1.hexadecimalValue ?? 0) }
        return Int(clamping: size)
    }
}

/// A reader of fields, up to the empty line after them.
struct FieldReader: Sendable {
    private var lines = LineReader()
    private var fields = HTTPFields()
    private var bytesLeft: Int
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
        // The limit excludes the carriage return, which isn't recognised yet.
        guard line.count + (end - position) <= limit + 1 else { throw fault }
        line.append(chunk.extracting(position..<end))
        position = min(end + 1, chunk.count)
        guard end < chunk.count else { return false }
        guard line.popLast() == .carriageReturn else { throw .bareLineFeed }
        isWhole = true
        return true
    }
}

/// The limits of an HTTP message. A reader refuses a message that exceeds a limit.
package struct HTTPLimits: Hashable, Sendable {
    /// The maximum length of the first line, in bytes.
    package var startLine: Int
    /// The maximum size of all fields together, in bytes. The same limit applies to the trailers,
    /// and to the chunk extensions.
    package var fields: Int
    package var fieldCount: Int
    /// The maximum size of the body, in bytes.
    package var body: Int

    package init(
        startLine: Int = 8_192, fields: Int = 16_384, fieldCount: Int = 100, body: Int = 1 << 20
    ) {
        self.startLine = startLine
        self.fields = fields
        self.fieldCount = fieldCount
        self.body = body
    }
}
