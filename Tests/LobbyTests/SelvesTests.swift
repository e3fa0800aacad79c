import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("A user on several devices")
struct SelvesTests {
    private var lobbyState = LobbyState()

    private mutating func come(
        _ id: String, user: String? = nil, name: String = "kim", mode: MatchmakingMode = .auto,
        idle: Int? = nil
    ) throws {
        var player = Player(id: PlayerID(rawValue: id), name: try PlayerName(name), mode: mode)
        (player.user, player.idle) = (user, idle)
        _ = lobbyState.fold(
            .inserted(.player, ObjectKey.trappingIfInvalid(id), player.members, .remote), at: .start
        )
    }

    private mutating func change(_ id: String, user: String?) throws {
        var player = Player(id: PlayerID(rawValue: id), name: try PlayerName("kim"), mode: .auto)
        player.user = user
        _ = lobbyState.fold(
            .updated(
                .player, ObjectKey.trappingIfInvalid(id), player.members, members: nil, .remote),
            at: .start)
    }

    private mutating func seat(_ circle: String, _ cross: String) {
        let record = MatchRecord(
            circle: PlayerID(rawValue: circle), cross: PlayerID(rawValue: cross))
        _ = lobbyState.fold(
            .inserted(.match, ObjectKey.trappingIfInvalid("m"), record.members, .remote), at: .start
        )
    }

    private var waiting: [String] {
        lobbyState.people.filter { lobbyState.isWaiting($0.id) }.map(\.id.rawValue)
    }

    @Test("P24: They are counted and listed once, by what they do most, and not at one board")
    mutating func counts() throws {
        try come("a", user: "u")
        try come("b", user: "u", mode: .busy)
        try come("c", name: "lee")
        #expect(lobbyState.census.here == 2)
        #expect(lobbyState.census.free == 1 && lobbyState.census.busy == 1)
        #expect(lobbyState.census.watching == 0)
        seat("a", "c")
        #expect(lobbyState.census.playing == 2 && lobbyState.census.here == 2)
        #expect(lobbyState.people.compactMap(\.user) == ["u", "u"])

        lobbyState = LobbyState()
        for id in ["a", "b"] { try come(id, user: "u") }
        try come("c", name: "lee")
        #expect(lobbyState.listedPeople(at: .start).map(\.id.rawValue) == ["a", "c"])
        seat("b", "c")
        #expect(lobbyState.listedPeople(at: .start).map(\.id.rawValue) == ["b", "c"])

        for user in [nil, "u"] {
            var bench = Bench()
            for id in ["ann", "bob"] { bench.come(id, mode: "auto", user: user) }
            let foul = user.map { _ in Foul.flawed(.onePlayerTwice) }
            bench.perform(.seat("ann", "bob", is: foul))
            if user != nil { bench.perform(.ask("ann", "bob", is: foul)) }
        }
    }

    @Test("P24: Of equally active devices, the one with the latest key is listed and invited")
    mutating func prefersDeviceInUse() throws {
        for (minutes, listed) in [(nil, "b"), (3, "b"), (5, "a"), (9, "a")] as [(Int?, String)] {
            lobbyState = LobbyState()
            try come("a", user: "u", mode: .open, idle: 5)
            try come("b", user: "u", mode: .open, idle: minutes)
            #expect(lobbyState.listedPeople(at: .start).map(\.id.rawValue) == [listed])
            #expect(lobbyState.peopleWithEachOnce.map(\.id.rawValue) == [listed])
            #expect(lobbyState.person(ofUser: "u")?.id.rawValue == listed)
        }
    }

    @Test("P24, P26: They wait once, and not while they play; one who signs out waits alone")
    mutating func waits() throws {
        try come("a", user: "u")
        try come("b", user: "u")
        try change("b", user: nil)
        #expect(Set(waiting) == ["a", "b"])
        try change("b", user: "u")
        #expect(waiting == ["a"])
        try change("a", user: nil)
        #expect(Set(waiting) == ["a", "b"])

        lobbyState = LobbyState()
        try come("a", user: "u")
        try come("b", user: "u")
        try come("c", name: "lee")
        #expect(waiting == ["a", "c"])
        _ = lobbyState.fold(.deleted(.player, ObjectKey.trappingIfInvalid("a")), at: .start)
        #expect(waiting == ["c", "b"] || waiting == ["b", "c"])
        try come("a", user: "u")
        seat("a", "c")
        #expect(waiting == [])
        _ = lobbyState.fold(.deleted(.match, ObjectKey.trappingIfInvalid("m")), at: .start)
        #expect(Set(waiting) == ["b", "c"])
    }

    @Test("P25: A signed-in player has no tag, and a player with a similar name has one")
    mutating func names() throws {
        try come("a", user: "u")
        try come("b", name: "Kim")
        #expect(lobbyState.roster.shownName(of: PlayerID(rawValue: "a")) == "kim")
        #expect(lobbyState.roster.shownName(of: PlayerID(rawValue: "b")).hasSuffix(" 2"))
    }
}
