import GameHost
import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("Devices and keys linked to an account")
struct LinkTests {
    private static let key = LobbyCredentials.token
    private static let fingerprint = "SHA256:abcdefgh"

    private static func host() -> (host: TestHost, token: String, code: String) {
        var host = TestHost { $0.game?.doorToken = Token(TestHost.doorToken) }
        let token = host.enrol("kim").token
        let opened = host.game(.post, "link/", token: token)
        #expect(opened.members["seconds"]?.int == 300)
        return (host, token, opened.members["code"]?.string ?? "")
    }

    @Test("S91: A device shows the code, waits for the user's answer, and is let in once")
    func links() {
        var (host, token, code) = Self.host()
        #expect(code.count == 10)
        #expect(host.game(.get, "link/", token: token).members["code"]?.string == code)
        let offered = host.game(
            .post, "link/\(code.lowercased())/", #"{"device":"desk\u0007"}"#, key: Self.key)
        let ticket = offered.members["ticket"]?.string ?? ""
        let again = host.game(.post, "link/\(code)/", #"{"device":"thief"}"#, key: Self.key)
        #expect(again.status == 404)
        let state = host.game(.get, "link/", token: token).members
        #expect(state["code"] == nil)
        #expect(state["waiting"] == ["device": "desk", "address": "192.0.2.1"])
        host.expectGame(202, .get, "link/\(code)/", ticket: ticket)
        host.expectGame(404, .get, "link/\(code)/", ticket: "another")
        host.expectGame(200, .post, "link/allow/", #"{"allow":true}"#, token: token)
        let letIn = host.game(.get, "link/\(code)/", ticket: ticket)
        #expect(letIn.members["username"]?.string == "kim")
        #expect(host.log.last?.event == "sign-in")
        host.expectGame(404, .get, "link/\(code)/", ticket: ticket)

        let links = host.game(.get, "link/", token: letIn.token).members["links"]?.array ?? []
        #expect(links.map { $0["device"]?.string } == ["desk"])
        let id = links.first?["id"]?.string ?? ""
        host.expectGame(404, .delete, "link/nothing/", token: token)
        host.expectGame(200, .delete, "link/\(id)/", token: token)
        host.expectGame(401, .get, "link/", token: letIn.token)
        #expect(host.game(.get, "link/", token: token).members["links"] == [])

        // The user may refuse.
        (host, token, code) = Self.host()
        host.expectGame(404, .post, "link/allow/", #"{"allow":true}"#, token: token)
        let second = host.game(.post, "link/\(code)/", "{}", key: Self.key)
        let other = second.members["ticket"]?.string ?? ""
        host.expectGame(200, .post, "link/allow/", #"{"allow":false}"#, token: token)
        host.expectGame(403, .get, "link/\(code)/", ticket: other)
        host.expectGame(404, .post, "link/allow/", #"{"allow":true}"#, token: token)
    }

    @Test("S92: A code ends after five minutes, by the next one, and by five wrong attempts")
    func lapses() {
        var (host, token, code) = Self.host()
        let next = host.game(.post, "link/", token: token).members["code"]?.string ?? ""
        host.expectGame(404, .post, "link/\(code)/", "{}", key: Self.key)
        host.wait(.seconds(300))
        host.expectGame(404, .post, "link/\(next)/", "{}", key: Self.key)
        #expect(host.game(.get, "link/", token: token).members["code"] == nil)

        // Wrong attempts from all addresses count.
        (host, token, code) = Self.host()
        let last = code.last == "Z" ? "Y" : "Z"
        let wrong = String(code.dropLast()) + last
        for number in 0..<4 {
            host.address = UInt8(20 + number)
            host.expectGame(404, .post, "link/\(wrong)/", "{}", key: Self.key)
        }
        #expect(host.game(.get, "link/", token: token).members["code"]?.string == code)
        host.expectGame(404, .post, "link/\(wrong)/", "{}", key: Self.key)
        host.expectGame(404, .post, "link/\(code)/", "{}", key: Self.key)
        #expect(host.game(.get, "link/", token: token).members["code"] == nil)

        // A client that guesses codes must wait longer and longer.
        host = Self.host().host
        let statuses = (0..<24).map { _ in
            host.game(.post, "link/0000000000/", "{}", key: Self.key).status
        }
        #expect(statuses.prefix(20).allSatisfy { $0 == 404 })
        #expect(statuses.last == 429)
        host.expectGame(401, .post, "link/none/", "{}")
    }

    @Test("A client that uses its own link code gets no refund for guesses of other codes")
    func guesses() {
        var (host, _, code) = Self.host()
        let guess = "link/0000000000/"
        for _ in 0..<19 { host.expectGame(404, .post, guess, "{}", key: Self.key) }
        host.expectGame(200, .post, "link/\(code)/", "{}", key: Self.key)
        host.expectGame(404, .post, guess, "{}", key: Self.key)
        host.expectGame(429, .post, guess, "{}", key: Self.key)
    }

    @Test("S93: Only the door links a key, which then signs in")
    func keys() {
        var (host, token, code) = Self.host()
        let body = #"{"device":"ssh","key":"\#(Self.fingerprint)"}"#
        host.expectGame(401, .post, "link/\(code)/", body, key: Self.key)
        let offered = host.game(.post, "link/\(code)/", body, key: TestHost.doorToken)
        let ticket = offered.members["ticket"]?.string ?? ""
        let waiting = host.game(.get, "link/", token: token).members["waiting"]
        #expect(waiting == ["device": "ssh", "key": JSON(Self.fingerprint)])
        _ = host.game(.post, "link/allow/", #"{"allow":true}"#, token: token)
        host.expectGame(200, .get, "link/\(code)/", ticket: ticket)
        let key = #"{"provider":"ssh","key":"\#(Self.fingerprint)"}"#
        let found = host.game(.post, "authorize/", key, key: TestHost.doorToken)
        #expect(found.members["username"]?.string == "kim")
        let links = host.game(.get, "link/", token: token).members["links"]?.array ?? []
        #expect(links.compactMap { $0["key"]?.string } == [Self.fingerprint])
        let id = links.first?["id"]?.string ?? ""
        host.expectGame(200, .delete, "link/\(id)", token: token)
        host.expectGame(404, .post, "authorize/", key, key: TestHost.doorToken)
    }
}
