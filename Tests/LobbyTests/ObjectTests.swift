import Game
import Lobby
import SimperiumJSON
import Testing

@Suite("Objects of the lobby")
struct ObjectTests {
    /// What the tutorial's program writes.
    static let plain: JSONObject = [
        "circlePlayerID": "a", "crossPlayerID": "b",
        "matrix": .array(Array(repeating: 0, count: 9)), "nextPieceKind": 2,
    ]

    @Test("A Match of the tutorial is playable, and what it lacks is as in a first round")
    func readsPlain() throws {
        let match = try MatchObject(Self.plain)
        let sheet = try match.sheet.get()
        #expect(match.isPlain)
        #expect(
            sheet.match == Match(circle: PlayerID(rawValue: "a"), cross: PlayerID(rawValue: "b")))
        #expect(sheet.wantsRematch == [] && sheet.match.drawOffers == [])
    }

    @Test("A fresh Match has the members of the tutorial, and ours")
    func writes() {
        let sheet = MatchSheet(circle: PlayerID(rawValue: "a"), cross: PlayerID(rawValue: "b"))
        var expected = Self.plain
        expected["round"] = 1
        expected["circleWins"] = 0
        expected["crossWins"] = 0
        expected["draws"] = 0
        #expect(sheet.members == expected)
    }

    static let senseless: [(JSONObject, ObjectFlaw)] = [
        (["circlePlayerID": .null], .missing(member: "circlePlayerID")),
        (["circlePlayerID": 7], .wrongType(member: "circlePlayerID")),
        (["crossPlayerID": ""], .noID(member: "crossPlayerID")),
        (["crossPlayerID": "caf\u{E9}"], .noID(member: "crossPlayerID")),
        (["crossPlayerID": "a"], .onePlayerTwice),
    ]

    @Test("A Match that does not say who plays is none", arguments: senseless)
    func refusesSeats(members: JSONObject, flaw: ObjectFlaw) {
        let object = Self.plain.with(members)
        #expect(throws: flaw) { try MatchObject(object) }
    }

    static let boardless: [(JSONObject, ObjectFlaw)] = [
        (["matrix": .null], .missing(member: "matrix")),
        (["matrix": "full"], .wrongType(member: "matrix")),
        (["matrix": .array(Array(repeating: 0, count: 8))], .noBoard),
        (["matrix": .array(Array(repeating: 0, count: 10))], .noBoard),
        (["matrix": [7, 0, 0, 0, 0, 0, 0, 0, 0]], .noBoard),
        (["matrix": [0.5, 0, 0, 0, 0, 0, 0, 0, 0]], .noBoard),
        (["matrix": [1, 1, 0, 0, 0, 0, 0, 0, 0]], .impossible(.unreachableBoard)),
        (["nextPieceKind": 0], .missing(member: "nextPieceKind")),
        (["nextPieceKind": 7], .noPiece(member: "nextPieceKind")),
        (["nextPieceKind": 1], .impossible(.wrongTurn)),
        (["resigned": 3], .noPiece(member: "resigned")),
        (["round": 2], .impossible(.roundsDoNotAddUp)),
        (["circleWins": -1], .noScore), (["draws": 2_000_000], .noScore),
        (["circleReady": "yes"], .wrongType(member: "circleReady")),
        (["crossOffers": 1.5], .wrongType(member: "crossOffers")),
    ]

    @Test("A Match that breaks the rules seats its players, and has no board", arguments: boardless)
    func refusesBoards(members: JSONObject, flaw: ObjectFlaw) throws {
        let match = try MatchObject(Self.plain.with(members))
        #expect(match.sheet == .failure(flaw))
    }

    @Test(
        "Numbers far beyond any round do no harm",
        arguments: ["circleReady", "crossReady", "circleOffers", "crossOffers"], [Int.min, .max])
    func survivesNumbers(member: String, number: Int) throws {
        var object = Self.plain
        object[JSONString(member)] = JSON(number)
        let sheet = try MatchObject(object).sheet.get()
        #expect(sheet.wantsRematch == [] && sheet.match.drawOffers == [])
        #expect(sheet.foul(in: sheet, by: .circle) == nil)
    }

    @Test("A move changes the board and whose turn it is, and nothing else")
    func movesTwoMembers() throws {
        let before = try MatchObject(Self.plain).sheet.get()
        var after = before
        try after.play(.centre, by: .circle)
        let changes = after.changes(since: before)
        #expect(changes.setting == ["matrix": [0, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 1])
        #expect(changes.removing == [])
    }

    @Test("The score is written with the reset that begins the next round, and not before")
    func scoresLate() throws {
        let before = try MatchObject(Self.plain).sheet.get()
        var ended = before
        try ended.resign(by: .cross)
        #expect(ended.changes(since: before).setting == ["resigned": 1])
        try ended.answerRematch(true, by: .circle)
        try ended.answerRematch(true, by: .cross)
        #expect(ended.isReadyToGoOn)
        var next = ended
        try next.startNextRound()
        let changes = next.changes(since: ended)
        #expect(changes.setting == ["nextPieceKind": 1, "round": 2, "circleWins": 1])
        #expect(changes.removing == ["resigned"])
        #expect(next.wantsRematch == [])
    }

    @Test("A Player needs an id and nothing else")
    func readsPlayers() throws {
        let plain = try Player(["playerID": "a"])
        #expect(plain.isPassive && plain.mode == .auto && plain.name == nil)
        let later = try Player(["playerID": "a", "mode": "blitz", "name": "a\u{7}", "via": "web"])
        #expect(!later.isPassive && later.mode == .busy && later.name == nil && later.way == nil)
        #expect(throws: ObjectFlaw.missing(member: "playerID")) { try Player(["name": "a"]) }
        #expect(throws: ObjectFlaw.wrongType(member: "mode")) {
            try Player(["playerID": "a", "mode": 1])
        }
    }

    @Test("A Player is read as it was written", arguments: PlayerMode.allCases)
    func writesPlayers(mode: PlayerMode) throws {
        let player = Player(
            id: PlayerID(rawValue: "a"), name: try PlayerName("Ann"), mode: mode,
            code: JoinCode("QRST"), way: .ssh)
        #expect(try Player(player.members) == player)
    }
}

extension JSONObject {
    func with(_ members: JSONObject) -> JSONObject {
        var object = self
        for member in members { object[member.name] = member.value }
        return object
    }
}
