import SimperiumClock
import SimperiumWebWire
import TestSupport
import Testing

@Suite("WebWire properties")
struct WebWireProperties {
    @Test("Requests are read as they were written", arguments: Seeds.batches(300))
    func requests(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let written = (0...random.numberBelow(3)).map { _ in random.request() }
            let bytes = written.flatMap { random.encoded($0) }

            let reading = readRequests(random.split(bytes))
            #expect(reading.fault == nil, "seed \(seed)")
            #expect(reading.events.map(\.essence) == written.map(\.essence), "seed \(seed)")
        }
    }

    @Test("Responses are read as they were written", arguments: Seeds.batches(300))
    func responses(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let request = random.request()
            let response = HTTPResponse(
                random.pick([.ok, .notFound, .internalError]) ?? .ok, body: random.bytes(upTo: 300))
            let rest = random.bytes(upTo: 20)
            let bytes = response.encoded(answering: request) + rest

            let reading = readResponse(random.split(bytes), to: request.method)
            #expect(reading.events.first?.status == response.status, "seed \(seed)")
            let body = request.method == .head ? [] : response.body
            #expect(reading.events.first?.body == body, "seed \(seed)")
            #expect(reading.rest == rest, "seed \(seed)")
        }
    }

    @Test("Messages are received as they were sent", arguments: Seeds.batches(300))
    func messages(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let role: WebSocketMachine.Role = random.chance(1, in: 2) ? .server : .client
            let sent = (0...random.numberBelow(5)).map { _ in random.message() }
            let frames = sent.flatMap { random.frames(of: $0) }

            let received = receive(random.split(frames.bytes(to: role)), as: role)
            #expect(received.events == sent, "seed \(seed)")
        }
    }

    @Test("One end reads the other end's frames", arguments: Seeds.batches(300))
    func encoder(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let role: WebSocketMachine.Role = random.chance(1, in: 2) ? .server : .client
            let sent = (0...random.numberBelow(5)).map { _ in random.text(upTo: 300) }
            let bytes = sent.flatMap { text in
                let key = MaskingKey(rawValue: UInt32(truncatingIfNeeded: random.next()))
                return OutgoingWebSocketFrame.text(Array(text.utf8))
                    .encoded(mask: role == .server ? key : nil)
            }

            let received = receive(random.split(bytes), as: role)
            let messages = sent.map { ReceivedWebSocketEvent.message($0) }
            #expect(received.events == messages, "seed \(seed)")
        }
    }

    @Test("All cuts of random bytes give the same result", arguments: Seeds.batches(500))
    func anything(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var bytes = random.stream()
            for _ in 0..<random.numberBelow(4) where !bytes.isEmpty {
                bytes[random.numberBelow(bytes.count)] =
                    random.pick(Array("\r\n :,;%0aHTP\u{0}\u{81}".utf8)) ?? 0
            }
            let chunks = random.split(bytes)

            #expect(readRequests(chunks, limits: .small) == readRequests([bytes], limits: .small))
            #expect(
                readResponse(chunks, limits: .small, ends: true)
                    == readResponse([bytes], limits: .small, ends: true))
            for role in [WebSocketMachine.Role.server, .client] {
                #expect(
                    receive(chunks, as: role, limit: 50).events
                        == receive([bytes], as: role, limit: 50).events)
            }
        }
    }
}

extension SeededRandom {
    mutating func split(_ bytes: [UInt8]) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var rest = bytes[...]
        let longest = 1 + numberBelow(max(1, bytes.count))
        while !rest.isEmpty {
            let count = numberBelow(longest) + 1
            chunks.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return chunks
    }

    mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<numberBelow(count)).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// Random characters of one to four bytes.
    mutating func text(upTo count: Int) -> String {
        let plain = Array("abc %/?&=+#.~é€😀\u{7F}\u{800}\u{FFFF}\u{10000}\u{10FFFF}".unicodeScalars)
        var text = ""
        for _ in 0..<numberBelow(count) { text.unicodeScalars.append(pick(plain) ?? "a") }
        return text
    }

    mutating func request() -> HTTPRequest {
        let method = pick([HTTPMethod.get, .post, .put, .delete, .head, .options]) ?? .get
        let segments = (0..<numberBelow(4)).map { _ in "x" + text(upTo: 5) }
        let pairs = (0..<numberBelow(3)).map { _ in
            FormParameters.NameValuePair(text(upTo: 4), text(upTo: 8))
        }
        var request = HTTPRequest(
            method, RequestTarget(["a"] + segments, query: FormParameters(pairs)),
            fields: ["Host": "h"], body: method == .get ? [] : bytes(upTo: 200))
        if chance(1, in: 2) { request.fields.add("X-Text", "y" + text(upTo: 9) + "z") }
        return request
    }

    /// The request as bytes, sometimes in chunks.
    mutating func encoded(_ request: HTTPRequest) -> [UInt8] {
        guard chance(1, in: 2) else { return request.encoded() }
        var head = HTTPRequest(request.method, request.target, fields: request.fields).encoded()
        head = Array(head.dropLast(2))
        let stated = Array("Content-Length: 0\r\n".utf8)
        if head.suffix(stated.count).elementsEqual(stated) { head.removeLast(stated.count) }
        let chunks = split(request.body).flatMap { chunk in
            let extensions = chance(1, in: 3) ? " ;a=\"b\"" : ""
            return Array("\(String(chunk.count, radix: 16))\(extensions)\r\n".utf8) + chunk + [
                13, 10,
            ]
        }
        let trailers = chance(1, in: 3) ? "Trailer: x\r\n" : ""
        return head + Array("Transfer-Encoding: chunked\r\n\r\n".utf8) + chunks
            + Array("0\r\n\(trailers)\r\n".utf8)
    }

    mutating func message() -> ReceivedWebSocketEvent {
        chance(1, in: 2) ? .message(text(upTo: 300)) : .message(bytes(upTo: 1_000))
    }

    /// The message in fragments, with pings and pongs between them.
    mutating func frames(of message: ReceivedWebSocketEvent) -> [RawFrame] {
        guard let (opcode, payload) = message.content else { return [] }
        let pieces = chance(1, in: 2) ? [payload] : split(payload) + [[]]
        return pieces.enumerated().flatMap { index, piece in
            let start = (index == 0 ? opcode : 0) | (index == pieces.count - 1 ? 0x80 : 0)
            let between = chance(1, in: 4) ? [RawFrame.ping("?"), .pong("!")] : []
            return between + [RawFrame(start: start, piece)]
        }
    }

    /// A stream that is close to a valid one for one of the readers.
    mutating func stream() -> [UInt8] {
        let role: WebSocketMachine.Role = chance(1, in: 2) ? .server : .client
        switch numberBelow(4) {
        case 0: return bytes(upTo: 200)
        case 1: return encoded(request()) + encoded(request())
        case 2: return HTTPResponse(.ok, body: bytes(upTo: 10)).encoded(answering: request())
        default:
            let messages = [message(), message()]
            return messages.flatMap { frames(of: $0) }.bytes(to: role)
        }
    }
}

extension ReceivedWebSocketEvent {
    /// The opcode and the payload of a gathered message.
    fileprivate var content: (opcode: UInt8, payload: [UInt8])? {
        switch self {
        case .text(.gathered(let bytes)): (1, bytes)
        case .binary(.gathered(let bytes)): (2, bytes)
        case .text(.inChunk), .binary(.inChunk), .long, .deflated, .discarded, .pinged, .closed,
            .failed:
            nil
        }
    }
}

/// The parts of a request that don't depend on the encoding of its body.
private struct Essence: Equatable {
    let method: HTTPMethod
    let target: RequestTarget
    let text: String?
    let body: [UInt8]
}

extension HTTPRequest {
    fileprivate var essence: Essence {
        Essence(method: method, target: target, text: fields["X-Text"], body: body)
    }
}

extension RequestReader.RequestEvent {
    fileprivate var essence: Essence? {
        switch self {
        case .request(let request): request.essence
        case .continueExpected: nil
        }
    }
}
