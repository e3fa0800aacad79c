import Drawing
import Game
import PlainText
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("Games over days in lines")
struct DayGameLinesTests {
    private static let now = ServerTime(milliseconds: 1_795_387_500_000)

    private static func game(_ moves: [Square], hours: Int) throws -> CorrespondenceGame {
        let at = now - .seconds(hours * 3_600)
        var game = try #require(
            CorrespondenceGame(
                circle: .init(user: "u-lin", name: "lin"),
                cross: .init(user: "u-okafor", name: "okafor"), limit: .threeDays, since: at))
        for square in moves { try game.play(square, by: game.side(of: game.next).user, at: at) }
        return game
    }

    private static func list() throws -> CorrespondenceGameList {
        let games = [
            "a": try game([.centre, .top], hours: 60), "b": try game([.centre], hours: 1),
            "c": try game([.centre, .top, .topLeft], hours: 90),
            "d": try game([.centre, .top, .topLeft, .left, .bottomRight], hours: 4),
        ]
        return CorrespondenceGameList(games, of: "u-lin", at: now)
    }

    @Test("C76: Games are listed in their order with numbers, or as one object of JSON")
    func lists() throws {
        let lines = AccountReport.games(try Self.list(), at: Self.now, isJSON: false) { _ in "al" }
        #expect(
            lines == [
                "  1. al  your move, 12 h left", "  2. al  out of time",
                "  3. al  their move, 71 h left", "  4. al  you won, 4 h ago",
            ])
        let none = CorrespondenceGameList([:], of: "u-lin", at: Self.now)
        #expect(
            AccountReport.games(none, at: Self.now, isJSON: false) { _ in "" }
                == ["No correspondence games."])

        let json = AccountReport.games(try Self.list(), at: Self.now, isJSON: true) { _ in "" }
        let object = try #require(try JSON(parsing: Array(json[0].utf8)).object)
        #expect(json.count == 1 && object["waiting"] == 2 && object["running"] == 3)
        let games = object["games"]?.array ?? []
        #expect(
            games.map { $0.object?["state"]?.string } == ["yours", "claimable", "theirs", "over"])
        #expect(games.last?.object?["outcome"] == "won" && games.last?.object?["due"] == nil)
        #expect(games.first?.object?["with"] == "okafor" && games.first?.object?["as"] == "circle")
    }

    @Test("P63: A game without a result is declined or called off, in lines and in JSON")
    func calledOff() throws {
        let off = "The game was called off. It does not count."
        let declined = "You declined this invitation."
        let rows: [(loser: String, moves: [Square], isDeclined: Bool)] = [
            ("u-lin", [], true), ("u-okafor", [], false), ("u-lin", [.centre], false),
        ]
        for (loser, moves, isDeclined) in rows {
            let word = isDeclined ? "declined" : "called off"
            let outcome = isDeclined ? "declined" : "called-off"
            let sentence = isDeclined ? declined : off
            var game = try Self.game(moves, hours: 4)
            try game.resign(by: loser, at: Self.now)
            let list = CorrespondenceGameList(["a": game], of: "u-lin", at: Self.now)
            let row = try #require(list["a"])
            for isJSON in [false, true] {
                let lines = AccountReport.game(
                    row, at: Self.now, numbering: .page, isJSON: isJSON, called: "okafor")
                let last = lines.last ?? ""
                #expect(
                    isJSON
                        ? last.contains("\"outcome\":\"\(outcome)\"") : last == sentence,
                    "\(last)")
            }
            let listed = AccountReport.games(list, at: Self.now, isJSON: false) { _ in "okafor" }
            #expect(listed.first?.contains(word) == true, "\(listed)")
        }
    }
}
