import Game
import Lobby
import SimperiumJSON
import Simulation
import SyncHub
import Testing

/// One program that bypasses the game's core: its requests, and the answer to each.
private struct Attempt: Sendable {
    let name: String
    /// The expected refusals; nil for a request that passes.
    let answers: [String?]
    let send: @Sendable (inout Cheats) throws -> [String?]

    init(
        _ name: String, _ answers: String?...,
        send: @escaping @Sendable (inout Cheats) throws -> [String?]
    ) {
        (self.name, self.answers, self.send) = (name, answers, send)
    }

    /// Expects the answers in a new lobby.
    func run() throws {
        var cheats = Cheats()
        let refusals = try send(&cheats)
        #expect(refusals == answers, "\(name)")
    }
}

private let empty = [0, 0, 0, 0, 0, 0, 0, 0, 0]
private let centre = [0, 0, 0, 0, 2, 0, 0, 0, 0]
private let unreachable =
    "400 flawed(Lobby.ObjectFlaw.impossible(Game.MatchFlaw.unreachableBoard))"
private let miscounted =
    "400 flawed(Lobby.ObjectFlaw.impossible(Game.MatchFlaw.roundsDoNotAddUp))"
private let watching: JSONObject = ["matchID": "m"]
private let nextRound: JSONObject = [
    "round": 2, "circleWins": 1, "resigned": .null, "nextPieceKind": 1,
]

extension JSONObject {
    fileprivate func with(_ member: JSONString, _ value: JSON) -> JSONObject {
        var object = self
        object[member] = value
        return object
    }
}

extension Cheats {
    /// Joins and shows a Player.
    fileprivate mutating func enter(_ name: String, as key: String? = nil) -> ConnectionID {
        let id = join(name)
        #expect(put(key ?? name, Self.player(name), in: .player, by: id) == nil)
        return id
    }

    fileprivate mutating func putMatch(
        _ circle: String, _ cross: String, as key: String = "x", by id: ConnectionID
    ) -> String? {
        put(key, Self.match(circle, cross), in: .match, by: id)
    }

    fileprivate mutating func putPlayer(
        _ key: String, _ player: JSONObject, by id: ConnectionID
    ) -> String? {
        put(key, player, in: .player, by: id)
    }

    fileprivate mutating func putWatcher(
        _ key: String, _ watcher: JSONObject = watching, by id: ConnectionID
    ) -> String? {
        put(key, watcher, in: .watcher, by: id)
    }
}

@Suite("Cheating in a guarded lobby")
struct LobbyEditRefereeTests {
    @Test("Honest moves and flags of both players pass")
    func honest() {
        var cheats = Cheats()
        #expect(cheats.server.refusals == [])
        let clear: JSONObject = [
            "round": 2, "crossWins": 1, "resigned": .null, "nextPieceKind": 1,
            "matrix": .array(Array(repeating: 0, count: 9)),
        ]
        let refusals = [
            cheats.play(centre, next: 1, by: cheats.ann),
            cheats.change(["crossOffers": 11], by: cheats.bob),
            cheats.change(["resigned": 2], by: cheats.ann),
            cheats.change(["crossReady": 2], by: cheats.bob),
            cheats.change(["circleReady": 2], by: cheats.ann),
            cheats.change(clear, by: cheats.bob),
            cheats.remove("m", from: .match, by: cheats.bob),
            cheats.putWatcher("eve", by: cheats.eve),
        ]
        #expect(refusals.allSatisfy { $0 == nil }, "\(refusals)")
    }

    @Test("A cheat can't play out of turn, for another player, or against the rules")
    func board() throws {
        for attempt in Self.boards { try attempt.run() }
        for (matrix, next) in Self.rewrites {
            var cheats = Cheats()
            let foul = cheats.play(matrix, next: next, by: cheats.ann)
            #expect(foul?.hasPrefix("400") == true, "\(matrix), then \(next): \(foul ?? "passed")")
        }
    }

