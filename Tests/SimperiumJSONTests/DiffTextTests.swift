import SimperiumJSON
import Testing

@Suite("Diffs as text")
struct DiffTextTests {
    static let texts = [
        #"{}"#, #"{"a":{"o":"-"}}"#,
        #"{"a":{"o":"r","v":[1,"b",{"c":null}]},"b":{"o":"+","v":{}}}"#,
        // In an unusual form.
        #" { "a" : { "o" : "r" , "v" : 1 } } "#, #"{"a":{"v":1,"o":"r"}}"#,
        #"{"a":{"o":"r","v":1,"x":2}}"#, #"{"a":{"o":"-","v":1}}"#, #"{"a":{"\u006f":"r","v":1}}"#,
        // A name twice: the last one counts.
        #"{"a":{"o":"r","v":1},"b":{"o":"-"},"a":{"o":"+","v":2}}"#,
        #"{"a":{"o":"r","v":1,"v":2}}"#, #"{"a":{"o":"r","o":"-"}}"#,
        "{" + (0..<40).map { #""a\#($0 % 30)":{"o":"r","v":\#($0)}"# }.joined(separator: ",") + "}",
        // With other operations.
        #"{"a":{"o":"d","v":"=1\t+b"},"b":{"o":"I","v":3}}"#,
        #"{"a":{"o":"O","v":{"b":{"o":"r","v":1}}}}"#, #"{"a":{"o":"L","v":{"0":{"o":"-"}}}}"#,
        // Not diffs.
        "[]", "1", #"{"a":1}"#, #"{"a":{}}"#, #"{"a":{"v":1}}"#, #"{"a":{"o":"r"}}"#,
        #"{"a":{"o":1,"v":1}}"#, #"{"a":{"o":"?","v":1}}"#,
        // Not JSON.
        "", "{", #"{"a""#, #"{"a":{"o":"r","v":1}"#, #"{"a":{"o":"r","v":1}},"#,
        #"{"a":{"o":"r","v":1}} {}"#, #"{"a":{"o":"r" "v":1}}"#, #"{"a":{"o":"r","v":01}}"#,
        #"{"a":{"o":"r","v":[1,]}}"#, "{\"a\":{\"o\":\"r\",\"v\":\"\u{1}\"}}",
        #"{"a":{"o":"r","v":[[[[1]]]]}}"#,
    ]

    @Test("Reading a diff directly agrees with reading it through JSON", arguments: texts)
    func readsLikeItsTree(text: String) {
        let bytes = Array("12\(text)".utf8)
        for depth in [2, 3, 64] {
            let limits = JSONLimits(bytes: 2_000, depth: depth)
            #expect(
                Self.outcome { try Self.direct(bytes, limits) }
                    == Self.outcome { try Self.byTree(bytes, limits) }, "\(depth)")
        }
    }

    private static func direct(_ bytes: [UInt8], _ limits: JSONLimits) throws -> Diff {
        try Diff.parse(bytes.span, from: 2, limits: limits).get()
    }

    private static func byTree(_ bytes: [UInt8], _ limits: JSONLimits) throws -> Diff {
        try Diff(JSON(parsing: bytes, from: 2, limits: limits))
    }

    private static func outcome(_ read: () throws -> Diff) -> String {
        do { return "\(try read())" } catch { return "\(error)" }
    }
}
