import SimperiumWebWire
import Testing

@Suite("WebSocket machine")
struct WebSocketMachineTests {
    private static let roles = [WebSocketMachine.Role.server, .client]

    @Test(
        "Frames are read in all cuts, or fail with the right code",
        arguments: FrameRow.read + FrameRow.faults, roles)
    func reads(row: FrameRow, role: WebSocketMachine.Role) {
        let received = ReceivedEvents(events: row.events, newestPong: row.pong)
        expect(received, howeverCut: row.frames.bytes(to: role)) { receive($0, as: role) }
    }

    @Test(
        "A message beyond the limit fails before it is kept", arguments: FrameRow.beyondLimit, roles
    )
    func limit(row: FrameRow, role: WebSocketMachine.Role) {
        let events = ReceivedEvents(events: row.events)
        expect(events, howeverCut: row.frames.bytes(to: role)) { receive($0, as: role, limit: 10) }
    }

    @Test("A text fails at the first byte that can't be UTF-8")
    func failsEarly() {
        let rows: [([UInt8], Int)] = [
            ([0x61, 0xFF], 1), ([0xC1], 0), ([0xE0, 0x9F], 1), ([0xED, 0xA0], 1),
            ([0xF4, 0x90], 1),
            ([0xF5], 0), ([0x80], 0), ([0xE2, 0x82, 0x41], 2), ([0xF0, 0x9F, 0x98, 0xC0], 3),
        ]
        for ((text, bad), role) in rows.flatMap({ row in Self.roles.map { (row, $0) } }) {
            var machine = WebSocketMachine(role)
            let frame = RawFrame(start: 0x01, text, length: 100).bytes(to: role)
            let head = frame.count - text.count
            let early = frame[..<(head + bad)].flatMap { machine.read([$0]) }
            #expect(early.isEmpty, "\(text)")
            #expect(machine.read([frame[head + bad]]) == [.failed(.notUTF8, .notUTF8)], "\(text)")
        }
    }

    @Test(
        "A message in one chunk is not copied; one in pieces is gathered, and then freed")
    func inPlace() {
        var machine = WebSocketMachine(.server)
        var chunk = [RawFrame.text("Hello"), .binary([1, 2])].bytes(to: .server)
        var bytes = chunk.mutableSpan
        var position = 0

        #expect(machine.next(in: &bytes, at: &position) == .text(.inChunk(6..<11)))
        #expect(position == 11)
        #expect(
            MessageBytesLocation.inChunk(6..<11).copiedBytes(of: bytes.span) == Array("Hello".utf8))
        #expect(MessageBytesLocation.inChunk(6..<11).withBytes(of: bytes.span) { $0.count } == 5)
        #expect(machine.next(in: &bytes, at: &position) == .binary(.inChunk(17..<19)))
        #expect(machine.next(in: &bytes, at: &position) == nil)

        machine = WebSocketMachine(.client)
        let frame = RawFrame.text("Hello").bytes(to: .client)

        #expect(machine.read(Array(frame[..<5])) == [])
        #expect(machine.bufferedBytes == 3)
        #expect(machine.read(Array(frame[5...])) == [.message("Hello")])
        #expect(machine.bufferedBytes == 0)
    }

    @Test("Only the last ping in a chunk is answered, after the other events")
    func newestPing() {
        var machine = WebSocketMachine(.server)
        let frames = [RawFrame.ping("1"), .ping("2"), .text("a"), .ping("3")]

        #expect(
            machine.read(frames.bytes(to: .server)) == [
                .message("a"), .pinged(answer: .pong(Array("3".utf8))),
            ])
        #expect(machine.read([]) == [])
    }

    @Test(
        "An end that closes first drops later messages, and answers no close frame",
        arguments: roles)
    func closesFirst(role: WebSocketMachine.Role) {
        var machine = WebSocketMachine(role)
        #expect(machine.isOpen)
        #expect(
            machine.close(CloseReason(.goingAway, "bye")) == .close(CloseReason(.goingAway, "bye")))
        #expect(!machine.isOpen)
        #expect(machine.close(CloseReason(.normal)) == nil)
        #expect(machine.read([RawFrame.text("late"), .ping("?")].bytes(to: role)) == [])
        let frames =
            RawFrame.fragments("still", " ", "late") + [.close(1001, "ok"), .text("never")]

        #expect(
            machine.read(frames.bytes(to: role)) == [
                .closed(CloseReason(.goingAway, "ok"), answer: nil)
            ])
        #expect(machine.close(CloseReason(.normal)) == nil)
    }

    @Test("After a close frame or a fault nothing is sent", arguments: roles)
    func failsLate(role: WebSocketMachine.Role) {
        var machine = WebSocketMachine(role)
        _ = machine.close(CloseReason(.normal))
        #expect(
            machine.read(RawFrame(start: 0xFF, "").bytes(to: role)) == [
                .failed(.reservedBit, goodbye: nil)
            ])
        #expect(machine.read(RawFrame.text("a").bytes(to: role)) == [])

        for frame in [RawFrame.close([]), .close(1000), .close([1])] as [RawFrame] {
            machine = WebSocketMachine(role)
            #expect(machine.read(frame.bytes(to: role)).count == 1)
            #expect(!machine.isOpen)
            #expect(machine.close(CloseReason(.normal)) == nil)
        }
    }

    /// Four bytes, each from both sides of a limit in the rules, in all cuts.
    @Test("Valid UTF-8 is accepted and other bytes are refused, in all cuts")
    func utf8() {
        let edges: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xF0, 0xF4,
        ]
        let pairs = edges.flatMap { first in edges.map { [first, $0] } }
        for (index, start) in pairs.enumerated() {
            for (offset, end) in pairs.enumerated() {
                let text = start + end
                let cut = 2 + (index + offset) % 5
                var machine = WebSocketMachine(.client)
                let frame = RawFrame(start: 0x81, text).bytes(to: .client)
                let found = machine.read(Array(frame[..<cut])) + machine.read(Array(frame[cut...]))
                let isText = String(validating: text, as: UTF8.self) != nil
                guard found != [isText ? .text(.gathered(text)) : .failed(.notUTF8, .notUTF8)]
                else { continue }
                Issue.record("\(text) cut at \(cut): \(found)")
                return
            }
        }
    }
}
