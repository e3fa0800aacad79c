import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("Connections of signed-in users")
struct SignedInTests {
    private static let client = "0123456789abcde"

    private static func player(_ name: String, user: String? = nil) -> JSONObject {
        var object: JSONObject = ["playerID": JSON(client), "mode": "auto", "name": JSON(name)]
        object["user"] = user.map { JSON($0) }
        return object
    }

    /// Connects a client with a channel of the bucket Player, and none of an account.
    private static func lobby(_ host: inout TestHost) -> ConnectionID {
        let id = host.connect(app: "tictactoe")
        host.open("Player", as: client, token: LobbyCredentials.token, channel: 0, on: id)
        return id
    }

    @Test(
        "P24: A connection has one account, by its channel of profile, and its Player may name it")
    func signsIn() {
        var host = TestHost()
        let (token, user) = host.enrol("kim")
        let id = Self.lobby(&host)
        let object = Self.player("kim", user: user)
        host.expectPut(400, Self.client, object, channel: 0, by: id)
        #expect(host.open("profile", as: "d", token: token, channel: 1, on: id)[0] == "1:auth:kim")
        host.expectPut(400, Self.client, Self.player("kim", user: "u2"), channel: 0, by: id)
        host.expectPut(nil, Self.client, object, channel: 0, by: id)
        host.expectPut(400, Self.client, Self.player("kim", user: "u2"), channel: 0, by: id)
        host.expectPut(nil, Self.client, Self.player("kim"), channel: 0, by: id)

        host = TestHost()
        let (kim, _) = host.enrol("kim")
        let (lee, _) = host.enrol("lee")
        let line = Self.lobby(&host)
        host.open("profile", as: "d", token: kim, channel: 1, on: line)
        let other = host.open("profile", as: "d", token: lee, channel: 2, on: line)
        #expect(other.count == 1 && other[0].hasSuffix(#""code":500}"#))
        #expect(host.open("friend", as: "d", token: kim, channel: 3, on: line)[0] == "3:auth:kim")
        #expect(host.open("profile", as: "d", token: lee, channel: 1, on: line)[0] == "1:auth:lee")
    }

    @Test(
        "P25: A name that an account owns is accepted on its connection only, in any spelling",
        arguments: ["kim", "KIM", "k1m"])
    func ownedNames(name: String) {
        var host = TestHost()
        let id = Self.lobby(&host)
        host.expectPut(nil, Self.client, Self.player(name), channel: 0, by: id)
        _ = host.remove(Self.client, channel: 0, by: id)
        let token = host.enrol("Kim").token
        host.expectPut(400, Self.client, Self.player(name), channel: 0, by: id)
        host.expectPut(nil, Self.client, Self.player("lee"), channel: 0, by: id)
        host.expectPut(400, Self.client, Self.player(name), channel: 0, by: id)
        host.open("profile", as: "d", token: token, channel: 1, on: id)
        host.expectPut(nil, Self.client, Self.player(name), channel: 0, by: id)
    }

    @Test(
        "P25: A guest can't have a name that looks like the server's", arguments: ["admin", "R00T"])
    func reservedNames(name: String) {
        var host = TestHost()
        let id = Self.lobby(&host)
        host.expectPut(400, Self.client, Self.player(name), channel: 0, by: id)
        host.expectPut(nil, Self.client, Self.player("guest"), channel: 0, by: id)
        host.expectPut(400, Self.client, Self.player(name), channel: 0, by: id)
    }

    @Test("P25: A guest who had the name before the account keeps it, and may change all else")
    func earlierGuests() {
        var host = TestHost()
        let id = Self.lobby(&host)
        host.expectPut(nil, Self.client, Self.player("kim"), channel: 0, by: id)
        _ = host.enrol("kim")
        var busy = Self.player("kim")
        busy["mode"] = "busy"
        host.expectPut(nil, Self.client, busy, channel: 0, by: id)
    }

