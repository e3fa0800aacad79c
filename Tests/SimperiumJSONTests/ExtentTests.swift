import SimperiumJSON
import Testing

@Suite("Approximate length")
struct ExtentTests {
    private static let long = String(repeating: "a", count: 5_000)
    private static let digits = String(repeating: "7", count: 5_000)

    @Test(
        "A long part is found in values of all kinds and at any depth",
        arguments: [
            #"{"t":"\#(long)"}"#, #"{"\#(long)":1}"#, #"{"a":{"b":[[1,{"c":"\#(long)"}]]}}"#,
            #"{"n":\#(digits)}"#,
            "{\"l\":[\(Array(repeating: "true", count: 2_000).joined(separator: ","))]}",
        ])
    func values(text: String) throws {
        let object = try #require(JSON(parsing: Array(text.utf8)).object)
        #expect(object.isRoughlyLonger(than: 4_000))
        #expect(!object.isRoughlyLonger(than: 20_000))
        #expect(Diff(from: [:], to: object).isRoughlyLonger(than: 4_000))
        #expect(Diff(from: ["t": "b"], to: object).isRoughlyLonger(than: 4_000))
        #expect(!Diff(from: object, to: object).isRoughlyLonger(than: 0))
    }

    @Test("The diff of a small insertion into a long text is short")
    func deltas() {
        let old: JSONObject = ["t": JSON(Self.long)]
        let new: JSONObject = ["t": JSON(Self.long + "b")]
        #expect(!Diff(from: old, to: new).isRoughlyLonger(than: 100))
        #expect(
            Diff(from: new, to: ["t": JSON(Self.long + Self.long)]).isRoughlyLonger(than: 4_000))
        #expect(!JSONObject().isRoughlyLonger(than: 2))
        #expect(JSONObject().isRoughlyLonger(than: 1))
    }
}