    private static let rewrites = [
        ([2, 2, 0, 0, 0, 0, 0, 0, 0], 1), (centre, 2), ([2, 1, 0, 0, 0, 0, 0, 0, 0], 2),
        ([2, 0, 0, 0, 0, 0, 0, 0], 1), ([7, 0, 0, 0, 0, 0, 0, 0, 0], 1), (empty, 1),
    ]

    private static let boards = [
        Attempt("plays out of turn", unreachable, nil, unreachable) {
            [
                $0.play([1, 0, 0, 0, 0, 0, 0, 0, 0], next: 2, by: $0.bob),
                $0.play(centre, next: 1, by: $0.ann),
                $0.play([0, 0, 0, 0, 2, 2, 0, 0, 0], next: 1, by: $0.ann),
            ]
        },
        Attempt("takes a piece back, or replaces the opponent's", nil, "400 noMove", unreachable) {
            [
                $0.play(centre, next: 1, by: $0.ann), $0.play(empty, next: 2, by: $0.ann),
                $0.play([0, 0, 0, 0, 1, 0, 0, 0, 0], next: 2, by: $0.bob),
            ]
        },
        Attempt("moves for the opponent", "400 move(Game.MatchActionRefusal.notYourTurn)") {
            [$0.play(centre, next: 1, by: $0.bob)]
        },
        Attempt(
            "moves in a match of others, under any client id", "401 notInTheMatch",
            "401 notInTheMatch"
        ) {
            let impostor = $0.join("ann")
            return [
                $0.play(centre, next: 1, by: $0.eve), $0.play(centre, next: 1, by: impostor),
            ]
        },
        Attempt("continues after the end", nil, "400 move(Game.MatchActionRefusal.roundIsOver)") {
            [$0.change(["resigned": 1], by: $0.bob), $0.play(centre, next: 1, by: $0.ann)]
        },
        Attempt("deletes a match of others, which continues", "401 notInTheMatch", nil) {
            [$0.remove("m", from: .match, by: $0.eve), $0.play(centre, next: 1, by: $0.ann)]
        },
    ]

    @Test("A cheat can't seat players who did not ask for it, nor exchange players")
    func seats() throws { for attempt in Self.seatings { try attempt.run() } }

    private static let seatings = [
        Attempt("takes a seated player", "400 seated(ann)") {
            [$0.putMatch("eve", "ann", by: $0.eve)]
        },
        Attempt(
            "takes a busy player, or one that did not ask", nil, "400 busy(zoe)",
            "400 notAsking(eve)"
        ) {
            let zoe = $0.join("zoe")
            return [
                $0.putPlayer("zoe", Cheats.player("zoe").with("mode", "busy"), by: zoe),
                $0.putMatch("eve", "zoe", by: $0.eve), $0.putMatch("zoe", "eve", by: zoe),
            ]
        },
        Attempt(
            "seats others, an absent player, or itself twice", "401 notInTheMatch",
            "400 absent(kim)", "400 flawed(Lobby.ObjectFlaw.onePlayerTwice)"
        ) {
            _ = $0.enter("zoe")
            return [
                $0.putMatch("eve", "zoe", by: $0.ann), $0.putMatch("eve", "kim", by: $0.eve),
                $0.put(
                    "x", Cheats.match("eve", "ann").with("crossPlayerID", "eve"), in: .match,
                    by: $0.eve),
            ]
        },
        Attempt("lets another player start a match with it", "400 othersStart") {
            _ = $0.enter("zoe")
            return [$0.putMatch("zoe", "eve", by: $0.eve)]
        },
        Attempt(
            "leaves a match behind, and disturbs the next one by coming back", nil, nil, nil, nil,
            "400 seated(zoe)", nil, nil
        ) {
            let zoe = $0.enter("zoe")
            return [
                $0.putMatch("eve", "zoe", as: "trap", by: $0.eve),
                $0.remove("eve", from: .player, by: $0.eve),
                $0.remove("m", from: .match, by: $0.bob),
                $0.putMatch("zoe", "bob", as: "n", by: zoe),
                $0.putPlayer("eve", Cheats.player("eve"), by: $0.eve),
                $0.remove("n", from: .match, by: zoe),
                $0.putPlayer("eve", Cheats.player("eve"), by: $0.eve),
            ]
        },
        Attempt("exchanges the players", "400 otherPlayers", "400 otherPlayers") {
            [
                $0.change(["crossPlayerID": "eve"], by: $0.ann),
                $0.change(["circlePlayerID": "bob", "crossPlayerID": "ann"], by: $0.bob),
            ]
        },
        Attempt("begins a match in its fourth round", nil, "400 notFresh") {
            let late = Cheats.match("eve", "ann").with("circleWins", 3).with("round", 4)
            return [
                $0.remove("m", from: .match, by: $0.ann),
                $0.put("x", late, in: .match, by: $0.eve),
            ]
        },
        Attempt(
            "acts in a match without its Player", "404 ", nil, nil,
            "401 notInTheMatch", nil
        ) {
            $0.leave($0.ann)
            let back = $0.join("ann")
            var refusals = [
                $0.remove("m", from: .match, by: back),
                $0.putPlayer("ann", Cheats.player("ann"), by: back),
                $0.putMatch("bob", "ann", as: "n", by: $0.bob),
            ]
            $0.leave(back)
            let again = $0.join("ann")
            refusals.append($0.remove("n", from: .match, by: $0.eve))
            // A client that returns may clear its old match.
            refusals.append($0.remove("n", from: .match, by: again))
            return refusals
        },
    ]

