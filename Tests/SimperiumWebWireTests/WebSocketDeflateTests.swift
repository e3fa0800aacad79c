import SimperiumClock
import SimperiumWebWire
import TestSupport
import Testing

@Suite("Deflated messages")
struct WebSocketDeflateTests {
    /// The examples of RFC 7692 section 7.2.3: fixed codes, a stored block, an end of the stream,
    /// two blocks.
    @Test(
        "Other programs' compressed messages are read, in all cuts",
        arguments: [
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
        ] as [[UInt8]])
    func examples(payload: [UInt8]) {
        let whole = RawFrame(start: 0xC1, payload).bytes(to: .server)
        let parts = [
            RawFrame(start: 0x41, Array(payload[..<3])), .ping("x"),
            RawFrame(start: 0x80, Array(payload[3...])),
        ]
        for bytes in [whole, parts.bytes(to: .server)] {
            expect([.message("Hello")], howeverCut: bytes) { receiveDeflated($0) }
        }
    }

    @Test("A block after the last one of a stream may repeat earlier output")
    func afterTheLast() {
        let payload: [UInt8] = [
            0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xF0, 0x00, 0x51, 0x00,
            0xF3, 0x40, 0x62, 0x03, 0x00, 0x00,
        ]
        let bytes = RawFrame(start: 0xC1, payload).bytes(to: .server)
        #expect(receiveDeflated([bytes]) == [.message("Hello, HelloHello, Hello")])
    }

