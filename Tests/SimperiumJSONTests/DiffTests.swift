import SimperiumJSON
import Testing

@Suite("Diff")
struct DiffTests {
    /// The results of jsondiff's reference implementation, run in Python, except where a row
    /// differs.
    @Test(
        "Two values differ by one operation",
        arguments: [
            (nil, #""hi""#, #"{"o":"+","v":"hi"}"#),
            (nil, "1", #"{"o":"+","v":1}"#),
            (#""hi""#, #""hi there""#, #"{"o":"d","v":"=2\t+ there"}"#),
            (#""Hello world""#, #""Goodbye world""#, #"{"o":"d","v":"-5\t+Goodbye\t=6"}"#),
            // The reference drops matches shorter than four: `-6\t+sitting`. Ours keeps a match
            // that is longer than the edits around it, because small edits merge best.
            (#""kitten""#, #""sitting""#, #"{"o":"d","v":"-1\t+s\t=3\t-2\t+ing"}"#),
            (#""""#, #""x""#, #"{"o":"d","v":"+x"}"#),
            (#""x""#, #""""#, #"{"o":"d","v":"-1"}"#),
            ("1", #""1""#, #"{"o":"r","v":"1"}"#),
            ("true", "false", #"{"o":"r","v":false}"#),
            ("1", "null", #"{"o":"r","v":null}"#),
            ("1", nil, #"{"o":"-"}"#),
            // The reference treats true as 1 and makes no diff.
            ("1", "true", #"{"o":"r","v":true}"#),
            ("0", "false", #"{"o":"r","v":false}"#),
            ("1", "1.0", nil),
            (nil, "null", #"{"o":"+","v":null}"#),
            (
                #"{"y":1,"z":"abc"}"#, #"{"y":2,"z":"abcd"}"#,
                #"{"o":"O","v":{"y":{"o":"r","v":2},"z":{"o":"d","v":"=3\t+d"}}}"#
            ),
            ("[1,2,3]", "[1,3]", #"{"o":"r","v":[1,3]}"#),
            ("5", "8", #"{"o":"r","v":8}"#),
            (#""héllo""#, #""hello""#, #"{"o":"d","v":"=1\t-1\t+e\t=3"}"#),
            (#""a😀b""#, #""a😀cb""#, #"{"o":"d","v":"=3\t+c\t=1"}"#),
            (#""😀""#, #""😁""#, #"{"o":"d","v":"-2\t+%F0%9F%98%81"}"#),
            (#""👨‍👩‍👧""#, #""👨‍👩‍👧‍👦""#, #"{"o":"d","v":"=8\t+%E2%80%8D%F0%9F%91%A6"}"#),
            (#""e\u0301""#, #""\u00e9""#, #"{"o":"d","v":"-2\t+%C3%A9"}"#),
            (#""a""#, #""a\u0301""#, #"{"o":"d","v":"=1\t+%CC%81"}"#),
            (#""\u2028""#, #""\u2029""#, #"{"o":"d","v":"-1\t+%E2%80%A9"}"#),
            (#""a+b""#, #""a+b+c""#, #"{"o":"d","v":"=3\t++c"}"#),
            (#""100%""#, #""99%""#, #"{"o":"d","v":"-3\t+99\t=1"}"#),
            (#""\u0000""#, #""\u0001""#, #"{"o":"d","v":"-1\t+%01"}"#),
            (
                #""xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx""#,
                #""xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy""#,
                #"{"o":"d","v":"=39\t-1\t+y"}"#
            ),
        ] as [(String?, String?, String?)])
    func worked(before: String?, after: String?, operation: String?) throws {
        let made = Diff(from: try object(before), to: try object(after))

        #expect(made.description == operation.map { #"{"t":"# + $0 + "}" } ?? "{}")
        #expect(try made.applied(to: try object(before)) == object(after))
        #expect(try Diff(json(made.description)) == made)
    }

    @Test(
        "Operations that only others send are applied, and passed on as operations all support",
        arguments: [
            // The reference's integer policy.
            ("5", #"{"o":"I","v":3}"#, "8", #"{"o":"r","v":8}"#),
            ("5", #"{"o":"I","v":-7.0}"#, "-2", #"{"o":"r","v":-2}"#),
            ("0.1", #"{"o":"I","v":0.2}"#, "0.30000000000000004", nil),
            ("9223372036854775807", #"{"o":"I","v":1}"#, "9.223372036854776e18", nil),
            // The reference's list policy.
            ("[1,2,3]", #"{"o":"L","v":{"1":{"o":"-"}}}"#, "[1,3]", #"{"o":"r","v":[1,3]}"#),
            (
                #"["a","b","c"]"#, #"{"o":"L","v":{"1":{"o":"+","v":"x"}}}"#, #"["a","x","b","c"]"#,
                nil
            ),
            (
                #"[{"k":1},{"k":2}]"#,
                #"{"o":"L","v":{"1":{"o":"O","v":{"k":{"o":"r","v":3}}}}}"#, #"[{"k":1},{"k":3}]"#,
                nil
            ),
            ("[1,2,3]", #"{"o":"L","v":{"3":{"o":"+","v":4}}}"#, "[1,2,3,4]", nil),
            (
                #"["ab",[1]]"#,
                #"{"o":"L","v":{"0":{"o":"d","v":"=2\t+c"},"1":{"o":"L","v":{"0":{"o":"-"}}}}}"#,
                #"["abc",[]]"#, nil
            ),
            // Removals before an index shift it; insertions do not.
            (
                "[1,2,3,4]", #"{"o":"L","v":{"0":{"o":"-"},"1":{"o":"-"},"3":{"o":"r","v":9}}}"#,
                "[3,9]", nil
            ),
            ("[1,2]", #"{"o":"L","v":{"0":{"o":"+","v":7},"1":{"o":"-"}}}"#, "[7,2]", nil),
            // Sorted by number: the reference puts "10" before "2".
            (
                "[0,1,2,3,4,5,6,7,8,9,10]",
                #"{"o":"L","v":{"10":{"o":"-"},"2":{"o":"-"},"1":{"o":"+","v":"x"}}}"#,
                #"[0,"x",2,3,4,5,6,7,8,10]"#, nil
            ),
            // The reference's list text policy.
            (#"["a","b"]"#, #"{"o":"dL","v":"=8\t+%22c%22%0A"}"#, #"["a","b","c"]"#, nil),
            ("[1,2,3]", #"{"o":"dL","v":"=6\t+4%0A"}"#, "[1,2,3,4]", nil),
            ("[1,2,3,4]", #"{"o":"dL","v":"=6\t-2"}"#, "[1,2,3]", nil),
            ("[1,2,3,4]", #"{"o":"dL","v":"-8"}"#, "[]", nil),
        ] as [(String, String, String, String?)])
    func foreign(before: String, operation: String, after: String, normalised: String?) throws {
        let before = try object(before)
        let foreign = try diff(operation)
        let made = try foreign.portableEquivalent(on: before)

        #expect(try foreign.applied(to: before) == object(after))
        #expect(try made.applied(to: before) == object(after))
        #expect(made.description.contains(#"{"t":{"o":"r""#))
        if let normalised { #expect(made == (try diff(normalised))) }
    }

    @Test("A value that is not a diff is refused")
    func refused() {
        let rows: [(String, DiffError)] = [
            ("1", .notADiff), ("{}", .notADiff), (#"{"o":1}"#, .notADiff), ("[]", .notADiff),
            (#"{"o":"x","v":1}"#, .unknownOperation), (#"{"o":"","v":1}"#, .unknownOperation),
            (#"{"o":"+"}"#, .badOperand), (#"{"o":"r"}"#, .badOperand),
            (#"{"o":"d"}"#, .badOperand),
            (#"{"o":"d","v":1}"#, .badOperand), (#"{"o":"dL","v":[]}"#, .badOperand),
            (#"{"o":"I","v":"1"}"#, .badOperand), (#"{"o":"I","v":true}"#, .badOperand),
            (#"{"o":"L","v":[]}"#, .badOperand), (#"{"o":"O","v":1}"#, .notADiff),
            (#"{"o":"O","v":{"a":1}}"#, .notADiff), (#"{"o":"d","v":"=x"}"#, .badToken),
            (#"{"o":"d","v":"+%"}"#, .badEscape), (#"{"o":"L","v":{"-1":{"o":"-"}}}"#, .badIndex),
            (#"{"o":"L","v":{"":{"o":"-"}}}"#, .badIndex),
            (#"{"o":"L","v":{"a":{"o":"-"}}}"#, .badIndex),
            (#"{"o":"L","v":{"1":{"o":"-"},"01":{"o":"-"}}}"#, .badIndex),
            (#"{"o":"L","v":{"99999999999999999999":{"o":"-"}}}"#, .badIndex),
        ]
        for (operation, error) in rows {
            #expect(throws: error, "\(operation)") { try diff(operation) }
        }
    }

    @Test("A diff that does not fit the value is refused, unless its meaning is clear")
    func inapplicable() throws {
        let rows: [(String?, String, DiffError)] = [
            (nil, #"{"o":"d","v":"+a"}"#, .missingMember),
            (nil, #"{"o":"O","v":{}}"#, .missingMember),
            (nil, #"{"o":"I","v":1}"#, .missingMember), (nil, #"{"o":"L","v":{}}"#, .missingMember),
            (nil, #"{"o":"dL","v":""}"#, .missingMember), ("1", #"{"o":"d","v":"+a"}"#, .wrongType),
            (#""""#, #"{"o":"O","v":{}}"#, .wrongType), ("true", #"{"o":"I","v":1}"#, .wrongType),
            ("{}", #"{"o":"L","v":{}}"#, .wrongType), (#""""#, #"{"o":"dL","v":""}"#, .wrongType),
            ("null", #"{"o":"O","v":{}}"#, .wrongType),
            (#""a""#, #"{"o":"d","v":"=2"}"#, .wrongLength),
            (#""😀""#, #"{"o":"d","v":"=1\t-1"}"#, .brokenPair),
            ("1e308", #"{"o":"I","v":1e308}"#, .numberOutOfRange),
            ("1", #"{"o":"I","v":1e999999999}"#, .numberOutOfRange),
            ("[]", #"{"o":"L","v":{"0":{"o":"-"}}}"#, .badIndex),
            ("[1]", #"{"o":"L","v":{"2":{"o":"+","v":1}}}"#, .badIndex),
            ("[1]", #"{"o":"L","v":{"9223372036854775807":{"o":"-"}}}"#, .badIndex),
            ("[1]", #"{"o":"L","v":{"0":{"o":"d","v":""}}}"#, .wrongType),
            ("[1]", #"{"o":"dL","v":"=2\t+x"}"#, .badElement),
            ("[1]", #"{"o":"dL","v":"=3"}"#, .wrongLength),
            (#"{"a":1}"#, #"{"o":"O","v":{"b":{"o":"I","v":1}}}"#, .missingMember),
        ]
        for (value, operation, error) in rows {
            let diff = try diff(operation)
            let object = try object(value)
            let name: Comment = "\(operation) on \(value ?? "nothing")"
            #expect(throws: error, name) { try diff.applied(to: object) }
            #expect(throws: error, name) { try diff.portableEquivalent(on: object) }
            #expect(throws: error, name) { try diff.rebased(over: Diff(), base: object) }
        }
        let lenient: [(String?, String, String?)] = [
            ("1", #"{"o":"+","v":2}"#, "2"), (nil, #"{"o":"r","v":2}"#, "2"),
            (nil, #"{"o":"-"}"#, nil),
            (nil, #"{"o":"+","v":null}"#, "null"), ("1", #"{"o":"-","v":0}"#, nil),
        ]
        for (before, operation, after) in lenient {
            let result = try diff(operation).applied(to: object(before))
            #expect(try result == object(after), "\(operation) on \(before ?? "nothing")")
        }
    }

    @Test(
        "A delta for the text of an array can't make it too deep",
        arguments: [32, 33])
    func deepElements(depth: Int) throws {
        let element = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let delta = TextDelta(from: "1\n", to: JSONString("1\n" + element + "\n"))
        let operation = JSON.object(["o": "dL", "v": .string(delta.encoded)])
        let result = try? Diff(["t": operation]).applied(to: object("[1]"))
        #expect(result == (depth > 32 ? nil : try object("[1," + element + "]")))
    }

    @Test("Tens of thousands of members don't take quadratic time")
    func manyMembers() throws {
        let count = 20_000
        let old = JSONObject((0..<count).map { .init(name: JSONString("\($0)"), value: JSON($0)) })
        let new = JSONObject(
            (0..<count).reversed().filter { $0 % 3 > 0 }.map {
                .init(name: JSONString("\($0)"), value: JSON($0 % 2))
            } + (0..<count).map { .init(name: JSONString("new \($0)"), value: nil) })
        let made = Diff(from: old, to: new)
        #expect(try made.applied(to: old) == new)
        #expect(try Diff(json(made.description)) == made)
        #expect(try made.rebased(over: made, base: old).isEmpty)
        #expect(try JSON(parsing: new.utf8) == .object(new))
    }
}
