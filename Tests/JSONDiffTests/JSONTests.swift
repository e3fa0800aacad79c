import JSONDiff
import Testing

@Suite("JSON")
struct JSONTests {
    @Test(
        "What is written again is what was read",
        arguments: [
            "null", "true", "false", "0", "-0", "1", "1.0", "1e2", "-12.50E-7",
            "12345678901234567890",
            "0.30000000000000004", #""""#, #""a\"\\\n\u0000""#, #""é😀""#, "[]", "{}", "[1,[],{}]",
            #"{"b":1,"a":[null,true]}"#,
        ])
    func roundTrip(text: String) throws {
        #expect(try JSON(parsing: Array(text.utf8)).description == text)
    }
}
