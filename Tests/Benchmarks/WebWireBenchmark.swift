import SimperiumWebWire

func webWire() -> Report {
    var report = Report("WebWire")
    measureFrames(&report)
    measureTexts(&report)
    measureDeflating(&report)
    measureRequests(&report)
    return report
}

/// The bytes of a stream, which a server can read again and again. The masking keys turn ASCII into
/// other ASCII and back, or leave it unchanged.
private struct Stream {
    private var chunks: [[UInt8]]

    init(_ bytes: [UInt8], chunk size: Int = .max) {
        chunks = stride(from: 0, to: bytes.count, by: size).map { start in
            Array(bytes[start...].prefix(size))
        }
    }

    mutating func readFrames(times: Int) {
        var machine = WebSocketMachine(role: .server, WebSocketLimits(message: 1 << 20))
        for _ in 0..<times {
            for index in chunks.indices {
                var chunk = chunks[index].mutableSpan
                var position = 0
                while let event = machine.next(in: &chunk, at: &position) { keep(event) }
            }
        }
        precondition(machine.isOpen, "the frames are in order")
    }

    func readRequests(times: Int) {
        var reader = RequestReader(limits: HTTPLimits())
        for _ in 0..<times {
            for chunk in chunks {
                let bytes = chunk.span
                var position = 0
                while let event = try? reader.next(in: bytes, at: &position) { keep(event) }
            }
        }
        precondition(reader.isIdle, "the requests are in order")
    }
}

private func measureFrames(_ report: inout Report) {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 100)
    let frame = OutgoingWebSocketFrame.text(message).encoded(
        mask: MaskingKey(rawValue: 0x1234_5678))
    var stream = Stream(Array(repeatElement(frame, count: 600).joined()))
    report.time("read a masked text of 100 B", target: 200, unit: .nanoseconds, count: 60_000) {
        stream.readFrames(times: 100)
    }
    report.time("write a text of 100 B", target: 150, unit: .nanoseconds, count: 60_000) {
        for _ in 0..<60_000 { keep(OutgoingWebSocketFrame.text(message).encoded()) }
    }
    report.growth(
        "ten times as many frames", target: 12, small: { stream.readFrames(times: 50) },
        large: { stream.readFrames(times: 500) })
}

private func measureTexts(_ report: inout Report) {
    for (name, unit) in [("ASCII", "a"), ("German", "Grüße an alle. "), ("Russian", "Привет ")] {
        let message = Array(String(repeating: unit, count: 65_536 / unit.utf8.count).utf8)
        let frame = OutgoingWebSocketFrame.text(message).encoded(mask: MaskingKey(rawValue: 0))
        for size in [Int.max, 1_024] {
            var stream = Stream(frame, chunk: size)
            report.throughput(
                "read 64 KB, \(name), \(size == .max ? "whole" : "in pieces")",
                target: size == .max ? 1_000 : 500, bytes: 200 * message.count
            ) {
                stream.readFrames(times: 200)
            }
        }
    }
}

/// Measures a page of the index, the longest message that is sent to many clients.
private func measureDeflating(_ report: inout Report) {
    let objects = (0..<500).map { number in
        #"{"id":"k\(number * 7_919 % 10_007)","v":\(number % 9),"#
            + #""d":{"title":"Buy \(number % 31) apples","done":\(number % 2 == 0)}}"#
    }
    let page = Array("0:i:{\"index\":[\(objects.joined(separator: ","))]}".utf8)
    let frame = OutgoingWebSocketFrame.encodedText(deflating: page)
    report.throughput("deflate a page of 60 KB", target: 50, bytes: 20 * page.count) {
        for _ in 0..<20 { keep(OutgoingWebSocketFrame.encodedText(deflating: page)) }
    }
    report.count("bytes of it", frame.count, .bytes, target: page.count / 4)
    report.throughput("inflate it", target: 100, bytes: 20 * page.count) {
        var machine = WebSocketMachine(
            role: .client, WebSocketLimits(message: 1 << 20), takesDeflated: true)
        for _ in 0..<20 {
            var chunk = frame
            var bytes = chunk.mutableSpan
            var position = 0
            while let event = machine.next(in: &bytes, at: &position) { keep(event) }
        }
    }
}

private func measureRequests(_ report: inout Report) {
    let get = HTTPRequest(
        .get, RequestTarget(["1", "tictactoe", "todo", "i", "a1"], query: ["response": "1"]),
        fields: [
            "Host": "localhost:8383", "User-Agent": "curl/7.88.1", "Accept": "*/*",
            "X-Simperium-Token": "0123456789abcdef0123456789abcdef",
            "Content-Type": "application/json", "Accept-Encoding": "deflate, gzip",
        ])
    let requests = Stream(Array(repeatElement(get.encoded(), count: 200).joined()))
    report.time("read a GET with 6 fields", target: 3, count: 20_000) {
        requests.readRequests(times: 100)
    }
    let response = HTTPResponse(
        .ok, fields: ["Content-Type": "application/json"], body: Array("{\"done\":true}".utf8))
    report.time("write a response", target: 2, count: 20_000) {
        for _ in 0..<20_000 { keep(response.encoded(answering: get)) }
    }
    let (small, large) = (post(of: 5_000), post(of: 50_000))
    report.growth(
        "ten times the body, in pieces of 100 B", target: 12,
        small: { small.readRequests(times: 400) }, large: { large.readRequests(times: 400) })
}

private func post(of size: Int) -> Stream {
    let body = [UInt8](repeating: UInt8(ascii: "a"), count: size)
    return Stream(
        HTTPRequest(.post, RequestTarget(["a"]), fields: ["Host": "h"], body: body).encoded(),
        chunk: 100)
}
