import RedisWire
import Testing

/// The bytes of a text. A line feed stands for the end of Redis's lines.
func wire(_ text: String) -> [UInt8] {
    Array(text.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined().utf8)
}

/// The answers that are read of these pieces, and the fault.
func read(
    _ pieces: [[UInt8]], _ limits: RedisReaderLimits = RedisReaderLimits()
) -> (answers: [RedisValue], fault: RedisProtocolError?) {
    var reader = RedisReader(limits)
    var answers: [RedisValue] = []
    do throws(RedisProtocolError) {
        for piece in pieces + [[]] { answers += try reader.read(piece.span) }
        return (answers, nil)
    } catch {
        return (answers, error)
    }
}

@Suite("Redis reader")
struct RedisReaderTests {
    @Test(
        "Each kind of answer is read in all cuts",
        arguments: [
            ("+OK\n", .text("OK")),
            ("+\n", .text("")),
            ("-ERR no such thing\n", .error(RedisError(Array("ERR no such thing".utf8)))),
            (":0\n", .number(0)),
            (":-9223372036854775808\n", .number(.min)),
            ("_\n", .null),
            ("$-1\n", .null),
            ("*-1\n", .null),
            ("$0\n\n", .text("")),
            ("$4\na\nb\n", .text("a\r\nb")),
            ("*0\n", .array([])),
            ("*2\n:1\n*1\n$1\na\n", .array([.number(1), .array([.text("a")])])),
            ("%2\n+a\n:1\n+b\n_\n", .map([.text("a"), .number(1), .text("b"), .null])),
        ] as [(String, RedisValue)])
    func kinds(text: String, value: RedisValue) {
        let bytes = wire(text)
        for point in bytes.indices {
            let (answers, fault) = read([Array(bytes[..<point]), Array(bytes[point...])])
            #expect(answers == [value] && fault == nil, "cut at \(point)")
        }
        #expect(read(bytes.map { [$0] }).answers == [value])
    }

    @Test(
        "Invalid bytes are a fault, after all complete values before them",
        arguments: [
            ("HTTP/1.1 200 OK\n", .unknownKind(UInt8(ascii: "H"))),
            (">1\n+x\n", .unknownKind(UInt8(ascii: ">"))),
            ("\n", .unknownKind(0x0D)),
            (":12x\n", .badNumber),
            (":\n", .badNumber),
            ("$x\n", .badNumber),
            ("$?\n", .badNumber),
            ("*99999999999999999999\n", .badNumber),
            ("$3\nabcdef\n", .unendedText),
            ("$9223372036854775807\n", .tooLong),
            ("*9223372036854775807\n", .tooLong),
            ("%1048577\n", .tooLong),
        ] as [(String, RedisProtocolError)])
    func garbage(text: String, fault: RedisProtocolError) {
        let bytes = wire("+first\n" + text + "+last\n")
        for pieces in [[bytes], bytes.map { [$0] }] {
            let (answers, found) = read(pieces)
            #expect(answers == [.text("first")])
            #expect(found == fault)
        }
    }

    @Test("Limits are exact, also for incomplete values, and a fault ends all reading")
    func limits() {
        var limits = RedisReaderLimits()
        (limits.text, limits.line, limits.elements, limits.depth) = (3, 4, 2, 2)
        #expect(read([wire("$3\nabc\n+abc\n*2\n:1\n:2\n*1\n*1\n:1\n")], limits).fault == nil)
        let beyond: [(String, RedisProtocolError)] = [
            ("$4\n", .tooLong), ("+abcd\n", .tooLong), ("*3\n", .tooLong),
            ("*1\n*1\n*1\n", .tooDeep),
        ]
        for (text, fault) in beyond {
            #expect(read([wire(text)], limits).fault == fault, "\(text)")
            #expect(read(wire(text).map { [$0] }, limits).fault == fault, "\(text)")
        }
        // The end is missing.
        #expect(read([Array("+abcde".utf8)], limits).fault == .tooLong)

        var reader = RedisReader()
        #expect(throws: RedisProtocolError.badNumber) { try reader.read(wire(":x\n").span) }
        #expect(throws: RedisProtocolError.badNumber) { try reader.read(wire("+OK\n").span) }
        #expect(reader.pendingCount == 0)
    }

    @Test("Incomplete values are counted, and complete ones are read in any form")
    func pending() throws {
        var reader = RedisReader()
        let half = Array("$1000\r\n".utf8) + [UInt8](repeating: 0x61, count: 500)
        #expect(try reader.read(half.span) == [])
        #expect(reader.pendingCount == 507)
        let rest = [UInt8](repeating: 0x61, count: 500) + [0x0D, 0x0A]
        #expect(try reader.read(rest.span).count == 1)
        #expect(reader.pendingCount == 0)

        #expect(RedisValue.text("12").number == 12)
        #expect(RedisValue.text("x").number == nil)
        #expect(RedisValue.text([0xFF]).string == nil)
        #expect(RedisValue.map([.text("a"), .number(1)])["a"] == .number(1))
        #expect(RedisValue.map([.text("a"), .number(1)])["b"] == nil)
        #expect(RedisValue.map([.text("a")])["a"] == nil)
    }
}
