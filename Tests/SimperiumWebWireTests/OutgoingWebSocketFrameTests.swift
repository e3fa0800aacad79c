import SimperiumWebWire
import Testing

@Suite("WebSocket frame")
struct OutgoingWebSocketFrameTests {
    /// The examples of RFC 6455 section 5.7.
    @Test(
        "Frames are encoded as in the RFC",
        arguments: [
            (.text(hello), nil, [0x81, 0x05] + hello),
            (
                .text(hello), MaskingKey(rawValue: 0x37FA_213D),
                [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
            ),
            (.ping(hello), nil, [0x89, 0x05] + hello),
            (
                .pong(hello), MaskingKey(rawValue: 0x37FA_213D),
                [0x8A, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
            ),
            (.text(zeros(125)), nil, [0x81, 0x7D] + zeros(125)),
            (.text(zeros(126)), nil, [0x81, 0x7E, 0x00, 0x7E] + zeros(126)),
            (.text(zeros(256)), nil, [0x81, 0x7E, 0x01, 0x00] + zeros(256)),
            (.text(zeros(65_535)), nil, [0x81, 0x7E, 0xFF, 0xFF] + zeros(65_535)),
            (.text(zeros(65_536)), nil, [0x81, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + zeros(65_536)),
            (.close(CloseReason(.absent, "unsaid")), nil, [0x88, 0x00]),
            (.close(CloseReason(.normal)), nil, [0x88, 0x02, 0x03, 0xE8]),
            (.close(CloseReason(.goingAway, "hé")), nil, [0x88, 5, 0x03, 0xE9, 0x68, 0xC3, 0xA9]),
        ] as [(OutgoingWebSocketFrame, MaskingKey?, [UInt8])])
    func encodes(frame: OutgoingWebSocketFrame, mask: MaskingKey?, bytes: [UInt8]) {
        #expect(frame.encoded(mask: mask) == bytes)
    }

    @Test("A text that is too long for a close frame is cut between characters")
    func longReason() {
        let reason = CloseReason(.normal, "é" + many("€", 50))
        let bytes = OutgoingWebSocketFrame.close(reason).encoded()

        #expect(bytes[1] == 124)
        #expect(
            String(validating: bytes[4...], as: UTF8.self)
                == "é" + many("€", 40))
    }
}

private let hello = Array("Hello".utf8)

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
