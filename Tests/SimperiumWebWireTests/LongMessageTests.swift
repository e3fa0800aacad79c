import SimperiumWebWire
import Testing

@Suite("Long messages")
struct LongMessageTests {
    private static func machine() -> WebSocketMachine {
        var limits = WebSocketLimits(message: 5_000)
        limits.discarded = 9_000
        limits.long = 2_000
        return WebSocketMachine(role: .server, limits)
    }

    private static func text(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(ascii: "a") + UInt8($0 % 26) }
    }

    /// The events of a message that arrives in pieces of this many bytes.
    private static func events(
        of frames: [RawFrame], cut: Int, discards: Bool = false
    ) -> [ReceivedWebSocketEvent] {
        var machine = machine()
        var events: [ReceivedWebSocketEvent] = []
        let bytes = frames.bytes(to: .server)
        for start in stride(from: 0, to: bytes.count, by: cut) {
            for event in machine.read(Array(bytes[start..<min(start + cut, bytes.count)])) {
                events.append(event)
                if case .long = event, discards { machine.discardMessageExceptHead() }
            }
            #expect(machine.bufferedBytes <= 5_000)
        }
        return events
    }

    @Test("A message beyond the limit is dropped, and the next one is read")
    func tooLong() {
        let text = Self.text(8_000)
        let frames = [RawFrame(start: 0x81, text), .text("after")]
        let head = Array(text.prefix(WebSocketMachine.headLength))
        for cut in [7, 100, 4_000] {
            #expect(
                Self.events(of: frames, cut: cut)
                    == [.discarded(head: head, count: 8_000), .message("after")], "\(cut)")
        }

        // The limit is exceeded in its last fragment.
        let part = Self.text(3_000)
        let fragments = [RawFrame(start: 0x01, part), RawFrame(start: 0x80, part)]
        let events = Self.events(of: fragments, cut: 10_000)
        let partHead = Array(part.prefix(WebSocketMachine.headLength))
        #expect(events.last == .discarded(head: partHead, count: 6_000))
    }

    @Test("A message beyond the limit for dropped ones ends the WebSocket, in all cuts")
    func muchTooLong() {
        let whole = [RawFrame(start: 0x81, Self.text(9_001))]
        #expect(Self.events(of: whole, cut: 50) == [.failed(.messageTooBig, .tooBig)])
        let pieces = [0x01, 0x00, 0x00, 0x80].map { RawFrame(start: $0, Self.text(2_500)) }
        #expect(Self.events(of: pieces, cut: 50).last == .failed(.messageTooBig, .tooBig))
    }

    @Test("A long message is reported once its beginning has arrived, and may be dropped")
    func announced() {
        let text = Self.text(3_000)
        let frames = [RawFrame(start: 0x81, text), .text("after")]
        let head = Array(text.prefix(WebSocketMachine.headLength))
        let wanted = Self.events(of: frames, cut: 60)
        #expect(wanted.count == 3)
        #expect(wanted[0] == .long(head: Array(text.prefix(52))))
        #expect(wanted[1] == .text(.gathered(text)))
        #expect(
            Self.events(of: frames, cut: 60, discards: true).suffix(2)
                == [.discarded(head: head, count: 3_000), .message("after")])
    }
}
