import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

/// What a person is told of a change that does several things at once.
@Suite("News")
struct NewsTests {
    private static let me = PlayerID(rawValue: "a")
    private static let place = ObjectKey.known("m")

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

    @Test("What travels with the first change of a round is told, too", arguments: ofNextRound)
    func tellsOfNextRound(members: JSONObject, news: [Notice]) {
        var session = Self.seated
        let over = Self.match.with(["resigned": 1, "crossReady": 2])
        #expect(
            Self.notices(hear(over, &session)) == [
                .rematchWanted, .roundEnded(.resigned(by: .cross)),
            ])
        _ = session.handle(.asked(.act(.rematch)), at: .start)

        let reset: JSONObject = [
            "round": 2, "circleWins": 1, "nextPieceKind": 1, "circleReady": 2, "crossReady": 2,
        ]
        let later = Instant.start + .seconds(20)
        #expect(Self.notices(hear(Self.match.with(reset).with(members), &session, later)) == news)
        // Whoever has just been told of a result has time to answer it.
        let due = session.match?.match?.outcome == nil ? nil : later + OwnMatch.answerLimit
        #expect(session.own?.answerDue == due)
    }

    @Test("What travels with a move is told, too")
    func tellsOfMove() {
        var session = Self.seated
        _ = session.handle(.asked(.act(.play(.centre))), at: .start)
        let answer: JSONObject = ["matrix": [1, 0, 0, 0, 2, 0, 0, 0, 0], "crossOffers": 12]
        #expect(
            Self.notices(hear(Self.match.with(answer), &session)) == [
                .moved(.topLeft), .drawOffered,
            ])
    }

    private static let match: JSONObject = [
        "circlePlayerID": "a", "crossPlayerID": "b", "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0],
        "nextPieceKind": 2, "round": 1, "circleWins": 0, "crossWins": 0, "draws": 0,
    ]

    private static let moved: JSONObject = [
        "matrix": [1, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 2,
    ]

    /// Sits in a match in which nobody has moved.
    private static var seated: LobbySession {
        var session = LobbySession(me: me, seed: 1)
        let (ours, theirs) = (ObjectKey.known("a"), ObjectKey.known("b"))
        let events: [LobbySession.Event] = [
            .asked(.enter(nil, .open, nil)), .heard(.caughtUp),
            .heard(.acknowledged(.player, ours, ["playerID": "a", "mode": "open"])),
            .heard(.inserted(.player, theirs, ["playerID": "b", "mode": "open"], .remote)),
            .heard(.inserted(.match, place, match, .remote)),
        ]
        for event in events { _ = session.handle(event, at: .start) }
        return session
    }

    private func hear(
        _ match: JSONObject, _ session: inout LobbySession, _ now: Instant = .start
    ) -> [LobbySession.Effect] {
        session.handle(.heard(.updated(.match, Self.place, match, members: nil, .remote)), at: now)
    }

    private static func notices(_ effects: [LobbySession.Effect]) -> [Notice] {
        effects.compactMap { if case .tell(let notice) = $0 { notice } else { nil } }
    }
}
