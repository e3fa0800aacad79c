import JSONDiff
import Simperium
import Testing

@Suite("Writes over HTTP")
struct ObjectWriteTests {
    private let ghost = Ghost(version: version(3), object: ["title": "Milk", "done": false])

    @Test("A write sets members and leaves the others alone")
    func merges() throws {
        let write = try ObjectWrite(#"{"done":true}"#, ["clientid": "py-77", "ccid": "ab12"])

        #expect(
            write.change(to: ghost, id: named("made"))
                == Change(
                    .replace(with: ["title": "Milk", "done": true]), key: named("a1"),
                    version: version(3), id: named("ab12"), clientID: named("py-77")))
    }

    @Test("A whole write leaves nothing of what was", arguments: ["1", "true"])
    func replaces(flag: String) throws {
        let write = try ObjectWrite(#"{"done":true}"#, ["replace": flag])

        #expect(
            write.change(to: ghost, id: named("made"))
                == Change(
                    .replace(with: ["done": true]), key: named("a1"), version: version(3),
                    id: named("made")))
    }

    @Test("A write to nothing makes an object")
    func creates() throws {
        let write = try ObjectWrite(#" {"done":true} "#, ["replace": "0", "clientid": ""])

        #expect(
            write.change(to: nil, id: named("made"))
                == Change(.replace(with: ["done": true]), key: named("a1"), id: named("made")))
    }

    @Test(
        "What can't be written is refused with its reason",
        arguments: [
            ("[]", [:], .badPayload(of: .change, Quotation(of: "[]"))),
            ("{", [:], .badJSON(of: .change, JSONError(.unexpectedEnd, at: 1))),
            ("", [:], .badJSON(of: .change, JSONError(.unexpectedEnd, at: 0))),
            ("{}", ["ccid": "a b"], .badMember("ccid", of: .change)),
            ("{}", ["ccid": ""], .badMember("ccid", of: .change)),
        ] as [(String, [String: String], WireError)])
    func refuses(body: String, query: [String: String], reason: WireError) {
        let expected = MalformedChange(key: "a1", reason: reason)

        #expect(throws: expected) { try ObjectWrite(body, query) }
        #expect(expected.error == .invalid)
    }

    @Test("A body that no frame could hold is too large")
    func tooLarge() {
        let body = String(repeating: " ", count: Limits.clientFrame - 1)
        let expected = MalformedChange(key: "a1", reason: .tooLong(Limits.clientFrame + 1))

        #expect(throws: Never.self) { try ObjectWrite(body.dropLast() + "{}", [:]) }
        #expect(throws: expected) { try ObjectWrite(body + "{}", [:]) }
        #expect(expected.error == .tooLarge)
    }
}

extension ObjectWrite {
    fileprivate init(_ body: String, _ query: [String: String]) throws(MalformedChange) {
        try self.init(key: named("a1"), version: nil, query: query, body: Array(body.utf8).span)
    }
}
