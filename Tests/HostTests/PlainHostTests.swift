import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import Testing

@Suite("A host without a plug-in")
struct PlainHostTests {
    @Test("It serves every app alike, and has no guests")
    func apps() {
        var host = TestHost { $0.plugin = nil }
        let (token, _) = host.sign()
        let written = host.ask(.post, "/todo/i/milk", token: token, body: #"{"n":1}"#)
        #expect(written.status == 200)
        #expect(host.ask(.get, "/todo/i/milk", token: token).json == ["n": 1])

        // The name of the game's app is that of any other app.
        let body = #"{"username":"kim@example.org","password":"correct horse"}"#
        let account = host.game(.post, "create/", body, key: TestHost.apiKey)
        #expect(account.status == 200)
        #expect(host.game(.post, "create/", body, key: LobbyCredentials.token).status == 401)
        host.expectGame(200, .post, "Match/i/m", #"{"n":1}"#, token: account.token)
        let id = host.connect()
        let heard = host.open(
            "Player", as: "lin", token: LobbyCredentials.token, channel: 0, on: id)
        #expect(heard.allSatisfy { $0.contains("401") } && !heard.isEmpty, "\(heard)")
    }

    @Test("It has none of the requests, counts and options of the game")
    func pages() {
        var host = TestHost { $0.plugin = nil }
        let body = #"{"username":"kim@example.org","password":"correct horse"}"#
        let token = host.game(.post, "create/", body, key: TestHost.apiKey).token
        let paths = ["games", "halls", "link", "users/u", "account/sessions", "names/kim"]
        #expect(paths.map { host.game(.get, $0, token: token).status }.allSatisfy { $0 == 404 })
        #expect(host.game(.post, "signout", token: token).status == 404)

        let health = host.ask(.get, "/healthz")
        #expect(health.members["app"] == nil && health.members["status"] == "ok")
        let metrics = host.ask(.get, "/metrics").body
        #expect(metrics.contains("tictactoe_uptime_seconds") && !metrics.contains("lobby"))
        let options = host.game(.get, "__options__/i/Player", token: TestHost.admin)
        #expect(options.status == 404)
        // It sends no reports, and does nothing with those of others.
        host.handle(.receivedReports(CrossShardReports([1])))
        host.handle(.changedOptions)
        host.wait(.seconds(10))
        #expect(host.takeReports().isEmpty)
    }
}
