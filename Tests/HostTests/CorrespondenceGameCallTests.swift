import GameHost
import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Games over days that a server begins")
struct CorrespondenceGameCallTests {
    private static func body(with name: String, days: Int = 3) -> String {
        #"{"with":"\#(name)","days":\#(days)}"#
    }

    /// Returns all games of the server's 64 users.
    private static func games(_ host: inout TestHost) -> [JSONObject] {
        (0..<64).flatMap { number -> [JSONObject] in
            let user = "games-" + (number < 16 ? "0" : "") + String(number, radix: 16)
            let fields: HTTPFields = [
                "X-Simperium-Token": TestHost.admin, "X-Simperium-User": user,
            ]
            let page = host.ask(.get, "/1/tictactoe/game/index?data=1", fields)
            return page.members["index"]?.array?.compactMap { $0.object?["d"]?.object } ?? []
        }
    }

    @Test("S176: A game begins with a user by name or id, who has the first move")
    func begins() {
        var host = TestHost()
        host.handle(.clock(ServerTime(milliseconds: 1_795_387_500_000)))
        let (token, kim) = host.enrol("kim")
        let lin = host.enrol("lin").user
        let answer = host.game(.post, "games/", Self.body(with: "LIN"), token: token)
        #expect(answer.status == 200 && answer.members["with"]?.string == "lin")
        #expect(answer.members["key"]?.string?.utf8.count == 32)
        #expect(answer.members["invitation"] == "stranger")
        let games = Self.games(&host)
        #expect(games.count == 1)
        let expected: JSONObject = [
            "circle": JSON(lin), "circleName": "lin", "cross": JSON(kim), "crossName": "kim",
            "days": 3, "since": 1_795_387_500_000, "at": 1_795_387_500_000, "moves": [],
            "invitation": "stranger",
        ]
        #expect(games.first == expected)
        let byID = #"{"user":"\#(lin)","days":7}"#
        host.expectGame(200, .post, "games/", byID, token: token)
        #expect(Self.games(&host).compactMap { $0["days"]?.int }.sorted() == [3, 7])
    }

