/// A response with its whole body.
package struct HTTPResponse: Hashable, Sendable {
    package var status: HTTPStatus
    package var fields: HTTPFields
    package var body: [UInt8]
    /// True if the connection closes after the response, even if the request would keep it open.
    package var isLast = false

    package init(_ status: HTTPStatus, fields: HTTPFields = [:], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Returns the response as bytes. `request` is nil if the request could not be read.
    ///
    /// The body's length and `Connection` are added. The connection is kept if both sides allow it.
    package func encoded(answering request: HTTPRequest?) -> [UInt8] {
        let line = "\(HTTPVersion.onePointOne.rawValue) \(status.rawValue) \(status.phrase)\r\n"
        var bytes = Array(line.utf8)
        fields.write(to: &bytes, except: HTTPFields.ofLength + ["Connection"])
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
        if isLast || request?.keepsAlive != true {
            options.append("close")
        } else if request?.version == .onePointZero {
            options.append("keep-alive")
        }
        return options
    }
}
