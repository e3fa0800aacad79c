import Game
import Lobby
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Objects of the lobby")
struct ObjectTests {
    private static let key = ObjectKey.trappingIfInvalid("m")
    /// The object that the tutorial's program writes.
    static let plain: JSONObject = [
        "circlePlayerID": "a", "crossPlayerID": "b",
        "matrix": .array(Array(repeating: 0, count: 9)), "nextPieceKind": 2,
    ]

    @Test("A Match of the tutorial is playable; a fresh one of ours has four members more")
    func plainMatch() throws {
        let (ann, bob) = (PlayerID(rawValue: "a"), PlayerID(rawValue: "b"))
        let match = try LobbyMatch(Self.key, Self.plain)
        let record = try #require(match.record)
        #expect(match.isPlain && match.flaw == nil)
        #expect(record == MatchRecord(circle: ann, cross: bob))
        #expect(record.wantsRematch == [] && record.match.drawOffers == [])

        let ours: JSONObject = ["round": 1, "circleWins": 0, "crossWins": 0, "draws": 0]
        #expect(MatchRecord(circle: ann, cross: bob).members == Self.plain.with(ours))
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
        #expect(throws: flaw) { try LobbyMatch(Self.key, object) }
        #expect(throws: flaw) { try MatchRecord(object) }
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
        let match = try LobbyMatch(Self.key, Self.plain.with(members))
        #expect(match.record == nil && match.flaw == flaw && match.players == ["a", "b"])
    }

    @Test(
        "Numbers far beyond any round do no harm",
        arguments: ["circleReady", "crossReady", "circleOffers", "crossOffers"], [Int.min, .max])
    func survivesNumbers(member: String, number: Int) throws {
        var object = Self.plain
        object[JSONString(member)] = JSON(number)
        let record = try MatchRecord(object)
        #expect(record.wantsRematch == [] && record.match.drawOffers == [])
        #expect(record.foul(in: record, by: .circle) == nil)
    }

    @Test("A move changes the board and the turn; the next round writes the score of the last one")
    func changes() throws {
        let before = try MatchRecord(Self.plain)
        var after = before
        try after.play(.centre, by: .circle)
        let board: JSON = [0, 0, 0, 0, 2, 0, 0, 0, 0]
        #expect(
            after.edit(since: before, of: Self.key)
                == .update(.match, Self.key, setting: ["matrix": board, "nextPieceKind": 1]))

        var ended = before
        try ended.endRound(lostBy: .cross)
        #expect(
            ended.edit(since: before, of: Self.key)
                == .update(.match, Self.key, setting: ["resigned": 1]))
        try ended.answerRematch(true, by: .circle)
        try ended.answerRematch(true, by: .cross)
        #expect(ended.canStartNextRound)
        var next = ended
        try next.startNextRound()
        #expect(
            next.edit(since: ended, of: Self.key)
                == .update(
                    .match, Self.key, setting: ["nextPieceKind": 1, "round": 2, "circleWins": 1],
                    removing: ["resigned"]))
        #expect(next.wantsRematch == [])
    }

    @Test("A Player needs an id and nothing else, and is read as it was written")
    func players() throws {
        let plain = try Player(["playerID": "a"])
        #expect(plain.isPassive && plain.mode == .auto && plain.name == nil)
        let later = try Player(["playerID": "a", "mode": "blitz", "name": "a\u{7}", "via": "web"])
        #expect(!later.isPassive && later.mode == .busy && later.name == nil && later.way == nil)
        for (object, flaw) in [
            (["name": "a"], .missing(member: "playerID")),
            (["playerID": "a", "mode": 1], .wrongType(member: "mode")),
        ] as [(JSONObject, ObjectFlaw)] {
            #expect(throws: flaw) { try Player(object) }
        }
        for mode in MatchmakingMode.allCases {
            let player = Player(
                id: PlayerID(rawValue: "a"), name: try PlayerName("Ann"), mode: mode,
                code: JoinCode("QRST"), way: .ssh)
            #expect(try Player(player.members) == player)
        }
    }
}

extension JSONObject {
    func with(_ members: JSONObject) -> JSONObject {
        var object = self
        for member in members { object[member.name] = member.value }
        return object
    }
}