    @Test("A cheat can't act for the opponent, send scores, or break an agreement")
    func rounds() throws { for attempt in Self.flags { try attempt.run() } }

    private static let flags =
        ["circleWins", "crossWins", "draws"].map { member in
            Attempt(
                "sends \(member)", miscounted, nil, miscounted
            ) {
                let score = JSONObject().with(JSONString(member), 1)
                return [
                    $0.change(score, by: $0.ann), $0.change(["resigned": 1], by: $0.bob),
                    $0.change(score, by: $0.ann),
                ]
            }
        } + [
            Attempt(
                "begins the next round before both want it", nil, nil, "400 roundNotDue",
                "400 roundNotDue"
            ) {
                [
                    $0.change(["resigned": 1], by: $0.bob),
                    $0.change(["circleReady": 2], by: $0.ann), $0.change(nextRound, by: $0.ann),
                    $0.change(nextRound, by: $0.bob),
                ]
            },
            Attempt(
                "counts a lost round as won", nil, nil, nil, "400 scoreNotDue", nil
            ) {
                [
                    $0.change(["resigned": 1], by: $0.bob),
                    $0.change(["circleReady": 2], by: $0.ann),
                    $0.change(["crossReady": 2], by: $0.bob),
                    $0.change(nextRound.with("circleWins", 0).with("crossWins", 1), by: $0.bob),
                    $0.change(nextRound, by: $0.bob),
                ]
            },
            Attempt("goes back on a draw", nil, nil, "400 roundIsOver") {
                [
                    $0.change(["circleOffers": 10], by: $0.ann),
                    $0.change(["crossOffers": 10], by: $0.bob),
                    $0.change(["crossOffers": 0], by: $0.bob),
                ]
            },
            Attempt(
                "offers, is ready and resigns for the opponent", "400 othersFlag", "400 othersFlag",
                "400 othersResignation"
            ) {
                [
                    $0.change(["crossOffers": 10], by: $0.ann),
                    $0.change(["crossReady": 2], by: $0.ann),
                    $0.change(["resigned": 1], by: $0.ann),
                ]
            },
        ]

    @Test("A cheat can't be another player, nor two players, nor take another one's key")
    func players() throws {
        for attempt in Self.identities + Self.keys { try attempt.run() }
        for bucket in LobbyBucket.allCases {
            var cheats = Cheats()
            #expect(cheats.empty(bucket, by: cheats.eve) == "401 everything", "\(bucket)")
        }
        var cheats = Cheats()
        let player = Cheats.player("http")
        #expect(cheats.request(player, as: "http", in: "Player") == "401 not on a channel")
    }

