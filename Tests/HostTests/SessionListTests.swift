import Host
import Lobby
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("Sessions of an account")
struct SessionListTests {
    private static let kim = #"{"username":"kim","password":"correct horse","device":"desk"}"#

    /// A host with an account that has three sessions, from three addresses.
    private static func host() -> (host: TestHost, tokens: [String]) {
        var host = TestHost()
        var tokens = [host.enrol("kim").token]
        for address in 2...3 {
            host.address = UInt8(address)
            host.wait(.seconds(60))
            let answer = host.game(.post, "authorize/", kim, key: LobbyCredentials.token)
            tokens.append(answer.token)
        }
        return (host, tokens)
    }

    private static func sessions(_ host: inout TestHost, by token: String) -> [JSON] {
        host.game(.get, "account/sessions", token: token).members["sessions"]?.array ?? []
    }

    @Test("S290: Sessions are listed with device, address, date and last use")
    func list() {
        var (host, tokens) = Self.host()
        let listed = Self.sessions(&host, by: tokens[1])
        #expect(listed.map { $0["device"]?.string } == ["", "desk", "desk"])
        #expect(listed.map { $0["address"]?.string } == ["192.0.2.1", "192.0.2.2", "192.0.2.3"])
        #expect(listed.map { $0["since"]?.int } == [1, 61, 121])
        #expect(listed.map { $0["used"]?.int } == [1, 61, 121])
        #expect(listed.map { $0["current"]?.bool } == [nil, true, nil])
        for token in [LobbyCredentials.token, TestHost.admin] {
            host.expectGame(401, .get, "account/sessions", token: token)
        }
        host.wait(.seconds(31_536_001))
        let again = host.game(.post, "authorize/", Self.kim, key: LobbyCredentials.token)
        #expect(Self.sessions(&host, by: again.token).count == 1)
    }

    @Test("S290: A user ends one session, or all others, and their channels end, too")
    func end() {
        var (host, tokens) = Self.host()
        let client = host.join("profile", token: tokens[2], app: "tictactoe")
        _ = host.heard(by: client)
        let id = Self.sessions(&host, by: tokens[0]).last?["id"]?.string ?? ""
        host.expectGame(404, .delete, "account/sessions/nothing", token: tokens[0])
        host.expectGame(200, .delete, "account/sessions/\(id)", token: tokens[0])
        host.expectGame(404, .delete, "account/sessions/\(id)", token: tokens[0])
        host.expectGame(401, .get, "buckets", token: tokens[2])
        #expect(host.heard(by: client) == [#"0:auth:{"msg":"Token invalid","code":401}"#])
        host.expectGame(200, .delete, "account/sessions", token: tokens[1])
        host.expectGame(401, .get, "buckets", token: tokens[0])
        #expect(Self.sessions(&host, by: tokens[1]).count == 1)
        // The user's own session, too.
        let own = Self.sessions(&host, by: tokens[1]).first?["id"]?.string ?? ""
        host.expectGame(200, .delete, "account/sessions/\(own)", token: tokens[1])
        host.expectGame(401, .get, "buckets", token: tokens[1])
    }

    @Test("A session's times are those of the calendar, however long the machine has been up")
    func times() {
        var host = TestHost()
        host.wait(.seconds(40 * 86_400))
        host.handle(.clock(ServerTime(milliseconds: 1_795_387_500_000)))
        let token = host.enrol("kim").token
        let reply = host.game(.get, "account/sessions/", token: token).members
        let own = reply["sessions"]?.array?.first
        #expect(own?["since"]?.int == 1_795_387_500)
        #expect(own?["used"]?.int == 1_795_387_500)
    }
}
