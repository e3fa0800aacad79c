import Game
import GameHost
import Host
import Lobby
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Games over days between two users")
struct CorrespondenceGameSharingTests {
    private static let begun = ServerTime(milliseconds: 1_795_387_500_000)

    /// lin and okafor, a game with lin to move first, and a device of each.
    private struct Pair {
        var host = TestHost()
        let lin: (token: String, user: String)
        let okafor: (token: String, user: String)
        let key: String
        let devices: [ConnectionID]

        init() {
            host.handle(.clock(CorrespondenceGameSharingTests.begun))
            lin = host.enrol("lin")
            okafor = host.enrol("okafor")
            let body = #"{"with":"lin","days":1}"#
            let reply = host.game(.post, "games/", body, token: okafor.token)
            key = reply.members["key"]?.string ?? ""
            devices = [host.connect(app: "tictactoe"), host.connect(app: "tictactoe")]
            host.open("game", as: "l", token: lin.token, channel: 0, on: devices[0])
            host.open("game", as: "o", token: okafor.token, channel: 0, on: devices[1])
        }

        /// Returns a user's copy of the game; nil if it is gone.
        mutating func game(of token: String) -> CorrespondenceGame? {
            let answer = host.game(.get, "game/i/\(key)", token: token)
            return answer.status == 200 ? try? CorrespondenceGame(answer.members) : nil
        }

        var game: CorrespondenceGame? {
            mutating get {
                let (mine, theirs) = (game(of: lin.token), game(of: okafor.token))
                #expect(mine == theirs)
                return mine
            }
        }

        /// Sends a change of a device's copy, and returns the answer.
        mutating func write(_ diff: String, sv: Int, by device: Int, id: String) -> String {
            host.say(
                #"0:c:{"id":"\#(key)","o":"M","sv":\#(sv),"v":\#(diff),"ccid":"\#(id)"}"#,
                by: devices[device]
            ).joined()
        }

        mutating func move(_ square: Int, at place: Int, sv: Int, by device: Int) -> String {
            let diff = #"{"moves":{"o":"L","v":{"\#(place)":{"o":"+","v":\#(square)}}}}"#
            return write(diff, sv: sv, by: device, id: "m\(place)-\(square)-\(device)")
        }
    }

    @Test("S176: A crash leaves a game that is begun with both users, or with neither")
    func begunAtOnce() throws {
        var host = TestHost()
        let (lin, okafor) = (host.enrol("lin"), host.enrol("okafor"))
        host.keepsMoments = true
        let body = #"{"with":"lin","days":1}"#
        let reply = host.game(.post, "games/", body, token: okafor.token)
        #expect(reply.status == 200)
        let servers = (0..<64).map { number in
            "games-" + (number < 16 ? "0" : "") + String(number, radix: 16)
        }
        func count(_ users: [String], in store: MemoryStore) -> Int {
            users.reduce(0) { count, user in
                let bucket = BucketID(
                    app: GameBuckets.app, user: named(user), name: named("game"))
                guard case .bucket(let state) = store.answer(.bucket(bucket)) else { return -1 }
                return count + state.count + state.mirrors
            }
        }
        let counts = host.moments.map { moment in
            [servers, [lin.user], [okafor.user]].map { count($0, in: moment.store) }
        }
        #expect(Set(counts) == [[0, 0, 0], [1, 1, 1]])
    }

    @Test("S176, P61: Both have the game; each moves in turn, and the time is the server's")
    func plays() {
        var pair = Pair()
        #expect(pair.game?.moves == [])
        #expect(pair.game?.circle.user == pair.lin.user)
        #expect(pair.move(0, at: 0, sv: 1, by: 1).contains(#""error":400"#))
        pair.host.handle(.clock(Self.begun + .seconds(3_600)))
        let ack = pair.move(4, at: 0, sv: 1, by: 0)
        #expect(!ack.contains("error") && ack.contains(#""ccids":["m0-4-0","#), "\(ack)")
        #expect(pair.host.heard(by: pair.devices[1]).joined().contains("m0-4-0"))
        #expect(pair.game?.moves == [.centre] && pair.game?.at == Self.begun + .seconds(3_600))
        #expect(pair.move(1, at: 1, sv: 2, by: 0).contains(#""error":400"#))
        #expect(!pair.move(1, at: 1, sv: 2, by: 1).contains("error"))
        #expect(pair.game?.moves == [.centre, .top])
    }

