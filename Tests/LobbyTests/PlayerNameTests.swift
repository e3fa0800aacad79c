import Game
import Lobby
import Testing

@Suite("A player's name")
struct PlayerNameTests {
    static let refused: [(String, NameFlaw)] = [
        ("", .empty), (" a", .blanksAstray), ("a ", .blanksAstray), ("a  b", .blanksAstray),
        ("abcdefghijklmnopq", .tooWide),
        ("\u{5C71}\u{5C71}\u{5C71}\u{5C71}\u{5C71}\u{5C71}\u{5C71}\u{5C71}\u{5C71}", .tooWide),
        ("\u{301}a", .marksAstray), ("a\u{301}\u{301}\u{301}", .marksAstray),
        ("a\u{1B}[31m", .notAllowed("\u{1B}")), ("a\u{202E}b", .notAllowed("\u{202E}")),
        ("a\u{200B}b", .notAllowed("\u{200B}")), ("a#b", .notAllowed("#")),
        ("a\nb", .notAllowed("\n")), ("\u{1F600}", .notAllowed("\u{1F600}")),
    ]

    @Test("Names contain no deceptive characters", arguments: refused)
    func refuses(name: String, flaw: NameFlaw) {
        #expect(throws: flaw) { try PlayerName(name) }
    }

    @Test(
        "Typed text becomes the name that is left of it, which may have letters of any script",
        arguments: [
            "Ann", "o'brien-2", "j.d", "\u{416}\u{435}\u{43D}\u{44F}", "\u{5C71}\u{7530}", "a b",
        ].map { ($0, $0) } + [
            ("  Ann  ", "Ann"), ("a\u{202E}b", "ab"), ("a \t b", "a b"), ("#!", nil),
            ("abcdefghijklmnopqrs", "abcdefghijklmnop"),
        ] as [(String, String?)])
    func cleans(typed: String, name: String?) throws {
        #expect(PlayerName(cleaning: typed)?.text == name)
        if typed == name { #expect(try PlayerName(typed).text == name) }
    }
}

@Suite("A code between friends")
struct JoinCodeTests {
    @Test(
        "It is taken as people type it",
        arguments: [
            ("qrst", "QRST"), (" qr-st ", "QRST"), ("12ab34cd56ef", "12AB34CD56EF"), ("abc", nil),
            ("1234567890123", nil), ("\u{416}\u{416}\u{416}\u{416}", nil),
        ] as [(String, String?)])
    func reads(typed: String, code: String?) {
        #expect(JoinCode(typed)?.text == code)
    }
}