    @Test("A compressed message is read as it was sent", arguments: Seeds.batches(200))
    func roundTrip(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let message = random.longMessage()
            let frame = OutgoingWebSocketFrame.encodedText(deflating: message)
            var machine = WebSocketMachine(
                role: .client, WebSocketLimits(message: 1 << 20), takesDeflated: true)
            #expect(machine.read(frame) == [.text(.gathered(message))], "seed \(seed)")
            #expect(frame.count <= message.count + 10)
        }
    }

    @Test("A compressed message is read, however it fits into the room for it")
    func lengths() {
        for count in 1_024...4_200 {
            let message = [UInt8](repeating: 0x61, count: count)
            var machine = WebSocketMachine(
                role: .client, WebSocketLimits(message: 1 << 20), takesDeflated: true)
            let frame = OutgoingWebSocketFrame.encodedText(deflating: message)
            #expect(machine.read(frame) == [.text(.gathered(message))], "\(count)")
        }
    }

    @Test(
        "A repetitive message shrinks to a tenth; small, random and huge ones are sent as they are"
    )
    func sizes() {
        func encoded(_ count: Int) -> [UInt8] {
            let line = Array(#"{"id":"k17","v":{"title":"Milk","done":false}},"#.utf8)
            let message = Array(repeatElement(line, count: count / line.count + 1).joined())
            return OutgoingWebSocketFrame.encodedText(deflating: Array(message[..<count]))
        }
        #expect(encoded(10_000).count < 1_000)
        #expect(encoded(1_023).count == 1_023 + 4)
        #expect(encoded(200_000).count == 200_000 + 10)

        var random = SeededRandom(seed: 1)
        let message = (0..<5_000).map { _ in UInt8(random.numberBelow(128)) }
        let frame = OutgoingWebSocketFrame.encodedText(deflating: message)
        #expect(frame.count < message.count)
        let bytes = (0..<5_000).map { _ in UInt8(random.numberBelow(256)) }
        #expect(
            OutgoingWebSocketFrame.encodedText(deflating: bytes)
                == OutgoingWebSocketFrame.text(bytes).encoded())
    }

    @Test(
        "S101: A long compressed message goes to another thread, and is kept until its result"
    )
    func long() {
        let text = [UInt8](repeating: 0x61, count: 40_000)
        let half = deflated(text)
        for (payload, message, isLong) in [
            (half, text, false), (half + [0, 0, 0xFF, 0xFF] + half, text + text, true),
        ] {
            let frame = RawFrame(start: 0xC1, payload)
            var machine = WebSocketMachine(
                role: .server, WebSocketLimits(message: 1 << 20), takesDeflated: true)
            var bytes = frame.bytes(to: .server)
            var chunk = bytes.mutableSpan
            var position = 0
            let event = machine.next(in: &chunk, at: &position)
            guard case .deflated(let deflated) = event else {
                #expect(event == .text(.gathered(message)))
                #expect(!isLong)
                continue
            }
            #expect(isLong)
            #expect(machine.bufferedBytes > 50)
            #expect(machine.receiveInflated(deflated.inflated()) == .text(.gathered(message)))
            #expect(machine.bufferedBytes == 0)
        }

        // Stored blocks without any bytes.
        let block: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
        let payload = Array(repeatElement(block, count: 4_000).joined().dropLast(4))
        let message = DeflatedMessage(payload, isText: true, atMost: 1 << 20)
        #expect(message.inflated() == .whole([]))
        var machine = WebSocketMachine(
            role: .server, WebSocketLimits(message: 1 << 20), takesDeflated: true)
        var bytes = RawFrame(start: 0xC1, payload).bytes(to: .server)
        var chunk = bytes.mutableSpan
        var position = 0
        #expect(machine.next(in: &chunk, at: &position) == .deflated(message))
        #expect(machine.close(CloseReason(.goingAway)) != nil)
        #expect(machine.receiveInflated(message.inflated()) == nil)
    }

    @Test("S99: The machine counts the bytes that it inflates, and no others")
    func inflatedBytes() {
        let text = [UInt8](repeating: 0x61, count: 40_000)
        let limits = WebSocketLimits(message: 60_000)
        var machine = WebSocketMachine(role: .server, limits, takesDeflated: true)
        #expect(machine.read(RawFrame(start: 0x81, text).bytes(to: .server)).count == 1)
        #expect(machine.resetInflatedByteCount() == 0)
        let half = deflated(text)
        #expect(machine.read(RawFrame(start: 0xC1, half).bytes(to: .server)).count == 1)
        #expect(machine.resetInflatedByteCount() == 40_000)
        #expect(machine.resetInflatedByteCount() == 0)
        let long = RawFrame(start: 0xC1, half + [0, 0, 0xFF, 0xFF] + half)
        guard case .discarded(_, let count)? = machine.read(long.bytes(to: .server)).first else {
            Issue.record("not bounded")
            return
        }
        #expect(count > 60_000)
        #expect(machine.resetInflatedByteCount() == count)
    }

    @Test("A compressed message that arrives after the close is dropped, and not decompressed")
    func closing() {
        var machine = WebSocketMachine(
            role: .server, WebSocketLimits(message: 1 << 20), takesDeflated: true)
        #expect(machine.close(CloseReason(.goingAway)) != nil)
        let half = deflated([UInt8](repeating: 0x61, count: 40_000))
        let large = Array(repeatElement(half + [0, 0, 0xFF, 0xFF], count: 1_000).joined())
        for payload in [half, large] {
            #expect(machine.read(RawFrame(start: 0xC1, payload).bytes(to: .server)).isEmpty)
        }
        #expect(machine.resetInflatedByteCount() == 0)
        #expect(machine.bufferedBytes == 0)
    }

    @Test("A message beyond the limit fails or is dropped before it is decompressed completely")
    func bomb() throws {
        let frame = RawFrame(start: 0xC1, [], lengthSize: 8, length: 1 << 20)
        #expect(
            receiveDeflated([frame.bytes(to: .server)]) == [.failed(.messageTooBig, .tooBig)])

        let zeros = [UInt8](repeating: 0x61, count: 64 << 10)
        let block = deflated(zeros)
        let payload = Array(
            repeatElement(block + [0, 0, 0xFF, 0xFF], count: 1_000).joined().dropLast(4))
        let bytes = RawFrame(start: 0xC1, payload).bytes(to: .server)
        var machine = WebSocketMachine(
            role: .server, WebSocketLimits(message: 1 << 20), takesDeflated: true)
        guard case .discarded(let head, let count)? = machine.read(bytes).first else {
            Issue.record("not bounded")
            return
        }
        #expect(head == [UInt8](repeating: 0x61, count: WebSocketMachine.headLength))
        #expect((1 << 20) + 1...(1 << 20) + 258 ~= count)
        #expect(machine.isOpen)
    }

    @Test(
        "The mark of compression is only valid at a message's beginning, if it was agreed on",
        arguments: [
            ([RawFrame(start: 0xC9, "")], true), ([RawFrame(start: 0xC8, "")], true),
            ([RawFrame(start: 0x01, "a"), RawFrame(start: 0xC0, "b")], true),
            ([RawFrame(start: 0xA1, "a")], true), ([RawFrame(start: 0x91, "a")], true),
            ([RawFrame(start: 0xC1, "a")], false),
        ])
    func marks(frames: [RawFrame], isAgreed: Bool) {
        let received = receiveDeflated([frames.bytes(to: .server)], isAgreed: isAgreed)
        #expect(received == [.failed(.reservedBit, .protocolError)])
    }

    @Test(
        "Invalid compressed data fails, and so does a text that is not UTF-8",
        arguments: Seeds.batches(500))
    func nonsense(seeds: [UInt64]) {
        let message = Array(repeatElement("Milk and bread, ".utf8, count: 100).joined())
        let good = Array(OutgoingWebSocketFrame.encodedText(deflating: message).dropFirst(2))
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var payload = random.chance(1, in: 2) ? good : random.bytes(upTo: 300)
            for _ in 0..<random.numberBelow(4) where !payload.isEmpty {
                payload[random.numberBelow(payload.count)] = UInt8(random.numberBelow(256))
            }
            for event in receiveDeflated([RawFrame(start: 0xC1, payload).bytes(to: .server)]) {
                switch event {
                case .failed(.notDeflated, _), .failed(.notUTF8, _), .text, .discarded: break
                default: Issue.record("seed \(seed): \(event)")
                }
            }
        }
    }
}

