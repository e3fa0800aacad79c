import SimperiumNetwork
import TestKit
import Testing

@Suite("HMAC", .waits)
struct HMACTests {
    @Test("They are those of RFC 4231, and differ by key and by text")
    func codes() {
        let code = HMAC.sha256(
            Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        let start: [UInt8] = [0x5B, 0xDC, 0xC1, 0x46, 0xBF, 0x60, 0x75, 0x4E]
        #expect(code.count == 32 && code.prefix(8) == start[...])

        let codes = [("a", "k"), ("a", "l"), ("b", "k")].map { text, key in
            HMAC.sha256(Array(text.utf8), key: Array(key.utf8))
        }
        #expect(Set(codes).count == 3)
    }
}
