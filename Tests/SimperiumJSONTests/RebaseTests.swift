import SimperiumJSON
import Testing

@Suite("Rebase")
struct RebaseTests {
    /// Ours over theirs, as in jsondiff's reference implementation, run in Python, except where a
    /// row differs. Columns: base, ours, theirs, the rest of ours, result.
    @Test(
        "Ours is applied to the result of theirs",
        arguments: [
            ("1", nil, nil, nil, nil),
            (#""abc""#, #""abcd""#, nil, #"{"o":"+","v":"abcd"}"#, #""abcd""#),
            (#""abc""#, nil, #""abcd""#, #"{"o":"-"}"#, nil),
            (#""x""#, nil, "5", #"{"o":"-"}"#, nil),
            ("1", "2", "3", #"{"o":"r","v":2}"#, "2"),
            ("null", "1", "2", #"{"o":"r","v":1}"#, "1"),
            ("1", "2", nil, #"{"o":"r","v":2}"#, "2"),
            (nil, #""same""#, #""same""#, nil, #""same""#),
            (nil, #""mine""#, #""theirs""#, #"{"o":"d","v":"-6\t+mine"}"#, #""mine""#),
            (
                nil, #"{"a":1}"#, #"{"b":2}"#,
                #"{"o":"O","v":{"b":{"o":"-"},"a":{"o":"+","v":1}}}"#, #"{"a":1}"#
            ),
            (nil, "1", #""s""#, #"{"o":"r","v":1}"#, "1"),
            (
                #""The quick brown fox""#, #""The quick red fox""#, #""The slow brown fox""#,
                #"{"o":"d","v":"=9\t-5\t+red\t=4"}"#, #""The slow red fox""#
            ),
            (#""abc""#, #""Xabc""#, #""Yabc""#, #"{"o":"d","v":"=1\t+X\t=3"}"#, #""YXabc""#),
            (#""abc""#, #""abcX""#, #""abcY""#, #"{"o":"d","v":"=4\t+X"}"#, #""abcYX""#),
            // The reference makes "abX": its fuzzy patch removes text that theirs had inserted
            // there.
            (#""abc""#, #""abX""#, #""abY""#, #"{"o":"d","v":"=3\t+X"}"#, #""abYX""#),
            (
                #""Line 1\n""#, #""Line 1\nLine 3""#, #""Line 1\nLine 2\n""#,
                #"{"o":"d","v":"=14\t+Line 3"}"#, #""Line 1\nLine 2\nLine 3""#
            ),
            (#""abc""#, #""abcX""#, #""abcX""#, #"{"o":"d","v":"=4\t+X"}"#, #""abcXX""#),
            // The reference makes "abX" with a `=3` that has no effect. It is impossible to know
            // whether two people who write the same text in the same place mean it once.
            (#""abc""#, #""abX""#, #""abX""#, #"{"o":"d","v":"=3\t+X"}"#, #""abXX""#),
            // The reference sends `=4`, which has no effect.
            (#""abcdef""#, #""abef""#, #""abef""#, nil, #""abef""#),
            (#""abcdef""#, #""abf""#, #""abcf""#, #"{"o":"d","v":"=2\t-1\t=1"}"#, #""abf""#),
            (
                #""one two three""#, #""one two! three""#, #""one three""#,
                #"{"o":"d","v":"=4\t+!\t=5"}"#, #""one !three""#
            ),
            // The reference makes "one hree": a fuzzy removal deletes a letter of theirs.
            (
                #""one two three""#, #""one three""#, #""one 2 three""#,
                #"{"o":"d","v":"=5\t-1\t=5"}"#, #""one 2three""#
            ),
            (
                #"{"a":1,"b":2}"#, #"{"a":9,"b":2}"#, #"{"a":1,"b":8}"#,
                #"{"o":"O","v":{"a":{"o":"r","v":9}}}"#, #"{"a":9,"b":8}"#
            ),
            (#"{"a":1}"#, #"{"a":2}"#, nil, #"{"o":"+","v":{"a":2}}"#, #"{"a":2}"#),
            // The reference raises an exception for these two.
            (#""abc""#, #""abcd""#, "5", #"{"o":"r","v":"abcd"}"#, #""abcd""#),
            (#"{"a":1}"#, #"{"a":2}"#, "5", #"{"o":"r","v":{"a":2}}"#, #"{"a":2}"#),
            (#""abc""#, "7", #""abcd""#, #"{"o":"r","v":7}"#, "7"),
            ("[1,2,3]", "[1,2,3,4]", "[0,1,2,3]", #"{"o":"r","v":[1,2,3,4]}"#, "[1,2,3,4]"),
            // Identical: nothing is left to do. The reference sends it again.
            ("1", "2", "2", nil, "2"),
        ] as [(String?, String?, String?, String?, String?)])
    func worked(
        base: String?, ours: String?, theirs: String?, left: String?, result: String?
    ) throws {
        let base = try object(base)
        let ours = Diff(from: base, to: try object(ours))
        let theirs = Diff(from: base, to: try object(theirs))
        let rebased = try ours.rebased(over: theirs, base: base)

        #expect(rebased.description == left.map { #"{"t":"# + $0 + "}" } ?? "{}")
        #expect(try rebased.applied(to: theirs.applied(to: base)) == object(result))
    }
}
