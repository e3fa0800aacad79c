import Game
import Lobby
import SimperiumJSON
import Simulation
import SyncHub
import Testing

/// What a program that bypasses the game's core may try, and what becomes of it.
@Suite("A cheat in a guarded lobby")
struct LobbyGuardTests {
    private var hall = Cheats()

    @Test("Honest moves and flags of both pass")
    mutating func honest() {
        #expect(hall.server.refusals == [])
        #expect(hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: hall.ann) == nil)
        #expect(hall.change(["crossOffers": 11], by: hall.bob) == nil)
        #expect(hall.change(["resigned": 2], by: hall.ann) == nil)
        #expect(hall.change(["crossReady": 2], by: hall.bob) == nil)
        #expect(hall.change(["circleReady": 2], by: hall.ann) == nil)
        let clear: JSONObject = [
            "round": 2, "crossWins": 1, "resigned": .null, "nextPieceKind": 1,
            "matrix": .array(Array(repeating: 0, count: 9)),
        ]
        #expect(hall.change(clear, by: hall.bob) == nil)
        #expect(hall.remove("m", from: .match, by: hall.bob) == nil)
        #expect(hall.put("eve", ["matchID": "m"], in: .watcher, by: hall.eve) == nil)
    }

    @Test("It can't play out of turn")
    mutating func outOfTurn() {
        let unreachable = "400 flawed(Lobby.ObjectFlaw.impossible(Game.MatchFlaw.unreachableBoard))"
        #expect(hall.play([1, 0, 0, 0, 0, 0, 0, 0, 0], next: 2, by: hall.bob) == unreachable)
        #expect(hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: hall.ann) == nil)
        #expect(hall.play([0, 0, 0, 0, 2, 2, 0, 0, 0], next: 1, by: hall.ann) == unreachable)
    }

    @Test(
        "It can't rewrite the board",
        arguments: [
            ([2, 2, 0, 0, 0, 0, 0, 0, 0], 1), ([0, 0, 0, 0, 2, 0, 0, 0, 0], 2),
            ([2, 1, 0, 0, 0, 0, 0, 0, 0], 2), ([2, 0, 0, 0, 0, 0, 0, 0], 1),
            ([7, 0, 0, 0, 0, 0, 0, 0, 0], 1), ([0, 0, 0, 0, 0, 0, 0, 0, 0], 1),
        ])
    mutating func rewrites(matrix: [Int], next: Int) {
        #expect(hall.play(matrix, next: next, by: hall.ann)?.hasPrefix("400") == true)
    }

    @Test("It can't take a piece back, nor put its own in the place of the other's")
    mutating func takesBack() {
        #expect(hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: hall.ann) == nil)
        #expect(hall.play([0, 0, 0, 0, 0, 0, 0, 0, 0], next: 2, by: hall.ann) == "400 noMove")
        #expect(hall.play([0, 0, 0, 0, 1, 0, 0, 0, 0], next: 2, by: hall.bob) != nil)
    }

