import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing
import Visit

/// The notices for a player about a change that does several things at once.
@Suite("News")
struct NewsTests {
    private static let me = PlayerID(rawValue: "a")
    private static let place = ObjectKey.trappingIfInvalid("m")

    static let ofNextRound: [(JSONObject, [Notice])] = [
        ([:], [.roundBegan(2)]),
        (moved, [.roundBegan(2), .moved(.topLeft)]),
        (["crossOffers": 20], [.roundBegan(2), .drawOffered]),
        (moved.with(["crossOffers": 21]), [.roundBegan(2), .moved(.topLeft), .drawOffered]),
        (["resigned": 1], [.roundBegan(2), .roundEnded(.resigned(by: .cross))]),
        (
            moved.with(["resigned": 1, "crossReady": 3]),
            [
                .roundBegan(2), .moved(.topLeft), .rematchWanted,
                .roundEnded(.resigned(by: .cross)),
            ]
        ),
    ]

    @Test(
        "Changes that come with the first change of a round are reported, too",
        arguments: ofNextRound)
    func tellsOfNextRound(members: JSONObject, news: [Notice]) {
        var client = Self.seated
        let over = Self.match.with(["resigned": 1, "crossReady": 2])
        #expect(
            Self.notices(effects(over, &client)) == [
                .rematchWanted, .roundEnded(.resigned(by: .cross)),
            ])
        _ = client.handle(.asked(.act(.rematch)), at: .start)