    private static let identities = [
        Attempt(
            "takes the place of a player whose connection broke", "401 notInTheMatch",
            "401 notInTheMatch", "401 othersObject", "400 oneIsEnough"
        ) {
            $0.leave($0.ann, .broken)
            let impostor = $0.join("ann")
            return [
                $0.play(centre, next: 1, by: impostor),
                $0.remove("m", from: .match, by: impostor),
                $0.putPlayer("ann", Cheats.player("ann", name: "rat"), by: impostor),
                $0.putPlayer("ann2", Cheats.player("ann"), by: impostor),
            ]
        },
        Attempt(
            "forges or removes a Player of another connection", "401 othersPlayer",
            "401 othersObject", "401 othersObject", "400 oneIsEnough"
        ) {
            let (mallory, impostor) = ($0.join("mallory"), $0.join("ann"))
            return [
                $0.putPlayer("k", Cheats.player("ann"), by: mallory),
                $0.putPlayer("ann", Cheats.player("ann", name: "rat"), by: $0.eve),
                $0.remove("ann", from: .player, by: $0.eve),
                $0.putPlayer("ann2", Cheats.player("ann"), by: impostor),
            ]
        },
        Attempt("has two Players, on two channels", "400 oneIsEnough", "400 oneIsEnough") {
            let second = $0.putPlayer("eve2", Cheats.player("eve"), by: $0.eve)
            $0.open("Player", as: "eva", channel: 7, on: $0.eve)
            let player = Cheats.player("eva")
            return [second, $0.put("eva", player, in: .player, by: $0.eve, channel: 7)]
        },
        Attempt("becomes another player", "400 otherID") {
            [$0.putPlayer("eve", Cheats.player("ann"), by: $0.eve)]
        },
    ]

    private static let keys = [
        Attempt("takes another's id as a key", "401 othersKey", "401 othersKey", "401 othersKey") {
            let mallory = $0.join("mallory")
            // The tutorial's program has another key for its Player.
            _ = $0.enter("tom", as: "t-1")
            return [
                $0.putWatcher("ann", watching.with("name", "eve"), by: $0.eve),
                $0.putWatcher("ann", watching.with("name", "eve"), by: mallory),
                $0.putPlayer("tom", Cheats.player("mallory"), by: mallory),
            ]
        },
        Attempt(
            "takes the key or the id of a player who is away", "401 othersObject", "401 othersKey",
            "401 othersKey", "400 oneIsEnough"
        ) {
            let visitor = "0123456789abcde"
            $0.leave($0.enter(visitor), .broken)
            let (mallory, impostor) = ($0.join("mallory"), $0.join(visitor))
            return [
                $0.putPlayer(visitor, Cheats.player("mallory"), by: mallory),
                $0.putWatcher(visitor, by: mallory), $0.putWatcher(visitor, by: impostor),
                $0.putPlayer("k", Cheats.player(visitor), by: impostor),
            ]
        },
        Attempt("waits at the key of a player who returns late", "401 othersKey", nil, nil) {
            let gone = "fedcba987654321"
            let foul = $0.putPlayer(gone, Cheats.player("mallory"), by: $0.join("mallory"))
            let back = $0.join(gone)
            return [
                foul, $0.putWatcher(gone, by: back),
                $0.putPlayer(gone, Cheats.player(gone), by: back),
            ]
        },
        // A door without a token is a client like others, with one Watcher for its guests.
        Attempt("watches as a door without a token", nil) {
            [$0.putWatcher("aaaaaaaaaaaaaaa", by: $0.join("abcdef012345678"))]
        },
        Attempt(
            "watches twice, or takes a Watcher of a door", nil, "400 oneIsEnough", nil, nil,
            "401 othersObject", "401 othersObject"
        ) {
            let door = $0.join("door", token: LobbyServer.doorToken)
            return [
                $0.putWatcher("w1", by: $0.eve), $0.putWatcher("w2", by: $0.eve),
                $0.putWatcher("d1", by: door), $0.putWatcher("d2", by: door),
                $0.remove("d1", from: .watcher, by: $0.eve),
                $0.putWatcher("d1", ["matchID": "n"], by: $0.eve),
            ]
        },
    ]

