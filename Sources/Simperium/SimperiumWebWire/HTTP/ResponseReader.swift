/// A reader of the response to one request, with its whole body.
///
/// Order of calls: for each chunk that arrives, call `next` until it returns the response; call
/// `finishAtConnectionEnd` if the connection ends earlier. Bytes after the response stay unread.
/// Interim responses, such as `100 Continue`, are skipped.
///
/// States: first line, fields, body, complete, refused.
package struct ResponseReader: Sendable {
    private enum ResponseReadingStage {
        case line
        case fields(HTTPVersion)
        case body
        case complete
        case refused
    }

    private let method: HTTPMethod
    private let limits: HTTPLimits
    private var stage = ResponseReadingStage.line
    private var interimResponsesLeft = 8
    private var lines = LineReader()
    private var fields: FieldReader
    private var body: BodyReader?
    /// The part of the response that has been read.
    private var response: HTTPResponse?

    package init(answering method: HTTPMethod, limits: HTTPLimits) {
        self.method = method
        self.limits = limits
        fields = FieldReader(limits: limits)
    }

    package var bufferedBytes: Int {
        let head = lines.line.count + (response?.fields.byteCount ?? 0)
        return head + fields.bufferedBytes + (body?.bufferedBytes ?? 0)
    }

    /// Returns the response if the chunk completes it; otherwise nil. After an error, all further
    /// bytes are skipped.
    package mutating func next(
        in chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> HTTPResponse? {
        do throws(HTTPFault) {
            while position < chunk.count {
                if case .complete = stage { return nil }
                if let response = try read(chunk, at: &position) { return response }
            }
            return nil
        } catch {
            finishResponse(.refused)
            throw error
        }
    }

    /// Handles the end of the connection. Returns the response if its body ends with the
    /// connection; nil if the response was returned or refused before. Throws if the response is
    /// incomplete, or is not HTTP.
    package mutating func finishAtConnectionEnd() throws(HTTPFault) -> HTTPResponse? {
        switch stage {
        case .line:
            let isOther = zip(lines.line, "HTTP/".utf8).contains { $0 != $1 }
            throw isOther ? .badStartLine : .truncated
        case .fields:
            throw .truncated
        case .body:
            try body?.checkBodyEndsWithConnection()
            return finishResponse(.complete)
        case .complete, .refused:
            return nil
        }
    }
}

extension ResponseReader {
    private mutating func read(
        _ chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> HTTPResponse? {
        switch stage {
        case .line:
            let limit = limits.startLine
            if try lines.read(chunk, at: &position, limit: limit, tooLong: .startLineTooLong) {
                try parseStatusLine()
            }
        case .fields(let version):
            if let all = try fields.read(chunk, at: &position) {
                return try startBodyOrFinish(all, version)
            }
        case .body:
            if try body?.read(chunk, at: &position) == true { return finishResponse(.complete) }
        case .complete:
            break
        case .refused:
            position = chunk.count
        }
        return nil
    }

    /// Parses the status line. The reason phrase may be missing.
    private mutating func parseStatusLine() throws(HTTPFault) {
        let line = lines.line
        let words = line.split(separator: .space, maxSplits: 2, omittingEmptySubsequences: false)
        let version = try HTTPVersion(bytes: words[0])
        guard words.count >= 2, words[1].count == 3, words[1].allSatisfy(\.isDigit),
            let number = UInt16(String(decoding: words[1], as: UTF8.self)),
            (100...599).contains(number), line.allSatisfy(\.isText)
        else { throw .badStartLine }
        response = HTTPResponse(HTTPStatus(rawValue: number))
        lines = LineReader()
        stage = .fields(version)
    }

    private mutating func startBodyOrFinish(
        _ fields: HTTPFields, _ version: HTTPVersion
    ) throws(HTTPFault) -> HTTPResponse? {
        guard let status = response?.status else { return nil }
        if status.isInterim {
            try skipInterimResponse()
            return nil
        }
        response?.fields = fields
        let hasBody = method != .head && !status.forbidsBody
        let stated = try HTTPBodyFraming.stated(by: fields, in: version) ?? .untilEnd
        let length = hasBody ? stated : .exactly(0)
        guard length != .exactly(0) else { return finishResponse(.complete) }
        body = try BodyReader(length, limits: limits)
        stage = .body
        return nil
    }

    private mutating func skipInterimResponse() throws(HTTPFault) {
        guard interimResponsesLeft > 0 else { throw .fieldsTooLarge }
        interimResponsesLeft -= 1
        fields = FieldReader(limits: limits)
        stage = .line
    }

    /// Frees all state and returns the response; nil if there is none.
    @discardableResult
    private mutating func finishResponse(_ end: ResponseReadingStage) -> HTTPResponse? {
        var whole = exchange(&response, with: nil)
        whole?.body = body?.bytes ?? []
        (stage, body, lines, fields) = (end, nil, LineReader(), FieldReader(limits: limits))
        return whole
    }
}
