import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("What an operator does to the game's accounts")
struct OperatorTests {
    private static let key = LobbyAccess.token
    private static let kim = #"{"username":"kim","password":"correct horse"}"#

    @Test("S94: It is for who has the administrator's token")
    func isForAdministrators() {
        var host = TestHost()
        let token = host.enrol("kim").token
        for token in [token, Self.key] {
            #expect(host.game(.get, "accounts/", token: token).status == 401)
            #expect(host.game(.post, "accounts/kim/lock/", token: token).status == 401)
        }
        #expect(host.game(.post, "accounts/lee/lock/", token: TestHost.admin).status == 404)
        #expect(host.game(.post, "accounts/kim/leave/", token: TestHost.admin).status == 404)
    }

    @Test("S94: All accounts are listed, without a secret")
    func lists() {
        var host = TestHost()
        let kim = host.enrol("Kim").user
        _ = host.enrol("ann")
        let members = host.game(.get, "accounts/", token: TestHost.admin).members
        #expect(members["more"] == .bool(false))
        let accounts = members["accounts"]?.array ?? []
        #expect(accounts.compactMap { $0["username"]?.string } == ["ann", "Kim"])
        #expect(
            accounts.last == [
                "username": "Kim", "userid": JSON(kim), "since": 1, "locked": .bool(false),
                "password": .bool(true),
            ])
        let rest = host.game(.get, "accounts/?after=Ann", token: TestHost.admin).members
        #expect(rest["accounts"]?.array?.count == 1)
    }

    @Test("S94: Who is locked out has no token any more, and hears why with the right password")
    func locks() {
        var host = TestHost()
        let token = host.enrol("kim").token
        #expect(host.game(.post, "accounts/KIM/lock/", token: TestHost.admin).status == 200)
        #expect(host.game(.get, "buckets", token: token).status == 401)
        let locked = host.game(.post, "authorize/", Self.kim, key: Self.key)
        #expect(locked.status == 403 && locked.body.contains("locked"))
        let wrong = #"{"username":"kim","password":"wrong horse"}"#
        #expect(host.game(.post, "authorize/", wrong, key: Self.key).status == 401)
        #expect(host.game(.post, "accounts/kim/unlock/", token: TestHost.admin).status == 200)
        #expect(host.game(.post, "authorize/", Self.kim, key: Self.key).status == 200)
    }

    @Test("S95: A code of the operator's is good for one new password, within an hour")
    func resets() {
        var host = TestHost()
        let old = host.enrol("kim").token
        let reset = host.game(.post, "accounts/kim/reset/", token: TestHost.admin)
        let code = reset.members["code"]?.string ?? ""
        #expect(host.game(.get, "buckets", token: old).status == 200)
        func body(_ code: String, _ password: String = "battery staple") -> String {
            #"{"username":"kim","code":"\#(code)","new_password":"\#(password)"}"#
        }
        #expect(host.game(.post, "authorize/", body("0000000000"), key: Self.key).status == 401)
        #expect(host.game(.post, "authorize/", body(code, "short"), key: Self.key).status == 400)
        let done = host.game(.post, "authorize/", body(code), key: Self.key)
        #expect(done.members["username"]?.string == "kim")
        #expect(host.game(.get, "buckets", token: old).status == 401)
        let new = done.members["access_token"]?.string ?? ""
        #expect(host.game(.get, "buckets", token: new).status == 200)
        #expect(host.game(.post, "authorize/", body(code), key: Self.key).status == 401)

        let late = host.game(.post, "accounts/kim/reset/", token: TestHost.admin)
        host.wait(.seconds(3_600))
        let lateCode = late.members["code"]?.string ?? ""
        #expect(host.game(.post, "authorize/", body(lateCode), key: Self.key).status == 401)
    }

    @Test("S95: Five wrong tries end a code of the operator's")
    func wrongTries() {
        var host = TestHost { $0.people.freeFailuresPerName = 100 }
        _ = host.enrol("kim")
        let reset = host.game(.post, "accounts/kim/reset/", token: TestHost.admin)
        let code = reset.members["code"]?.string ?? ""
        for code in Array(repeating: "0000000000", count: 5) + [code] {
            let body = #"{"username":"kim","code":"\#(code)","new_password":"battery staple"}"#
            #expect(host.game(.post, "authorize/", body, key: Self.key).status == 401)
        }
    }

    @Test("S94: Who is deleted is gone with everything, and the name rests")
    func deletes() {
        var host = TestHost()
        let token = host.enrol("kim").token
        #expect(host.game(.post, "accounts/kim/delete/", token: TestHost.admin).status == 200)
        #expect(host.game(.get, "buckets", token: token).status == 401)
        #expect(host.game(.post, "create/", Self.kim, key: Self.key).status == 409)
        let members = host.game(.get, "accounts/", token: TestHost.admin).members
        #expect(members["accounts"] == [])
    }
}
