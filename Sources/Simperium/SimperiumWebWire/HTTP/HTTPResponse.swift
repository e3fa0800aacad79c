/// A response with its whole body.
package struct HTTPResponse: Hashable, Sendable {
    package var status: HTTPStatus
    package var fields: HTTPFields
    package var body: [UInt8]
    package var closesConnection = false

    package init(_ status: HTTPStatus, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Returns the response as bytes, with the body's length and `Connection`. `request` is nil if
    /// it could not be read, or if the response is interim. The connection is kept if both sides
    /// allow it. A response to `HEAD` has no body, but has the body's length.
    package func encoded(answering request: HTTPRequest?) -> [UInt8] {
        let line = "\(HTTPVersion.onePointOne.rawValue) \(status.rawValue) \(status.phrase)\r\n"
        var bytes = Array(line.utf8)
        fields.write(to: &bytes, except: HTTPFields.bodyLengthNames + ["Connection"])
        if !status.forbidsBody { bytes += "Content-Length: \(body.count)\r\n".utf8 }
        let options = connectionOptions(answering: request)
        if !options.isEmpty { bytes += "Connection: \(options.joined(separator: ", "))\r\n".utf8 }
        bytes += "\r\n".utf8
        if !status.forbidsBody, request?.method != .head { bytes += body }
        return bytes
    }

    private func connectionOptions(answering request: HTTPRequest?) -> [String] {
        var options = fields["Upgrade"] == nil ? [] : ["Upgrade"]
        guard status.rawValue >= 200 else { return options }
        if closesConnection || request?.keepsAlive != true {
            options.append("close")
        } else if request?.version == .onePointZero {
            options.append("keep-alive")
        }
        return options
    }
}

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
    var phrase: String { Self.phrases[self] ?? "" }

    private static let phrases: [HTTPStatus: String] = [
        .continue: "Continue", .switchingProtocols: "Switching Protocols", .ok: "OK",
        .accepted: "Accepted", .noContent: "No Content", .notModified: "Not Modified",
        .badRequest: "Bad Request", .unauthorized: "Unauthorized", .forbidden: "Forbidden",
        .notFound: "Not Found", .methodNotAllowed: "Method Not Allowed",
        .proxyAuthenticationRequired: "Proxy Authentication Required",
        .requestTimeout: "Request Timeout", .conflict: "Conflict",
        .preconditionFailed: "Precondition Failed", .bodyTooLarge: "Content Too Large",
        .targetTooLong: "URI Too Long", .unsupportedMediaType: "Unsupported Media Type",
        .expectationFailed: "Expectation Failed", .upgradeRequired: "Upgrade Required",
        .tooManyRequests: "Too Many Requests", .fieldsTooLarge: "Request Header Fields Too Large",
        .internalError: "Internal Server Error", .notImplemented: "Not Implemented",
        .unavailable: "Service Unavailable", .versionNotSupported: "HTTP Version Not Supported",
    ]
}
