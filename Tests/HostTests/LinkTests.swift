import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("A device or a key linked to an account")
struct LinkTests {
    private static let key = LobbyAccess.token
    private static let fingerprint = "SHA256:abcdefgh"

    private static func host() -> (host: TestHost, token: String, code: String) {
        var host = TestHost { $0.lobby.doorToken = Token(TestHost.doorToken) }
        let token = host.enrol("kim").token
        let opened = host.game(.post, "link/", token: token)
        #expect(opened.members["seconds"]?.int == 300)
        return (host, token, opened.members["code"]?.string ?? "")
    }

    @Test("S91: It shows the code, waits until the other side says yes, and is let in once")
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
        #expect(host.game(.get, "link/\(code)/", ticket: ticket).status == 202)
        #expect(host.game(.get, "link/\(code)/", ticket: "another").status == 404)
        #expect(host.game(.post, "link/allow/", #"{"allow":true}"#, token: token).status == 200)
        let letIn = host.game(.get, "link/\(code)/", ticket: ticket).members
        #expect(letIn["username"]?.string == "kim")
        let new = letIn["access_token"]?.string ?? ""
        #expect(host.game(.get, "link/\(code)/", ticket: ticket).status == 404)

        let links = host.game(.get, "link/", token: new).members["links"]?.array ?? []
        #expect(links.map { $0["device"]?.string } == ["desk"])
        let id = links.first?["id"]?.string ?? ""
        #expect(host.game(.delete, "link/nothing/", token: token).status == 404)
        #expect(host.game(.delete, "link/\(id)/", token: token).status == 200)
        #expect(host.game(.get, "link/", token: new).status == 401)
        #expect(host.game(.get, "link/", token: token).members["links"] == [])
    }

    @Test("S91: The other side may say no")
    func refusal() {
        var (host, token, code) = Self.host()
        #expect(host.game(.post, "link/allow/", #"{"allow":true}"#, token: token).status == 404)
        let offered = host.game(.post, "link/\(code)/", "{}", key: Self.key)
        let ticket = offered.members["ticket"]?.string ?? ""
        #expect(host.game(.post, "link/allow/", #"{"allow":false}"#, token: token).status == 200)
        #expect(host.game(.get, "link/\(code)/", ticket: ticket).status == 403)
        #expect(host.game(.post, "link/allow/", #"{"allow":true}"#, token: token).status == 404)
    }

    @Test("S92: A code is good for five minutes, and the one before it not any more")
    func lapses() {
        var (host, token, code) = Self.host()
        let next = host.game(.post, "link/", token: token).members["code"]?.string ?? ""
        #expect(host.game(.post, "link/\(code)/", "{}", key: Self.key).status == 404)
        host.wait(.seconds(300))
        #expect(host.game(.post, "link/\(next)/", "{}", key: Self.key).status == 404)
        #expect(host.game(.get, "link/", token: token).members["code"] == nil)
    }

    @Test("S92: Five wrong tries end it, wherever they come from")
    func wrongTries() {
        var (host, token, code) = Self.host()
        let last = code.last == "Z" ? "Y" : "Z"
        let wrong = String(code.dropLast()) + last
        for number in 0..<4 {
            host.address = UInt8(20 + number)
            #expect(host.game(.post, "link/\(wrong)/", "{}", key: Self.key).status == 404)
        }
        #expect(host.game(.get, "link/", token: token).members["code"]?.string == code)
        #expect(host.game(.post, "link/\(wrong)/", "{}", key: Self.key).status == 404)
        #expect(host.game(.post, "link/\(code)/", "{}", key: Self.key).status == 404)
        #expect(host.game(.get, "link/", token: token).members["code"] == nil)
    }

    @Test("S92: Who guesses at codes waits longer and longer")
    func guesses() {
        var (host, _, _) = Self.host()
        let statuses = (0..<24).map { _ in
            host.game(.post, "link/0000000000/", "{}", key: Self.key).status
        }
        #expect(statuses.prefix(20).allSatisfy { $0 == 404 })
        #expect(statuses.last == 429)
        #expect(host.game(.post, "link/none/", "{}").status == 401)
    }

    @Test("S93: A key is linked by the door alone, and signs in from then on")
    func keys() {
        var (host, token, code) = Self.host()
        let body = #"{"device":"ssh","key":"\#(Self.fingerprint)"}"#
        #expect(host.game(.post, "link/\(code)/", body, key: Self.key).status == 401)
        let offered = host.game(.post, "link/\(code)/", body, key: TestHost.doorToken)
        let ticket = offered.members["ticket"]?.string ?? ""
        let waiting = host.game(.get, "link/", token: token).members["waiting"]
        #expect(waiting == ["device": "ssh", "key": JSON(Self.fingerprint)])
        _ = host.game(.post, "link/allow/", #"{"allow":true}"#, token: token)
        #expect(host.game(.get, "link/\(code)/", ticket: ticket).status == 200)
        let key = #"{"provider":"ssh","key":"\#(Self.fingerprint)"}"#
        let found = host.game(.post, "authorize/", key, key: TestHost.doorToken)
        #expect(found.members["username"]?.string == "kim")
        let links = host.game(.get, "link/", token: token).members["links"]?.array ?? []
        #expect(links.compactMap { $0["key"]?.string } == [Self.fingerprint])
        let id = links.first?["id"]?.string ?? ""
        #expect(host.game(.delete, "link/\(id)", token: token).status == 200)
        #expect(host.game(.post, "authorize/", key, key: TestHost.doorToken).status == 404)
    }
}
