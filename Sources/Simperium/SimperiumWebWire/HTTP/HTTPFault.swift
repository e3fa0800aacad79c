/// How a peer broke HTTP, or went beyond a limit. The connection can't be read any further.
package enum HTTPFault: Error, Hashable, Sendable {
    /// A first line that is not three words, or whose method is not one.
    case badStartLine
    case startLineTooLong
    case unsupportedVersion
    /// A target that is neither a path, nor a URL with one, nor `*`.
    case badTarget
    /// A `%` without two digits behind it, or that hides what is not UTF-8.
    case badEscape
    /// A line that ends with a line feed alone.
    case bareLineFeed
    /// A field whose name is no token, or that is folded, or that holds a control character.
    case badField
    case fieldsTooLarge
    /// A host that is missing, or named twice, or can't be one.
    case badHost
    /// A `Content-Length` that is not one number.
    case badLength
    /// A `Content-Length` and a `Transfer-Encoding`, which is how requests are smuggled.
    case contradictingLengths
    /// Anything but `chunked`.
    case unknownCoding
    case badChunk
    case bodyTooLarge
    /// Anything but `100-continue`.
    case unknownExpectation
    /// The connection ended before the response did.
    case truncated

    /// What to answer to a request with this fault.
    package var status: HTTPStatus {
        switch self {
        case .badStartLine, .badTarget, .badEscape, .bareLineFeed, .badField, .badHost,
            .badLength, .contradictingLengths, .badChunk, .truncated:
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
