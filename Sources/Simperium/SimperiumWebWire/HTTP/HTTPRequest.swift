/// The method of a request. Any token is valid; the constants are the known methods.
package struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let delete = HTTPMethod(rawValue: "DELETE")
    package static let get = HTTPMethod(rawValue: "GET")
    package static let head = HTTPMethod(rawValue: "HEAD")
    package static let options = HTTPMethod(rawValue: "OPTIONS")
    package static let post = HTTPMethod(rawValue: "POST")
    package static let put = HTTPMethod(rawValue: "PUT")
}

package enum HTTPVersion: String, Sendable {
    case onePointZero = "HTTP/1.0"
    case onePointOne = "HTTP/1.1"

    init(bytes: ArraySlice<UInt8>) throws(HTTPFault) {
        if let version = HTTPVersion(rawValue: String(decoding: bytes, as: UTF8.self)) {
            self = version
            return
        }
        let shape = bytes.map { $0.isDigit ? UInt8(ascii: "0") : $0 }
        throw shape.elementsEqual("HTTP/0.0".utf8) ? .unsupportedVersion : .badStartLine
    }
}

/// A request with its whole body.
package struct HTTPRequest: Hashable, Sendable {
    package var method: HTTPMethod
    package var target: RequestTarget
    package var version: HTTPVersion
    package var fields: HTTPFields
    package var body: [UInt8]

    package init(
        _ method: HTTPMethod, _ target: RequestTarget, version: HTTPVersion = .onePointOne,
        fields: HTTPFields = [:], body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.body = body
    }

    package var keepsAlive: Bool { fields.shouldKeepAlive(version) }

    /// True if the client asks for a WebSocket, even if the request is not a valid handshake.
    package var asksForWebSocket: Bool { fields.hasListItem("websocket", in: "Upgrade") }

    /// Returns the request as bytes, with `Content-Length` if necessary. The request must have a
    /// `Host` field.
    package func encoded() -> [UInt8] {
        var bytes = Array("\(method.rawValue) \(target) \(version.rawValue)\r\n".utf8)
        fields.write(to: &bytes, except: HTTPFields.bodyLengthNames)
        if !body.isEmpty || method == .post || method == .put {
            bytes += "Content-Length: \(body.count)\r\n".utf8
        }
        bytes += "\r\n".utf8
        bytes += body
        return bytes
    }
}

extension HTTPFields {
    /// The names of the fields for the body's length. `encoded` omits these fields of a message,
    /// and writes its own.
    static let bodyLengthNames: [CaseInsensitiveFieldName] = [
        "Content-Length", "Transfer-Encoding",
    ]

    func shouldKeepAlive(_ version: HTTPVersion) -> Bool {
        guard !hasListItem("close", in: "Connection") else { return false }
        return version == .onePointOne || hasListItem("keep-alive", in: "Connection")
    }
}
