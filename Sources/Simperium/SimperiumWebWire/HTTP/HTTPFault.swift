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

    /// The reason in a few words, for the developer of the client.
    fileprivate var words: String {
        switch self {
        case .badStartLine: "the first line is not a request"
        case .startLineTooLong: "the path is too long"
        case .unsupportedVersion: "the HTTP version is not supported"
        case .badTarget: "the target is not a path"
        case .tooManyParameters: "there are too many parameters"
        case .badEscape: "a % in the path is not followed by two digits of UTF-8"
        case .bareLineFeed: "a line ends with a line feed alone"
        case .badField: "a header field is malformed"
        case .fieldsTooLarge: "the header is too large"
        case .badHost: "the Host field is missing or malformed"
        case .badLength: "the Content-Length is not a number"
        case .contradictingLengths: "Content-Length and Transfer-Encoding contradict each other"
        case .unknownCoding: "the Transfer-Encoding is not supported"
        case .badChunk: "a chunk is malformed"
        case .bodyTooLarge: "the body is too large"
        case .unknownExpectation: "the expectation is not supported"
        case .truncated: "the request is not complete"
        }
    }

    /// The status of the answer to a request with this fault.
    package var status: HTTPStatus {
        switch self {
        case .badStartLine, .badTarget, .tooManyParameters, .badEscape, .bareLineFeed, .badField,
            .badHost, .badLength, .contradictingLengths, .badChunk, .truncated:
            .badRequest
        case .startLineTooLong: .targetTooLong
        case .fieldsTooLarge: .fieldsTooLarge
        case .bodyTooLarge: .bodyTooLarge
        case .unknownExpectation: .expectationFailed
        case .unknownCoding: .notImplemented
        case .unsupportedVersion: .versionNotSupported
        }
    }
}

extension HTTPResponse {
    /// Creates the answer to a request that can't be read.
    package init(refusing fault: HTTPFault) {
        self.init(
            fault.status, fields: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array("\(fault.words)\n".utf8))
    }
}