    @Test("P27: A session passes to another connection of the account, without its secret")
    func takesOver() {
        var host = TestHost()
        let (token, user) = host.enrol("kim")
        let (other, _) = host.enrol("lee")
        let first = host.connect(app: "tictactoe")
        let begun = host.say(Self.seated + "}", by: first)
        host.open("profile", as: "d", token: token, channel: 1, on: first)
        let object = Self.player("kim", user: user)
        host.expectPut(nil, Self.client, object, channel: 0, by: first)

        let stranger = host.connect(app: "tictactoe")
        host.open("profile", as: "e", token: other, channel: 1, on: stranger)
        let refused = host.say(Self.seated + #","take":true}"#, by: stranger)
        #expect(refused.last != begun.last && host.endings[first] == nil)

        let second = host.connect(app: "tictactoe")
        host.open("profile", as: "f", token: token, channel: 1, on: second)
        let taken = host.say(Self.seated + #","take":true}"#, by: second)
        #expect(taken.last == begun.last?.replacing(#""seat":1"#, with: #""seat":2"#))
        #expect(host.endings[first]?.code == .takenOver)
        var busy = object
        busy["mode"] = "busy"
        host.expectPut(nil, Self.client, busy, channel: 0, by: second)

        // After a restart the server has only the digest of the secret, so the session gets a new
        // one.
        host = TestHost()
        let (lees, lee) = host.enrol("lee")
        let early = host.connect(app: "tictactoe")
        let earlier = host.say(Self.seated + "}", by: early).last
        host.open("profile", as: "d", token: lees, channel: 1, on: early)
        var player = Self.player("lee", user: lee)
        host.expectPut(nil, Self.client, player, channel: 0, by: early)

        host = TestHost(store: host.store, accounts: host.accounts)
        let later = host.connect(app: "tictactoe")
        host.open("profile", as: "e", token: lees, channel: 1, on: later)
        let renewed = host.say(Self.seated + #","take":true}"#, by: later).last
        #expect(renewed?.hasSuffix(#","seat":2}"#) == true)
        #expect(renewed != earlier?.replacing(#""seat":1"#, with: #""seat":2"#))
        let late = host.connect(app: "tictactoe")
        _ = host.say(Self.seated + Self.shown(in: earlier) + "}", by: late)
        #expect(host.endings[late]?.code == .takenOver && host.endings[later] == nil)

        host = TestHost(store: host.store, accounts: host.accounts)
        let again = host.connect(app: "tictactoe")
        #expect(host.say(Self.seated + Self.shown(in: renewed) + "}", by: again).last == renewed)
        player["user"] = nil
        player["mode"] = "busy"
        host.expectPut(nil, Self.client, player, channel: 0, by: again)
    }

    private static let seated = """
        0:init:{"clientid":"\(client)","api":"1.1","token":"\(LobbyCredentials.token)",\
        "app_id":"tictactoe","name":"Player","extensions":["resume","rules"]
        """

    /// Returns the members that a client shows which was sent its session's secret.
    private static func shown(in heard: String?) -> String {
        "," + (heard ?? "").drop { $0 != "{" }.dropFirst().dropLast()
    }

    @Test("P26: When its token ends, the Player loses its user and stays; a new channel signs in")
    func revocation() {
        var host = TestHost()
        let (token, user) = host.enrol("kim")
        let id = Self.lobby(&host)
        host.open("profile", as: "d", token: token, channel: 1, on: id)
        host.expectPut(nil, Self.client, Self.player("kim", user: user), channel: 0, by: id)
        host.expectGame(200, .post, "signout/", token: token)
        let heard = host.heard(by: id)
        #expect(heard.first == #"1:auth:{"msg":"Token invalid","code":401}"#)
        #expect(host.endings[id] == nil)
        #expect(heard.last?.contains(#""user":{"o":"-"}"#) == true, "\(heard)")
        let left = host.game(.get, "Player/i/\(Self.client)", token: LobbyCredentials.token)
        #expect(left.json == .object(Self.player("kim")))
        var busy = Self.player("kim")
        busy["mode"] = "busy"
        host.expectPut(nil, Self.client, busy, channel: 0, by: id)
        host.expectPut(400, Self.client, Self.player("kim", user: user), channel: 0, by: id)

        // The same when the channel of profile is opened again.
        host = TestHost()
        let (other, kim) = host.enrol("kim")
        let line = Self.lobby(&host)
        host.open("profile", as: "d", token: other, channel: 1, on: line)
        let object = Self.player("kim", user: kim)
        host.expectPut(nil, Self.client, object, channel: 0, by: line)
        let begun = host.open("profile", as: "d", token: other, channel: 1, on: line)
        #expect(begun.contains { $0.contains(#""user":{"o":"-"}"#) })
        host.expectPut(nil, Self.client, object, channel: 0, by: line)
    }
}
