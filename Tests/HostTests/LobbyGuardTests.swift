import Game
import Lobby
import SimperiumJSON
import Simulation
import SyncHub
import Testing

/// What a program that bypasses the game's core may try, and what becomes of it.
@Suite("A cheat in a guarded lobby")
struct LobbyGuardTests {
    private var cheats = Cheats()

    @Test("Honest moves and flags of both pass")
    mutating func honest() {
        #expect(cheats.server.refusals == [])
        #expect(cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: cheats.ann) == nil)
        #expect(cheats.change(["crossOffers": 11], by: cheats.bob) == nil)
        #expect(cheats.change(["resigned": 2], by: cheats.ann) == nil)
        #expect(cheats.change(["crossReady": 2], by: cheats.bob) == nil)
        #expect(cheats.change(["circleReady": 2], by: cheats.ann) == nil)
        let clear: JSONObject = [
            "round": 2, "crossWins": 1, "resigned": .null, "nextPieceKind": 1,
            "matrix": .array(Array(repeating: 0, count: 9)),
        ]
        #expect(cheats.change(clear, by: cheats.bob) == nil)
        #expect(cheats.remove("m", from: .match, by: cheats.bob) == nil)
        #expect(cheats.put("eve", ["matchID": "m"], in: .watcher, by: cheats.eve) == nil)
    }

    @Test("It can't play out of turn")
    mutating func outOfTurn() {
        let unreachable = "400 flawed(Lobby.ObjectFlaw.impossible(Game.MatchFlaw.unreachableBoard))"
        #expect(cheats.play([1, 0, 0, 0, 0, 0, 0, 0, 0], next: 2, by: cheats.bob) == unreachable)
        #expect(cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: cheats.ann) == nil)
        #expect(cheats.play([0, 0, 0, 0, 2, 2, 0, 0, 0], next: 1, by: cheats.ann) == unreachable)
    }

    @Test(
        "It can't rewrite the board",
        arguments: [
            ([2, 2, 0, 0, 0, 0, 0, 0, 0], 1), ([0, 0, 0, 0, 2, 0, 0, 0, 0], 2),
            ([2, 1, 0, 0, 0, 0, 0, 0, 0], 2), ([2, 0, 0, 0, 0, 0, 0, 0], 1),
            ([7, 0, 0, 0, 0, 0, 0, 0, 0], 1), ([0, 0, 0, 0, 0, 0, 0, 0, 0], 1),
        ])
    mutating func rewrites(matrix: [Int], next: Int) {
        #expect(cheats.play(matrix, next: next, by: cheats.ann)?.hasPrefix("400") == true)
    }

    @Test("It can't take a piece back, nor put its own in the place of the other's")
    mutating func takesBack() {
        #expect(cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: cheats.ann) == nil)
        #expect(cheats.play([0, 0, 0, 0, 0, 0, 0, 0, 0], next: 2, by: cheats.ann) == "400 noMove")
        #expect(cheats.play([0, 0, 0, 0, 1, 0, 0, 0, 0], next: 2, by: cheats.bob) != nil)
    }

