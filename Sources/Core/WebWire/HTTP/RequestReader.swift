/// Reads the requests of one connection, one after the other, each with its whole body.
///
/// Whoever owns the connection calls `next` on each chunk that arrives until it returns nil. What
/// stands behind a request, be it another one or the first frame of a WebSocket, is left alone
/// until the next call.
package struct RequestReader: Sendable {
    package enum Event: Hashable, Sendable {
        /// The client waits to be told to go on with the body: send a response of status 100.
        case continueExpected
        case request(HTTPRequest)
    }

    private enum Stage {
        case start(LineReader, mayBeEmpty: Bool)
        case fields(FieldReader, of: HTTPRequest)
        case body(BodyReader, of: HTTPRequest)
        case refused
    }

    private let limits: HTTPLimits
    private var stage = Stage.start(LineReader(), mayBeEmpty: true)

    package init(limits: HTTPLimits) {
        self.limits = limits
    }

    /// True between two requests, when nothing of the next one has come.
    package var isIdle: Bool {
        if case .start = stage { bufferedBytes == 0 } else { false }
    }

    /// How many bytes of an unfinished request are kept here.
    package var bufferedBytes: Int {
        switch stage {
        case .start(let lines, _): lines.line.count
        case .fields(let fields, _): fields.bufferedBytes
        case .body(let body, let request): body.bufferedBytes + request.fields.byteCount
        case .refused: 0
        }
    }

    /// What the bytes of `chunk` from `position` on say next; nil once all of them are read.
    ///
    /// After a fault everything is skipped: answer its status, and close.
    package mutating func next(
        in chunk: Span<UInt8>, at position: inout Int
    ) throws(HTTPFault) -> Event? {
        while position < chunk.count {
            // A stage that throws leaves this one behind.
            switch exchange(&stage, with: .refused) {
            case .start(let lines, let mayBeEmpty):
                try readStart(chunk, at: &position, lines, mayBeEmpty: mayBeEmpty)
            case .fields(let fields, let request):
                let event = try readFields(chunk, at: &position, fields, of: request)
                if let event { return event }
            case .body(let body, let request):
                return try readBody(chunk, at: &position, body, of: request)
            case .refused:
                position = chunk.count
            }
        }
        return nil
    }
}

extension RequestReader {
    private mutating func readStart(
        _ chunk: Span<UInt8>, at position: inout Int, _ lines: consuming LineReader,
        mayBeEmpty: Bool
    ) throws(HTTPFault) {
        let isWhole = try lines.read(
            chunk, at: &position, limit: limits.startLine, tooLong: .startLineTooLong)
        if !isWhole {
            stage = .start(lines, mayBeEmpty: mayBeEmpty)
        } else if lines.line.isEmpty, mayBeEmpty {
            // Old clients end a body with a line that they don't count, RFC 9112 section 2.2.
            stage = .start(LineReader(), mayBeEmpty: false)
        } else {
            stage = .fields(FieldReader(limits: limits), of: try HTTPRequest(line: lines.line))
        }
    }

    private mutating func readFields(
        _ chunk: Span<UInt8>, at position: inout Int, _ reader: consuming FieldReader,
        of request: consuming HTTPRequest
    ) throws(HTTPFault) -> Event? {
        guard let fields = try reader.read(chunk, at: &position) else {
            stage = .fields(reader, of: request)
            return nil
        }
        request.fields = fields
        try request.checkHost()
        let expectsContinue = try request.expectsContinue
        let length = try BodyLength.stated(by: fields, in: request.version) ?? .exactly(0)
        guard length != .exactly(0) else { return finish(request) }
        stage = .body(try BodyReader(length, limits: limits), of: request)
        return expectsContinue ? .continueExpected : nil
    }

    private mutating func readBody(
        _ chunk: Span<UInt8>, at position: inout Int, _ reader: consuming BodyReader,
        of request: consuming HTTPRequest
    ) throws(HTTPFault) -> Event? {
        guard try reader.read(chunk, at: &position) else {
            stage = .body(reader, of: request)
            return nil
        }
        request.body = reader.bytes
        return finish(request)
    }

    private mutating func finish(_ request: HTTPRequest) -> Event {
        stage = .start(LineReader(), mayBeEmpty: true)
        return .request(request)
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

    fileprivate func checkHost() throws(HTTPFault) {
        let hosts = fields.values(of: "Host")
        if hosts.isEmpty, version == .onePointZero { return }
        guard hosts.count == 1, hosts[0].utf8.allSatisfy(\.isHost) else { throw .badHost }
    }

    fileprivate var expectsContinue: Bool {
        get throws(HTTPFault) {
            let expectations = fields.values(of: "Expect")
            guard version == .onePointOne, !expectations.isEmpty else { return false }
            guard expectations.allSatisfy({ $0.lowercased() == "100-continue" }) else {
                throw .unknownExpectation
            }
            return true
        }
    }
}

extension UInt8 {
    /// May stand in a host and port.
    fileprivate var isHost: Bool {
        switch self {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"),
            UInt8(ascii: ","), UInt8(ascii: "\\"):
            false
        default: isVisible
        }
    }
}