    @Test("P72: The asked player accepts once, and the asker can't")
    func accepts() {
        var pair = Pair()
        #expect(pair.game?.invitation == .stranger)
        let accept = #"{"invitation":{"o":"-"}}"#
        #expect(pair.write(accept, sv: 1, by: 1, id: "a0").contains(#""error":400"#))
        pair.host.handle(.clock(Self.begun + .seconds(60)))
        #expect(!pair.write(accept, sv: 1, by: 0, id: "a1").contains("error"))
        #expect(pair.game?.invitation == nil && pair.game?.at == Self.begun + .seconds(60))
        // The second device accepted at the same time.
        let other = pair.host.connect(app: "tictactoe")
        pair.host.open("game", as: "l2", token: pair.lin.token, channel: 0, on: other)
        let late = pair.host.say(
            #"0:c:{"id":"\#(pair.key)","o":"M","sv":1,"v":\#(accept),"ccid":"a2"}"#, by: other)
        #expect(late.joined().contains("error"), "\(late)")
        #expect(pair.game?.invitation == nil && pair.game?.moves == [])
    }

    @Test("P61: A move over HTTP is validated like one on a channel, also a whole object")
    func overHTTP() {
        var pair = Pair()
        let path = "game/i/\(pair.key)"
        let own = #"{"moves":[4]}"#
        pair.host.expectGame(400, .post, path, own, token: pair.okafor.token)
        pair.host.expectGame(200, .post, path, own, token: pair.lin.token)
        #expect(pair.game?.moves == [.centre])
        let all = #"{"moves":[4,0]}"#
        let replaced = pair.host.game(.post, path + "?replace=1", all, token: pair.okafor.token)
        #expect(replaced.status == 400)
        #expect(pair.game?.moves == [.centre])
        let stranger = pair.host.enrol("kim").token
        pair.host.expectGame(404, .get, path, token: stranger)
    }

    @Test("P62: After two days by a set clock a flag falls; a claim before that is refused")
    func claims() {
        var pair = Pair()
        _ = pair.move(4, at: 0, sv: 1, by: 0)
        _ = pair.move(0, at: 1, sv: 2, by: 1)
        let claim = #"{"resigned":{"o":"+","v":"circle"},"ending":{"o":"+","v":"timeout"}}"#
        pair.host.handle(.clock(Self.begun + .seconds(86_400)))
        #expect(pair.write(claim, sv: 3, by: 1, id: "c1").contains(#""error":400"#))
        pair.host.handle(.clock(Self.begun + .seconds(86_402)))
        #expect(!pair.write(claim, sv: 3, by: 1, id: "c2").contains("error"))
        #expect(pair.game?.outcome == .outOfTime(.circle))
        #expect(pair.move(1, at: 2, sv: 4, by: 0).contains(#""error":400"#))
    }

    @Test("P61, P62: Of two concurrent changes one counts, and the other is refused with 400")
    func atOnce() {
        var pair = Pair()
        // Both programs of one user place their first piece, before either receives the other's.
        let other = pair.host.connect(app: "tictactoe")
        pair.host.open("game", as: "l2", token: pair.lin.token, channel: 0, on: other)
        let second = #"{"moves":{"o":"L","v":{"0":{"o":"+","v":8}}}}"#
        #expect(!pair.move(4, at: 0, sv: 1, by: 0).contains("error"))
        let late = pair.host.say(
            #"0:c:{"id":"\#(pair.key)","o":"M","sv":1,"v":\#(second),"ccid":"m0-8-2"}"#, by: other)
        #expect(late.joined().contains(#""error":400"#))
        #expect(pair.game?.moves == [.centre])
        // Both sides answer the board that they see, but only one of them is to move.
        #expect(!pair.move(0, at: 1, sv: 2, by: 1).contains("error"))
        #expect(pair.move(1, at: 1, sv: 2, by: 0).contains(#""error":400"#))
        // A flag has fallen, but a move comes just before the claim.
        pair.host.handle(.clock(Self.begun + .seconds(90_000)))
        #expect(!pair.move(1, at: 2, sv: 3, by: 0).contains("error"))
        let claim = #"{"resigned":{"o":"+","v":"circle"},"ending":{"o":"+","v":"timeout"}}"#
        #expect(pair.write(claim, sv: 3, by: 1, id: "c1").contains(#""error":400"#))
        #expect(pair.game?.moves == [.centre, .topLeft, .top] && pair.game?.isOver == false)
    }

    @Test("P63: Deleting a game or its account gives the game up; the server removes it last")
    func deletes() {
        var pair = Pair()
        _ = pair.move(4, at: 0, sv: 1, by: 0)
        _ = pair.move(0, at: 1, sv: 2, by: 1)
        pair.host.expectGame(200, .delete, "game/i/\(pair.key)", token: pair.lin.token)
        #expect(pair.game(of: pair.lin.token) == nil)
        #expect(pair.game(of: pair.okafor.token)?.outcome == .resigned(by: .circle))
        #expect(pair.host.remove(pair.key, channel: 0, by: pair.devices[1]) == nil)
        #expect(pair.game(of: pair.okafor.token) == nil)
        let number = LobbyPassGames.number(of: pair.key)
        let fields: HTTPFields = [
            "X-Simperium-Token": TestHost.admin, "X-Simperium-User": number,
        ]
        pair.host.finishWork()
        let rest = pair.host.ask(.get, "/1/tictactoe/game/index", fields)
        #expect(rest.members["index"]?.array?.isEmpty == true, "\(rest.body)")

        // A deleted account's games end by resignation, those without a move are called off.
        for moves in [0, 2] {
            pair = Pair()
            if moves > 0 {
                _ = pair.move(4, at: 0, sv: 1, by: 0)
                _ = pair.move(0, at: 1, sv: 2, by: 1)
            }
            let password = #"{"password":"correct horse"}"#
            let left = pair.host.game(.post, "leave/", password, token: pair.lin.token)
            #expect(left.status == 200)
            pair.host.finishWork()
            let game = pair.game(of: pair.okafor.token)
            #expect(game?.isOver == true && game?.isCalledOff == (moves == 0))
        }
    }
}

/// The user that a game belongs to, computed independently of the server.
private enum LobbyPassGames {
    static func number(of key: String) -> String {
        let digit = key.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 } % 64
        return "games-" + (digit < 16 ? "0" : "") + String(digit, radix: 16)
    }
}
