/// The content of a close frame: a code and a short text for logs.
package struct CloseReason: Hashable, Sendable {
    package let code: CloseCode
    package let text: String

    package init(_ code: CloseCode, _ text: String = "") {
        self.code = code
        self.text = text
    }

    init(payload: [UInt8]) throws(WebSocketFault) {
        guard !payload.isEmpty else {
            self.init(.absent)
            return
        }
        guard payload.count >= 2 else { throw .badCloseFrame }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.isSendable else { throw .badCloseCode(code) }
        guard let text = String(utf8: payload.span.extracting(2...)) else { throw .notUTF8 }
        self.init(code, text)
    }

    /// The payload of a close frame. A text that is too long is cut.
    var payload: [UInt8] {
        guard code != .absent else { return [] }
        precondition(code.isSendable, "close code \(code.rawValue) is never sent")
        var bytes = [UInt8(code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
        for character in text.unicodeScalars {
            let encoded = String(character).utf8
            guard bytes.count + encoded.count <= FrameHeader.longestControlPayload else { break }
            bytes += encoded
        }
        return bytes
    }
}

/// The status code of a close frame: RFC 6455 section 7.4.
package struct CloseCode: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package static let normal = CloseCode(rawValue: 1000)
    package static let goingAway = CloseCode(rawValue: 1001)
    package static let protocolError = CloseCode(rawValue: 1002)
    package static let unsupportedPayload = CloseCode(rawValue: 1003)
    /// The code that stands for a close frame without a code. It is never sent.
    package static let absent = CloseCode(rawValue: 1005)
    package static let notUTF8 = CloseCode(rawValue: 1007)
    package static let policyViolation = CloseCode(rawValue: 1008)
    package static let tooBig = CloseCode(rawValue: 1009)
    package static let internalError = CloseCode(rawValue: 1011)
    package static let tryAgainLater = CloseCode(rawValue: 1013)
    /// A hub's code: another connection has the session, so the client must not dial again.
    package static let takenOver = CloseCode(rawValue: 4001)
    /// A client's code for a program that its user has suspended.
    package static let paused = CloseCode(rawValue: 4002)
    /// A client's code for a program that ends without a request by its user, and may start again.
    package static let goneForNow = CloseCode(rawValue: 4003)
    /// A client's code for a program that ends without a request by its user, and can't return.
    package static let lost = CloseCode(rawValue: 4004)

    /// True for a code that reports a fault of the peer.
    package var blamesPeer: Bool {
        switch self {
        case .protocolError, .unsupportedPayload, .notUTF8, .policyViolation, .tooBig: true
        default: false
        }
    }

    /// True for codes that a close frame may contain: registered codes, and those of libraries and
    /// programs.
    package var isSendable: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
