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

    /// Two steps at once: ours, which was not made here, and the opponent's.
    private static let forged: JSONObject = [
        "matrix": [1, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 2,
    ]

    @Test("A player distrusts a state that a spectator may believe, until one follows")
    func isStrict() {
        var session = Self.seated
        var watched = session.lobbyState
        let forged = Self.match.with(Self.forged)
        #expect(Self.notices(hear(forged, &session)).contains(.doubtful(.unexplained)))
        _ = watched.fold(
            .updated(.match, Self.place, forged, members: nil, .remote), at: .start)
        #expect(session.match?.flaw == .unexplained && watched[Self.place]?.flaw == nil)
        #expect(session.match?.match?.board.pieceCount == 0)
        #expect(watched[Self.place]?.match?.board.pieceCount == 2)
        #expect(!session.isOurTurn)

        // The same as a move alone.
        var hasty = Self.seated
        let members: [JSONString] = ["matrix", "nextPieceKind"]
        let ours = Self.match.with(["matrix": [0, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 1])
        let event = LobbyEvent.updated(.match, Self.place, ours, members: members, .remote)
        #expect(
            Self.notices(hasty.handle(.heard(event), at: .start)).contains(.doubtful(.unexplained)))
        #expect(Self.notices(hear(Self.match, &hasty)) == [.trusted])
    }

    @Test("One's own match does not wait for the end of an index, and says nothing old")
    func isReadAtOnce() {
        var session = Self.seated
        var watched = session.lobbyState
        _ = session.handle(.asked(.act(.play(.centre))), at: .start)
        let later = Self.match.with([
            "matrix": [1, 0, 0, 0, 2, 0, 0, 0, 0], "nextPieceKind": 2, "crossSays": [1, 1],
        ])
        var notices: [Notice] = []
        for event in [
            .offline, .willIndex(.match),
            .updated(.match, Self.place, later, members: nil, .index),
        ] as [LobbyEvent] {
            notices += Self.notices(session.handle(.heard(event), at: .start))
            _ = watched.fold(event, at: .start)
        }
        #expect(notices == [.moved(.topLeft)])
        #expect(session.match?.match?.board.pieceCount == 2)
        #expect(session.match?.phrase(of: .cross, at: .start) == nil)
        #expect(watched[Self.place]?.match?.board.pieceCount == 0)
    }

    @Test("A match whose object is gone stays until it is known why")
    func isKept() {
        var session = Self.seated
        for event in [.offline, .willIndex(.match), .deleted(.match, Self.place)] as [LobbyEvent] {
            _ = session.handle(.heard(event), at: .start)
        }
        #expect(session.lobbyState[Self.place] == nil)
        #expect(session.match?.key == Self.place && session.match?.match?.round == 1)
        _ = session.handle(.heard(.didIndex(.match)), at: .start)
        let notices = Self.notices(session.handle(.heard(.caughtUp), at: .start))
        #expect(notices == [.matchEnded(opponent: "guest 2", .opponentLeft)])
        #expect(session.match == nil && session.own == nil)
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
