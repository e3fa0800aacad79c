import SimperiumJSON
import Testing

@Suite("JSON as text")
struct JSONTextTests {
    @Test("A value is written as it was read, in one form")
    func roundTrip() throws {
        let exact = [
            "null", "true", "false", "0", "-0", "1", "1.0", "1e2", "-12.50E-7", "1E+09",
            "12345678901234567890", "9223372036854775807", "-9223372036854775808",
            "0.30000000000000004", "5e-324", "1e999999999", "0e0000000000000000000000000001",
            #""""#, #""a\"\\\n\u0000\u001F""#, "\"\u{7F}é😀\u{2028}\u{FFFF}\"", "[]", "{}",
            "[1,[],{}]", #"{"b":1,"a":[null,true],"":{"b":"b"}}"#,
        ]
        let others = [
            (" \t\r\n[ 1 , 2 ]\n", "[1,2]"), ("{ \"a\" : { } }", #"{"a":{}}"#), ("[ ]", "[]"),
            (#""\u0061\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, #""a/\b\f\n\r\té😀""#),
            // The last value counts, at the position of the first, as in JavaScript.
            (#"{"a":1,"b":2,"a":3}"#, #"{"a":3,"b":2}"#),
        ]
        for (text, written) in exact.map({ ($0, $0) }) + others {
            #expect(try json(text).description == written, "\(text)")
        }
    }

    static let refusals: [(String, JSONError.Reason, Int)] = [
        ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
        ("nulk", .unexpectedByte, 3), ("True", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0),
        ("\u{FEFF}1", .unexpectedByte, 0), ("\0", .unexpectedByte, 0), ("1\0", .trailingBytes, 1),
        ("1 2", .trailingBytes, 2), ("{}}", .trailingBytes, 2), ("//", .unexpectedByte, 0),
        ("01", .badNumber, 1), ("-01", .badNumber, 2), ("+1", .unexpectedByte, 0),
        (".5", .unexpectedByte, 0), ("1.", .unexpectedEnd, 2), ("[1.]", .badNumber, 3),
        ("-", .unexpectedEnd, 1), ("[-]", .badNumber, 2), ("1e", .unexpectedEnd, 2),
        ("1e+]", .badNumber, 3), ("1.e1", .badNumber, 2), ("0x1", .trailingBytes, 1),
        ("1e1234567890123456789", .numberOutOfRange, 2),
        ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3),
        ("[1,]", .unexpectedByte, 3), ("[,1]", .unexpectedByte, 1), ("[1 2]", .unexpectedByte, 3),
        ("]", .unexpectedByte, 0), ("[1}", .unexpectedByte, 2), ("{", .unexpectedEnd, 1),
        ("{\"a\"}", .unexpectedByte, 4), ("{\"a\":}", .unexpectedByte, 5),
        ("{\"a\":1,}", .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1),
        ("{1:1}", .unexpectedByte, 1), ("{\"a\" 1}", .unexpectedByte, 5),
        ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), ("'a'", .unexpectedByte, 0),
        ("\"\n\"", .controlCharacter, 1), ("\"a\\n\u{1F}\"", .controlCharacter, 4),
        ("\"\\x\"", .badEscape, 2), ("\"\\\"", .unexpectedEnd, 3), ("\"\\u12G4\"", .badEscape, 5),
        ("\"\\u12", .unexpectedEnd, 5), ("\"\\uD83D\"", .loneSurrogate, 1),
        ("\"x\\uDE00\"", .loneSurrogate, 2), ("\"\\uD83D\\u0041\"", .loneSurrogate, 1),
        ("\"\\uD83D\\n\"", .loneSurrogate, 1), ("\"\\uD83D\\uD83D\\uDE00\"", .loneSurrogate, 1),
    ]

    @Test("A text is refused at the byte that makes it invalid JSON or UTF-8")
    func malformed() {
        for (text, reason, offset) in Self.refusals {
            #expect(throws: JSONError(reason, at: offset), "\(text)") { try json(text) }
        }
        let notUTF8: [([UInt8], Int)] = [
            ([0xFF], 1), ([0xC3], 1), ([0x80], 1), ([0xC0, 0x80], 1),
            ([0x61, 0xED, 0xA0, 0x80], 2),
            ([0xF4, 0x90, 0x80, 0x80], 1), ([0xF0, 0x9F, 0x98], 1),
        ]
        for (bytes, offset) in notUTF8 {
            #expect(throws: JSONError(.badUTF8, at: offset), "\(bytes)") {
                try JSON(parsing: [0x22] + bytes + [0x22])
            }
        }
    }

    @Test("A payload is read from its start on, and errors count from the buffer's first byte")
    func embedded() throws {
        let frame = Array("0:c: {\"a\":1}\n".utf8)
        #expect(try JSON(parsing: frame, from: 4) == ["a": 1])
        #expect(try JSON(parsing: frame.span, from: 4) == ["a": 1])
        #expect(throws: JSONError(.unexpectedByte, at: 8)) {
            try JSON(parsing: Array("0:c:{\"a\"}".utf8), from: 4)
        }
        #expect(throws: JSONError(.badUTF8, at: 3)) {
            try JSON(parsing: [0x30, 0x3A, 0x22, 0xFF, 0x22], from: 2)
        }
        #expect(throws: JSONError(.unexpectedEnd, at: 2)) { try JSON(parsing: [1, 2], from: 2) }
    }

    @Test(
        "Depth and size are limited; the deepest value can be read, compared, hashed and written"
    )
    func limits() throws {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(try json(deep).description == deep)
        #expect(throws: JSONError(.tooDeep, at: 64)) { try json("[" + deep + "]") }
        #expect(throws: JSONError(.tooDeep, at: 64)) {
            try json(String(repeating: "[", count: 1_000_000))
        }
        #expect(throws: JSONError(.tooDeep, at: 0)) {
            try JSON(parsing: Array("{}".utf8), limits: JSONLimits(bytes: 9, depth: 0))
        }
        let siblings =
            "[" + [String](repeating: #"[],{"a":[]}"#, count: 99).joined(separator: ",") + "]"
        #expect(try json(siblings).description == siblings)
        let small = JSONLimits(bytes: 3, depth: 1)
        #expect(try JSON(parsing: Array("x:[1]".utf8), from: 2, limits: small) == [1])
        #expect(throws: JSONError(.tooLarge, at: 5)) {
            try JSON(parsing: Array("x:[10]".utf8), from: 2, limits: small)
        }

        let depth = JSONLimits.deepest
        let text = Array(
            (String(repeating: "{\"a\":", count: depth - 1) + "[]"
                + String(repeating: "}", count: depth - 1)).utf8)
        let value = try JSON(parsing: text, limits: JSONLimits(bytes: 9_999, depth: depth))
        #expect(value.utf8 == text)
        #expect(value == (try JSON(parsing: text, limits: JSONLimits(bytes: 9_999, depth: depth))))
        #expect(Set([value]).contains(value))
    }

    static let sample = #"""
         {"key": [0, -1.5e+3, true, false, null, "\"\u00e9\ud83d\ude00é😀\n"],
        "": {"a": {}, "b": []}}
        """#

    @Test("A truncated text is refused")
    func truncated() {
        let bytes = Array(Self.sample.utf8)
        for count in bytes.indices {
            do {
                Issue.record("took \(count) bytes for \(try JSON(parsing: Array(bytes[..<count])))")
            } catch {
                #expect(error.offset <= count)
                let isEnd =
                    error.reason == .unexpectedEnd || error.reason == .badUTF8
                    || error.reason == .loneSurrogate
                #expect(isEnd, "\(error) at \(count)")
            }
        }
    }
}
