/// Reads the response to one request, with its whole body.
///
/// Whoever owns the connection calls `next` on each chunk that arrives until it returns a
/// response, and `end` if the connection ends before. What stands behind the response is left
/// alone, and announcements before it, such as `100 Continue`, are skipped.
package struct ResponseReader: Sendable {
    private enum Stage {
        case start(LineReader)
        case fields(FieldReader, of: HTTPResponse, HTTPVersion)
        case body(BodyReader, of: HTTPResponse)
        case complete
        case refused
    }

    private let method: HTTPMethod
    private let limits: HTTPLimits
    private var stage = Stage.start(LineReader())
    /// How many announcements may still come.
    private var interims = 8
    /// True if the connection may carry another request after the response that was read.
    package private(set) var keepsAlive = false

    package init(answering method: HTTPMethod, limits: HTTPLimits) {
        self.method = method
        self.limits = limits
    }

    /// How many bytes of an unfinished response are kept here.
    package var bufferedBytes: Int {
        switch stage {
        case .start(let lines): lines.line.count
        case .fields(let fields, _, _): fields.bufferedBytes
        case .body(let body, let response): body.bufferedBytes + response.fields.byteCount
        case .complete, .refused: 0
        }
    }

    /// The response, if the bytes of `chunk` from `position` on complete it.
    package mutating func next(
        in chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> HTTPResponse? {
        while position < chunk.count {
            // A stage that throws leaves this one behind.
            switch exchange(&stage, with: .refused) {
            case .start(let lines):
                try readStart(chunk, at: &position, lines)
            case .fields(let fields, let response, let version):
                let whole = try readFields(chunk, at: &position, fields, of: response, version)
                if let whole { return whole }
            case .body(let body, let response):
                return try readBody(chunk, at: &position, body, of: response)
            case .complete:
                stage = .complete
                return nil
            case .refused:
                position = chunk.count
            }
        }
        return nil
    }

    /// Hears that the connection has ended, which completes a response that states no length.
    package mutating func end() throws(HTTPFault) -> HTTPResponse? {
        switch exchange(&stage, with: .refused) {
        case .start, .fields: throw .truncated
        case .body(let body, var response):
            try body.end()
            response.body = body.bytes
            stage = .complete
            return response
        case .complete:
            stage = .complete
            return nil
        case .refused: return nil
        }
    }
}

extension ResponseReader {
    private mutating func readStart(
        _ chunk: Span<UInt8>, at position: inout Int, _ lines: consuming LineReader
    ) throws(HTTPFault) {
        guard
            try lines.read(
                chunk, at: &position, limit: limits.startLine, tooLong: .startLineTooLong)
        else {
            stage = .start(lines)
            return
        }
        let (response, version) = try HTTPResponse.started(by: lines.line)
        stage = .fields(FieldReader(limits: limits), of: response, version)
    }

    private mutating func readFields(
        _ chunk: Span<UInt8>, at position: inout Int, _ reader: consuming FieldReader,
        of response: consuming HTTPResponse, _ version: HTTPVersion
    ) throws(HTTPFault) -> HTTPResponse? {
        guard let fields = try reader.read(chunk, at: &position) else {
            stage = .fields(reader, of: response, version)
            return nil
        }
        if response.status.isInterim {
            guard interims > 0 else { throw .fieldsTooLarge }
            interims -= 1
            stage = .start(LineReader())
            return nil
        }
        response.fields = fields
        let length = try bodyLength(of: response, version)
        keepsAlive = length != .untilEnd && fields.keepAlive(version)
        guard length != .exactly(0) else { return finish(response) }
        stage = .body(try BodyReader(length, limits: limits), of: response)
        return nil
    }

    private func bodyLength(
        of response: HTTPResponse, _ version: HTTPVersion
    ) throws(HTTPFault) -> BodyLength {
        if method == .head || response.status.forbidsBody { return .exactly(0) }
        return try BodyLength.stated(by: response.fields, in: version) ?? .untilEnd
    }

    private mutating func readBody(
        _ chunk: Span<UInt8>, at position: inout Int, _ reader: consuming BodyReader,
        of response: consuming HTTPResponse
    ) throws(HTTPFault) -> HTTPResponse? {
        guard try reader.read(chunk, at: &position) else {
            stage = .body(reader, of: response)
            return nil
        }
        response.body = reader.bytes
        return finish(response)
    }

    private mutating func finish(_ response: HTTPResponse) -> HTTPResponse {
        stage = .complete
        return response
    }
}

extension HTTPResponse {
    /// Reads the first line of a response. Its words behind the number may be missing.
    fileprivate static func started(
        by line: [UInt8]
    ) throws(HTTPFault) -> (HTTPResponse, HTTPVersion) {
        let words = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy(\.isDigit),
            let number = UInt16(String(decoding: words[1], as: UTF8.self)),
            (100...599).contains(number), words[2...].joined().allSatisfy(\.isText)
        else { throw .badStartLine }
        return (HTTPResponse(HTTPStatus(rawValue: number)), try HTTPVersion(bytes: words[0]))
    }
}
