import Guests
import Lobby
import Testing

@Suite("Commands of guests")
struct GuestCommandTests {
    static let rows: [(user: String, words: String?, GuestCommand)] = [
        ("lin", nil, .play(name("lin"))),
        ("play", nil, .play(nil)),
        ("root", nil, .play(nil)),
        ("", nil, .play(nil)),
        ("lin", "play", .play(name("lin"))),
        ("watch", nil, .watch(nil)),
        ("lin", "play --plain", .play(name("lin"))),
        ("lin", "--plain", .play(name("lin"))),
        ("lin", "play --keypad", .play(name("lin"))),
        ("lin", "--keypad watch --plain okafor", .watch("okafor")),
        ("lin", "watch", .watch(nil)),
        ("lin", "watch --plain okafor", .watch("okafor")),
        ("lin", "watch okafor", .watch("okafor")),
        ("KXTM", nil, .join(code("KXTM"), nil)),
        // A name isn't a code because it has four letters.
        ("anna", nil, .play(name("anna"))),
        ("lin", "join kxtm", .join(code("KXTM"), name("lin"))),
        ("lin", "KXTM", .join(code("KXTM"), name("lin"))),
        ("lin", "  players  ", .count(asJSON: false)),
        ("lin", "players --json", .count(asJSON: true)),
        ("lin", "players --yaml", .misused(command: "players")),
        ("lin", "link", .link(code: nil)),
        ("lin", "link abcde-23456", .link(code: "abcde-23456")),
        ("lin", "link a b", .misused(command: "link")),
        ("lin", "ls", .nonsense),
        ("lin", "ls -l /", .nonsense),
        ("lin", "scp -t /tmp", .nonsense),
        ("lin", "join", .misused(command: "join")),
        ("lin", "join a b", .misused(command: "join")),
        ("\u{1B}[31mred\u{202E}", nil, .play(name("31mred"))),
        ("a\u{0}b", nil, .play(name("ab"))),
        (
            String(repeating: "x", count: 10_000), nil,
            .play(name(String(repeating: "x", count: 16)))
        ),
        ("\u{7}\u{8}", nil, .play(nil)),
    ]

    @Test(
        "A guest's command follows from the user name and the words behind the host",
        arguments: rows)
    func guestCommand(row: (user: String, words: String?, guestCommand: GuestCommand)) {
        #expect(GuestCommand(user: row.user, command: row.words) == row.guestCommand)
    }

    private static func name(_ text: String) -> PlayerName? { try? PlayerName(text) }

    private static func code(_ text: String) -> JoinCodeWithHall {
        guard let code = JoinCodeWithHall(text) else { preconditionFailure("no code: \(text)") }
        return code
    }
}
