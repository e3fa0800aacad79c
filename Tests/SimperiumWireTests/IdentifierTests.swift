import SimperiumWire
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("S115 A name has only the characters of its kind")
    func alphabets() {
        let characters = (0..<128).map { String(Unicode.Scalar(UInt8($0))) }
        func allowed(_ isName: (String) -> Bool) -> String {
            characters.filter(isName).joined()
        }
        let plain = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

        #expect(allowed { AppID($0) != nil } == plain)
        #expect(allowed { ChangeID($0) != nil } == plain)
        #expect(allowed { BucketName($0) != nil } == "%" + plain)
        #expect(
            allowed { UserID($0) != nil }
                == "-.0123456789@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        #expect(
            allowed { ObjectKey("k" + $0) != nil }
                == "%-.0123456789@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
        for step in [".", ".."] { #expect(ObjectKey(step) == nil) }
        #expect(allowed { ClientID($0) != nil } == characters.joined())
        #expect(allowed { IndexPageEndMark($0) != nil }.utf8.count == 94 - 3)
    }

    @Test("A name has a minimum and a maximum length; a well-formed token has 32 letters or digits")
    func lengths() {
        for (name, longest) in [
            (AppID.self, 256), (BucketName.self, 64), (ObjectKey.self, 256), (ChangeID.self, 256),
            (ClientID.self, 256), (ChangeVersion.self, 256), (IndexPageEndMark.self, 256),
            (Token.self, 1_024), (ResumeSecret.self, 1_024), (UserName.self, 1_024),
        ] as [(any Name.Type, Int)] {
            let isName = [0, 1, longest, longest + 1].map {
                name.init(String(repeating: "a", count: $0)) != nil
            }
            #expect(isName == [false, true, true, false], "\(name)")
        }
        for (text, isWellFormed) in [
            ("0123456789abcdef0123456789ABCDEF", true),
            ("0123456789abcdef0123456789ABCDEFx", true),
            ("0123456789abcdef0123456789ABCDE", false),
            ("0123456789abcdef-0123456789ABCDEF", false),
            ("0123456789abcdef0123456789abcde\u{E9}", false),
        ] {
            #expect(Token(text)?.isWellFormed == isWellFormed, "\(text)")
        }
    }

    @Test("App names ignore case; other names are compared byte by byte")
    func capitals() {
        #expect(Set([AppID("Tic-Tac-Toe"), AppID("tic-tac-toe")]).count == 1)
        #expect(AppID("Demo")?.text == "demo")
        #expect(AppID("a[") == nil)
        #expect(BucketName("Todo") != BucketName("todo"))
        #expect(ObjectKey("K") != ObjectKey("k"))

        let (composed, decomposed) = (ClientID("caf\u{E9}"), ClientID("cafe\u{301}"))

        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed == ClientID("caf\u{E9}"))
    }

    @Test("A log contains names in printable characters, and never a secret")
    func secrets() {
        #expect(ClientID("a\u{1B}[2J\n\u{E9}").map(\.description) == #"a\x1b[2J\x0a\xc3\xa9"#)
        #expect(ObjectKey("a.b%@").map(\.description) == "a.b%@")

        var request = InitRequest.sample("a")
        request.resume = ResumeSecret("hunter2")

        #expect("\(request)".contains("secret"))
        #expect(!"\(request) \(request.token)".contains("\"T\""))
        #expect(!"\(request)".contains("hunter2"))
        #expect(Token("abc") == Token("abc"))
        #expect(Token("abc") != Token("abd"))
        #expect(Token("abc") != Token("ab"))
        #expect(Token("ab") != Token("abc"))
        #expect(Set([Token("abc"), Token("abc"), Token("abd")]).count == 2)
    }

    @Test("The hub's change versions are 24 hex digits that sort in order")
    func changeVersions() {
        let first = ChangeVersion(epoch: 0x65f1_a000, number: 1)
        let numbers: [UInt64] = [0, 1, 9, 10, 15, 16, 255, 1 << 32, .max - 1, .max]
        let versions = numbers.map { ChangeVersion(epoch: 7, number: $0).text }

        #expect(first.text == "65f1a0000000000000000001")
        #expect(first == ChangeVersion("65f1a0000000000000000001"))
        #expect(versions == versions.sorted())
        for number in numbers {
            let parts = ChangeVersion(epoch: .max, number: number).parts
            #expect(parts?.epoch == .max)
            #expect(parts?.number == number)
        }
    }

    @Test(
        "Other hubs' change versions have no parts; a cursor is a version, empty or unreadable"
    )
    func foreignChangeVersions() throws {
        for text in [
            "0", "65F1A0000000000000000001", "65f1a00000000000000000010", "65f1a00000000", "x",
        ] {
            let version = try #require(ChangeVersion(text))
            #expect(version.parts == nil && version.text == text, "\(text)")
        }
        for (text, cursor) in [
            ("", .start), ("0", .after(named("0"))), ("?", .unreadable), ("a b", .unreadable),
        ] as [(String, HistoryCursor)] {
            #expect(HistoryCursor(text) == cursor, "\(text)")
        }
    }

    @Test("Versions count from one to the last number that a double represents exactly")
    func versions() {
        #expect([Int.min, -1, 0, 1 << 53, .max].allSatisfy { EntityVersion($0) == nil })
        #expect(EntityVersion(1) == .first)
        #expect(EntityVersion.first.next == version(2))
        #expect(EntityVersion(1 << 53 - 1)?.number == 9_007_199_254_740_991)
        #expect(version(9) < version(10))
    }

    @Test("The version of a request is behind the last dot, and invalid versions can be requested")
    func references() throws {
        for (text, key, number) in [
            ("k.1", "k", 1), ("note.2024.7", "note.2024", 7), ("a%@b.12", "a%@b", 12),
            ("a..3", "a.", 3), ("k.007", "k", 7),
        ] {
            let expected = EntityVersionReference(key: named(key), version: version(number))
            #expect(EntityRequest(text)?.reference == expected, "\(text)")
        }
        for text in [
            "k", ".1", "k.", "k.0", "k.-1", "k.+1", "k.1x", "k.\u{301}1", "a b.1",
            "k.99999999999999999999",
        ] {
            let request = try #require(EntityRequest(text))
            #expect(request.reference == nil && request.text == text, "\(text)")
        }
        let reference = EntityVersionReference(key: named("note.2024"), version: version(7))
        #expect(EntityRequest(reference).text == "note.2024.7")
        #expect(EntityRequest(reference).reference == reference)
        for text in ["", "a\n.1"] { #expect(EntityRequest(text) == nil, "\(text)") }
    }
}