    @Test("It can't move for the other")
    mutating func forTheOther() {
        let foul = hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: hall.bob)
        #expect(foul == "400 move(Game.MoveRefusal.notYourTurn)")
    }

    @Test("It can't move in a match of others, whatever client id it names")
    mutating func forAnother() {
        let foul = hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: hall.eve)
        #expect(foul == "401 notInTheMatch")
        let impostor = hall.join("ann")
        let other = hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: impostor)
        #expect(other == "401 notInTheMatch")
    }

    @Test("It can't take the place of somebody whose line broke")
    mutating func returnsAsAnother() {
        hall.leave(hall.ann, .broken)
        let impostor = hall.join("ann")
        let move = hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: impostor)
        #expect(move == "401 notInTheMatch")
        #expect(hall.remove("m", from: .match, by: impostor) == "401 notInTheMatch")
        let own = hall.put("ann", Cheats.player("ann", name: "rat"), in: .player, by: impostor)
        #expect(own == "401 othersObject")
        let second = hall.put("ann2", Cheats.player("ann"), in: .player, by: impostor)
        #expect(second == "400 oneIsEnough")
    }

    @Test("It can't delete a stranger's match")
    mutating func deletes() {
        #expect(hall.remove("m", from: .match, by: hall.eve) == "401 notInTheMatch")
        #expect(hall.server.objects(in: .match).count == 1)
    }

    @Test("It can't empty a bucket", arguments: LobbyBucket.allCases)
    mutating func empties(bucket: LobbyBucket) {
        #expect(hall.empty(bucket, by: hall.eve) == "401 everything")
    }

    @Test("It can't take a seated player")
    mutating func takesASeated() {
        let foul = hall.put("x", Cheats.match("eve", "ann"), in: .match, by: hall.eve)
        #expect(foul == #"400 seated(ann)"#)
    }

    @Test("It can't take somebody who is busy, who may start a match all the same")
    mutating func takesABusy() {
        let zoe = hall.join("zoe")
        var busy = Cheats.player("zoe")
        busy["mode"] = "busy"
        #expect(hall.put("zoe", busy, in: .player, by: zoe) == nil)
        let foul = hall.put("x", Cheats.match("eve", "zoe"), in: .match, by: hall.eve)
        #expect(foul == "400 busy(zoe)")
        #expect(hall.put("x", Cheats.match("zoe", "eve"), in: .match, by: zoe) == nil)
    }

    @Test("It can't seat others, nor somebody who is not here, nor itself twice")
    mutating func seats() {
        let zoe = hall.join("zoe")
        #expect(hall.put("zoe", Cheats.player("zoe"), in: .player, by: zoe) == nil)
        let others = hall.put("x", Cheats.match("eve", "zoe"), in: .match, by: hall.ann)
        #expect(others == "401 notInTheMatch")
        let nobody = hall.put("x", Cheats.match("eve", "kim"), in: .match, by: hall.eve)
        #expect(nobody == "400 absent(kim)")
        var twice = Cheats.match("eve", "ann")
        twice["crossPlayerID"] = "eve"
        let oneself = hall.put("x", twice, in: .match, by: hall.eve)
        #expect(oneself == "400 flawed(Lobby.ObjectFlaw.onePlayerTwice)")
    }

    @Test("It can't have somebody else start a match with it")
    mutating func startsForOthers() {
        let zoe = hall.join("zoe")
        #expect(hall.put("zoe", Cheats.player("zoe"), in: .player, by: zoe) == nil)
        let foul = hall.put("x", Cheats.match("zoe", "eve"), in: .match, by: hall.eve)
        #expect(foul == "400 othersStart")
    }

    @Test("It can't leave a match behind, and tear somebody away from the next by coming back")
    mutating func liesInWait() {
        let zoe = hall.join("zoe")
        #expect(hall.put("zoe", Cheats.player("zoe"), in: .player, by: zoe) == nil)
        #expect(hall.put("trap", Cheats.match("eve", "zoe"), in: .match, by: hall.eve) == nil)
        #expect(hall.remove("eve", from: .player, by: hall.eve) == nil)
        #expect(hall.remove("m", from: .match, by: hall.bob) == nil)
        #expect(hall.put("n", Cheats.match("zoe", "bob"), in: .match, by: zoe) == nil)
        let back = hall.put("eve", Cheats.player("eve"), in: .player, by: hall.eve)
        #expect(back == "400 seated(zoe)")
        #expect(hall.remove("n", from: .match, by: zoe) == nil)
        #expect(hall.put("eve", Cheats.player("eve"), in: .player, by: hall.eve) == nil)
    }

    @Test("It can't put somebody else in the place of a player")
    mutating func exchanges() {
        #expect(hall.change(["crossPlayerID": "eve"], by: hall.ann) == "400 otherPlayers")
        let swap: JSONObject = ["circlePlayerID": "bob", "crossPlayerID": "ann"]
        #expect(hall.change(swap, by: hall.bob) == "400 otherPlayers")
    }

    @Test("It can't begin a match that is under way")
    mutating func beginsLate() {
        _ = hall.remove("m", from: .match, by: hall.ann)
        var object = Cheats.match("eve", "ann")
        object["circleWins"] = 3
        object["round"] = 4
        #expect(hall.put("x", object, in: .match, by: hall.eve) == "400 notFresh")
    }

    @Test("It can't forge a Player of another connection")
    mutating func forges() {
        let mallory = hall.join("mallory")
        let foul = hall.put("k", Cheats.player("ann"), in: .player, by: mallory)
        #expect(foul == "401 othersPlayer")
        let rename = hall.put("ann", Cheats.player("ann", name: "rat"), in: .player, by: hall.eve)
        #expect(rename == "401 othersObject")
        #expect(hall.remove("ann", from: .player, by: hall.eve) == "401 othersObject")
        let impostor = hall.join("ann")
        let double = hall.put("ann2", Cheats.player("ann"), in: .player, by: impostor)
        #expect(double == "400 oneIsEnough")
    }

    @Test("It can't have two Players, on however many channels")
    mutating func doubles() {
        let second = Cheats.player("eve")
        #expect(hall.put("eve2", second, in: .player, by: hall.eve) == "400 oneIsEnough")
        hall.open("Player", as: "eva", channel: 7, on: hall.eve)
        let foul = hall.put("eva", Cheats.player("eva"), in: .player, by: hall.eve, channel: 7)
        #expect(foul == "400 oneIsEnough")
    }

    @Test("It can't become somebody else")
    mutating func becomes() {
        let foul = hall.put("eve", Cheats.player("ann"), in: .player, by: hall.eve)
        #expect(foul == "400 otherID")
    }

    static let tricks = [
        "", "  x", "x ", "a\u{7}", "a\u{1B}[2J", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{200B}b",
        "a\u{200D}b", "a\u{FEFF}b", "a\u{AD}b", "\u{3164}", "a\u{301}\u{301}\u{301}", "\u{1F600}",
        String(repeating: "a", count: 17),
    ]

    @Test("It can't have a name that plays tricks, nor watch under one", arguments: tricks)
    mutating func names(name: String) {
        let foul = hall.put("eve", Cheats.player("eve", name: name), in: .player, by: hall.eve)
        #expect(foul == "400 badName")
        let watcher: JSONObject = ["matchID": "m", "name": JSON(name)]
        #expect(hall.put("w", watcher, in: .watcher, by: hall.eve) == "400 badName")
        #expect(hall.put("w", ["matchID": "m"], in: .watcher, by: hall.eve) == nil)
        #expect(hall.put("w", watcher, in: .watcher, by: hall.eve) == "400 badName")
    }

    @Test("It can't have everybody be sent what is of no use to them")
    mutating func stuffs() throws {
        let stuffing = JSON(String(repeating: "x", count: 3_000))
        for member in ["code", "via", "mode", "ad"] as [JSONString] {
            var player = Cheats.player("eve")
            player[member] = stuffing
            #expect(hall.put("eve", player, in: .player, by: hall.eve) == "400 tooLarge")
        }
        let watcher: JSONObject = ["matchID": "m", "ad": stuffing]
        #expect(hall.put("w", watcher, in: .watcher, by: hall.eve) == "400 tooLarge")
        // It is a move all the same.
        let zero = try JSON(parsing: [UInt8]("0.\(String(repeating: "0", count: 3_000))".utf8))
        let move: JSONObject = ["matrix": [2, 0, 0, 0, 0, 0, 0, 0, zero], "nextPieceKind": 1]
        #expect(hall.change(move, by: hall.ann) == "400 tooLarge")
    }

    @Test("It can't take the key that is somebody else's id")
    mutating func squats() {
        let watcher: JSONObject = ["matchID": "m", "name": "eve"]
        #expect(hall.put("ann", watcher, in: .watcher, by: hall.eve) == "401 othersKey")
        let mallory = hall.join("mallory")
        #expect(hall.put("ann", watcher, in: .watcher, by: mallory) == "401 othersKey")
        // The tutorial's program has another key for its Player.
        let tom = hall.join("tom")
        #expect(hall.put("t-1", Cheats.player("tom"), in: .player, by: tom) == nil)
        let player = hall.put("tom", Cheats.player("mallory"), in: .player, by: mallory)
        #expect(player == "401 othersKey")
    }

    @Test("It can't send scores", arguments: ["circleWins", "crossWins", "draws"])
    mutating func scores(member: String) {
        var members = JSONObject()
        members[JSONString(member)] = 1
        #expect(hall.change(members, by: hall.ann)?.hasPrefix("400") == true)
        _ = hall.change(["resigned": 1], by: hall.bob)
        #expect(hall.change(members, by: hall.ann)?.hasPrefix("400") == true)
    }

    private static let nextRound: JSONObject = [
        "round": 2, "circleWins": 1, "resigned": .null, "nextPieceKind": 1,
    ]

    @Test("It can't begin the next round before both want to")
    mutating func rounds() {
        _ = hall.change(["resigned": 1], by: hall.bob)
        _ = hall.change(["circleReady": 2], by: hall.ann)
        #expect(hall.change(Self.nextRound, by: hall.ann) == "400 roundNotDue")
        #expect(hall.change(Self.nextRound, by: hall.bob) == "400 roundNotDue")
    }

    @Test("It can't win with the next round what it has lost")
    mutating func countsForItself() {
        _ = hall.change(["resigned": 1], by: hall.bob)
        _ = hall.change(["circleReady": 2], by: hall.ann)
        _ = hall.change(["crossReady": 2], by: hall.bob)
        var won = Self.nextRound
        (won["circleWins"], won["crossWins"]) = (0, 1)
        #expect(hall.change(won, by: hall.bob) == "400 scoreNotDue")
        #expect(hall.change(Self.nextRound, by: hall.bob) == nil)
    }

    @Test("It can't go back on a draw")
    mutating func goesBack() {
        #expect(hall.change(["circleOffers": 10], by: hall.ann) == nil)
        #expect(hall.change(["crossOffers": 10], by: hall.bob) == nil)
        #expect(hall.change(["crossOffers": 0], by: hall.bob) == "400 roundIsOver")
    }

    @Test("It can't speak for the other side, nor resign for it")
    mutating func speaks() {
        #expect(hall.change(["crossOffers": 10], by: hall.ann) == "400 othersFlag")
        #expect(hall.change(["crossReady": 2], by: hall.ann) == "400 othersFlag")
        #expect(hall.change(["resigned": 1], by: hall.ann) == "400 othersResignation")
    }

    @Test("It can't go on after the end")
    mutating func goesOn() {
        _ = hall.change(["resigned": 1], by: hall.bob)
        let foul = hall.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: hall.ann)
        #expect(foul?.hasPrefix("400") == true)
    }

    @Test("It can't write into a match what the game does not know")
    mutating func writesMore() {
        #expect(hall.change(["ad": "buy"], by: hall.ann) == "400 unknownMember(\"ad\")")
        _ = hall.remove("m", from: .match, by: hall.ann)
        var object = Cheats.fresh
        object["ad"] = "buy"
        #expect(hall.put("m", object, in: .match, by: hall.ann) == "400 unknownMember(\"ad\")")
    }

    @Test("It watches once, but the door for as many as it likes")
    mutating func watches() {
        let watcher: JSONObject = ["matchID": "m"]
        #expect(hall.put("w1", watcher, in: .watcher, by: hall.eve) == nil)
        #expect(hall.put("w2", watcher, in: .watcher, by: hall.eve) == "400 oneIsEnough")
        let door = hall.join("door", token: LobbyServer.doorToken)
        #expect(hall.put("d1", watcher, in: .watcher, by: door) == nil)
        #expect(hall.put("d2", watcher, in: .watcher, by: door) == nil)
        #expect(hall.remove("d1", from: .watcher, by: hall.eve) == "401 othersObject")
        let moved = hall.put("d1", ["matchID": "n"], in: .watcher, by: hall.eve)
        #expect(moved == "401 othersObject")
    }

    @Test("It can't come in by requests alone, nor make the lobby another bucket")
    mutating func comesByRequest() {
        let player = Cheats.player("http")
        #expect(hall.request(player, as: "http", in: "Player") == "401 not on a channel")
    }

    @Test("Without its line it may do nothing in a match, until its Player is here again")
    mutating func returns() {
        hall.leave(hall.ann)
        let back = hall.join("ann")
        #expect(hall.remove("m", from: .match, by: back) != nil)
        #expect(hall.put("ann", Cheats.player("ann"), in: .player, by: back) == nil)
        #expect(hall.put("n", Cheats.match("bob", "ann"), in: .match, by: hall.bob) == nil)
        hall.leave(back)
        let again = hall.join("ann")
        #expect(hall.remove("n", from: .match, by: hall.eve) == "401 notInTheMatch")
        #expect(hall.remove("n", from: .match, by: again) == nil, "who returns tidies up first")
    }
}
