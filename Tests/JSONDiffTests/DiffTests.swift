import JSONDiff
import Testing

@Suite("Diff")
struct DiffTests {
    /// What jsondiff's reference implementation makes, run in Python, unless a row says otherwise.
    @Test(
        "Two values differ by one operation",
        arguments: [
            (nil, #""hi""#, #"{"o":"+","v":"hi"}"#),
            (nil, "1", #"{"o":"+","v":1}"#),
            (#""hi""#, #""hi there""#, #"{"o":"d","v":"=2\t+ there"}"#),
            (#""Hello world""#, #""Goodbye world""#, #"{"o":"d","v":"-5\t+Goodbye\t=6"}"#),
            // The reference gives up every match shorter than four: `-6\t+sitting`. Ours keeps what
            // is longer than the edits around it, because small edits merge best.
            (#""kitten""#, #""sitting""#, #"{"o":"d","v":"-1\t+s\t=3\t-2\t+ing"}"#),
            (#""""#, #""x""#, #"{"o":"d","v":"+x"}"#),
            (#""x""#, #""""#, #"{"o":"d","v":"-1"}"#),
            ("1", #""1""#, #"{"o":"r","v":"1"}"#),
            ("true", "false", #"{"o":"r","v":false}"#),
            ("1", "null", #"{"o":"r","v":null}"#),
            ("1", nil, #"{"o":"-"}"#),
            // The reference takes true for 1 and makes nothing.
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
}
