/// The content of a close frame: a code and a short text for logs.
package struct CloseReason: Hashable, Sendable {
    package let code: CloseCode
    package let text: String

    package init(_ code: CloseCode, _ text: String = "") {
        self.code = code
        self.text = text
    }

    /// Reads the payload of a close frame.
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
            guard bytes.count + encoded.count <= FrameHeader.longestControl else { break }
            bytes += encoded
        }
        return bytes
    }
}
