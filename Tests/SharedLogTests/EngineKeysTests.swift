import SharedLog
import SimperiumWire
import Testing

@Suite("The engine's keys")
struct EngineKeysTests {
    @Test("S115 Names have no letter that means something in a key")
    func letters() {
        for letter in "{}/: \n\t\r" {
            let name = "a\(letter)b"
            #expect(AppID(name) == nil && UserID(name) == nil && BucketName(name) == nil)
            #expect(ObjectKey(name) == nil && ChangeID(name) == nil)
        }
    }

    @Test("S115 All of a log has one tag, and other logs have others")
    func tags() throws {
        let keys = EngineKeys()
        let log = SharedLogID(app: try #require(AppID("app")), user: try #require(UserID("u@b")))
        #expect(String(decoding: keys.log(log), as: UTF8.self) == "s1{app/u@b}")
        #expect(EngineKeys(prefix: "s2").log(log) == Array("s2{app/u@b}".utf8))
    }
}
