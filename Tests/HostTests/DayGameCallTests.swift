import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("Games over days begun at a server")
struct DayGameCallTests {
    private static func body(with name: String, days: Int = 3) -> String {
        #"{"with":"\#(name)","days":\#(days)}"#
    }

    /// All games that the server has, wherever they are.
    private static func games(_ host: inout TestHost) -> [JSONObject] {
        (0..<64).flatMap { number -> [JSONObject] in
            let user = "games-" + (number < 16 ? "0" : "") + String(number, radix: 16)
            let fields: [(FieldName, String)] = [
                ("X-Simperium-Token", TestHost.admin), ("X-Simperium-User", user),
            ]
            let page = host.hear(.get, "/1/tictactoe/game/index?data=1", fields)
            return page.members["index"]?.array?.compactMap { $0.object?["d"]?.object } ?? []
        }
    }

    @Test("S176: A game begins with somebody by name or by id, who has the first move")
    func begins() {
        var host = TestHost()
        host.handle(.clock(Stamp(milliseconds: 1_795_387_500_000)))
        let (token, kim) = host.enrol("kim")
        let lin = host.enrol("lin").user
        let answer = host.game(.post, "games/", Self.body(with: "LIN"), token: token)
        #expect(answer.status == 200 && answer.members["with"]?.string == "lin")
        #expect(answer.members["key"]?.string?.utf8.count == 32)
        let games = Self.games(&host)
        #expect(games.count == 1)
        let expected: JSONObject = [
            "circle": JSON(lin), "circleName": "lin", "cross": JSON(kim), "crossName": "kim",
            "days": 3, "since": 1_795_387_500_000, "at": 1_795_387_500_000, "moves": [],
        ]
        #expect(games.first == expected)
        let byID = #"{"user":"\#(lin)","days":7}"#
        #expect(host.game(.post, "games/", byID, token: token).status == 200)
        #expect(Self.games(&host).compactMap { $0["days"]?.int }.sorted() == [3, 7])
    }

    @Test("S176: With nobody, with oneself, and for other days no game begins")
    func refuses() {
        var host = TestHost()
        let (token, _) = host.enrol("kim")
        _ = host.enrol("lin")
        #expect(host.game(.post, "games/", Self.body(with: "noor"), token: token).status == 404)
        #expect(host.game(.post, "games/", Self.body(with: "kim"), token: token).status == 400)
        #expect(host.game(.post, "games/", #"{"days":3}"#, token: token).status == 400)
        #expect(host.game(.post, "games/", #"{"with":"lin"}"#, token: token).status == 400)
        for days in [0, 2, 14] {
            let body = Self.body(with: "lin", days: days)
            #expect(host.game(.post, "games/", body, token: token).status == 400)
        }
        #expect(host.game(.post, "games/", "nonsense", token: token).status == 400)
        #expect(host.game(.delete, "games/", token: token).status == 405)
        let guest = host.game(.post, "games/", Self.body(with: "lin"), token: LobbyAccess.token)
        #expect(guest.status == 401)
        #expect(Self.games(&host).isEmpty)
    }

    @Test("S176: Somebody begins so many at once, and then one after a while")
    func rate() {
        var host = TestHost { $0.people.gameStarts = 2 }
        let (token, _) = host.enrol("kim")
        _ = host.enrol("lin")
        let body = Self.body(with: "lin")
        let statuses = (0..<3).map { _ in host.game(.post, "games/", body, token: token).status }
        #expect(statuses == [200, 200, 429])
        host.wait(.seconds(60))
        #expect(host.game(.post, "games/", body, token: token).status == 200)
    }

    @Test("S177: Who has blocked somebody has no games with them, whoever asks")
    func blocked() {
        var host = TestHost()
        let (kims, kim) = host.enrol("kim")
        let (lins, lin) = host.enrol("lin")
        #expect(host.game(.post, "block/i/\(kim)", #"{"since":1}"#, token: lins).status == 200)
        #expect(host.game(.post, "games/", Self.body(with: "lin"), token: kims).status == 403)
        #expect(host.game(.post, "games/", Self.body(with: "kim"), token: lins).status == 403)
        #expect(host.game(.delete, "block/i/\(kim)", token: lins).status == 200)
        #expect(host.game(.post, "friend/i/\(lin)", #"{"since":1}"#, token: kims).status == 200)
        #expect(host.game(.post, "games/", Self.body(with: "lin"), token: kims).status == 200)
    }

    @Test("S177: Who takes no games from strangers takes those of friends")
    func strangers() {
        var host = TestHost()
        let (kims, kim) = host.enrol("kim")
        let lins = host.enrol("lin").token
        let setting = #"{"value":false}"#
        #expect(host.game(.post, "settings/i/strangers", setting, token: lins).status == 200)
        let refused = host.game(.post, "games/", Self.body(with: "lin"), token: kims)
        #expect(refused.status == 403 && refused.body == "they take no such game now\n")
        #expect(host.game(.post, "friend/i/\(kim)", #"{"since":1}"#, token: lins).status == 200)
        #expect(host.game(.post, "games/", Self.body(with: "lin"), token: kims).status == 200)
    }

    @Test("S178: A hundred games of one account may be under way; those that are over don't count")
    func most() {
        var host = TestHost { $0.people.gameStarts = 1_000 }
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
        #expect(host.game(.post, "games/", Self.body(with: "lin"), token: kims).status == 200)
        let last = host.game(.post, "game/i/\(kim)/last", game(false), token: TestHost.admin)
        #expect(last.status == 200)
        #expect(host.game(.post, "games/", Self.body(with: "lin"), token: kims).status == 409)
        #expect(host.game(.post, "games/", Self.body(with: "kim"), token: lins).status == 403)
        let shown = host.game(.get, "games/", token: kims).members["index"]?.array
        #expect(shown?.count == 102)
    }

    @Test("S96, P60: Nobody but the server puts a game into an account")
    func inserts() {
        var host = TestHost()
        let (token, kim) = host.enrol("kim")
        let game = #"""
            {"circle":"\#(kim)","circleName":"x","cross":"u-2","crossName":"y","days":1,"since":1,\#
            "moves":[4,0,1,3,7]}
            """#
        #expect(host.game(.post, "game/i/mine", game, token: token).status == 401)
    }
}
