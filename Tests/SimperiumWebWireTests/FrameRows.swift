import SimperiumWebWire
import Testing

/// Frames, and the events that they cause at either end.
struct FrameRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let frames: [RawFrame]
    let events: [ReceivedWebSocketEvent]
    let pong: [UInt8]?

    init(
        _ name: String, _ frames: [RawFrame], _ events: [ReceivedWebSocketEvent],
        pong: String? = nil
    ) {
        testDescription = name
        self.frames = frames
        self.events = events
        self.pong = pong.map { Array($0.utf8) }
    }

    static let read = messages + controls + closes

    private static let messages =
        [
            FrameRow("nothing", [], []),
            FrameRow("an empty text", [.text("")], [.message("")]),
            FrameRow("a text", [.text("Grüße 😀")], [.message("Grüße 😀")]),
            FrameRow("bytes", [.binary([0, 0xFF])], [.message([0, 0xFF])]),
            FrameRow(
                "three messages", [.text("a"), .binary([]), .text("b")],
                [.message("a"), .message([]), .message("b")]),
            FrameRow(
                "fragments", RawFrame.fragments("Gr\u{FC}", "\u{DF}", "e"), [.message("Grüße")]),
            FrameRow("empty fragments", RawFrame.fragments("", "", ""), [.message("")]),
            FrameRow("a last fragment only", RawFrame.fragments("", "", "a"), [.message("a")]),
            FrameRow(
                "characters cut by fragments",
                [RawFrame(start: 0x01, [0xC3])]
                    + [0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98].map { RawFrame(start: 0, [$0]) }
                    + [RawFrame(start: 0x80, [0x80])],
                [.message("é€😀")]),
            FrameRow(
                "bytes in fragments",
                [RawFrame(start: 0x02, [0xFF]), RawFrame(start: 0x80, [0xFE])],
                [.message([0xFF, 0xFE])]),
        ]
        + [125, 126, 127, 65_535, 65_536].map { count in
            let text = String(repeating: "a", count: count)
            return FrameRow("\(count) bytes", [.text(text)], [.message(text)])
        }

    private static let controls = [
        FrameRow("a ping", [.ping("x")], [], pong: "x"),
        FrameRow("an empty ping", [.ping("")], [], pong: ""),
        FrameRow(
            "the longest ping", [.ping(many("p", 125))], [],
            pong: many("p", 125)),
        FrameRow("a pong without a ping", [.pong("x"), .text("a")], [.message("a")]),
        FrameRow(
            "controls between fragments",
            [
                RawFrame(start: 0x01, "a"), .ping("x"), RawFrame(start: 0x00, "b"), .pong(""),
                RawFrame(start: 0x80, "c"),
            ],
            [.message("abc")], pong: "x"),
    ]

    private static let closes =
        [
            FrameRow("a bare close", [.close([])], [.closed(.absent)]),
            FrameRow(
                "a close with words", [.close(1001, "tschüß")], [.closed(.goingAway, "tschüß")]),
            FrameRow(
                "nothing after a close", [.close(1000), .text("a"), RawFrame(start: 0xFF, "")],
                [.closed(.normal)]),
            FrameRow(
                "a close between fragments",
                [.text("a"), RawFrame(start: 0x01, "a"), .close(1000), RawFrame(start: 0x80, "a")],
                [.message("a"), .closed(.normal)]),
        ]
        + [1000, 1003, 1007, 1011, 1014, 3000, 4999].map { (code: UInt16) in
            FrameRow("close \(code)", [.close(code)], [.closed(CloseCode(rawValue: code))])
        }

    static let faults = frameFaults + closeFaults + textFaults

    private static func wronglyMasked(_ frame: RawFrame) -> RawFrame {
        var frame = frame
        frame.isWronglyMasked = true
        return frame
    }

    private static let frameFaults =
        [0xC1, 0xA1, 0x91, 0xC9].map { (start: UInt8) in
            FrameRow("reserved bit \(start)", [RawFrame(start: start, "a")], .reservedBit)
        }
        + [0x83, 0x84, 0x85, 0x86, 0x87, 0x03, 0x8B, 0x8C, 0x8D, 0x8E, 0x8F].map { (start: UInt8) in
            FrameRow("reserved opcode \(start)", [RawFrame(start: start, "a")], .reservedOpcode)
        }
        + [0x08, 0x09, 0x0A].map { (start: UInt8) in
            FrameRow(
                "fragmented control \(start)", [RawFrame(start: start, "")], .fragmentedControl)
        }
        + [0x88, 0x89, 0x8A].map { (start: UInt8) in
            FrameRow(
                "long control \(start)",
                [RawFrame(start: start, [UInt8](repeating: 65, count: 126))],
                .longControl)
        }
        + [
            FrameRow(
                "a long control, in fragments and in 8 bytes",
                [RawFrame(start: 0x09, [], lengthSize: 8)], .fragmentedControl),
            FrameRow("a mask on the wrong side", [wronglyMasked(.text("a"))], .wronglyMasked),
            FrameRow("the same with a ping", [wronglyMasked(.ping(""))], .wronglyMasked),
            FrameRow(
                "125 in 2 bytes", [RawFrame(start: 0x81, [], lengthSize: 2, length: 125)],
                .badLength),
            FrameRow("0 in 2 bytes", [RawFrame(start: 0x81, [], lengthSize: 2)], .badLength),
            FrameRow("0 in 8 bytes", [RawFrame(start: 0x81, [], lengthSize: 8)], .badLength),
            FrameRow(
                "65535 in 8 bytes", [RawFrame(start: 0x81, [], lengthSize: 8, length: 65_535)],
                .badLength),
            FrameRow("2^63", [RawFrame(start: 0x81, [], length: 1 << 63)], .badLength),
            FrameRow("2^64 - 1", [RawFrame(start: 0x81, [], length: .max)], .badLength),
            FrameRow("2^62", [RawFrame(start: 0x82, [], length: 1 << 62)], .messageTooBig),
            FrameRow("nothing to continue", [RawFrame(start: 0x80, "a")], .nothingToContinue),
            FrameRow("nothing to continue yet", [RawFrame(start: 0x00, "a")], .nothingToContinue),
            FrameRow(
                "a text while another is due", [RawFrame(start: 0x01, "a"), .text("b")],
                .unfinishedMessage),
            FrameRow(
                "bytes while a text is due", [RawFrame(start: 0x01, "a"), .binary([])],
                .unfinishedMessage),
            FrameRow(
                "a fault behind a message", [.text("a"), RawFrame(start: 0x80, "b"), .text("c")],
                [.message("a"), .failed(.nothingToContinue, .protocolError)]),
        ]

    private static let closeFaults =
        [
            FrameRow("half a close code", [.close([3])], .badCloseFrame),
            FrameRow("a reason that is not UTF-8", [.close([3, 232, 0xFF])], .notUTF8, .notUTF8),
            FrameRow("a reason cut short", [.close([3, 232, 0xE2, 0x82])], .notUTF8, .notUTF8),
        ]
        + [0, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65_535].map { (code: UInt16) in
            FrameRow("close \(code)", [.close(code)], .badCloseCode(CloseCode(rawValue: code)))
        }

    private static let textFaults: [FrameRow] =
        [
            [0x80], [0xC0, 0xAF], [0xC2], [0xE0, 0x80, 0xAF], [0xE2, 0x82], [0xED, 0xA0, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xFE], [0xFF],
            Array("κόσμε".utf8) + [0xED, 0xA0, 0x80] + Array("edited".utf8),
            Array("a long way of ASCII before it".utf8) + [0xFF],
        ].map { (text: [UInt8]) in
            FrameRow("text \(text)", [RawFrame(start: 0x81, text)], .notUTF8, .notUTF8)
        } + [
            FrameRow(
                "a character that its last fragment lacks",
                [RawFrame(start: 0x01, [0xE2, 0x82]), RawFrame(start: 0x80, [])], .notUTF8, .notUTF8
            ),
            FrameRow(
                "a character that the next fragment breaks",
                [RawFrame(start: 0x01, [0xE2]), RawFrame(start: 0x80, "a")], .notUTF8, .notUTF8),
        ]

    /// Rows for a limit of 10 bytes.
    static let beyondLimit = [
        FrameRow("just within", [.text("1234567890")], [.message("1234567890")]),
        FrameRow(
            "just within, in fragments", RawFrame.fragments("12345", "678", "90"),
            [.message("1234567890")]),
        FrameRow("one too many", [.text("12345678901")], .messageTooBig, .tooBig),
        FrameRow("none has come", [RawFrame(start: 0x81, [], length: 11)], .messageTooBig, .tooBig),
        FrameRow(
            "one too many, in fragments", RawFrame.fragments("12345", "678", "901"), .messageTooBig,
            .tooBig),
        FrameRow(
            "far too many in a fragment",
            [RawFrame(start: 0x01, "1"), RawFrame(start: 0x00, [], length: 1 << 62)],
            .messageTooBig, .tooBig),
    ]

    private init(
        _ name: String, _ frames: [RawFrame], _ fault: WebSocketFault,
        _ code: CloseCode? = nil
    ) {
        let expected = fault == .messageTooBig ? CloseCode.tooBig : .protocolError
        self.init(name, frames, [.failed(fault, code ?? expected)])
    }
}
