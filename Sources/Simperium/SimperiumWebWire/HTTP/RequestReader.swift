// SimperiumWebWire: HTTP/1.1 and WebSocket: bytes to messages, and back.
// Not here: connections (SimperiumNetwork), Simperium's messages inside of frames (SimperiumWire).
// Start with `RequestReader`; then `HTTPResponse`, `WebSocketMachine`, `ProxyHeader`.

/// A reader of a connection's requests, one after the other, each with its whole body.
///
/// Order of calls: for each chunk that arrives, call `next` until it returns nil. Bytes after a
/// request, such as the next request or the first WebSocket frame, stay unread until the next call.
/// After an error, answer with the error's status and close the connection; all further bytes are
/// skipped.
///
/// States: first line, fields, body, refused.
package struct RequestReader: Sendable {
    package enum RequestEvent: Hashable, Sendable {
        /// The client waits before it sends the body: send a response with status 100.
        case continueExpected
        case request(HTTPRequest)
    }

    private enum RequestReadingStage {
        case line
        case fields
        case body
        case refused
    }

    private let limits: HTTPLimits
    private var stage = RequestReadingStage.line
    /// The maximum number of empty lines that are skipped before a request. Old clients send such
    /// lines: RFC 9112 section 2.2.
    private static let mostEmptyLines = 8

    private var emptyLines = 0
    private var lines = LineReader()
    private var fields: FieldReader
    private var body: BodyReader?
    /// The part of the request that has been read.
    private var request: HTTPRequest?

    package init(limits: HTTPLimits) {
        self.limits = limits
        fields = FieldReader(limits: limits)
    }

    /// True before the first byte of a request.
    package var isIdle: Bool { stage == .line && lines.line.isEmpty }

    package var bufferedBytes: Int {
        let head = lines.line.count + (request?.fields.byteCount ?? 0)
        return head + fields.bufferedBytes + (body?.bufferedBytes ?? 0)
    }

    /// Returns the next event in `chunk` from `position` on; nil once all bytes are read.
    package mutating func next(
        in chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> RequestEvent? {
        do throws(HTTPFault) {
            while position < chunk.count {
                if let event = try read(chunk, at: &position) { return event }
            }
            return nil
        } catch {
            reset()
            stage = .refused
            throw error
        }
    }
}

extension RequestReader {
    private mutating func read(
        _ chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> RequestEvent? {
        switch stage {
        case .line:
            let limit = limits.startLine
            if try lines.read(chunk, at: &position, limit: limit, tooLong: .startLineTooLong) {
                try parseRequestLine()
            }
        case .fields:
            if let all = try fields.read(chunk, at: &position) { return try startBodyOrFinish(all) }
        case .body:
            if try body?.read(chunk, at: &position) == true { return finishRequest() }
        case .refused:
            position = chunk.count
        }
        return nil
    }

    private mutating func parseRequestLine() throws(HTTPFault) {
        if lines.line.isEmpty, emptyLines < Self.mostEmptyLines {
            emptyLines += 1
        } else {
            request = try HTTPRequest(line: lines.line)
            lines = LineReader()
            stage = .fields
        }
    }

    private mutating func startBodyOrFinish(
        _ fields: HTTPFields
    ) throws(HTTPFault) -> RequestEvent? {
        guard let version = request?.version else { return nil }
        request?.fields = fields
        try fields.checkHost(in: version)
        let expectsContinue = try fields.expectsContinue(in: version)
        let length = try HTTPBodyFraming.stated(by: fields, in: version) ?? .exactly(0)
        guard length != .exactly(0) else { return finishRequest() }
        body = try BodyReader(length, limits: limits)
        stage = .body
        return expectsContinue ? .continueExpected : nil
    }

    private mutating func finishRequest() -> RequestEvent? {
        guard var whole = exchange(&request, with: nil) else { return nil }
        whole.body = body?.bytes ?? []
        reset()
        return .request(whole)
    }

    private mutating func reset() {
        self = RequestReader(limits: limits)
    }
}

extension HTTPRequest {
    fileprivate init(line: [UInt8]) throws(HTTPFault) {
        let words = line.split(separator: .space, omittingEmptySubsequences: false)
        guard words.count == 3, !words[0].isEmpty, words[0].allSatisfy(\.isToken) else {
            throw .badStartLine
        }
        let version = try HTTPVersion(bytes: words[2])
        let method = HTTPMethod(rawValue: String(decoding: words[0], as: UTF8.self))
        let target = try RequestTarget(bytes: words[1])
        guard !target.isWholeServer || method == .options else { throw .badTarget }
        self.init(method, target, version: version)
    }
}

extension HTTPFields {
    fileprivate func checkHost(in version: HTTPVersion) throws(HTTPFault) {
        let hosts = values(of: "Host")
        if hosts.isEmpty, version == .onePointZero { return }
        guard hosts.count == 1, hosts[0].utf8.allSatisfy(\.isHost) else { throw .badHost }
    }

    fileprivate func expectsContinue(in version: HTTPVersion) throws(HTTPFault) -> Bool {
        let expectations = values(of: "Expect")
        guard version == .onePointOne, !expectations.isEmpty else { return false }
        guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else {
            throw .unknownExpectation
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isHost: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"),
            UInt8(ascii: ","), UInt8(ascii: "\\"):
            false
        default: isVisible
        }
    }
}