    @Test("S176, S96, P60: A game needs another user and some days, and only the server begins it")
    func refuses() {
        var host = TestHost()
        let (token, _) = host.enrol("kim")
        _ = host.enrol("lin")
        host.expectGame(404, .post, "games/", Self.body(with: "noor"), token: token)
        host.expectGame(400, .post, "games/", Self.body(with: "kim"), token: token)
        host.expectGame(400, .post, "games/", #"{"days":3}"#, token: token)
        host.expectGame(400, .post, "games/", #"{"with":"lin"}"#, token: token)
        for days in [0, 2, 14] {
            let body = Self.body(with: "lin", days: days)
            host.expectGame(400, .post, "games/", body, token: token)
        }
        host.expectGame(400, .post, "games/", "nonsense", token: token)
        host.expectGame(405, .delete, "games/", token: token)
        let guest = host.game(
            .post, "games/", Self.body(with: "lin"), token: LobbyCredentials.token)
        #expect(guest.status == 401)
        #expect(Self.games(&host).isEmpty)

        host = TestHost()
        let (lee, user) = host.enrol("lee")
        let game = #"""
            {"circle":"\#(user)","circleName":"x","cross":"u-2","crossName":"y","days":1,\#
            "since":1,"moves":[4,0,1,3,7]}
            """#
        host.expectGame(401, .post, "game/i/mine", game, token: lee)
    }

    @Test("S176: A user may begin a limited number at once, and then one after a while")
    func rate() {
        var host = TestHost { $0.people.invitations = 2 }
        let (token, _) = host.enrol("kim")
        _ = host.enrol("lin")
        let body = Self.body(with: "lin")
        let statuses = (0..<3).map { _ in host.game(.post, "games/", body, token: token).status }
        #expect(statuses == [200, 200, 429])
        host.wait(.seconds(60))
        host.expectGame(200, .post, "games/", body, token: token)
    }

    @Test("S176, S172: A user who is being deleted, or is deleted meanwhile, has no new game")
    func deletedPartner() {
        let password = #"{"password":"correct horse"}"#
        var host = TestHost()
        let (token, lins) = (host.enrol("kim").token, host.enrol("lin").token)
        host.holdsAnswer = { if case .buckets = $0 { true } else { false } }
        let leaving = host.begin(
            .post, "/1/tictactoe/leave/", ["X-Simperium-Token": lins], body: password)
        #expect(host.answer(to: leaving).status == 0)
        host.expectGame(404, .post, "games/", Self.body(with: "lin"), token: token)
        host.deliverAnswers()
        host.finishWork()
        #expect(host.answer(to: leaving).status == 200)

        host = TestHost()
        let (kims, lin) = (host.enrol("kim").token, host.enrol("lin"))
        host.holdsAnswer = { if case .mirrors = $0 { true } else { false } }
        let invitation = host.begin(
            .post, "/1/tictactoe/games/", ["X-Simperium-Token": kims],
            body: Self.body(with: "lin"))
        #expect(host.answer(to: invitation).status == 0)
        host.expectGame(200, .post, "leave/", password, token: lin.token)
        host.deliverAnswers()
        host.finishWork()
        #expect(host.answer(to: invitation).status == 200)
        let buckets = host.store.answer(.buckets(of: named(lin.user), in: GameBuckets.app))
        guard case .buckets(let names) = buckets else { return _ = Issue.record("no names") }
        #expect(!names.contains(named("game")))
    }

    @Test("S177: A user who blocked another, or refuses strangers, has no games with them")
    func blocked() {
        var host = TestHost()
        let (kims, kim) = host.enrol("kim")
        let (lins, lin) = host.enrol("lin")
        host.expectGame(200, .post, "block/i/\(kim)", #"{"since":1}"#, token: lins)
        host.expectGame(403, .post, "games/", Self.body(with: "lin"), token: kims)
        host.expectGame(403, .post, "games/", Self.body(with: "kim"), token: lins)
        host.expectGame(200, .delete, "block/i/\(kim)", token: lins)
        host.expectGame(200, .post, "friend/i/\(lin)", #"{"since":1}"#, token: kims)
        host.expectGame(200, .post, "games/", Self.body(with: "lin"), token: kims)

        // With this setting only friends may begin games.
        host = TestHost()
        let (noors, noor) = host.enrol("noor")
        let anns = host.enrol("ann").token
        let setting = #"{"value":false}"#
        host.expectGame(200, .post, "settings/i/strangers", setting, token: anns)
        let refused = host.game(.post, "games/", Self.body(with: "ann"), token: noors)
        #expect(refused.status == 403)
        #expect(refused.body == "the player does not accept this invitation\n")
        host.expectGame(200, .post, "friend/i/\(noor)", #"{"since":1}"#, token: anns)
        host.expectGame(200, .post, "games/", Self.body(with: "ann"), token: noors)
    }

    @Test("S293: A stranger has three open invitations to a player, all strangers twenty")
    func strangers() throws {
        var host = TestHost { $0.people.invitations = 1_000 }
        let (lins, lin) = host.enrol("lin")
        let names = (1...7).map { "stranger\($0)" }
        var tokens = names.map { host.enrol($0).token }
        let body = Self.body(with: "lin")
        var keys: [String] = []
        for token in tokens.prefix(6) {
            for _ in 0..<3 {
                let answer = host.game(.post, "games/", body, token: token)
                #expect(answer.status == 200)
                keys.append(answer.members["key"]?.string ?? "")
            }
            let fourth = host.game(.post, "games/", body, token: token)
            #expect(fourth.status == 409)
            #expect(fourth.fields["X-Simperium-Flaw"] == "open-invitations")
        }
        let last = tokens.removeLast()
        #expect(
            (0..<3).map { _ in host.game(.post, "games/", body, token: last).status } == [
                200, 200, 403,
            ])

        // The player's own games and those with friends have their room.
        let (kims, kim) = host.enrol("kim")
        host.expectGame(200, .post, "games/", Self.body(with: "kim"), token: lins)
        host.expectGame(403, .post, "games/", body, token: kims)
        host.expectGame(200, .post, "friend/i/\(kim)", #"{"since":1}"#, token: lins)
        host.expectGame(200, .post, "games/", body, token: kims)

        // An answer makes room again, for this stranger and for another one.
        host.expectGame(200, .delete, "game/i/\(keys[0])", token: lins)
        host.expectGame(200, .post, "game/i/\(keys[3])", #"{"moves":[4]}"#, token: lins)
        let games = host.game(.get, "games/", token: lins).members["index"]?.array ?? []
        #expect(games.count == 21 && !lin.isEmpty)
        #expect(
            [tokens[0], tokens[0], last].map { host.game(.post, "games/", body, token: $0).status }
                == [200, 409, 200])
    }

    @Test("S176, S293: Invitations that are sent at once do not exceed the limit together")
    func atOnce() {
        var host = TestHost { $0.people.invitations = 1_000 }
        let tokens = ["kim", "noor"].map { host.enrol($0).token }
        _ = host.enrol("lin")
        let body = Self.body(with: "lin")
        // No bucket of these users is open yet, so the first call waits for the store.
        host.holdsAnswer = { _ in true }
        let calls = [tokens[0], tokens[0], tokens[0], tokens[0], tokens[1]].map { token in
            host.begin(
                .post, "/1/tictactoe/games/", ["X-Simperium-Token": token], body: body)
        }
        host.finishWork()
        #expect(calls.map { host.answer(to: $0).status } == [0, 429, 429, 429, 429])
        #expect(host.answer(to: calls[1]).fields["Retry-After"] == "1")
        // The call continues without its caller.
        host.handle(.cancelled(calls[0]))
        host.expectGame(429, .post, "games/", body, token: tokens[1])
        host.deliverAnswers()
        host.finishWork()
        #expect(Self.games(&host).count == 1)
        let statuses = [tokens[0], tokens[0], tokens[0], tokens[1]].map {
            host.game(.post, "games/", body, token: $0).status
        }
        #expect(statuses == [200, 200, 409, 200])
    }

    @Test("S292: A friend is asked once at a time, and not at all if they asked before")
    func friends() {
        var host = TestHost()
        let (kims, kim) = host.enrol("kim")
        let (lins, lin) = host.enrol("lin")
        let toLin = #"{"user":"\#(lin)"}"#
        let answer = host.game(.post, "friends/", toLin, token: kims)
        #expect(answer.status == 200 && answer.members["friendship"] == "open")
        #expect(answer.members["with"] == "lin")
        host.expectGame(409, .post, "friends/", #"{"with":"lin"}"#, token: kims)
        host.expectGame(400, .post, "friends/", #"{"with":"kim"}"#, token: kims)
        host.expectGame(404, .post, "friends/", #"{"with":"noor"}"#, token: kims)
        host.expectGame(400, .post, "friends/", "{}", token: kims)

        // lin accepts, and kim can't.
        let path = "game/i/\(answer.members["key"]?.string ?? "")"
        let accept = #"{"friendship":"accepted"}"#
        host.expectGame(400, .post, path, accept, token: kims)
        host.expectGame(200, .post, path, accept, token: lins)
        host.expectGame(412, .post, path, accept, token: lins)
        #expect(host.game(.get, path, token: kims).members["friendship"] == "accepted")
        host.expectGame(200, .delete, path, token: lins)
        #expect(host.game(.get, path, token: kims).members["friendship"] == "accepted")
        host.expectGame(200, .delete, path, token: kims)

        host.expectGame(200, .post, "friend/i/\(kim)", #"{"since":1}"#, token: lins)
        let known = host.game(.post, "friends/", toLin, token: kims)
        #expect(known.status == 200 && known.members["friendship"] == "accepted")
        #expect(host.game(.get, "games/", token: kims).members["index"]?.array?.isEmpty == true)

        host.expectGame(200, .post, "block/i/\(lin)", #"{"since":1}"#, token: kims)
        host.expectGame(403, .post, "friends/", #"{"user":"\#(kim)"}"#, token: lins)
        let refused = host.game(.post, "friends/", toLin, token: kims)
        #expect(refused.status == 403)
        #expect(refused.body == "the player does not accept this invitation\n")
    }

    @Test("S292: To decline ends it for both, and the asker may ask again")
    func declinedFriends() {
        var host = TestHost()
        let kims = host.enrol("kim").token
        let lins = host.enrol("lin").token
        let answer = host.game(.post, "friends/", #"{"with":"lin"}"#, token: kims)
        let path = "game/i/\(answer.members["key"]?.string ?? "")"
        host.expectGame(200, .delete, path, token: lins)
        host.expectGame(404, .get, path, token: lins)
        #expect(host.game(.get, path, token: kims).members["friendship"] == "ended")
        host.expectGame(200, .post, "friends/", #"{"with":"lin"}"#, token: kims)
    }

    @Test("S178: A hundred games of one account may be open; finished ones don't count")
    func most() {
        var host = TestHost { $0.people.invitations = 1_000 }
        let (kims, kim) = host.enrol("kim")
        let lins = host.enrol("lin").token
        let game = { (isOver: Bool) in
            let end = isOver ? #","resigned":"cross""# : ""
            return #"""
                {"circle":"u-1","circleName":"x","cross":"u-2","crossName":"y","days":1,"since":1,\#
                "moves":[4,0]\#(end)}
                """#
        }
        for number in 0..<100 {
            let path = "game/i/\(kim)/g\(number)"
            let put = host.game(.post, path, game(number == 0), token: TestHost.admin)
            #expect(put.status == 200)
        }
        host.expectGame(200, .post, "games/", Self.body(with: "lin"), token: kims)
        let last = host.game(.post, "game/i/\(kim)/last", game(false), token: TestHost.admin)
        #expect(last.status == 200)
        host.expectGame(409, .post, "games/", Self.body(with: "lin"), token: kims)
        host.expectGame(403, .post, "games/", Self.body(with: "kim"), token: lins)
        let shown = host.game(.get, "games/", token: kims).members["index"]?.array
        #expect(shown?.count == 102)

        // An invitation to be friends is no game.
        host.expectGame(200, .post, "friends/", #"{"with":"lin"}"#, token: kims)
        host.expectGame(200, .post, "friends/", #"{"with":"kim"}"#, token: lins)
    }
}