    @Test("It can't move for the other")
    mutating func forTheOther() {
        let foul = cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: cheats.bob)
        #expect(foul == "400 move(Game.MoveRefusal.notYourTurn)")
    }

    @Test("It can't move in a match of others, whatever client id it names")
    mutating func forAnother() {
        let foul = cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: cheats.eve)
        #expect(foul == "401 notInTheMatch")
        let impostor = cheats.join("ann")
        let other = cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: impostor)
        #expect(other == "401 notInTheMatch")
    }

    @Test("It can't take the place of somebody whose line broke")
    mutating func returnsAsAnother() {
        cheats.leave(cheats.ann, .broken)
        let impostor = cheats.join("ann")
        let move = cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: impostor)
        #expect(move == "401 notInTheMatch")
        #expect(cheats.remove("m", from: .match, by: impostor) == "401 notInTheMatch")
        let own = cheats.put("ann", Cheats.player("ann", name: "rat"), in: .player, by: impostor)
        #expect(own == "401 othersObject")
        let second = cheats.put("ann2", Cheats.player("ann"), in: .player, by: impostor)
        #expect(second == "400 oneIsEnough")
    }

    @Test("It can't delete a stranger's match")
    mutating func deletes() {
        #expect(cheats.remove("m", from: .match, by: cheats.eve) == "401 notInTheMatch")
        #expect(cheats.server.objects(in: .match).count == 1)
    }

    @Test("It can't empty a bucket", arguments: LobbyBucket.allCases)
    mutating func empties(bucket: LobbyBucket) {
        #expect(cheats.empty(bucket, by: cheats.eve) == "401 everything")
    }

    @Test("It can't take a seated player")
    mutating func takesASeated() {
        let foul = cheats.put("x", Cheats.match("eve", "ann"), in: .match, by: cheats.eve)
        #expect(foul == #"400 seated(ann)"#)
    }

    @Test("It can't take somebody who is busy, nor whoever did not ask")
    mutating func takesABusy() {
        let zoe = cheats.join("zoe")
        var busy = Cheats.player("zoe")
        busy["mode"] = "busy"
        #expect(cheats.put("zoe", busy, in: .player, by: zoe) == nil)
        let foul = cheats.put("x", Cheats.match("eve", "zoe"), in: .match, by: cheats.eve)
        #expect(foul == "400 busy(zoe)")
        let unasked = cheats.put("x", Cheats.match("zoe", "eve"), in: .match, by: zoe)
        #expect(unasked == "400 notAsking(eve)")
    }

    @Test("It can't seat others, nor somebody who is not here, nor itself twice")
    mutating func seats() {
        let zoe = cheats.join("zoe")
        #expect(cheats.put("zoe", Cheats.player("zoe"), in: .player, by: zoe) == nil)
        let others = cheats.put("x", Cheats.match("eve", "zoe"), in: .match, by: cheats.ann)
        #expect(others == "401 notInTheMatch")
        let nobody = cheats.put("x", Cheats.match("eve", "kim"), in: .match, by: cheats.eve)
        #expect(nobody == "400 absent(kim)")
        var twice = Cheats.match("eve", "ann")
        twice["crossPlayerID"] = "eve"
        let oneself = cheats.put("x", twice, in: .match, by: cheats.eve)
        #expect(oneself == "400 flawed(Lobby.ObjectFlaw.onePlayerTwice)")
    }

    @Test("It can't have somebody else start a match with it")
    mutating func startsForOthers() {
        let zoe = cheats.join("zoe")
        #expect(cheats.put("zoe", Cheats.player("zoe"), in: .player, by: zoe) == nil)
        let foul = cheats.put("x", Cheats.match("zoe", "eve"), in: .match, by: cheats.eve)
        #expect(foul == "400 othersStart")
    }

    @Test("It can't leave a match behind, and tear somebody away from the next by coming back")
    mutating func liesInWait() {
        let zoe = cheats.join("zoe")
        #expect(cheats.put("zoe", Cheats.player("zoe"), in: .player, by: zoe) == nil)
        #expect(cheats.put("trap", Cheats.match("eve", "zoe"), in: .match, by: cheats.eve) == nil)
        #expect(cheats.remove("eve", from: .player, by: cheats.eve) == nil)
        #expect(cheats.remove("m", from: .match, by: cheats.bob) == nil)
        #expect(cheats.put("n", Cheats.match("zoe", "bob"), in: .match, by: zoe) == nil)
        let back = cheats.put("eve", Cheats.player("eve"), in: .player, by: cheats.eve)
        #expect(back == "400 seated(zoe)")
        #expect(cheats.remove("n", from: .match, by: zoe) == nil)
        #expect(cheats.put("eve", Cheats.player("eve"), in: .player, by: cheats.eve) == nil)
    }

    @Test("It can't put somebody else in the place of a player")
    mutating func exchanges() {
        #expect(cheats.change(["crossPlayerID": "eve"], by: cheats.ann) == "400 otherPlayers")
        let swap: JSONObject = ["circlePlayerID": "bob", "crossPlayerID": "ann"]
        #expect(cheats.change(swap, by: cheats.bob) == "400 otherPlayers")
    }

    @Test("It can't begin a match that is under way")
    mutating func beginsLate() {
        _ = cheats.remove("m", from: .match, by: cheats.ann)
        var object = Cheats.match("eve", "ann")
        object["circleWins"] = 3
        object["round"] = 4
        #expect(cheats.put("x", object, in: .match, by: cheats.eve) == "400 notFresh")
    }

    @Test("It can't forge a Player of another connection")
    mutating func forges() {
        let mallory = cheats.join("mallory")
        let foul = cheats.put("k", Cheats.player("ann"), in: .player, by: mallory)
        #expect(foul == "401 othersPlayer")
        let rename = cheats.put(
            "ann", Cheats.player("ann", name: "rat"), in: .player, by: cheats.eve)
        #expect(rename == "401 othersObject")
        #expect(cheats.remove("ann", from: .player, by: cheats.eve) == "401 othersObject")
        let impostor = cheats.join("ann")
        let double = cheats.put("ann2", Cheats.player("ann"), in: .player, by: impostor)
        #expect(double == "400 oneIsEnough")
    }

    @Test("It can't have two Players, on however many channels")
    mutating func doubles() {
        let second = Cheats.player("eve")
        #expect(cheats.put("eve2", second, in: .player, by: cheats.eve) == "400 oneIsEnough")
        cheats.open("Player", as: "eva", channel: 7, on: cheats.eve)
        let foul = cheats.put("eva", Cheats.player("eva"), in: .player, by: cheats.eve, channel: 7)
        #expect(foul == "400 oneIsEnough")
    }

    @Test("It can't become somebody else")
    mutating func becomes() {
        let foul = cheats.put("eve", Cheats.player("ann"), in: .player, by: cheats.eve)
        #expect(foul == "400 otherID")
    }

    static let tricks = [
        "", "  x", "x ", "a\u{7}", "a\u{1B}[2J", "a\nb", "a\u{202E}b", "a\u{2066}b", "a\u{200B}b",
        "a\u{200D}b", "a\u{FEFF}b", "a\u{AD}b", "\u{3164}", "a\u{301}\u{301}\u{301}", "\u{1F600}",
        String(repeating: "a", count: 17),
    ]

    @Test("It can't have a name that plays tricks, nor watch under one", arguments: tricks)
    mutating func names(name: String) {
        let foul = cheats.put("eve", Cheats.player("eve", name: name), in: .player, by: cheats.eve)
        #expect(foul == "400 badName")
        let watcher: JSONObject = ["matchID": "m", "name": JSON(name)]
        #expect(cheats.put("w", watcher, in: .watcher, by: cheats.eve) == "400 badName")
        #expect(cheats.put("w", ["matchID": "m"], in: .watcher, by: cheats.eve) == nil)
        #expect(cheats.put("w", watcher, in: .watcher, by: cheats.eve) == "400 badName")
    }

    @Test("It can't have everybody be sent what is of no use to them")
    mutating func stuffs() throws {
        let stuffing = JSON(String(repeating: "x", count: 3_000))
        for member in ["code", "via", "mode", "ad"] as [JSONString] {
            var player = Cheats.player("eve")
            player[member] = stuffing
            #expect(cheats.put("eve", player, in: .player, by: cheats.eve) == "400 tooLarge")
        }
        let watcher: JSONObject = ["matchID": "m", "ad": stuffing]
        #expect(cheats.put("w", watcher, in: .watcher, by: cheats.eve) == "400 tooLarge")
        // It is a move all the same.
        let zero = try JSON(parsing: [UInt8]("0.\(String(repeating: "0", count: 3_000))".utf8))
        let move: JSONObject = ["matrix": [2, 0, 0, 0, 0, 0, 0, 0, zero], "nextPieceKind": 1]
        #expect(cheats.change(move, by: cheats.ann) == "400 tooLarge")
    }

    @Test("It can't take the key that is somebody else's id")
    mutating func squats() {
        let watcher: JSONObject = ["matchID": "m", "name": "eve"]
        #expect(cheats.put("ann", watcher, in: .watcher, by: cheats.eve) == "401 othersKey")
        let mallory = cheats.join("mallory")
        #expect(cheats.put("ann", watcher, in: .watcher, by: mallory) == "401 othersKey")
        // The tutorial's program has another key for its Player.
        let tom = cheats.join("tom")
        #expect(cheats.put("t-1", Cheats.player("tom"), in: .player, by: tom) == nil)
        let player = cheats.put("tom", Cheats.player("mallory"), in: .player, by: mallory)
        #expect(player == "401 othersKey")
    }

    @Test("It can't take the key or the id of somebody who is away, nor lie in wait at one's key")
    mutating func waitsForTheReturn() {
        let visitor = "0123456789abcde"
        let kim = cheats.join(visitor)
        #expect(cheats.put(visitor, Cheats.player(visitor), in: .player, by: kim) == nil)
        cheats.leave(kim, .broken)
        let watcher: JSONObject = ["matchID": "m"]
        let mallory = cheats.join("mallory")
        let impostor = cheats.join(visitor)
        let player = Cheats.player("mallory")
        #expect(cheats.put(visitor, player, in: .player, by: mallory) == "401 othersObject")
        #expect(cheats.put(visitor, watcher, in: .watcher, by: mallory) == "401 othersKey")
        #expect(cheats.put(visitor, watcher, in: .watcher, by: impostor) == "401 othersKey")
        let double = cheats.put("k", Cheats.player(visitor), in: .player, by: impostor)
        #expect(double == "400 oneIsEnough")

        // Whose time has run out comes back to their own key all the same.
        let gone = "fedcba987654321"
        #expect(cheats.put(gone, player, in: .player, by: mallory) == "401 othersKey")
        let back = cheats.join(gone)
        #expect(cheats.put(gone, watcher, in: .watcher, by: back) == nil)
        #expect(cheats.put(gone, Cheats.player(gone), in: .player, by: back) == nil)
        // A door without a token is anybody, and keeps one Watcher for those who come by it.
        let door = cheats.join("abcdef012345678")
        #expect(cheats.put("aaaaaaaaaaaaaaa", watcher, in: .watcher, by: door) == nil)
    }

    @Test("It can't write into a Player or a Watcher what the game does not know, nor long words")
    mutating func adorns() {
        var player = Cheats.player("eve")
        player["ad"] = "buy"
        #expect(
            cheats.put("eve", player, in: .player, by: cheats.eve) == "400 unknownMember(\"ad\")")
        let watcher: JSONObject = ["matchID": "m", "ad": "buy"]
        #expect(
            cheats.put("eve", watcher, in: .watcher, by: cheats.eve)
                == "400 unknownMember(\"ad\")")
        for member in ["mode", "code", "via"] as [JSONString] {
            var player = Cheats.player("eve")
            player[member] = JSON(String(repeating: "x", count: 33))
            #expect(cheats.put("eve", player, in: .player, by: cheats.eve) == "400 tooLarge")
        }
        let zoe = cheats.join("zoe")
        player = Cheats.player("zoe")
        player["ad"] = "buy"
        #expect(
            cheats.put("zoe", player, in: .player, by: zoe) == "400 unknownMember(\"ad\")")
    }

    @Test("A member that is null counts as none, and the tutorial's Player has one member only")
    mutating func nothing() {
        let (zoe, tom) = (cheats.join("zoe"), cheats.join("tom"))
        var player = Cheats.player("zoe")
        for member in ["name", "code", "via"] as [JSONString] { player[member] = .null }
        #expect(cheats.put("zoe", player, in: .player, by: zoe) == nil)
        #expect(cheats.put("t-1", ["playerID": "tom"], in: .player, by: tom) == nil)
        let lobby = cheats.server.objects(in: .player).compactMap { try? Player($0.object) }
        #expect(lobby.count { $0.name == nil } == 2)
    }

    @Test("It can't send scores", arguments: ["circleWins", "crossWins", "draws"])
    mutating func scores(member: String) {
        var members = JSONObject()
        members[JSONString(member)] = 1
        #expect(cheats.change(members, by: cheats.ann)?.hasPrefix("400") == true)
        _ = cheats.change(["resigned": 1], by: cheats.bob)
        #expect(cheats.change(members, by: cheats.ann)?.hasPrefix("400") == true)
    }

    private static let nextRound: JSONObject = [
        "round": 2, "circleWins": 1, "resigned": .null, "nextPieceKind": 1,
    ]

    @Test("It can't begin the next round before both want to")
    mutating func rounds() {
        _ = cheats.change(["resigned": 1], by: cheats.bob)
        _ = cheats.change(["circleReady": 2], by: cheats.ann)
        #expect(cheats.change(Self.nextRound, by: cheats.ann) == "400 roundNotDue")
        #expect(cheats.change(Self.nextRound, by: cheats.bob) == "400 roundNotDue")
    }

    @Test("It can't win with the next round what it has lost")
    mutating func countsForItself() {
        _ = cheats.change(["resigned": 1], by: cheats.bob)
        _ = cheats.change(["circleReady": 2], by: cheats.ann)
        _ = cheats.change(["crossReady": 2], by: cheats.bob)
        var won = Self.nextRound
        (won["circleWins"], won["crossWins"]) = (0, 1)
        #expect(cheats.change(won, by: cheats.bob) == "400 scoreNotDue")
        #expect(cheats.change(Self.nextRound, by: cheats.bob) == nil)
    }

    @Test("It can't go back on a draw")
    mutating func goesBack() {
        #expect(cheats.change(["circleOffers": 10], by: cheats.ann) == nil)
        #expect(cheats.change(["crossOffers": 10], by: cheats.bob) == nil)
        #expect(cheats.change(["crossOffers": 0], by: cheats.bob) == "400 roundIsOver")
    }

    @Test("It can't speak for the other side, nor resign for it")
    mutating func speaks() {
        #expect(cheats.change(["crossOffers": 10], by: cheats.ann) == "400 othersFlag")
        #expect(cheats.change(["crossReady": 2], by: cheats.ann) == "400 othersFlag")
        #expect(cheats.change(["resigned": 1], by: cheats.ann) == "400 othersResignation")
    }

    @Test("It can't go on after the end")
    mutating func goesOn() {
        _ = cheats.change(["resigned": 1], by: cheats.bob)
        let foul = cheats.play([0, 0, 0, 0, 2, 0, 0, 0, 0], next: 1, by: cheats.ann)
        #expect(foul?.hasPrefix("400") == true)
    }

    @Test("It can't write into a match what the game does not know")
    mutating func writesMore() {
        #expect(cheats.change(["ad": "buy"], by: cheats.ann) == "400 unknownMember(\"ad\")")
        _ = cheats.remove("m", from: .match, by: cheats.ann)
        var object = Cheats.fresh
        object["ad"] = "buy"
        #expect(cheats.put("m", object, in: .match, by: cheats.ann) == "400 unknownMember(\"ad\")")
    }

    @Test("It watches once, but the door for as many as it likes")
    mutating func watches() {
        let watcher: JSONObject = ["matchID": "m"]
        #expect(cheats.put("w1", watcher, in: .watcher, by: cheats.eve) == nil)
        #expect(cheats.put("w2", watcher, in: .watcher, by: cheats.eve) == "400 oneIsEnough")
        let door = cheats.join("door", token: LobbyServer.doorToken)
        #expect(cheats.put("d1", watcher, in: .watcher, by: door) == nil)
        #expect(cheats.put("d2", watcher, in: .watcher, by: door) == nil)
        #expect(cheats.remove("d1", from: .watcher, by: cheats.eve) == "401 othersObject")
        let moved = cheats.put("d1", ["matchID": "n"], in: .watcher, by: cheats.eve)
        #expect(moved == "401 othersObject")
    }

    @Test("It can't come in by requests alone, nor make the lobby another bucket")
    mutating func comesByRequest() {
        let player = Cheats.player("http")
        #expect(cheats.request(player, as: "http", in: "Player") == "401 not on a channel")
    }

    @Test("Without its line it may do nothing in a match, until its Player is here again")
    mutating func returns() {
        cheats.leave(cheats.ann)
        let back = cheats.join("ann")
        #expect(cheats.remove("m", from: .match, by: back) != nil)
        #expect(cheats.put("ann", Cheats.player("ann"), in: .player, by: back) == nil)
        #expect(cheats.put("n", Cheats.match("bob", "ann"), in: .match, by: cheats.bob) == nil)
        cheats.leave(back)
        let again = cheats.join("ann")
        #expect(cheats.remove("n", from: .match, by: cheats.eve) == "401 notInTheMatch")
        #expect(cheats.remove("n", from: .match, by: again) == nil, "who returns tidies up first")
    }
}
