import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("A user's account over HTTP")
struct HostAccountTests {
    private static let kim = #"{"username":"kim@example.org","password":"correct horse"}"#

    @Test("S59: An account is created once, and signs in with the right password only")
    func createAndAuthorize() {
        var host = TestHost()
        let created = host.account("create", Self.kim)
        #expect(created.status == 200)
        #expect(created.members.map(\.name) == ["username", "access_token", "userid"])
        #expect(created.members["username"]?.string == "kim@example.org")
        #expect(created.token.count == 32)
        host.expectAccount(409, "create", Self.kim)
        let shouted = #"{"username":"KIM@example.org","password":"correct horse"}"#
        host.expectAccount(409, "create", shouted)

        let authorized = host.account("authorize", shouted)
        #expect(authorized.members["userid"] == created.members["userid"])
        #expect(authorized.token != created.token)
        let wrong = #"{"username":"kim@example.org","password":"incorrect horse"}"#
        host.expectAccount(401, "authorize", wrong)
        host.expectAccount(401, "authorize", Self.kim, key: nil)
        host.expectAccount(401, "authorize", Self.kim, key: "no key")

        // An unknown user costs as much time as a wrong password.
        host = TestHost()
        host.expectAccount(401, "authorize", Self.kim)
        #expect(host.hashes == 1)
    }

    @Test(
        "S59: An invalid name or password is error 400",
        arguments: [
            #"{"username":"kim","password":"correct horse"}"#,
            #"{"username":"@example.org","password":"correct horse"}"#,
            #"{"username":"kim@example.org","password":"short"}"#,
            #"{"username":"kim@example.org","password":"KIM@example.org"}"#,
            #"{"username":"kim@example.org","password":"tab\tbed horse"}"#,
            #"{"username":"kim@example.org"}"#, #"{"password":"correct horse"}"#, "[]", "",
            #"{"username":7,"password":"correct horse"}"#, "\u{0}\u{0}",
        ])
    func malformed(body: String) {
        var host = TestHost()
        host.expectAccount(400, "create", body)
        #expect(host.hashes == 0)
    }

    @Test("S60: Administrators reset passwords, and delete users with all their data")
    func administration() {
        var host = TestHost()
        let (token, _) = host.sign(up: "kim@example.org")
        let reset = #"{"username":"kim@example.org","new_password":"battery staple"}"#
        host.expectAccount(401, "reset_password", reset)
        host.expectAccount(401, "delete", reset)
        let stranger = #"{"username":"lee@example.org","new_password":"battery staple"}"#
        host.expectAccount(404, "reset_password", stranger, key: TestHost.admin)

        let keyless = host.ask(.post, "/delete/", token: TestHost.admin, body: reset)
        #expect(keyless.status == 401 && keyless.body == "X-Simperium-API-Key is missing\n")

        let done = host.account("reset_password", reset, key: TestHost.admin)
        #expect(done.body == #"{"status":"success"}"#)
        host.expectAccount(401, "authorize", Self.kim)
        let new = #"{"username":"kim@example.org","password":"battery staple"}"#
        host.expectAccount(200, "authorize", new)
        host.expectDemo(401, .get, "/buckets", token: token)

        // The buckets and the tokens are removed with the user.
        host = TestHost()
        let (old, user) = host.sign()
        host.expectDemo(200, .post, "/todo/i/a", token: old, body: "{\"n\":1}")
        let kim = #"{"username":"kim@example.org"}"#
        host.expectAccount(200, "delete", kim, key: TestHost.admin)
        host.finishWork()
        host.expectAccount(404, "delete", kim, key: TestHost.admin)
        host.expectDemo(401, .get, "/todo/i/a", token: old)
        let left = host.ask(.get, "/todo/i/a", token: TestHost.admin, user: user)
        #expect(left.status == 404)
        #expect(
            host.ask(.get, "/buckets", token: TestHost.admin, user: user).body
                == #"{"buckets":[]}"#)
        host.expectAccount(200, "create", Self.kim)
    }

