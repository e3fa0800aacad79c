import SimperiumWebWire

/// Reads a stream at once, and in pieces of a size that the first byte determines. Both must give
/// the same result.
func expectSameHoweverCut<Reading: Equatable>(
    _ input: [UInt8], read: ([[UInt8]]) -> Reading
) {
    guard let size = input.first.map({ Int($0 % 64) + 1 }) else { return }
    let stream = Array(input.dropFirst())
    let chunks = stride(from: 0, to: stream.count, by: size).map { start in
        Array(stream[start...].prefix(size))
    }
    precondition(read([stream]) == read(chunks), "the cut makes a difference")
}

/// The messages that an HTTP reader found, and the error that it ended with.
private struct Reading<Message: Equatable>: Equatable {
    var messages: [Message] = []
    var fault: HTTPFault?
}

private let limits = HTTPLimits(startLine: 200, fields: 300, fieldCount: 8, body: 100)
private let most = limits.startLine + 2 * limits.fields + limits.body + 2

func fuzzRequests(_ input: [UInt8]) {
    expectSameHoweverCut(input) { chunks in
        var reader = RequestReader(limits: limits)
        var reading = Reading<RequestReader.RequestEvent>()
        do throws(HTTPFault) {
            for chunk in chunks {
                let bytes = chunk.span
                var position = 0
                while let event = try reader.next(in: bytes, at: &position) {
                    reading.messages.append(event)
                }
                precondition(position == chunk.count && reader.bufferedBytes <= most)
            }
        } catch {
            reading.fault = error
        }
        return reading
    }
}

func fuzzResponses(_ input: [UInt8]) {
    expectSameHoweverCut(input) { chunks in
        var reader = ResponseReader(answering: .get, limits: limits)
        var reading = Reading<HTTPResponse>()
        do throws(HTTPFault) {
            for chunk in chunks {
                let bytes = chunk.span
                var position = 0
                let response = try reader.next(in: bytes, at: &position)
                if let response { reading.messages.append(response) }
                precondition(reader.bufferedBytes <= most)
            }
            if let response = try reader.finishAtConnectionEnd() {
                reading.messages.append(response)
            }
        } catch {
            reading.fault = error
        }
        return reading
    }
}

func fuzzFramesOfClient(_ input: [UInt8]) { fuzzFrames(input, as: .server) }

func fuzzFramesOfServer(_ input: [UInt8]) { fuzzFrames(input, as: .client) }

private func fuzzFrames(_ input: [UInt8], as role: WebSocketMachine.Role) {
    expectSameHoweverCut(input) { chunks in
        var machine = WebSocketMachine(role: role, WebSocketLimits(message: 300))
        return chunks.flatMap { machine.read($0, keepingAtMost: 300 + 125) }
    }
}

/// Reads frames that may be compressed, and decompresses the bytes directly, too.
func fuzzDeflated(_ input: [UInt8]) {
    for limit in [0, 300, 1 << 17] {
        let message = DeflatedMessage(input, isText: input.first == 1, atMost: limit)
        if case .whole(let bytes) = message.inflated() { precondition(bytes.count <= limit) }
    }
    expectSameHoweverCut(input) { chunks in
        var limits = WebSocketLimits(message: 300)
        limits.discarded = 900
        limits.long = 100
        var machine = WebSocketMachine(role: .client, limits, takesDeflated: true)
        return chunks.flatMap { machine.read($0, keepingAtMost: 300 + 1_024 + 125) }
    }
}

extension WebSocketMachine {
    /// Reads a chunk to its end. Expects that no more than `most` bytes are kept after it.
    fileprivate mutating func read(
        _ chunk: [UInt8], keepingAtMost most: Int
    ) -> [ReceivedWebSocketEvent] {
        var chunk = chunk
        var bytes = chunk.mutableSpan
        var position = 0
        var events: [ReceivedWebSocketEvent] = []
        while let event = next(in: &bytes, at: &position) {
            if let event = event.gathered(from: bytes.span) { events.append(event) }
        }
        precondition(position == bytes.count && bufferedBytes <= most)
        return events
    }
}

extension ReceivedWebSocketEvent {
    /// The event in a form that does not depend on chunks; nil for a ping, whose answer does, and
    /// for the beginning of a long message.
    fileprivate func gathered(from chunk: Span<UInt8>) -> ReceivedWebSocketEvent? {
        switch self {
        case .text(let payload): .text(.gathered(payload.copiedBytes(of: chunk)))
        case .binary(let payload): .binary(.gathered(payload.copiedBytes(of: chunk)))
        case .pinged, .long: nil
        case .deflated, .discarded, .closed, .failed: self
        }
    }
}
