/// An error in the peer's HTTP, or an exceeded limit. The connection can't be read any further.
package enum HTTPFault: Error, Hashable, Sendable {
    /// A malformed first line, for example with an invalid method.
    case badStartLine
    case startLineTooLong
    case unsupportedVersion
    /// A target that is not a valid path, URL or `*`.
    case badTarget
    case tooManyParameters
    /// A `%` without two hex digits, or a decoded text with a NUL or with invalid UTF-8.
    case badEscape
    /// A line that ends without a carriage return.
    case bareLineFeed
    /// A field with an invalid name, a folded line, or a control character.
    case badField
    case fieldsTooLarge
    /// A `Host` that is missing, repeated or invalid.
    case badHost
    /// A `Content-Length` that is not a single number, or a `Transfer-Encoding` in HTTP/1.0.
    case badLength
    /// Both `Content-Length` and `Transfer-Encoding`, which request smuggling uses.
    case contradictingLengths
    /// Any coding except `chunked`.
    case unknownCoding
    case badChunk
    case bodyTooLarge
    /// Any expectation except `100-continue`.
    case unknownExpectation
    /// The connection ended within the response.
    case truncated

    package var status: HTTPStatus { answer.status }

    /// The answer's status, and the reason in a few words, for the developer of the client.
    fileprivate var answer: (status: HTTPStatus, words: String) {
        switch self {
        case .badStartLine: (.badRequest, "the first line is not a request")
        case .startLineTooLong: (.targetTooLong, "the path is too long")
        case .unsupportedVersion: (.versionNotSupported, "the HTTP version is not supported")
        case .badTarget: (.badRequest, "the target is not a path")
        case .tooManyParameters: (.badRequest, "there are too many parameters")
        case .badEscape: (.badRequest, "a % in the path is not followed by two digits of UTF-8")
        case .bareLineFeed: (.badRequest, "a line ends with a line feed alone")
        case .badField: (.badRequest, "a header field is malformed")
        case .fieldsTooLarge: (.fieldsTooLarge, "the header is too large")
        case .badHost: (.badRequest, "the Host field is missing or malformed")
        case .badLength: (.badRequest, "the Content-Length is not a number")
        case .contradictingLengths:
            (.badRequest, "Content-Length and Transfer-Encoding contradict each other")
        case .unknownCoding: (.notImplemented, "the Transfer-Encoding is not supported")
        case .badChunk: (.badRequest, "a chunk is malformed")
        case .bodyTooLarge: (.bodyTooLarge, "the body is too large")
        case .unknownExpectation: (.expectationFailed, "the expectation is not supported")
        case .truncated: (.badRequest, "the request is not complete")
        }
    }
}

extension HTTPResponse {
    package init(refusing fault: HTTPFault) {
        self.init(
            fault.status, fields: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array("\(fault.answer.words)\n".utf8))
    }
}