    @Test("A deletion continues by itself if a bucket could not be dropped")
    func interruptedDeletion() {
        var host = TestHost()
        let token = host.sign().token
        host.expectDemo(200, .post, "/todo/i/a", token: token, body: "{}")
        host.failsQuery = { if case .index = $0 { true } else { false } }
        let kim = #"{"username":"kim@example.org"}"#
        host.expectAccount(503, "delete", kim, key: TestHost.admin)
        host.wait(.seconds(40))
        host.expectAccount(409, "create", Self.kim)
        host.failsQuery = { _ in false }
        host.wait(.seconds(40))
        host.expectAccount(200, "create", Self.kim)
    }

    @Test("A deletion of an earlier process continues, even if the users can't be listed at first")
    func unlistedDeletion() {
        var host = TestHost()
        let token = host.sign().token
        host.expectDemo(200, .post, "/todo/i/a", token: token, body: "{}")
        host.failsQuery = { if case .buckets = $0 { true } else { false } }
        let kim = #"{"username":"kim@example.org"}"#
        host.expectAccount(503, "delete", kim, key: TestHost.admin)
        host = TestHost(store: host.store, accounts: host.accounts, failsUserList: true)
        host.wait(.seconds(40))
        host.expectAccount(409, "create", Self.kim)
        host.failsUserList = false
        host.wait(.seconds(40))
        host.expectAccount(200, "create", Self.kim)
    }