extension WebSocketDeflateTests {
    @Test("An offer is accepted if it asks for nothing unsupported")
    func offers() throws {
        let answer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"
        for (offer, rest) in [
            ("permessage-deflate", ""),
            ("permessage-deflate; client_max_window_bits", ""),
            ("permessage-deflate;client_max_window_bits=10 ; server_no_context_takeover", ""),
            ("x-other, permessage-deflate; client_no_context_takeover", ""),
            ("permessage-deflate; server_max_window_bits=15", "; server_max_window_bits=15"),
            ("permessage-deflate; server_max_window_bits=10, permessage-deflate", ""),
            ("permessage-deflate; client_max_window_bits=\"9\"", ""),
        ] {
            #expect(try self.answer(to: offer) == answer + rest, "\(offer)")
        }
        for offer in [
            "x-webkit-deflate-frame", "permessage-deflate; server_max_window_bits=10",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; level=9",
            "permessage-deflate; client_max_window_bits=16",
            "permessage-deflate; client_max_window_bits=08",
            "permessage-deflate; server_no_context_takeover=1", "permessage-deflate;",
            "permessage-deflate; client_no_context_takeover; client_no_context_takeover",
        ] {
            #expect(try self.answer(to: offer) == nil, "\(offer)")
        }
    }

    private func answer(to offer: String) throws -> String? {
        let request = HTTPRequest(
            .get, RequestTarget([]), fields: asking("Sec-WebSocket-Extensions", offer))
        let response = try HTTPResponse(
            openingWebSocketFor: request, AcceptedDeflateOffer(firstSupportedIn: request.fields))
        return response.fields["Sec-WebSocket-Extensions"]
    }
}

/// The compressed payload of a text's frame.
private func deflated(_ text: [UInt8]) -> [UInt8] {
    let frame = OutgoingWebSocketFrame.encodedText(deflating: text)
    return Array(frame.dropFirst(frame[1] < 126 ? 2 : 4))
}

/// The events of a server's machine that has agreed on compression, without pings.
private func receiveDeflated(
    _ chunks: [[UInt8]], isAgreed: Bool = true
) -> [ReceivedWebSocketEvent] {
    var machine = WebSocketMachine(
        role: .server, WebSocketLimits(message: WebSocketMachine.testLimit),
        takesDeflated: isAgreed)
    return chunks.flatMap { machine.read($0) }.filter {
        if case .pinged = $0 { false } else { true }
    }
}

extension SeededRandom {
    /// A message that is long enough for compression, with short and long repetitions.
    fileprivate mutating func longMessage() -> [UInt8] {
        let words = (0..<(1 + numberBelow(60))).map { _ in "w" + text(upTo: 12) }
        let length = 1_024 + numberBelow(chance(1, in: 8) ? 120_000 : 4_000)
        var message = ""
        while message.utf8.count < length {
            message += pick(words) ?? ""
            if chance(1, in: 6) { message += "x\(numberBelow(1_000))" }
            if chance(1, in: 40) { message += String(repeating: "=", count: numberBelow(700)) }
        }
        return Array(message.utf8)
    }
}
