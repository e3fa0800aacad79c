import SimperiumJSON
import Testing

@Suite("Text deltas")
struct TextDeltaTests {
    @Test("Text is encoded exactly as by JavaScript's encodeURI, except for spaces")
    func alphabet() throws {
        let special = "\tb\n%[]{}|\\^`\"<>#+&=?/:;,@$!*'()~ "
        #expect(
            TextDelta(from: "", to: JSONString(special)).encoded
                == "+%09b%0A%25%5B%5D%7B%7D%7C%5C%5E%60%22%3C%3E#+&=?/:;,@$!*'()~ ")
        let bare = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'();/?:@&=+$,# ")
        for code in UInt8(0)..<128 {
            let character = Character(Unicode.Scalar(code))
            let hex = String(code, radix: 16, uppercase: true)
            let escape = "%" + (hex.count < 2 ? "0" : "") + hex
            let delta = TextDelta(from: "", to: JSONString(String(character)))
            #expect(
                delta.encoded.string == "+" + (bare.contains(character) ? "\(character)" : escape))
            #expect(try TextDelta(JSONString("+" + escape)) == delta)
        }
    }

    @Test("A delta is applied by UTF-16 units, with any escape of a text")
    func applied() throws {
        let rows: [(JSONString, JSONString, JSONString)] = [
            ("", "+%c3%A9%f0%9F%98%80", "é😀"), ("", "+a+b%2B", "a+b+"),
            ("", "+%61%20 %2520", "a  %20"),
            ("", "+", ""),
            ("", "", ""), ("", "\t\t", ""), ("", "+a\t\t+b\t", "ab"), ("", "=0\t+a\t-0", "a"),
            ("", "+\"<>", "\"<>"),
            // Old iOS clients sent this for half a surrogate pair. It is a text like any other.
            ("", "+(null)", "(null)"),
            ("a😀b", "=4", "a😀b"), ("👨‍👩‍👧", "=8\t+!", "👨‍👩‍👧!"), ("e\u{301}", "=1\t-1\t+x", "ex"),
            ("\r\n", "-1\t=1", "\n"), ("a😀b", "=1\t-2\t=1", "ab"),
            ("abc", "+x\t-1\t+y\t=2", "xybc"),
            // Cuts in a pair whose halves find partners: 😀 and 😁 differ in the second half.
            ("😀😁", "=1\t-2\t=1", "😁"), ("😀", "=1\t=1", "😀"), ("a😀b", "=2\t+\t=2", "a😀b"),
        ]
        for (text, delta, result) in rows {
            #expect(try TextDelta(delta).applied(to: text) == result, "\(delta) on \(text)")
        }
    }

    @Test("A malformed delta, or one that does not fit the text in UTF-16 units, is refused")
    func refused() {
        let malformed: [(JSONString, DiffError)] = [
            ("x", .badToken), ("5", .badToken), ("=", .badToken), ("=a", .badToken),
            ("=+1", .badToken),
            ("=-1", .badToken), ("--1", .badToken), ("= 1", .badToken), ("=1 ", .badToken),
            ("=1.0", .badToken), ("=0x1", .badToken), ("=١", .badToken), ("-", .badToken),
            ("=99999999999999999999", .badToken), ("=9223372036854775807", .badToken),
            ("=9223372036854775808", .badToken), ("=18446744073709551617", .badToken),
            ("=1\n", .badToken), ("é", .badToken),
            ("+%", .badEscape), ("+%4", .badEscape), ("+%4\t1", .badEscape), ("+%G0", .badEscape),
            ("+%0G", .badEscape), ("+é", .badEscape), ("+%FF", .badEscape), ("+%C3", .badEscape),
            ("+%C3\t+%A9", .badEscape), ("+%ED%A0%BD", .badEscape), ("+%C0%80", .badEscape),
        ]
        for (delta, error) in malformed {
            #expect(throws: error, "\(delta)") { try TextDelta(delta) }
        }
        let wrongLength: [(JSONString, JSONString)] = [
            ("", "=1"), ("a", ""), ("a", "=2"), ("a", "-2"), ("a", "=1\t=1"), ("a", "+b"),
            ("a😀b", "=3"), ("a😀b", "=5"), ("a😀b", "=6"), ("e\u{301}", "=1"), ("\r\n", "=1"),
            ("abc", "=2147483647\t=2147483647"),
        ]
        for (text, delta) in wrongLength {
            #expect(throws: DiffError.wrongLength, "\(delta) on \(text)") {
                try TextDelta(delta).applied(to: text)
            }
        }
        // Half a pair would be left alone.
        let brokenPairs: [(JSONString, JSONString)] = [
            ("😀", "=1\t-1"), ("😀", "-1\t=1"), ("😀", "=1\t+x\t=1"), ("a😀b", "=2\t-2"),
            ("😀😁", "-1\t=1\t=1\t-1"),
        ]
        for (text, delta) in brokenPairs {
            #expect(throws: DiffError.brokenPair, "\(delta) on \(text)") {
                try TextDelta(delta).applied(to: text)
            }
        }
    }

    @Test("Edits are small, and slide to the borders that a person would choose")
    func made() throws {
        let rows: [(JSONString, JSONString, JSONString)] = [
            ("one two three", "one three", "=4\t-4\t=5"),
            ("one three", "one two three", "=4\t+two \t=5"),
            ("a b", "a a b", "+a \t=3"),
            ("The cat.", "The cat and the cat.", "=4\t+cat and the \t=4"),
            ("one\ntwo\nthree\n", "one\nthree\n", "=4\t-4\t=6"), ("x\n", "x\nx\n", "=2\t+x%0A"),
            ("aaa", "aa", "=2\t-1"), ("éé", "é", "=1\t-1"), ("语语", "语", "=1\t-1"),
            ("a, b", "a, b, b", "=4\t+, b"), ("end. Now", "end. So. Now", "=4\t+ So.\t=4"),
            // Only matches longer than chance divide an edit.
            ("The quick brown fox", "The quick red fox", "=10\t-5\t+red\t=4"),
            ("0,0,0,0", "1,0,0,2", "-1\t+1\t=5\t-1\t+2"), ("abcdefgh", "XabcdefghY", "+X\t=8\t+Y"),
            ("1234", "1x34y", "=1\t-1\t+x\t=2\t+y"), ("éàü", "èàû", "-3\t+%C3%A8%C3%A0%C3%BB"),
            ("éàüöä", "èàüöâ", "-1\t+%C3%A8\t=3\t-1\t+%C3%A2"),
        ]
        for (old, new, delta) in rows {
            #expect(TextDelta(from: old, to: new).encoded == delta, "\(old) to \(new)")
            #expect(try TextDelta(delta).applied(to: old) == new, "\(old) to \(new)")
        }
    }

    @Test("If the shortest edit is too long, lines are matched first, and then words")
    func coarse() throws {
        let lines = (0..<900).map { "line \($0) of a text" }
        var others = lines
        others[100] = String(repeating: "something else entirely ", count: 60)
        others.remove(at: 500)
        others[800] += String(repeating: "!", count: 1_500)
        let old = JSONString(lines.joined(separator: "\n"))
        let new = JSONString(others.joined(separator: "\n"))
        let delta = TextDelta(from: old, to: new)
        #expect(try delta.applied(to: old) == new)
        #expect(delta.encoded.utf8Count < 60 * 24 + 1_500 + 100)

        let words = (0..<900).map { "word\($0)" }
        let flipped = words.enumerated().map { $0.0 % 9 == 0 ? "zzzzzzzz" : $0.1 }
        let long = JSONString(words.joined(separator: " "))
        let other = JSONString(flipped.joined(separator: " "))
        let wordDelta = TextDelta(from: long, to: other)
        #expect(try wordDelta.applied(to: long) == other)
        #expect(wordDelta.encoded.utf8Count < 100 * 22)
    }

    @Test("Lines with the same digest are told apart")
    func twinDigests() throws {
        // Both lines have one digest, which is used to find equal lines.
        let lines = (0..<100).map { "line \($0)" }
        let noise = String(repeating: "xy", count: 1_500)
        let old = JSONString((lines + ["5QmPmlq44D@", "end"] + lines).joined(separator: "\n"))
        let new = JSONString(
            (lines + ["FL-N-LVhlAw", noise] + lines + ["FL-N-LVhlAw"]).joined(separator: "\n"))
        #expect(try TextDelta(from: old, to: new).applied(to: old) == new)
        #expect(try TextDelta(from: new, to: old).applied(to: new) == old)
    }

    @Test("Tens of thousands of tokens don't take quadratic time")
    func manyTokens() throws {
        let inserts = [String](repeating: "+a", count: 20_000).joined(separator: "\t")
        #expect(try TextDelta(JSONString(inserts)).applied(to: "").utf8Count == 20_000)
        let edits = [String](repeating: "=1\t-1\t+x", count: 10_000).joined(separator: "\t")
        let text = JSONString(String(repeating: "ab", count: 10_000))
        let delta = try TextDelta(JSONString(edits))
        let rebased = try delta.rebased(over: delta, source: text)
        #expect(try rebased.applied(to: delta.applied(to: text)).utf8Count == 30_000)
    }
}
