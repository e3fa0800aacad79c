import Game
import Lobby
import Records
import SimperiumClock
import Testing

@Suite("Friends who come and go")
struct FriendWatchTests {
    private static let first = PlayerID(rawValue: "1")
    private static let second = PlayerID(rawValue: "2")
    private static let noon = Stamp(milliseconds: 1_795_387_500_000)

    private static var records: PersonRecords {
        var records = PersonRecords()
        records.apply(RecordEdit.friend("u-1", Friend(alias: "al", since: noon)).event)
        return records
    }

    @Test("A friend is news once, whatever number of devices they come with; others are not")
    func comes() {
        var watch = FriendWatch()
        let records = Self.records
        #expect(watch.came(Self.first, user: nil, records, at: Self.noon) == nil)
        #expect(watch.came(Self.first, user: "u-2", records, at: Self.noon) == nil)
        let seen = Friend(alias: "al", since: Self.noon, seen: Self.noon)
        #expect(
            watch.came(Self.first, user: "u-1", records, at: Self.noon) == [.friend("u-1", seen)])
        #expect(watch.came(Self.second, user: "u-1", records, at: Self.noon) == nil)
    }

    @Test(
        "When a friend was last seen is written as the last device goes, every ten minutes at most")
    func leaves() {
        var watch = FriendWatch()
        var records = Self.records
        for edit in watch.came(Self.first, user: "u-1", records, at: Self.noon) ?? [] {
            records.apply(edit.event)
        }
        _ = watch.came(Self.second, user: "u-1", records, at: Self.noon)
        let soon = Self.noon + .seconds(599)
        let later = Self.noon + .seconds(600)
        #expect(watch.left(Self.second, records, at: later) == [])
        #expect(watch.left(Self.first, records, at: soon) == [])
        _ = watch.came(Self.first, user: "u-1", records, at: soon)
        let seen = Friend(alias: "al", since: Self.noon, seen: later)
        #expect(watch.left(Self.first, records, at: later) == [.friend("u-1", seen)])
        #expect(watch.left(Self.first, records, at: later) == [], "they are gone already")
    }
}
