import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

@Suite("Watching")
struct WatchingTests {
    private static let key = ObjectKey.trappingIfInvalid("me")
    private static let first = ObjectKey.trappingIfInvalid("m1")
    private static let second = ObjectKey.trappingIfInvalid("m2")

    @Test("C91: A refused Watcher is not asked for twice; one too many in a crowd is not reported")
    func refused() {
        var client = Self.watching
        let refused = client.handle(
            .heard(.refused(.watcher, Self.key, .tooLarge, nil)), at: .start)
        #expect(refused == [.tell(.notTaken(.watcher, .tooLarge))])
        #expect(client.watching.match == Self.first)
        #expect(
            effects(.updated(.match, Self.second, Self.match("c"), members: nil, .remote), &client)
                == []
        )
        // The match that comes next is another matter.
        let next = Watcher(of: Self.second, name: nil).members
        #expect(
            effects(.deleted(.match, Self.first), &client).filter(\.isAboutShow) == [
                .tell(.shows(Self.second)), .edit(.insert(.watcher, Self.key, next)),
            ])

        var crowded = Self.watching
        let crowd = Watcher(of: Self.first, name: nil, count: 50).members
        _ = effects(
            .inserted(.watcher, ObjectKey.trappingIfInvalid("crowd"), crowd, .remote), &crowded)
        #expect(effects(.refused(.watcher, Self.key, .invalid, nil), &crowded) == [])
        #expect(crowded.watching.match == Self.first)
    }

    @Test("A refused change of a Watcher leaves it unchanged")
    func keepsOldWatcher() {
        var client = Self.watching
        let members = Watcher(of: Self.first, name: nil).members
        _ = effects(.acknowledged(.watcher, Self.key, members), &client)
        _ = effects(.deleted(.match, Self.first), &client)
        _ = effects(.refused(.watcher, Self.key, .invalid, members), &client)
        _ = effects(.inserted(.match, Self.first, Self.match("a"), .remote), &client)
        #expect(
            effects(.deleted(.match, Self.second), &client).filter(\.isAboutShow)
                == [.tell(.shows(Self.first))],
            "it names this match still")
    }

    @Test("A spectator of any match sees the next round begin if all rounds have ended")
    func waitsForRound() {
        var client = Self.watching
        let over = Self.match("a").with(["resigned": 1])
        _ = effects(.updated(.match, Self.first, over, members: ["resigned"], .remote), &client)
        _ = effects(.deleted(.match, Self.second), &client)
        _ = client.handle(.asked(.watch(.anything)), at: .start)
        #expect(client.watching.match == nil)
        let next = Self.match("a").with(["round": 2, "circleWins": 1, "nextPieceKind": 1])
        let changed: [JSONString] = ["round", "circleWins", "nextPieceKind", "resigned"]
        _ = effects(.updated(.match, Self.first, next, members: changed, .remote), &client)
        #expect(client.watching.match == Self.first)
    }

    @Test(
        "A spectator of a round that a player left is shown its winner after the match is deleted")
    func tellsOfEnds() {
        var client = Self.watching
        let left = Self.match("a").with([
            "matrix": [1, 2, 0, 0, 0, 0, 0, 0, 0], "resigned": 2, "ending": "left",
        ])
        let begun = left.with(["resigned": nil, "ending": nil])
        _ = effects(.updated(.match, Self.first, begun, members: nil, .remote), &client)
        let changed: [JSONString] = ["resigned", "ending"]
        _ = effects(.updated(.match, Self.first, left, members: changed, .remote), &client)
        let ends = effects(.deleted(.match, Self.first), &client).compactMap { effect in
            if case .tell(.watchedEnded(let end)) = effect { end } else { nil }
        }
        #expect(ends.map(\.outcome) == [.left(by: .circle)])
        let roster = client.lobbyState.roster
        #expect(ends.first?.circle == roster.shownName(of: PlayerID(rawValue: "a")))
        #expect(ends.first?.cross == roster.shownName(of: PlayerID(rawValue: "b")))
    }

    private func effects(
        _ event: LobbyBucketEvent, _ client: inout ModelClient
    ) -> [ModelClient.Effect] {
        client.handle(.heard(event), at: .start)
    }

    /// Watches the first of two matches, and has written so.
    private static var watching: ModelClient {
        var client = ModelClient(PlayerID(rawValue: "me"), seed: 1)
        var events: [ModelClient.Event] = [.heard(.caughtUp)]
        for id in ["a", "b", "c", "d"] {
            let player: JSONObject = ["playerID": JSON(id), "mode": "open"]
            events.append(
                .heard(.inserted(.player, ObjectKey.trappingIfInvalid(id), player, .remote)))
        }
        events += [
            .heard(.inserted(.match, second, match("c"), .remote)),
            .heard(.inserted(.match, first, match("a"), .remote)), .asked(.watch(.anything)),
        ]
        for event in events { _ = client.handle(event, at: .start) }
        return client
    }

    private static func match(_ circle: String) -> JSONObject {
        MatchRecord(
            circle: PlayerID(rawValue: circle),
            cross: PlayerID(rawValue: circle == "a" ? "b" : "d")
        ).members
    }
}

extension ModelClient.Effect {
    /// True if the effect is about the present match, and not about the end of the one before.
    fileprivate var isAboutShow: Bool {
        if case .tell(.watchedEnded) = self { false } else { true }
    }
}
