import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("The lobby's state")
struct LobbyStateTests {
    private static let place = ObjectKey.trappingIfInvalid("m")

    @Test("An index in two parts leaves each Player and Match as the latest event has them")
    func takesLatest() {
        var lobbyState = LobbyState()
        let players = changesAfter(
            .willIndex(.player), Self.player("a", "auto"), Self.player("b", "auto"),
            Self.player("c", "auto"), .deleted(.player, ObjectKey.trappingIfInvalid("b")),
            .updated(
                .player, ObjectKey.trappingIfInvalid("a"), ["playerID": "a", "mode": "busy"],
                members: ["mode"], .index),
            Self.player("d", "open"), .didIndex(.player), in: &lobbyState)
        #expect(players == [])
        #expect(lobbyState.roster.players.map(\.id.rawValue).sorted() == ["a", "c", "d"])
        #expect(lobbyState.roster[PlayerID(rawValue: "a")]?.mode == .busy)
        #expect(lobbyState.census.free == 2)

        let moved = Self.match.with(["matrix": [0, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 1])
        let matches = changesAfter(
            .willIndex(.match), .inserted(.match, Self.place, Self.match, .index),
            .updated(.match, Self.place, moved, members: ["matrix", "nextPieceKind"], .index),
            .didIndex(.match), in: &lobbyState)
        #expect(matches == [.listed(Self.place)])
        #expect(lobbyState[Self.place]?.match?.board[.centre] == .circle)
    }

    @Test("A move that crosses the opponent's resignation is not reported as a foul")
    func overtaken() {
        var lobbyState = LobbyState()
        let moved = Self.match.with(["matrix": [0, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 1])
        let resigned = Self.match.with(["resigned": 1])
        let before = changesAfter(
            .inserted(.match, Self.place, Self.match, .remote),
            .acknowledged(.match, Self.place, moved), in: &lobbyState)
        #expect(before == [.listed(Self.place)])
        let changes = changesAfter(.overtaken(Self.place, resigned), in: &lobbyState)
        #expect(!changes.contains { if case .flawed = $0 { true } else { false } }, "\(changes)")
        #expect(lobbyState[Self.place]?.match?.loser == .cross)
        _ = changesAfter(.deleted(.match, Self.place), in: &lobbyState)
        #expect(changesAfter(.overtaken(Self.place, resigned), in: &lobbyState) == [], "it is gone")
        #expect(lobbyState[Self.place] == nil)
    }

    @Test("A decline of a player who is not here leaves nothing behind")
    func declinesAbsentPlayers() {
        var lobbyState = LobbyState()
        let key = ObjectKey.trappingIfInvalid("a")
        _ = changesAfter(Self.player("a", "auto"), Self.player("b", "auto"), in: &lobbyState)
        for number in 0..<200 {
            let other = JSON(number == 0 ? "b" : "absent-\(number)")
            let object: JSONObject = [
                "playerID": "a", "mode": "auto", "declines": ["n": JSON(number + 1), "of": other],
            ]
            _ = changesAfter(
                .updated(.player, key, object, members: ["declines"], .remote), in: &lobbyState)
        }
        #expect(lobbyState.pairing.keepsApart(Self.id("b"), Self.id("a"), at: .start))
        #expect(!lobbyState.pairing.keepsApart(Self.id("absent-7"), Self.id("a"), at: .start))
        _ = changesAfter(.deleted(.player, key), in: &lobbyState)
        #expect(lobbyState.pairing == PairChooser())
    }

    @Test("S146: A person who hides their name is not found by their account")
    func hidesAccount() {
        var lobbyState = LobbyState()
        for (id, isHidden) in [("a", true), ("b", false)] {
            let object: JSONObject = [
                "playerID": JSON(id), "mode": "auto", "user": "u1", "hidden": .bool(isHidden),
            ]
            _ = changesAfter(
                .inserted(.player, ObjectKey.trappingIfInvalid(id), object, .index),
                in: &lobbyState)
        }
        #expect(lobbyState.roster.findUnhiddenPlayer(of: "u1") == Self.id("b"))
        _ = changesAfter(.deleted(.player, ObjectKey.trappingIfInvalid("b")), in: &lobbyState)
        #expect(lobbyState.roster.findUnhiddenPlayer(of: "u1") == nil)
    }

    @Test("An id with several Players is idle once, and only if the Player that represents it is")
    func idleOnce() {
        var lobbyState = LobbyState()
        func enter(_ key: String, _ id: String, idle: Int?) {
            var object: JSONObject = ["playerID": JSON(id), "mode": "auto"]
            object["idle"] = idle.map { JSON($0) }
            _ = changesAfter(
                .inserted(.player, ObjectKey.trappingIfInvalid(key), object, .index),
                in: &lobbyState)
        }
        enter("a1", "a", idle: 5)
        enter("a2", "a", idle: 3)
        enter("b1", "b", idle: nil)
        enter("b2", "b", idle: 4)
        #expect(lobbyState.roster.idlePlayers.map(\.idle) == [5])
        #expect(lobbyState.roster.idleSince(Self.id("b")) == nil)
    }

    private static func id(_ text: String) -> PlayerID { PlayerID(rawValue: text) }

    private static func player(_ id: String, _ mode: String) -> LobbyBucketEvent {
        let object: JSONObject = ["playerID": JSON(id), "mode": JSON(mode)]
        return .inserted(.player, ObjectKey.trappingIfInvalid(id), object, .index)
    }

    private static let match = MatchRecord(
        circle: PlayerID(rawValue: "a"), cross: PlayerID(rawValue: "b")
    ).members

    private func changesAfter(
        _ events: LobbyBucketEvent..., in lobbyState: inout LobbyState
    ) -> [LobbyState.LobbyChange] {
        events.flatMap { lobbyState.fold($0, at: .start) }
    }
}