    @Test("S60: Users with as many buckets as are allowed are deleted, also by the next process")
    func manyBuckets() {
        var host = TestHost()
        var (token, user) = host.sign()
        for number in 1...1_000 {
            host.expectDemo(200, .post, "/b\(number)/i/a", token: token, body: "{}")
        }
        let names = ["kim@example.org", "lee@example.org"]
        host.expectAccount(200, "delete", #"{"username":"\#(names[0])"}"#, key: TestHost.admin)
        #expect(
            host.ask(.get, "/buckets", token: TestHost.admin, user: user).body
                == #"{"buckets":[]}"#)

        host = TestHost { $0.hub.pace.commandsAtOnce = 10_000 }
        for name in names {
            (token, user) = host.sign(up: name)
            for number in 1...900 {
                host.expectDemo(200, .post, "/b\(number)/i/a", token: token, body: "{}")
            }
        }
        host.failsQuery = { if case .buckets = $0 { true } else { false } }
        for name in names {
            host.expectAccount(503, "delete", #"{"username":"\#(name)"}"#, key: TestHost.admin)
        }
        host = TestHost(store: host.store, accounts: host.accounts)
        #expect(
            host.ask(.get, "/buckets", token: TestHost.admin, user: user).body
                == #"{"buckets":[]}"#)
        for name in names {
            let body = #"{"username":"\#(name)","password":"correct horse"}"#
            host.expectAccount(200, "create", body)
        }
    }

    @Test("S60: A write in progress ends with the account, and leaves no data")
    func writeInProgress() {
        let changes = (0..<200).map {
            #"{"id":"k\#($0)","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"c\#($0)"}"#
        }
        let bulk = "[\(changes.joined(separator: ","))]"
        let object = #"{"text":"\#(String(repeating: "x", count: 300))"}"#
        for (path, body, promptWork) in [
            ("i/a", object, 100), ("changes", bulk, Limits.promptWork),
        ] {
            var host = TestHost { $0.hub.promptWork = promptWork }
            let (token, user) = host.sign()
            host.isComputingSlow = true
            let write = host.begin(
                .post, "/1/demo/todo/\(path)", ["X-Simperium-Token": token], body: body)
            #expect(host.answer(to: write).status == 0)
            let kim = #"{"username":"kim@example.org"}"#
            host.expectAccount(200, "delete", kim, key: TestHost.admin)
            for _ in 0..<3 { host.finishComputing() }
            host.finishWork()
            #expect(host.answer(to: write).status == 401)
            #expect(
                host.ask(.get, "/buckets", token: TestHost.admin, user: user).body
                    == #"{"buckets":[]}"#)
        }
    }

    @Test("S61: JSON is read with any content type, and so is a form")
    func forms() {
        var host = TestHost()
        let form: HTTPFields = [
            "X-Simperium-API-Key": TestHost.apiKey,
            "Content-Type": "application/x-www-form-urlencoded",
        ]
        host.expectStatus(200, .post, "/1/demo/create", form, body: Self.kim)
        let body = "username=kim%40example.org&password=correct+horse"
        host.expectStatus(200, .post, "/1/demo/authorize/", form, body: body)
        let withKey = body + "&client_id=\(TestHost.apiKey)"
        host.expectStatus(200, .post, "/1/demo/authorize/", body: withKey)
    }

    @Test("A user may change the name and the password")
    func update() {
        var host = TestHost()
        _ = host.sign(up: "lee@example.org")
        let (token, _) = host.sign()
        let taken = """
            {"username":"kim@example.org","password":"correct horse",\
            "new_username":"LEE@example.org"}
            """
        host.expectAccount(409, "update", taken)
        let wrong = #"{"username":"kim@example.org","password":"x","new_password":"12345678"}"#
        host.expectAccount(401, "update", wrong)
        let both = """
            {"username":"kim@example.org","password":"correct horse",\
            "new_username":"kim@example.com","new_password":"battery staple"}
            """
        #expect(host.account("update", both).body == #"{"status":"success"}"#)
        host.expectAccount(401, "authorize", Self.kim)
        let new = #"{"username":"kim@example.com","password":"battery staple"}"#
        #expect(host.account("authorize", new).members["username"]?.string == "kim@example.com")
        host.expectDemo(401, .get, "/buckets", token: token)
        host.expectAccount(200, "create", Self.kim)
    }

    @Test("S288: The response names the token's user and id")
    func whoami() {
        var host = TestHost()
        let (token, user) = host.sign()
        let answer = host.ask(.get, "/user", token: token)
        #expect(answer.body == #"{"userid":"\#(user)","username":"kim@example.org"}"#)
        host.expectDemo(401, .get, "/user", token: "0123456789abcdef0123456789abcdef")
        host.expectDemo(401, .get, "/user", token: TestHost.admin)
        host.expectDemo(405, .post, "/user", token: token)
    }

    @Test("S285: A new password ends all sessions except the caller's")
    func newPassword() {
        var host = TestHost()
        let (mine, _) = host.sign()
        let other = host.account("authorize", Self.kim).token
        func update(_ old: String, _ new: String, by token: String) -> Answer {
            let body = """
                {"username":"kim@example.org","password":"\(old)","new_password":"\(new)"}
                """
            let fields: HTTPFields = [
                "X-Simperium-API-Key": TestHost.apiKey, "X-Simperium-Token": token,
            ]
            return host.ask(.post, "/1/demo/update/", fields, body: body)
        }
        #expect(update("wrong horse", "battery staple", by: mine).status == 401)
        host.expectDemo(200, .get, "/buckets", token: other)
        let client = host.join(token: other)
        _ = host.heard(by: client)
        #expect(update("correct horse", "battery staple", by: mine).status == 200)
        host.expectDemo(200, .get, "/buckets", token: mine)
        host.expectDemo(401, .get, "/buckets", token: other)
        #expect(host.heard(by: client) == [#"0:auth:{"msg":"Token invalid","code":401}"#])
        // A token does not replace the name and the password.
        let fields: HTTPFields = [
            "X-Simperium-API-Key": TestHost.apiKey, "X-Simperium-Token": mine,
        ]
        let nameless = #"{"new_password":"12345678"}"#
        let open = #"{"username":"kim@example.org","new_password":"12345678"}"#
        for (body, status) in [(nameless, 400), (open, 401)] {
            #expect(host.ask(.post, "/1/demo/update/", fields, body: body).status == status)
        }
        // Without a token all sessions end.
        let body = """
            {"username":"kim@example.org","password":"battery staple","new_password":"12345678"}
            """
        host.expectAccount(200, "update", body)
        host.expectDemo(401, .get, "/buckets", token: mine)
    }

    @Test("S71: A revoked token closes its sockets, after an answer on each channel")
    func revocation() {
        var host = TestHost()
        let (token, _) = host.sign()
        let client = host.join(token: token)
        #expect(host.heard(by: client).isEmpty)
        let body = #"{"username":"kim@example.org","new_password":"battery staple"}"#
        _ = host.account("reset_password", body, key: TestHost.admin)
        #expect(host.heard(by: client) == [#"0:auth:{"msg":"Token invalid","code":401}"#])
        #expect(host.endings[client]?.code == .policyViolation)
        let again = host.join(token: token)
        #expect(host.endings[again] == nil)
    }

    @Test("Too many attempts at one name, or from one address, must wait")
    func attempts() {
        var host = TestHost()
        _ = host.sign()
        let wrong = #"{"username":"kim@example.org","password":"wrong horse"}"#
        var statuses: [Int] = []
        for address in 20..<32 {
            host.address = UInt8(address)
            statuses.append(host.account("authorize", wrong).status)
        }
        #expect(statuses == Array(repeating: 401, count: 5) + Array(repeating: 429, count: 7))
        host.wait(.seconds(6))
        host.expectAccount(200, "authorize", Self.kim)
        host.expectAccount(401, "authorize", wrong)

        // An address has this many attempts, under all names together.
        host = TestHost()
        let ofAddress = (0..<32).map { number in
            let body = #"{"username":"u\#(number)@example.org","password":"wrong horse"}"#
            return host.account("authorize", body).status
        }
        #expect(ofAddress == Array(repeating: 401, count: 20) + Array(repeating: 429, count: 12))
        host.address = 2
        host.expectAccount(401, "authorize", Self.kim)
    }

    @Test("A limited number of passwords waits for hashing, and a failed hash signs in no user")
    func waitingPasswords() {
        var host = TestHost { settings in settings.limits.passwords.perAddress = 1 }
        host.isHashingSlow = true
        let calls = (0..<3).map { number in
            let body = #"{"username":"u\#(number)@example.org","password":"wrong horse"}"#
            return host.begin(
                .post, "/1/demo/create/", ["X-Simperium-API-Key": TestHost.apiKey], body: body)
        }
        #expect(calls.map { host.answer(to: $0).status } == [0, 0, 503])
        host.handle(.cancelled(calls[0]))
        for _ in 0..<2 { host.finishHashing() }
        #expect(calls.map { host.answer(to: $0).status } == [0, 200, 503])
        host.isHashingSlow = false
        host.expectAccount(200, "create", Self.kim)

        // A password that could not be hashed is never valid.
        host = TestHost()
        host.isHashingSlow = true
        let fields: HTTPFields = ["X-Simperium-API-Key": TestHost.apiKey]
        for action in ["create", "authorize"] {
            let call = host.begin(.post, "/1/demo/\(action)/", fields, body: Self.kim)
            host.finishHashing(hasMemory: false)
            #expect(host.answer(to: call).status == 503)
        }
        host.isHashingSlow = false
        host.expectAccount(200, "create", Self.kim)
    }

    @Test(
        "S86: When two calls create one name at the same time, one succeeds",
        arguments: [
            ("demo", TestHost.apiKey, ["kim@example.org", "kim@example.org"]),
            ("tictactoe", LobbyCredentials.token, ["kim", "KIM"]),
        ])
    func race(app: String, key: String, names: [String]) {
        var host = TestHost()
        host.isHashingSlow = true
        let calls = names.map { name in
            host.begin(
                .post, "/1/\(app)/create/", ["X-Simperium-API-Key": key],
                body: #"{"username":"\#(name)","password":"correct horse"}"#)
        }
        for _ in 0..<2 { host.finishHashing() }
        #expect(calls.map { host.answer(to: $0).status } == [200, 409])
    }
}
