import Game
import PlainText
import Records
import SimperiumClock
import Testing

@Suite("Reports of an account")
struct RecordsReportTests {
    private static let at = Stamp(milliseconds: 1_795_387_500_000)
    private static let now = at + .seconds(86_400)

    private static var records: PersonRecords {
        var records = PersonRecords()
        for round in 1...3 {
            let result = RoundResult(
                against: "u-1", called: "okafor", as: .cross, round == 3 ? .lost : .won, by: .line,
                at: at + .seconds(round))
            records.apply(
                RecordEdit.result(.people(stamp: at, version: "a", round: round), result).event)
        }
        let result = RoundResult(
            against: nil, called: "easy", as: .circle, .drawn, by: .board, at: at + .seconds(9),
            level: .easy)
        records.apply(RecordEdit.result(.bot("1"), result).event)
        records.apply(RecordEdit.friend("u-1", Friend(alias: "Al", since: at)).event)
        records.apply(RecordEdit.friend("u-2", Friend(since: at)).event)
        return records
    }

    @Test("Statistics are told in lines, the sum first")
    func statistics() {
        #expect(
            RecordsReport.statistics(Self.records, isJSON: false) == [
                "4 rounds: 2 won, 1 lost, 1 drawn", "Won in a row: 0 now, 2 at most",
                "  Al        2–1",
                "  easy bot  0–0–1",
            ])
        #expect(
            RecordsReport.statistics(PersonRecords(), isJSON: false) == [
                "No rounds yet: those you finish are counted here."
            ])
    }

    @Test("One opponent alone is found by name, alias or level, in whatever case")
    func one() {
        for name in ["okafor", "al", "OKAFOR"] {
            #expect(
                RecordsReport.statistics(Self.records, about: name, isJSON: false) == ["  Al  2–1"])
        }
        #expect(
            RecordsReport.statistics(Self.records, about: "easy", isJSON: false) == [
                "  easy bot  0–0–1"
            ])
        #expect(RecordsReport.statistics(Self.records, about: "nobody", isJSON: false) == nil)
    }

    @Test("Programs are told the same as one object")
    func json() {
        #expect(
            RecordsReport.statistics(Self.records, isJSON: true) == [
                #"{"version":1,"played":4,"won":2,"lost":1,"drawn":1,"streak":0,"longestStreak":2,"#
                    + #""opponents":[{"played":3,"won":2,"lost":1,"drawn":0,"name":"okafor","#
                    + #""user":"u-1"},{"played":1,"won":0,"lost":0,"drawn":1,"name":"easy","#
                    + #""bot":"easy"}]}"#
            ])
    }

    @Test("Friends are told by their alias, with the common score")
    func friends() {
        #expect(
            RecordsReport.friends(Self.records, at: Self.now, isJSON: false) == [
                "  Al   2–1", "  u-2",
            ])
        #expect(
            RecordsReport.friends(PersonRecords(), at: Self.now, isJSON: false) == [
                "No friends yet."
            ])
        #expect(
            RecordsReport.friends(Self.records, at: Self.now, isJSON: true) == [
                #"{"version":1,"friends":[{"user":"u-1","name":"okafor","alias":"Al","#
                    + #""since":1795387500000,"score":{"played":3,"won":2,"lost":1,"drawn":0}},"#
                    + #"{"user":"u-2","since":1795387500000}]}"#
            ])
    }
}
