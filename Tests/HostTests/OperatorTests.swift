import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("An operator's acts on the game's accounts")
struct OperatorTests {
    private static let key = LobbyCredentials.token
    private static let kim = #"{"username":"kim","password":"correct horse"}"#

    @Test("S94: Only an administrator locks an account, and its user is then sent the reason")
    func locks() {
        var host = TestHost()
        let token = host.enrol("kim").token
        for token in [token, Self.key] {
            host.expectGame(401, .get, "accounts/", token: token)
            host.expectGame(401, .post, "accounts/kim/lock/", token: token)
        }
        host.expectGame(404, .post, "accounts/lee/lock/", token: TestHost.admin)
        host.expectGame(404, .post, "accounts/kim/leave/", token: TestHost.admin)

        host = TestHost()
        let kim = host.enrol("kim").token
        host.expectGame(200, .post, "accounts/KIM/lock/", token: TestHost.admin)
        host.expectGame(401, .get, "buckets", token: kim)
        let locked = host.game(.post, "authorize/", Self.kim, key: Self.key)
        #expect(locked.status == 403 && locked.body.contains("locked"))
        let wrong = #"{"username":"kim","password":"wrong horse"}"#
        host.expectGame(401, .post, "authorize/", wrong, key: Self.key)
        host.expectGame(200, .post, "accounts/kim/unlock/", token: TestHost.admin)
        host.expectGame(200, .post, "authorize/", Self.kim, key: Self.key)
    }

    @Test("S94: All accounts are listed, without a secret, and deleted with all their data")
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

        host = TestHost()
        let token = host.enrol("kim").token
        host.expectGame(200, .post, "accounts/kim/delete/", token: TestHost.admin)
        host.expectGame(401, .get, "buckets", token: token)
        host.expectGame(409, .post, "create/", Self.kim, key: Self.key)
        let left = host.game(.get, "accounts/", token: TestHost.admin).members
        #expect(left["accounts"] == [])
    }

    @Test("S308: The administrator of another app does the same with its users, one by name, too")
    func otherApps() {
        var host = TestHost()
        let (token, user) = host.sign(up: "kim@example.org")
        _ = host.sign(up: "lin@example.org")
        func ask(
            _ status: Int, _ method: HTTPMethod, _ path: String, token: String = TestHost.admin
        ) -> [JSON] {
            let answer = host.ask(method, "/accounts/\(path)", token: token)
            #expect(answer.status == status, "\(path)")
            return answer.members["accounts"]?.array ?? []
        }
        #expect(ask(200, .get, "").compactMap { $0["username"]?.string }.count == 2)
        #expect(ask(200, .get, "?name=KIM@example.org").map { $0["userid"] } == [JSON(user)])
        #expect(ask(200, .get, "?name=lee@example.org") == [])
        _ = ask(401, .get, "", token: token)
        _ = ask(401, .post, "lin@example.org/delete/", token: token)
        // A user may have a bucket of that name.
        _ = ask(200, .get, "index", token: token)
        _ = ask(200, .post, "kim@example.org/lock/")
        #expect(ask(200, .get, "?name=kim@example.org").map { $0["locked"] } == [true])
        _ = ask(401, .get, "index", token: token)
        _ = ask(200, .post, "kim@example.org/delete/")
        #expect(ask(200, .get, "").count == 1)
    }

    @Test("S95: A code of the operator is valid for one new password, and for an hour")
    func resets() {
        var host = TestHost()
        let old = host.enrol("kim").token
        let reset = host.game(.post, "accounts/kim/reset/", token: TestHost.admin)
        let code = reset.members["code"]?.string ?? ""
        host.expectGame(200, .get, "buckets", token: old)
        func body(_ code: String, _ password: String = "battery staple") -> String {
            #"{"username":"kim","code":"\#(code)","new_password":"\#(password)"}"#
        }
        host.expectGame(401, .post, "authorize/", body("0000000000"), key: Self.key)
        host.expectGame(400, .post, "authorize/", body(code, "short"), key: Self.key)
        let done = host.game(.post, "authorize/", body(code), key: Self.key)
        #expect(done.members["username"]?.string == "kim")
        #expect(host.log.last?.event == "password change by a code")
        host.expectGame(401, .get, "buckets", token: old)
        host.expectGame(200, .get, "buckets", token: done.token)
        host.expectGame(401, .post, "authorize/", body(code), key: Self.key)

        let late = host.game(.post, "accounts/kim/reset/", token: TestHost.admin)
        host.wait(.seconds(3_600))
        let lateCode = late.members["code"]?.string ?? ""
        host.expectGame(401, .post, "authorize/", body(lateCode), key: Self.key)

        // S-5: Wrong codes, from anywhere, do not end it. They are charged to their addresses.
        host = TestHost()
        _ = host.enrol("kim")
        let second = host.game(.post, "accounts/kim/reset/", token: TestHost.admin)
        let right = second.members["code"]?.string ?? ""
        for address in 10..<40 {
            host.address = UInt8(address)
            host.expectGame(401, .post, "authorize/", body("0000000000"), key: Self.key)
        }
        let guesses = (0..<25).map { _ in
            host.game(.post, "authorize/", body("0000000000"), key: Self.key).status
        }
        #expect(guesses.last == 429)
        host.address = 2
        host.expectGame(200, .post, "authorize/", body(right), key: Self.key)
    }

    @Test("S95: Beyond the limit on open codes, a reset is refused until a code has expired")
    func tooManyCodes() {
        var host = TestHost { $0.limits.openCodes = 1 }
        for name in ["kim", "lin"] { _ = host.enrol(name) }
        host.expectGame(200, .post, "accounts/kim/reset/", token: TestHost.admin)
        host.expectGame(503, .post, "accounts/lin/reset/", token: TestHost.admin)
        // A user's new code replaces the earlier one.
        host.expectGame(200, .post, "accounts/kim/reset/", token: TestHost.admin)
        host.wait(.seconds(3_600))
        host.expectGame(200, .post, "accounts/lin/reset/", token: TestHost.admin)
    }

    @Test("A link refunds no guesses of a reset code, and a password beside a code is counted")
    func guesses() {
        var host = TestHost()
        let token = host.enrol("lin").token
        _ = host.enrol("kim")
        host.expectGame(200, .post, "accounts/kim/reset/", token: TestHost.admin)
        let guess = #"{"username":"kim","code":"0000000000","new_password":"battery staple"}"#
        for _ in 0..<19 { host.expectGame(401, .post, "authorize/", guess, key: Self.key) }
        let code = host.game(.post, "link/", token: token).members["code"]?.string ?? ""
        host.expectGame(200, .post, "link/\(code)/", "{}", key: Self.key)
        host.expectGame(401, .post, "authorize/", guess, key: Self.key)
        host.expectGame(429, .post, "authorize/", guess, key: Self.key)

        // An update uses no code, so its password counts as a guess for the name.
        host = TestHost()
        _ = host.enrol("kim")
        let password = #"{"username":"kim","password":"wrong horse"}"#
        for address in 10..<15 {
            host.address = UInt8(address)
            host.expectGame(401, .post, "authorize/", password, key: Self.key)
        }
        host.address = 15
        let update = String(guess.dropLast()) + #","password":"wrong horse"}"#
        host.expectGame(429, .post, "update/", update, key: Self.key)
    }
}
