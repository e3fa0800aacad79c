/// The status of a response: RFC 9110 section 15.
package struct HTTPStatus: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let `continue` = HTTPStatus(rawValue: 100)
    package static let switchingProtocols = HTTPStatus(rawValue: 101)
    package static let ok = HTTPStatus(rawValue: 200)
    package static let accepted = HTTPStatus(rawValue: 202)
    package static let noContent = HTTPStatus(rawValue: 204)
    package static let notModified = HTTPStatus(rawValue: 304)
    package static let badRequest = HTTPStatus(rawValue: 400)
    package static let unauthorized = HTTPStatus(rawValue: 401)
    package static let forbidden = HTTPStatus(rawValue: 403)
    package static let notFound = HTTPStatus(rawValue: 404)
    package static let methodNotAllowed = HTTPStatus(rawValue: 405)
    package static let proxyAuthenticationRequired = HTTPStatus(rawValue: 407)
    package static let requestTimeout = HTTPStatus(rawValue: 408)
    package static let conflict = HTTPStatus(rawValue: 409)
    package static let preconditionFailed = HTTPStatus(rawValue: 412)
    package static let bodyTooLarge = HTTPStatus(rawValue: 413)
    package static let targetTooLong = HTTPStatus(rawValue: 414)
    package static let unsupportedMediaType = HTTPStatus(rawValue: 415)
    package static let expectationFailed = HTTPStatus(rawValue: 417)
    package static let upgradeRequired = HTTPStatus(rawValue: 426)
    package static let tooManyRequests = HTTPStatus(rawValue: 429)
    package static let fieldsTooLarge = HTTPStatus(rawValue: 431)
    package static let internalError = HTTPStatus(rawValue: 500)
    package static let notImplemented = HTTPStatus(rawValue: 501)
    package static let unavailable = HTTPStatus(rawValue: 503)
    package static let versionNotSupported = HTTPStatus(rawValue: 505)

    /// True if the status is of an interim response, so that the final response follows.
    var isInterim: Bool { rawValue < 200 && self != .switchingProtocols }

    /// True if a response with this status never has a body, even if its fields contain a length.
    var forbidsBody: Bool { rawValue < 200 || self == .noContent || self == .notModified }

    /// The reason phrase after the number; empty for a status without a constant.
    var phrase: String {
        switch self {
        case .continue: "Continue"
        case .switchingProtocols: "Switching Protocols"
        case .ok: "OK"
        case .accepted: "Accepted"
        case .noContent: "No Content"
        case .notModified: "Not Modified"
        case .badRequest: "Bad Request"
        case .unauthorized: "Unauthorized"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .proxyAuthenticationRequired: "Proxy Authentication Required"
        case .requestTimeout: "Request Timeout"
        case .conflict: "Conflict"
        case .preconditionFailed: "Precondition Failed"
        case .bodyTooLarge: "Content Too Large"
        case .targetTooLong: "URI Too Long"
        case .unsupportedMediaType: "Unsupported Media Type"
        case .expectationFailed: "Expectation Failed"
        case .upgradeRequired: "Upgrade Required"
        case .tooManyRequests: "Too Many Requests"
        case .fieldsTooLarge: "Request Header Fields Too Large"
        case .internalError: "Internal Server Error"
        case .notImplemented: "Not Implemented"
        case .unavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        default: ""
        }
    }
}
