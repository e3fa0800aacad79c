import Drawing
import Game
import Lobby
import Records
import SimperiumClock
import Testing

@Suite("The arrivals and departures of friends")
struct FriendPresenceTests {
    private static let first = PlayerID(rawValue: "1")
    private static let second = PlayerID(rawValue: "2")
    private static let noon = ServerTime(milliseconds: 1_795_387_500_000)

    private static var records: AccountRecords {
        var records = AccountRecords()
        records.apply(.friend("u-1", Friend(alias: "al", since: noon)))
        return records
    }

    @Test("A friend arrives with the first device; sightings are stored once in ten minutes")
    func comesAndLeaves() {
        var watch = FriendPresence()
        var records = Self.records
        #expect(
            watch.recordFriendsFirstArrival(Self.first, user: nil, records, at: Self.noon) == nil)
        #expect(
            watch.recordFriendsFirstArrival(Self.first, user: "u-2", records, at: Self.noon) == nil)
        let came = Friend(alias: "al", since: Self.noon, seen: Self.noon)
        let edits = watch.recordFriendsFirstArrival(Self.first, user: "u-1", records, at: Self.noon)
        #expect(edits == [.friend("u-1", came)])
        for edit in edits ?? [] { records.apply(edit) }
        #expect(
            watch.recordFriendsFirstArrival(Self.second, user: "u-1", records, at: Self.noon) == nil
        )

        let soon = Self.noon + .seconds(599)
        let later = Self.noon + .seconds(600)
        #expect(watch.recordDeparture(Self.second, records, at: later) == [])
        #expect(watch.recordDeparture(Self.first, records, at: soon) == [])
        _ = watch.recordFriendsFirstArrival(Self.first, user: "u-1", records, at: soon)
        let seen = Friend(alias: "al", since: Self.noon, seen: later)
        #expect(watch.recordDeparture(Self.first, records, at: later) == [.friend("u-1", seen)])
        #expect(
            watch.recordDeparture(Self.first, records, at: later) == [], "they are gone already")
    }
}
