import Drawing
import Game
import PlainText
import Records
import SimperiumClock
import Testing
import Wording

@Suite("Reports of an account")
struct AccountReportTests {
    private static let at = ServerTime(milliseconds: 1_795_387_500_000)
    private static let now = at + .seconds(86_400)

    private static var records: AccountRecords {
        var records = AccountRecords()
        for round in 1...3 {
            let result = RoundResult(
                against: "u-1", called: "okafor", as: .cross, round == 3 ? .lost : .won, by: .line,
                at: at + .seconds(round))
            records.apply(.result(.people(stamp: at, version: "a", round: round), result))
        }
        let result = RoundResult(
            against: nil, called: "easy", as: .circle, .drawn, by: .board, at: at + .seconds(9),
            level: .easy)
        records.apply(.result(.bot("1"), result))
        let puzzle = RoundResult(
            against: nil, called: "puzzle", as: .circle, .won, by: .line, at: at)
        records.apply(.result(.puzzle(PuzzleDay(of: at).text), puzzle))
        records.apply(.friend("u-1", Friend(alias: "Al", since: at)))
        records.apply(.friend("u-2", Friend(since: at)))
        return records
    }

    @Test("Statistics are lines with the sum first, one opponent's line, or one object of JSON")
    func statistics() {
        let (okafor, bot) = ("  Al        2–1", "  easy bot  0–0–1")
        let sums = [
            "4 rounds: 2 won, 1 lost, 1 drawn", "Winning streak: 0 (best: 2)",
            "Puzzles solved in a row: 1",
        ]
        let none = ["No rounds yet. Finish one to see your statistics."]
        let json =
            #"{"version":1,"played":4,"won":2,"lost":1,"drawn":1,"streak":0,"longestStreak":2,"#
            + #""puzzleStreak":1,"#
            + #""opponents":[{"played":3,"won":2,"lost":1,"drawn":0,"name":"okafor","#
            + #""user":"u-1"},{"played":1,"won":0,"lost":0,"drawn":1,"name":"easy","#
            + #""bot":"easy"}]}"#
        let (all, empty) = (Self.records, AccountRecords())
        for (records, name, isJSON, lines) in [
            (all, nil, false, sums + [okafor, bot]), (empty, nil, false, none),
            (all, nil, true, [json]),
            // By name, alias or level, in upper or lower case.
            (all, "okafor", false, ["  Al  2–1"]), (all, "al", false, ["  Al  2–1"]),
            (all, "OKAFOR", false, ["  Al  2–1"]), (all, "easy", false, [bot]),
            (all, "nobody", false, nil),
        ] as [(AccountRecords, String?, Bool, [String]?)] {
            let report = AccountReport.statistics(
                records, on: PuzzleDay(of: Self.at), about: name, isJSON: isJSON)
            #expect(report == lines, "\(name ?? "all")")
        }
    }

    @Test("Friends are listed by their alias, with the common score")
    func friends() {
        let json =
            #"{"version":1,"friends":[{"user":"u-1","name":"okafor","alias":"Al","#
            + #""since":1795387500000,"score":{"played":3,"won":2,"lost":1,"drawn":0}},"#
            + #"{"user":"u-2","since":1795387500000}]}"#
        for (records, isJSON, lines) in [
            (Self.records, false, ["  Al   2–1", "  u-2"]),
            (AccountRecords(), false, ["No friends yet."]), (Self.records, true, [json]),
        ] {
            #expect(AccountReport.friends(records, at: Self.now, isJSON: isJSON) == lines)
        }
    }

    @Test("The lifetime of a code is in minutes, at least one", arguments: [30, 60, 119, 300])
    func codeLifetime(seconds: Int) {
        let sentence = AccountWords.enterCodeOnOtherDevice("KXTM", seconds: seconds)
        let time = seconds < 120 ? "a minute" : "5 minutes"
        #expect(sentence == "Enter the code KXTM on the other device within \(time).")
    }
}
