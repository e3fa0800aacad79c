import SimperiumClock
import SimperiumJSON
import Testing

@Suite("JSON values")
struct JSONTests {
    @Test("Values are equal if they mean the same")
    func equality() throws {
        let equal = [
            ("1", "1.0"), ("1", "1e0"), ("100", "1E+2"), ("1.50", "15e-1"), ("0", "-0"),
            ("0", "0e9"),
            ("0.0", "0e-99"), ("1000000000000000000000", "1e21"), ("1e999999999", "10e999999998"),
            ("9223372036854775807", "9223372036854775807.0"), ("-5", "-0.5e1"), ("120", "1.2e2"),
            (#""a\/b""#, #""a/b""#), (#"{"a":1,"b":2}"#, #"{"b":2.0,"a":1}"#), ("[[]]", "[ [ ] ]"),
        ]
        for (left, right) in equal {
            #expect(try json(left) == json(right), "\(left), \(right)")
            #expect(try json(left).hashValue == json(right).hashValue, "\(left), \(right)")
        }
        let different = [
            ("1", "true"), ("0", "false"), ("0", "null"), ("false", "null"), ("1", #""1""#),
            ("1", "-1"), ("9007199254740993", "9007199254740992"),
            ("12345678901234567890", "12345678901234567891"), ("0.1", "0.1000000000000000055"),
            ("1e999999999", "1e999999998"), ("1e9", "1e-9"), ("12", "1.2"),
            (#""é""#, #""e\u0301""#), (#""\r\n""#, #""\n""#), (#""""#, #""\u0000""#),
            (#"{"é":1}"#, #"{"e\u0301":1}"#), ("[1,2]", "[2,1]"), (#"{"a":1}"#, #"{"a":1,"b":2}"#),
            (#"{"a":1,"b":2}"#, #"{"a":1,"c":2}"#), ("[]", "{}"),
        ]
        for (left, right) in different {
            #expect(try json(left) != json(right), "\(left), \(right)")
        }
    }

    @Test("A number is whole if its value is, and a double if one is near")
    func numbers() throws {
        let whole: [(String, Int?)] = [
            ("12", 12), ("12.0", 12), ("1.2e1", 12), ("1200e-2", 12), ("-0", 0), ("1.5", nil),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("1e18", 1_000_000_000_000_000_000),
            ("1e999999999999999999", nil), ("1e-999999999999999999", nil),
        ]
        for (text, value) in whole { #expect(try json(text).int == value, "\(text)") }
        let doubles: [(String, Double?)] = [
            ("1", 1), ("0.1", 0.1), ("1e-320", .leastNonzeroMagnitude * 2024), ("1e-400", 0),
            ("1e400", nil),
            ("1e999999999999999999", nil), ("12345678901234567168", 12_345_678_901_234_567_168),
        ]
        for (text, value) in doubles { #expect(try json(text).double == value, "\(text)") }
    }

    @Test("Swift's numbers are valid JSON")
    func made() throws {
        for double in [0, -0.0, 1, 0.1, 1e16, .leastNonzeroMagnitude, -1.797e308] as [Double] {
            let number = try #require(JSONNumber(double))
            #expect(try json(number.description) == .number(number))
            #expect(number.double == double)
        }
        #expect(JSONNumber(.infinity) == nil)
        #expect(JSONNumber(.nan) == nil)
        for int in [0, 9, 10, 99, 100, -1, .max, .min] {
            #expect(JSON(int).description == "\(int)")
        }
    }

    @Test("Values are made from literals and read by type")
    func literals() {
        let value: JSON = [
            "none": nil, "yes": true, "count": 3, "share": 0.5, "name": "Ada", "list": [1, "two"],
        ]
        #expect(value["none"]?.isNull == true)
        #expect(value["yes"]?.bool == true)
        #expect(value["count"]?.int == 3)
        #expect(value["share"]?.double == 0.5)
        #expect(value["name"]?.string == "Ada")
        #expect(value["name"]?.text == "Ada")
        #expect(value["list"]?.array == [1, "two"])
        #expect(value.object?.count == 6)
        #expect(value["missing"] == nil)
        #expect(value["count"]?.bool == nil)
        #expect(value["yes"]?.int == nil)
        #expect(value["count"]?["name"] == nil)
        #expect(
            value.description == #"{"none":null,"yes":true,"count":3,"share":0.5,"name":"Ada","#
                + #""list":[1,"two"]}"#)
    }
}

@Suite("JSON objects")
struct JSONObjectTests {
    @Test("Members keep their order through changes; of members with one name the last counts")
    func order() {
        for count in [5, 16, 17, 18, 500] {
            var object = JSONObject()
            for number in 0..<count { object[name(number)] = JSON(number) }
            for number in stride(from: 1, to: count, by: 2) { object[name(number)] = nil }
            object[name(2)] = "two"
            object[name(1)] = "again"

            let evens = stride(from: 0, to: count, by: 2).map(name)
            #expect(object.map(\.name) == evens + [name(1)], "\(count)")
            #expect([2, 1, 3].map { object[name($0)] } == ["two", "again", nil], "\(count)")
            let numbers = evens.filter { $0 != name(2) }.map { object[$0]?.int }
            #expect(numbers.allSatisfy { $0 != nil }, "\(count)")
        }
        for count in [3, 16, 17, 500] {
            let members = (0..<count).map { JSONObject.Member(name: name($0), value: JSON($0)) }
            let twin = JSONObject.Member(name: name(1), value: "twin")
            let object = JSONObject(members + [twin])
            #expect(object.map(\.name) == members.map(\.name), "\(count)")
            #expect(object[1].value == "twin", "\(count)")
        }
    }

    @Test("Objects are equal in any order, and names are compared by their code units")
    func equality() {
        for count in [0, 1, 16, 17, 500] {
            let members = (0..<count).map { JSONObject.Member(name: name($0), value: JSON($0)) }
            let object = JSONObject(members)
            var other = JSONObject(members.reversed())
            #expect(object == other, "\(count)")
            #expect(object.hashValue == other.hashValue, "\(count)")
            other[name(0)] = count > 0 ? "another" : "new"
            #expect(object != other, "\(count)")
        }
        var object: JSONObject = ["é": 1]
        object["e\u{301}"] = 2
        #expect(object.count == 2)
        #expect(object["é"] == 1)
    }

    private func name(_ number: Int) -> JSONString { JSONString("member \(number)") }
}

@Suite("JSON strings")
struct JSONStringTests {
    @Test("Short and long texts behave the same")
    func lengths() {
        for count in 0...40 {
            let letters = (0..<count).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) }
            let string = String(letters)
            let text = JSONString(string)
            #expect(text.string == string && text.utf8 == Array(string.utf8), "\(count)")
            #expect([text.utf8Count, text.utf16Count] == [count, count])
            #expect(text.isEmpty == (count == 0))
            let same = JSONString(utf8: Array(string.utf8))
            #expect(text == same && text.hashValue == same?.hashValue, "\(count)")
            #expect(text != JSONString(string + "\0"), "\(count)")
            var joined = text
            joined += text
            #expect(joined.string == string + string, "\(count)")
        }
    }

    @Test("Long texts are compared, counted and escaped as if each byte was looked at alone")
    func longTexts() throws {
        let pieces = [
            "a", "bc", "\n", "\"", "\\", "\u{1f}", " ", "é", "€", "😀", "\u{7f}", "[", "]", "!",
        ]
        var random = SeededRandom(seed: 1)
        for _ in 0..<300 {
            let string = (0..<random.numberBelow(60)).map { _ in random.pick(pieces) ?? "" }
                .joined()
            let (text, bytes) = (JSONString(string), Array(string.utf8))
            #expect(text.utf16Count == string.utf16.count, "\(string)")
            let written = JSON.string(text).utf8
            #expect(try JSON(parsing: written) == .string(text), "\(string)")
            let escapes = bytes.reduce(0) { count, byte in
                count + (byte == 0x1F ? 5 : "\n\"\\".utf8.contains(byte) ? 1 : 0)
            }
            #expect(written.count == bytes.count + escapes + 2, "\(string)")
            #expect(text == JSONString(utf8: bytes), "\(string)")
            let object: JSONObject = ["text": .string(text), "list": [1, .string(text), [], true]]
            let length = object.utf8.count
            #expect(
                object.hasMoreBytesThan(length - 1) && !object.hasMoreBytesThan(length), "\(string)"
            )
            for index in bytes.indices where bytes[index] < 0x80 {
                var other = bytes
                other[index] ^= 1
                #expect(text != JSONString(utf8: other), "\(string) at \(index)")
            }
        }
    }

    @Test("The length in UTF-16 units is JavaScript's, and the bytes are UTF-8")
    func units() {
        let rows = [
            ("a😀b", 4), ("👨‍👩‍👧", 8), ("e\u{301}", 2), ("\n", 1), ("\r\n", 2),
            ("é\u{2028}\u{10FFFF}", 4),
        ]
        for (string, count) in rows {
            #expect(JSONString(string).utf16Count == count, "\(string)")
            #expect(string.utf16.count == count, "\(string)")
        }
        for bytes in [[0xFF], [0xED, 0xA0, 0x80], [0xC3]] as [[UInt8]] {
            #expect(JSONString(utf8: bytes) == nil, "\(bytes)")
        }
    }
}
