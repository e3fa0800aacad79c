import SimperiumBytes
import Testing

@Suite("Digests and Base64")
struct DigestTests {
    @Test("Digests agree with RFC 3174, and letters with RFC 4648")
    func encodings() {
        // Includes two lengths whose padding needs another block.
        for (message, digest) in [
            ("", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="),
            ("abc", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "hJg+RBw70m66rkqh+VEp5eVGcPE="
            ),
            (String(repeating: "a", count: 55), "wci73CJ5bijA4VFj0giZtlYh1lo="),
            (String(repeating: "a", count: 64), "AJi6gktcFkJ716ESKlpEKiXsZE0="),
            (String(repeating: "01234567", count: 80), "3qNWos3dkMen7O3F67Vjk09GBFI="),
        ] {
            let found = base64(sha1(Array(message.utf8)))
            #expect(found == digest, "\(message)")
        }
        for (text, letters) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{3FF}\u{3BF}", "z7/Ovw=="),
        ] {
            #expect(base64(Array(text.utf8)) == letters, "\(text)")
        }
    }

    @Test("HMACs are those of RFC 4231, and differ by key and by text")
    func codes() {
        let code = hmacSHA256(
            Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
        let start: [UInt8] = [0x5B, 0xDC, 0xC1, 0x46, 0xBF, 0x60, 0x75, 0x4E]
        #expect(code.count == 32 && code.prefix(8) == start[...])

        let codes = [("a", "k"), ("a", "l"), ("b", "k")].map { text, key in
            hmacSHA256(Array(text.utf8), key: Array(key.utf8))
        }
        #expect(Set(codes).count == 3)
    }

    @Test("SHA-256 is that of FIPS 180-4, and secrets are compared in whole")
    func comparisons() {
        let digest = sha256(Array("abc".utf8))
        #expect(digest.count == 32 && digest.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
        for (one, other, areEqual) in [
            ([], [], true), ([1], [1], true), ([1, 2], [1, 3], false), ([1], [1, 2], false),
        ] as [([UInt8], [UInt8], Bool)] {
            #expect(constantTimeEquals(one, other) == areEqual)
        }
    }

    @Test("A checksum of two pieces is that of the whole")
    func checksums() {
        #expect(crc32(0, adding: Array("123456789".utf8)) == 0xCBF4_3926)
        let first = crc32(0, adding: Array("1234".utf8))
        #expect(crc32(first, adding: Array("56789".utf8)) == 0xCBF4_3926)
    }
}
