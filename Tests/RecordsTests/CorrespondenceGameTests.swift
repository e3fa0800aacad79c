import Drawing
import Game
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("Games over days")
struct CorrespondenceGameTests {
    @Test("P60: A game survives writing and reading, with its ending and no other members")
    func members() throws {
        let game = try CorrespondenceGame.running([.centre, .top])
        let expected: JSONObject = [
            "circle": "u-lin", "circleName": "lin", "cross": "u-okafor", "crossName": "okafor",
            "days": 3, "since": 1_795_387_500_000, "at": 1_795_387_500_000, "moves": [4, 1],
        ]
        #expect(game.members == expected)
        #expect(try CorrespondenceGame(expected) == game)

        #expect(CorrespondenceGame.ends.count == 4)
        for game in CorrespondenceGame.ends {
            #expect(game.isOver)
            #expect(try CorrespondenceGame(game.members) == game)
        }
    }

    static let rubbish: [(JSONObject, RecordFlaw)] = [
        (["circle": .null], .missing(member: "circle")),
        (["circle": "caf\u{E9}"], .senseless(member: "circle")),
        (["circle": 7], .wrongType(member: "circle")),
        (["cross": "u-lin"], .contradiction),
        (["crossName": .null], .missing(member: "crossName")),
        (["crossName": ""], .senseless(member: "crossName")),
        (["days": .null], .missing(member: "days")), (["days": 2], .senseless(member: "days")),
        (["days": "3"], .wrongType(member: "days")),
        (["since": .null], .missing(member: "since")),
        (["since": -1], .senseless(member: "since")),
        (["at": "now"], .wrongType(member: "at")),
        (["moves": .null], .missing(member: "moves")),
        (["moves": [4, 4]], .senseless(member: "moves")),
        (["moves": [0, 3, 1, 4, 2, 5]], .contradiction),
        (["resigned": "both"], .senseless(member: "resigned")),
        (["resigned": 2], .wrongType(member: "resigned")),
        (["resigned": "cross", "ending": "left"], .senseless(member: "ending")),
        (["resigned": "cross", "ending": 1], .wrongType(member: "ending")),
        (["ending": "timeout"], .contradiction),
        (["moves": [4], "resigned": "cross", "ending": "timeout"], .contradiction),
        (["moves": [0, 3, 1, 4, 2], "resigned": "cross"], .contradiction),
    ]

    @Test("Invalid members are refused with the reason", arguments: rubbish)
    func flaws(change: JSONObject, flaw: RecordFlaw) throws {
        var object = try CorrespondenceGame.running([.centre, .top]).members
        for member in change { object[member.name] = member.value }
        #expect(throws: flaw) { try CorrespondenceGame(object) }
    }

    @Test("The time of the side to move starts at the last move")
    func time() throws {
        var game = try CorrespondenceGame.running([.centre])
        let moved = CorrespondenceGame.begun + .seconds(3_600)
        try game.play(.top, by: "u-okafor", at: moved)
        #expect(game.due == moved + .seconds(3 * 86_400))
        #expect(!game.isLate(at: game.due) && game.isLate(at: game.due + .milliseconds(1)))
        try game.resign(by: "u-lin", at: moved)
        #expect(!game.isLate(at: game.due + .seconds(1)))
    }
}

extension CorrespondenceGame {
    static let begun = ServerTime(milliseconds: 1_795_387_500_000)
    static let lin = PlayerAccount(user: "u-lin", name: "lin")
    static let okafor = PlayerAccount(user: "u-okafor", name: "okafor")

    static func fresh(_ limit: DaysPerMove = .threeDays) -> CorrespondenceGame? {
        CorrespondenceGame(circle: lin, cross: okafor, limit: limit, since: begun)
    }

    /// okafor's invitation, which lin has not answered.
    static func invited() -> CorrespondenceGame? {
        CorrespondenceGame(
            circle: lin, cross: okafor, limit: .threeDays, since: begun, invitation: .stranger)
    }

    /// Returns a game with these moves, all made at its beginning.
    static func running(_ moves: [Square]) throws -> CorrespondenceGame {
        var game = try #require(fresh())
        for square in moves {
            try game.play(square, by: game.side(of: game.next).user, at: begun)
        }
        return game
    }

    /// A game for each kind of ending.
    static let ends: [CorrespondenceGame] = {
        guard var resigned = try? running([.centre, .top]),
            var late = try? running([.centre, .top]),
            let won = try? running([.topLeft, .left, .top, .centre, .topRight]),
            let drawn = try? running([
                .centre, .topLeft, .top, .bottom, .left, .right, .topRight, .bottomLeft,
                .bottomRight,
            ])
        else { return [] }
        guard (try? resigned.resign(by: "u-okafor", at: begun)) != nil,
            (try? late.claimWinAssumingLate(by: "u-okafor", at: begun + .seconds(259_201))) != nil
        else { return [] }
        return [resigned, late, won, drawn]
    }()
}
