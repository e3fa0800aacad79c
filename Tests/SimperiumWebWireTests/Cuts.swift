import SimperiumWebWire
import Testing

/// The chunks that the network may deliver bytes in: all at once, one by one, and in two parts at
/// each point. Many bytes are cut at the first hundred points, and at fifty after these.
func cuts(of bytes: [UInt8]) -> [[[UInt8]]] {
    let near = bytes.count > 1_000 ? 100 : bytes.count
    let far = stride(from: near, to: bytes.count, by: 1 + bytes.count / 50)
    let halves = (Array(0..<near) + far).dropFirst().map { point in
        [Array(bytes[..<point]), Array(bytes[point...])]
    }
    return [[bytes], bytes.map { [$0] }] + halves
}

func many(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

/// A row's text, shortened for its name.
func label(_ text: String) -> String {
    String(text.map { $0.isNewline ? "⏎" : $0 }.prefix(90))
}

/// Expects the same `reading` for all cuts of `bytes`.
func expect<Reading: Equatable>(
    _ expected: Reading, howeverCut bytes: [UInt8],
    sourceLocation: SourceLocation = #_sourceLocation, reading: ([[UInt8]]) -> Reading
) {
    for chunks in cuts(of: bytes) {
        let found = reading(chunks)
        guard found != expected else { continue }
        let sizes = chunks.count > 2 ? "one by one" : "\(chunks.map(\.count))"
        Issue.record("cut \(sizes): \(found), not \(expected)", sourceLocation: sourceLocation)
        return
    }
}

/// The output of a reader for a stream.
struct Reading<Event: Equatable & Sendable>: Equatable, Sendable {
    var events: [Event] = []
    var fault: HTTPFault?
    /// The unread bytes after the last event.
    var rest: [UInt8] = []
}

func readRequests(
    _ chunks: [[UInt8]], limits: HTTPLimits = HTTPLimits()
) -> Reading<RequestReader.RequestEvent> {
    var reader = RequestReader(limits: limits)
    var reading = Reading<RequestReader.RequestEvent>()
    do throws(HTTPFault) {
        for chunk in chunks {
            var position = 0
            while let event = try reader.next(in: chunk.span, at: &position) {
                reading.events.append(event)
            }
            expectBounded(reader.bufferedBytes, by: limits)
        }
    } catch {
        reading.fault = error
    }
    return reading
}

/// Reads the response in `chunks`, and the end of the connection if `ends`.
func readResponse(
    _ chunks: [[UInt8]], to method: HTTPMethod = .get, limits: HTTPLimits = HTTPLimits(),
    ends: Bool = false
) -> Reading<HTTPResponse> {
    var reader = ResponseReader(answering: method, limits: limits)
    var reading = Reading<HTTPResponse>()
    do throws(HTTPFault) {
        for chunk in chunks {
            var position = 0
            while position < chunk.count, reading.events.isEmpty {
                guard let response = try reader.next(in: chunk.span, at: &position) else { break }
                reading.events.append(response)
            }
            reading.rest += chunk[position...]
            expectBounded(reader.bufferedBytes, by: limits)
        }
        if ends, let response = try reader.finishAtConnectionEnd() {
            reading.events.append(response)
        }
    } catch {
        reading.fault = error
    }
    return reading
}

private func expectBounded(_ bytes: Int, by limits: HTTPLimits) {
    // A carriage return is kept until it is known to end the line.
    let limit = limits.startLine + limits.fields + limits.body + limits.fields + 2
    if bytes > limit { Issue.record("\(bytes) bytes are kept, \(limit) are allowed") }
}

extension HTTPLimits {
    static let small = HTTPLimits(startLine: 40, fields: 60, fieldCount: 4, body: 8)
}

extension [UInt8] {
    /// The bytes of `text`. A line feed stands for CR LF, and `¶` for a line feed alone.
    init(lines text: String) {
        let lines = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\r\n"
            case "¶": "\n"
            default: String(scalar)
            }
        }
        self = Array(lines.joined().utf8)
    }
}