        let reset: JSONObject = [
            "round": 2, "circleWins": 1, "nextPieceKind": 1, "circleReady": 2, "crossReady": 2,
        ]
        let later = Instant.start + .seconds(20)
        #expect(Self.notices(effects(Self.match.with(reset).with(members), &client, later)) == news)
        // After the notice of a result, the player has time to answer it.
        let due = client.match?.match?.outcome == nil ? nil : later + OwnMatch.answerLimit
        #expect(client.own?.answerDue == due)
    }

    @Test("A proposal of terms after a round gives time to answer it, and its withdrawal none")
    func lengthensQuestion() {
        var client = Self.seated
        let over = Self.match.with(["resigned": 1])
        _ = effects(over, &client)
        #expect(client.own?.answerDue == Instant.start + OwnMatch.answerLimit)
        let proposed = over.with(["crossWants": ["n": 2, "limit": 10]])
        let later = Instant.start + .seconds(27)
        #expect(Self.notices(effects(proposed, &client, later)).count == 1)
        #expect(client.own?.answerDue == later + OwnMatch.answerLimit)
        _ = effects(over, &client, later + .seconds(1))
        #expect(client.own?.answerDue == later + OwnMatch.answerLimit)
        let other = over.with(["crossWants": ["n": 2, "limit": 30]])
        _ = effects(other, &client, later + .seconds(2))
        #expect(client.own?.answerDue == later + .seconds(2) + OwnMatch.answerLimit)
    }

    @Test("Between two players who both want a rematch, the second one's yes is no question")
    func bothWantRematch() {
        var client = Self.seated
        let over = Self.match.with(["resigned": 1])
        _ = effects(over, &client)
        _ = client.handle(.asked(.act(.rematch)), at: .start)
        let both = over.with(["circleReady": 2, "crossReady": 2])
        #expect(Self.notices(effects(both, &client)) == [])
    }

    @Test("Changes that come with a move are reported, too")
    func tellsOfMove() {
        var client = Self.seated
        _ = client.handle(.asked(.act(.play(.centre))), at: .start)
        let answer: JSONObject = ["matrix": [1, 0, 0, 0, 2, 0, 0, 0, 0], "crossOffers": 12]
        #expect(
            Self.notices(effects(Self.match.with(answer), &client)) == [
                .moved(.topLeft), .drawOffered,
            ])
    }

    /// Two steps at once: ours, which was not made here, and the opponent's.
    private static let forged: JSONObject = [
        "matrix": [1, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 2,
    ]

    @Test("A player distrusts a state that a spectator may believe, until one follows")
    func isStrict() {
        var client = Self.seated
        var watched = client.lobbyState
        let forged = Self.match.with(Self.forged)
        #expect(Self.notices(effects(forged, &client)).contains(.doubtful(.unexplained)))
        _ = watched.fold(
            .updated(.match, Self.place, forged, members: nil, .remote), at: .start)
        #expect(client.match?.flaw == .unexplained && watched[Self.place]?.flaw == nil)
        #expect(client.match?.match?.board.pieceCount == 0)
        #expect(watched[Self.place]?.match?.board.pieceCount == 2)
        #expect(!client.isOurTurn)

        // The same as a move alone.
        var hasty = Self.seated
        let members: [JSONString] = ["matrix", "nextPieceKind"]
        let ours = Self.match.with(["matrix": [0, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 1])
        let event = LobbyBucketEvent.updated(.match, Self.place, ours, members: members, .remote)
        #expect(
            Self.notices(hasty.handle(.heard(event), at: .start)).contains(.doubtful(.unexplained)))
        #expect(Self.notices(effects(Self.match, &hasty)) == [.trusted])
    }

    @Test("A player's own match does not wait for the end of an index, and no old phrase is shown")
    func isReadAtOnce() {
        var client = Self.seated
        var watched = client.lobbyState
        _ = client.handle(.asked(.act(.play(.centre))), at: .start)
        let later = Self.match.with([
            "matrix": [1, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 2, "crossSays": [1, 1],
        ])
        var notices: [Notice] = []
        for event in [
            .offline, .willIndex(.match),
            .updated(.match, Self.place, later, members: nil, .index),
        ] as [LobbyBucketEvent] {
            notices += Self.notices(client.handle(.heard(event), at: .start))
            _ = watched.fold(event, at: .start)
        }
        #expect(notices == [.moved(.topLeft)])
        #expect(client.match?.match?.board.pieceCount == 2)
        #expect(client.match?.shownPhrase(of: .cross, at: .start) == nil)
        #expect(watched[Self.place]?.match?.board.pieceCount == 0)
    }

    @Test("A match whose object is gone stays until it is known why")
    func isKept() {
        var client = Self.seated
        let events: [LobbyBucketEvent] = [
            .offline, .willIndex(.match), .deleted(.match, Self.place),
        ]
        for event in events {
            _ = client.handle(.heard(event), at: .start)
        }
        #expect(client.lobbyState[Self.place] == nil)
        #expect(client.match?.key == Self.place && client.match?.match?.round == 1)
        _ = client.handle(.heard(.didIndex(.match)), at: .start)
        let notices = Self.notices(client.handle(.heard(.caughtUp), at: .start))
        #expect(notices == [.matchEnded(opponent: "guest 2", .opponentLeft)])
        #expect(client.match == nil && client.own == nil)
    }

    private static let match = MatchRecord(
        circle: PlayerID(rawValue: "a"), cross: PlayerID(rawValue: "b")
    ).members

    private static let moved: JSONObject = [
        "matrix": [1, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2,
    ]

    /// A client that is seated in a match without moves.
    private static var seated: ModelClient {
        var client = ModelClient(me, seed: 1)
        let (ours, theirs) = (ObjectKey.trappingIfInvalid("a"), ObjectKey.trappingIfInvalid("b"))
        let events: [ModelClient.Event] = [
            .asked(.enter(nil, .open, nil)), .heard(.caughtUp),
            .heard(.acknowledged(.player, ours, ["playerID": "a", "mode": "open"])),
            .heard(.inserted(.player, theirs, ["playerID": "b", "mode": "open"], .remote)),
            .heard(.inserted(.match, place, match, .remote)),
        ]
        for event in events { _ = client.handle(event, at: .start) }
        return client
    }

    private func effects(
        _ match: JSONObject, _ client: inout ModelClient, _ now: Instant = .start
    ) -> [ModelClient.Effect] {
        client.handle(.heard(.updated(.match, Self.place, match, members: nil, .remote)), at: now)
    }

    private static func notices(_ effects: [ModelClient.Effect]) -> [Notice] {
        effects.compactMap { if case .tell(let notice) = $0 { notice } else { nil } }
    }
}
