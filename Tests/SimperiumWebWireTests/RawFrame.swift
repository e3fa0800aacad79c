import SimperiumWebWire
import Testing

/// A frame made of its bits, so that it can be wrong.
struct RawFrame: Sendable {
    static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    /// FIN, the reserved bits and the opcode.
    var start: UInt8
    var payload: [UInt8]
    /// The number of bytes of the extended length: 0, 2 or 8; nil for the shortest form.
    var lengthSize: Int?
    /// The length in the header, if it differs from the payload's.
    var length: UInt64?
    /// True to mask a frame that must not be masked, and the reverse.
    var isWronglyMasked = false

    static func text(_ payload: String) -> RawFrame { RawFrame(start: 0x81, payload) }
    static func binary(_ payload: [UInt8]) -> RawFrame { RawFrame(start: 0x82, payload) }
    static func ping(_ payload: String) -> RawFrame { RawFrame(start: 0x89, payload) }
    static func pong(_ payload: String) -> RawFrame { RawFrame(start: 0x8A, payload) }
    static func close(_ payload: [UInt8]) -> RawFrame { RawFrame(start: 0x88, payload) }

    static func close(_ code: UInt16, _ text: String = "") -> RawFrame {
        .close([UInt8(code >> 8), UInt8(code & 0xFF)] + text.utf8)
    }

    /// A text in three fragments.
    static func fragments(_ first: String, _ second: String, _ third: String) -> [RawFrame] {
        [RawFrame(start: 0x01, first), RawFrame(start: 0x00, second), RawFrame(start: 0x80, third)]
    }

    init(start: UInt8, _ payload: [UInt8], lengthSize: Int? = nil, length: UInt64? = nil) {
        (self.start, self.payload) = (start, payload)
        (self.lengthSize, self.length) = (lengthSize, length)
    }

    init(start: UInt8, _ payload: String) {
        self.init(start: start, Array(payload.utf8))
    }

    /// The frame's bytes as they arrive at a machine with `role`.
    func bytes(to role: WebSocketMachine.Role) -> [UInt8] {
        let length = length ?? UInt64(payload.count)
        let size = lengthSize ?? (length < 126 ? 0 : length < 65_536 ? 2 : 8)
        let isMasked = (role == .server) != isWronglyMasked
        let short = size == 0 ? UInt8(length) : size == 2 ? 126 : 127
        let long = (0..<size).map {
            UInt8(truncatingIfNeeded: length >> UInt64(8 * (size - 1 - $0)))
        }
        let head = [start, short | (isMasked ? 0x80 : 0)] + long
        guard isMasked else { return head + payload }
        return head + Self.key + zip(payload, 0...).map { $0 ^ Self.key[$1 % 4] }
    }
}

extension [RawFrame] {
    func bytes(to role: WebSocketMachine.Role) -> [UInt8] { flatMap { $0.bytes(to: role) } }
}

/// The events of a machine for a stream, independent of the chunks.
struct ReceivedEvents: Equatable {
    /// Without pings, whose answers depend on the chunks. All payloads are gathered.
    var events: [ReceivedWebSocketEvent] = []
    var newestPong: [UInt8]?
}

extension WebSocketMachine {
    static let testLimit = 70_000

    init(_ role: Role) {
        self.init(role: role, WebSocketLimits(message: Self.testLimit))
    }

    /// Reads a chunk to its end.
    mutating func read(_ chunk: [UInt8]) -> [ReceivedWebSocketEvent] {
        var chunk = chunk
        var bytes = chunk.mutableSpan
        var position = 0
        var events: [ReceivedWebSocketEvent] = []
        while let event = next(in: &bytes, at: &position) {
            guard case .deflated(let message) = event else {
                events.append(event.gathered(from: bytes.span))
                continue
            }
            if let event = receiveInflated(message.inflated()) { events.append(event) }
        }
        #expect(position == bytes.count)
        return events
    }
}

extension ReceivedWebSocketEvent {
    func gathered(from chunk: Span<UInt8>) -> ReceivedWebSocketEvent {
        switch self {
        case .text(let payload): .text(.gathered(payload.copiedBytes(of: chunk)))
        case .binary(let payload): .binary(.gathered(payload.copiedBytes(of: chunk)))
        case .pinged, .long, .deflated, .discarded, .closed, .failed: self
        }
    }

    static func message(_ text: String) -> ReceivedWebSocketEvent {
        .text(.gathered(Array(text.utf8)))
    }
    static func message(_ bytes: [UInt8]) -> ReceivedWebSocketEvent { .binary(.gathered(bytes)) }

    static func failed(_ fault: WebSocketFault, _ code: CloseCode) -> ReceivedWebSocketEvent {
        .failed(fault, goodbye: .close(CloseReason(code)))
    }

    static func closed(_ code: CloseCode, _ text: String = "") -> ReceivedWebSocketEvent {
        .closed(CloseReason(code, text), answer: .close(CloseReason(code)))
    }
}

func receive(
    _ chunks: [[UInt8]], as role: WebSocketMachine.Role,
    limit: Int = WebSocketMachine.testLimit
) -> ReceivedEvents {
    var machine = WebSocketMachine(role: role, WebSocketLimits(message: limit))
    var received = ReceivedEvents()
    for chunk in chunks {
        for event in machine.read(chunk) {
            if case .pinged(.pong(let payload)) = event {
                received.newestPong = payload
            } else {
                received.events.append(event)
            }
        }
        if machine.bufferedBytes > limit + 125 { Issue.record("keeps too much") }
    }
    return received
}
