import Records
import Testing

@Suite("Buckets of an account")
struct RecordBucketTests {
    @Test("Their names on the wire stay what they are")
    func names() {
        let names = RecordBucket.allCases.map(\.rawValue)
        #expect(names == ["profile", "settings", "friend", "block", "result", "solo", "seat"])
    }
}