    @Test("A cheat can't have a deceptive name, nor watch under one")
    func names() {
        let tricks = [
            "", "  x", "x ", "a\u{7}", "a\u{1B}[2J", "a\nb", "a\u{202E}b", "a\u{2066}b",
            "a\u{200B}b", "a\u{200D}b", "a\u{FEFF}b", "a\u{AD}b", "\u{3164}",
            "a\u{301}\u{301}\u{301}", "\u{1F600}", String(repeating: "a", count: 17),
        ]
        for name in tricks {
            var cheats = Cheats()
            let watcher = watching.with("name", JSON(name))
            let refusals = [
                cheats.putPlayer("eve", Cheats.player("eve", name: name), by: cheats.eve),
                cheats.putWatcher("w", watcher, by: cheats.eve),
                cheats.putWatcher("w", by: cheats.eve),
                cheats.putWatcher("w", watcher, by: cheats.eve),
            ]
            #expect(refusals == ["400 badName", "400 badName", nil, "400 badName"], "\(name)")
        }
    }

    @Test("A cheat can't send data that other clients have no use for")
    func stuffing() throws {
        for attempt in Self.stuffings { try attempt.run() }
    }

    private static let stuffings = [
        Attempt("sends long members of a Player", "400 tooLarge", "400 tooLarge", "400 tooLarge") {
            cheats in
            ["code", "via", "mode"].map { (member: JSONString) in
                let player = Cheats.player("eve")
                    .with(member, JSON(String(repeating: "x", count: 33)))
                return cheats.putPlayer("eve", player, by: cheats.eve)
            }
        },
        Attempt("sends very long members", "400 tooLarge", "400 tooLarge", "400 tooLarge") {
            let stuffing = JSON(String(repeating: "x", count: 3_000))
            // It is a valid move.
            let zero = try JSON(parsing: [UInt8]("0.\(String(repeating: "0", count: 3_000))".utf8))
            let move: JSONObject = ["matrix": [2, 0, 0, 0, 0, 0, 0, 0, zero], "nextPieceKind": 1]
            return [
                $0.putPlayer("eve", Cheats.player("eve").with("ad", stuffing), by: $0.eve),
                $0.putWatcher("w", watching.with("ad", stuffing), by: $0.eve),
                $0.change(move, by: $0.ann),
            ]
        },
        Attempt(
            "sends members that the game does not know", unknown, unknown, unknown, unknown, nil,
            unknown
        ) {
            let zoe = $0.join("zoe")
            return [
                $0.putPlayer("eve", Cheats.player("eve").with("ad", "buy"), by: $0.eve),
                $0.putPlayer("zoe", Cheats.player("zoe").with("ad", "buy"), by: zoe),
                $0.putWatcher("eve", watching.with("ad", "buy"), by: $0.eve),
                $0.change(["ad": "buy"], by: $0.ann), $0.remove("m", from: .match, by: $0.ann),
                $0.put("m", Cheats.fresh.with("ad", "buy"), in: .match, by: $0.ann),
            ]
        },
    ]

    private static let unknown = "400 unknownMember(\"ad\")"

    @Test("A null member counts as missing, and the tutorial's Player has only one member")
    func absentMembers() {
        var cheats = Cheats()
        let (zoe, tom) = (cheats.join("zoe"), cheats.join("tom"))
        var player = Cheats.player("zoe")
        for member in ["name", "code", "via"] as [JSONString] { player[member] = .null }
        #expect(cheats.putPlayer("zoe", player, by: zoe) == nil)
        #expect(cheats.putPlayer("t-1", ["playerID": "tom"], by: tom) == nil)
        let lobby = cheats.server.objects(in: .player).compactMap { try? Player($0.object) }
        #expect(lobby.count { $0.name == nil } == 2)
    }
}
