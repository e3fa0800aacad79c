import Drawing
import Game
import Lobby
import PlainText
import Records
import SimperiumClock
import SimperiumWire
import Simulation
import Testing
import Visit
import Wording

@Suite("Correspondence games in lines")
struct TypedGameTests {
    private static let at = ServerTime(milliseconds: 1_795_387_500_000)
    private let token = LobbyServer.token(of: "u-lin")
    private var program: LineClient

    /// lin has an invitation from okafor, and waits for emil, who has used an hour of his day.
    init() throws {
        let lin = CorrespondenceGame.PlayerAccount(user: "u-lin", name: "lin")
        let okafor = CorrespondenceGame.PlayerAccount(user: "u-okafor", name: "okafor")
        let emil = CorrespondenceGame.PlayerAccount(user: "u-emil", name: "emil")
        let asked = try #require(
            CorrespondenceGame(circle: lin, cross: okafor, limit: .week, since: Self.at))
        var theirs = try #require(
            CorrespondenceGame(circle: emil, cross: lin, limit: .day, since: Self.at))
        try theirs.play(.centre, by: "u-emil", at: Self.at)
        try theirs.play(.topLeft, by: "u-lin", at: Self.at)
        let said: [String]
        (program, said) = Self.begin(["a": asked, "b": theirs])
        #expect(said.contains("2 correspondence games, 1 waiting for you."))
    }

    /// lin's program with these games, and its first lines.
    private static func begin(
        _ games: [String: CorrespondenceGame], friends: [RecordEdit] = []
    ) -> (LineClient, [String]) {
        let edits = friends + games.map { RecordEdit.game($0, $1) }
        let copy = LocalAccountData(of: "lin", user: "u-lin", edits)
        var program = LineClient(
            .lobby, profile: PlayerProfile(PlayerName(cleaning: "lin")),
            visit: LineHouse.visit(0), seed: 1)
        _ = program.handle(.begin, at: .start)
        _ = program.handle(.calendar(Self.at + .seconds(3_600)), at: .start)
        let said = program.handle(.signedIn(copy), at: .start).lines
        return (program, said)
    }

    private mutating func type(_ line: String, at now: Instant = .start) -> [String] {
        program.handle(.typed(line), at: now).lines
    }

    @Test("C76: They are told with numbers, one with its board, and a move is made by both")
    mutating func moves() {
        #expect(
            type("games") == [
                "  1. okafor  new game, your move, 7 d left", "  2. emil    their move, 23 h left",
            ])
        #expect(type("games 1").last == "You play O against okafor: new game, your move, 7 d left.")
        #expect(type("games 1 5").last == "You play O against okafor: their move, 7 d left.")
        #expect(type("games 2 9") == ["It's not your move yet."])
        for number in [3, 0, Int.max, Int.min] {
            #expect(
                type("games \(number)") == ["No game has this number. Type games for the list."])
        }
        #expect(type("games 1 away") == [CorrespondenceGameWords.howToActInGame])
    }

    @Test("P72: An invitation is accepted or declined, and nothing else is")
    mutating func answers() throws {
        let lin = CorrespondenceGame.PlayerAccount(user: "u-lin", name: "lin")
        let kim = CorrespondenceGame.PlayerAccount(user: "u-kim", name: "kim")
        let asked = CorrespondenceGame(
            circle: lin, cross: kim, limit: .day, since: Self.at, invitation: .stranger)
        let sent = CorrespondenceGame(
            circle: kim, cross: lin, limit: .day, since: Self.at, invitation: .friend)
        let said: [String]
        (program, said) = Self.begin(
            ["a": try #require(asked), "b": try #require(sent)])
        #expect(said.contains("2 correspondence games, 1 waiting for you (1 invitation)."))
        #expect(
            type("games") == ["  1. kim  invites you, 1 h ago", "  2. kim  invited, 1 h ago"])
        #expect(type("games 1").last == "kim invites you to a game (1 day a move). You move first.")
        #expect(
            type("games 2").last == "kim has not accepted your invitation yet (1 day a move).")
        #expect(type("games 1 away") == [CorrespondenceGameWords.howToActInGame])
        #expect(type("games 2 accept") == [CorrespondenceGameWords.howToActInGame])
        #expect(type("games 2 decline") == [CorrespondenceGameWords.invitationRemoved])
        #expect(
            type("games 1 accept").last == "You play O against kim: new game, your move, 24 h left."
        )
        #expect(type("games 1 accept") == [CorrespondenceGameWords.howToActInGame])
    }

    @Test("P62: A flag that falls is told by itself, at its time or when the calendar leaps")
    mutating func flag() {
        #expect(
            type("games 2 claim") == ["You can only claim a game when your opponent's time is up."])
        let due = Instant.start + .seconds(82_800) + .milliseconds(1)
        var leaping = program
        let news = "2 correspondence games, 2 waiting for you."
        #expect(!program.handle(.wake, at: .start + .seconds(82_800)).lines.contains(news))
        #expect(program.handle(.wake, at: due).lines.contains(news))
        let leap = ProgramEvent.calendar(Self.at + .seconds(90_000))
        #expect(leaping.handle(leap, at: .start + .seconds(1)).lines == [news])
        program = leaping
        #expect(type("games", at: .start + .seconds(1)).last == "  2. emil    out of time")
        let end = type("games 2 claim", at: .start + .seconds(1)).last
        #expect(end?.contains("emil") == true && end?.contains("time") == true, "\(end ?? "")")
        #expect(
            type("games 2 away", at: .start + .seconds(1)) == [
                "The game was removed from your list."
            ])
    }

    @Test("S176: One begins with a name and days, and its result is shown")
    mutating func begins() {
        #expect(type("games new") == [CorrespondenceGameWords.howToStartGame])
        for (typed, name, limit) in [
            ("emil", "emil", DaysPerMove.threeDays), ("emil 7", "emil", .week),
            ("1", "1", .threeDays),
            ("de la cruz 1", "de la cruz", .day), ("emil 2", "emil 2", .threeDays),
        ] {
            let effects = program.handle(.typed("games new \(typed)"), at: .start)
            #expect(
                effects == [
                    .program(.call(.beginGame(with: .name(name), limit, token))),
                    .show(.say("Inviting \(name) to a game …")),
                ])
            #expect(
                program.handle(
                    .called(.begun(game: "k", with: "\(name)", isInvitation: true)), at: .start
                ).lines == ["\(name) is invited. The game starts when they accept."])
            // A server of an earlier version starts the game.
            #expect(
                program.handle(
                    .called(.begun(game: "k", with: "\(name)", isInvitation: false)), at: .start
                ).lines.allSatisfy { $0 != "\(name) is invited. The game starts when they accept." }
            )
        }
        _ = type("games new emil")
        let friend = Friend(alias: "Big Al", since: Self.at)
        (program, _) = Self.begin([:], friends: [.friend("u-alan", friend)])
        let effects = program.handle(.typed("games new big al 7"), at: .start)
        #expect(
            effects.first == .program(.call(.beginGame(with: .user("u-alan"), .week, token))))
        #expect(
            program.handle(.called(.refused(.noGame)), at: .start).lines
                == ["This player isn't accepting invitations from you."])
    }
}
