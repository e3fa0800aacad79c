import SimperiumWebWire
import Testing

@Suite("Request reader")
struct RequestReaderTests {
    @Test("A request is read in all cuts", arguments: RequestRow.read)
    func reads(row: RequestRow) {
        expect(Reading(events: row.events), howeverCut: row.bytes) { readRequests($0) }
    }

    @Test(
        "Bytes that are not a request are refused with the right status", arguments: RefusalRow.all)
    func refuses(row: RefusalRow) {
        expect(Reading(fault: row.fault), howeverCut: row.bytes) { readRequests($0) }
        #expect(row.fault.status.rawValue == row.status)
    }

    @Test(
        "A request beyond a limit is refused before it is kept", arguments: RefusalRow.beyondLimits)
    func limits(row: RefusalRow) {
        expect(Reading(fault: row.fault), howeverCut: row.bytes) {
            readRequests($0, limits: .small)
        }
        #expect(row.fault.status.rawValue == row.status)
    }

    @Test("A request exactly at the limits is read", arguments: RequestRow.withinLimits)
    func withinLimits(row: RequestRow) {
        expect(Reading(events: row.events), howeverCut: row.bytes) {
            readRequests($0, limits: .small)
        }
    }

    @Test("Bytes after a request stay unread, and an error ends all reading")
    func rest() throws {
        var reader = RequestReader(limits: HTTPLimits())
        let bytes = [UInt8](lines: "GET /a HTTP/1.0\n\nGET /b HTTP/1.0\n\n\u{81}\u{80}")
        var position = 0
        let first = try reader.next(in: bytes.span, at: &position)

        #expect(first == .request(HTTPRequest(.get, RequestTarget(["a"]), version: .onePointZero)))
        #expect(position == 19)
        #expect(reader.isIdle)

        reader = RequestReader(limits: HTTPLimits())
        let bad = [UInt8](lines: "GET / HTTP/9.9\n")
        let good = [UInt8](lines: "GET / HTTP/1.0\n\n")
        position = 0
        #expect(throws: HTTPFault.unsupportedVersion) {
            try reader.next(in: bad.span, at: &position)
        }
        position = 0
        let event = try reader.next(in: good.span, at: &position)

        #expect(event == nil)
        #expect(position == good.count)
        #expect(!reader.isIdle)
    }

    @Test("A reader is idle only between requests")
    func idle() throws {
        var reader = RequestReader(limits: HTTPLimits())
        var wasIdle: [Bool] = []
        for byte in [UInt8](lines: "GET / HTTP/1.0\n\n") {
            wasIdle.append(reader.isIdle)
            var position = 0
            _ = try reader.next(in: [byte].span, at: &position)
        }

        #expect(wasIdle == [true] + Array(repeating: false, count: 17))
        #expect(reader.isIdle)
    }

    @Test(
        "A connection is kept as its version requires",
        arguments: [
            ("HTTP/1.1\nHost: h", true),
            ("HTTP/1.1\nHost: h\nConnection: close", false),
            ("HTTP/1.1\nHost: h\nConnection: Upgrade, CLOSE", false),
            ("HTTP/1.1\nHost: h\nConnection: upgrade\nConnection: close", false),
            ("HTTP/1.0", false),
            ("HTTP/1.0\nConnection: keep-alive", true),
            ("HTTP/1.0\nConnection: Keep-Alive, close", false),
        ])
    func keepsAlive(head: String, keeps: Bool) throws {
        let reading = readRequests([[UInt8](lines: "GET / \(head)\n\n")])
        guard case .request(let request)? = reading.events.first else {
            Issue.record("no request in \(head)")
            return
        }

        #expect(request.keepsAlive == keeps)
    }
}
