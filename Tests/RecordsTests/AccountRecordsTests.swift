import Drawing
import Game
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("The objects of an account")
struct AccountRecordsTests {
    @Test("An invalid object is skipped, and replaces the valid one before it")
    func rubbish() {
        var records = AccountRecords()
        for bucket in RecordBucket.allCases {
            for key in ["me", "now", "", "u-1", "bot-1", "1-a-1", "\u{0}"] {
                for object: JSONObject in [[:], ["value": .null], ["since": "yes"], ["at": -7]] {
                    records.apply(.put(bucket, key: key, object))
                    records.apply(.delete(bucket, key: key))
                }
            }
        }
        #expect(records == AccountRecords())
        records.apply(.put(.friend, key: "u-1", ["since": 5]))
        #expect(records.isFriend("u-1"))
        records.apply(.put(.friend, key: "u-1", ["alias": 5]))
        #expect(!records.isFriend("u-1"))
    }

    @Test("An edit changes one object and leaves the others")
    func edits() {
        let at = ServerTime(milliseconds: 7)
        var records = AccountRecords()
        let edits: [RecordEdit] = [
            .friend("u-1", Friend(alias: "al", since: at)), .block("u-2", since: at),
            .setting(.theme, "nord"), .setting(.quick, true),
            .seat(PublishedSeat(match: "m", client: "c", device: "d")),
        ]
        for edit in edits { records.apply(edit) }
        #expect(records.friends == ["u-1": Friend(alias: "al", since: at)])
        #expect(records.isBlocked("u-2") && !records.isBlocked("u-1"))
        #expect(records[.theme] == "nord" && records[.quick] == true && records[.sound] == nil)
        #expect(records.seat?.device == "d")
        for edit: RecordEdit in [
            .unfriend("u-1"), .unblock("u-2"), .setting(.theme, nil), .seat(nil),
        ] {
            records.apply(edit)
        }
        #expect(records.friends.isEmpty && records.blocks.isEmpty)
        #expect(records[.theme] == nil && records.seat == nil && records[.quick] == true)
    }

    @Test("The score counts each round once, even if it arrives twice")
    func score() {
        var records = AccountRecords()
        #expect(records.score(with: "u-1") == nil)
        for _ in 0..<2 {
            records.apply(.put(.result, key: "1-a-1", Samples.result))
            records.apply(
                .put(
                    .result, key: "1-a-2",
                    Samples.result.with([
                        "outcome": "drawn", "how": "board", "name": "Okafor",
                        "at": 1_795_387_500_009,
                    ])))
            records.apply(.put(.result, key: "bot-1", Samples.bot))
        }
        #expect(records.score(with: "u-1") == WinLossRecord(won: 1, lost: 0, drawn: 1))
        #expect(records.lastKnownName(of: "u-1") == "Okafor")
        #expect(records.resultCount == 3)
        let statistics = records.statistics
        #expect(statistics.total == WinLossRecord(won: 1, lost: 1, drawn: 1))
        #expect(statistics.bots.map(\.rival) == [.bot(.easy)])
        #expect(statistics.people.map(\.rival) == [.account("u-1")])
        #expect(records.latestResults(2).map(\.key) == ["1-a-2", "bot-1"])
    }

    @Test("After the newest result is removed, the name and time are those of the result before")
    func removesNewest() {
        var records = AccountRecords()
        let newer = Samples.result.with(["name": "Okafor", "at": 1_795_387_500_009])
        records.apply(.put(.result, key: "1-a-1", Samples.result))
        records.apply(.put(.result, key: "1-a-2", newer))
        #expect(records.lastKnownName(of: "u-1") == "Okafor")
        records.apply(.delete(.result, key: "1-a-2"))
        #expect(records.lastKnownName(of: "u-1") == "okafor")
        let last = ServerTime(milliseconds: 1_795_387_500_000)
        #expect(records.statistics.people.map(\.last) == [last])
    }

    @Test("A guest is identified by name; a puzzle doesn't count as a round")
    func guests() {
        var records = AccountRecords()
        records.apply(.put(.result, key: "1-a-1", Samples.result.with(["with": .null])))
        let puzzle: JSONObject = ["name": "puzzle", "as": "cross", "outcome": "won", "at": 3]
        records.apply(.put(.result, key: "puzzle-2026-11-22", puzzle))
        #expect(records.statistics.people.map(\.rival) == [.guest("okafor")])
        #expect(records.statistics.total.played == 1)
        #expect(records.resultCount == 2 && records.roundCount == 1)
        #expect(
            records.resultKey(selectedBy: "1") == "1-a-1"
                && records.resultKey(selectedBy: "2") == nil)
        records.apply(.delete(.result, key: "1-a-1"))
        #expect(records.resultCount == 1 && records.roundCount == 0)
    }
}
