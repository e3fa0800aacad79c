import Host
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("A user's account over HTTP")
struct AccountTests {
    private static let kim = #"{"username":"kim@example.org","password":"correct horse"}"#

    @Test("S59: Creating, creating again, and signing in rightly and wrongly")
    func createAndAuthorize() {
        var host = TestHost()
        let created = host.account("create", Self.kim)
        #expect(created.status == 200)
        #expect(created.members.map(\.name) == ["username", "access_token", "userid"])
        #expect(created.members["username"]?.string == "kim@example.org")
        #expect(created.members["access_token"]?.string?.count == 32)
        #expect(host.account("create", Self.kim).status == 409)
        let shouted = #"{"username":"KIM@example.org","password":"correct horse"}"#
        #expect(host.account("create", shouted).status == 409)

        let authorized = host.account("authorize", shouted)
        #expect(authorized.members["userid"] == created.members["userid"])
        #expect(authorized.members["access_token"] != created.members["access_token"])
        let wrong = #"{"username":"kim@example.org","password":"incorrect horse"}"#
        #expect(host.account("authorize", wrong).status == 401)
        #expect(host.account("authorize", Self.kim, key: nil).status == 401)
        #expect(host.account("authorize", Self.kim, key: "no key").status == 401)
    }

    @Test("Somebody unknown costs as much time as a wrong password")
    func unknown() {
        var host = TestHost()
        #expect(host.account("authorize", Self.kim).status == 401)
        #expect(host.hashes == 1)
    }

    @Test(
        "S59: What nobody can be called, and no password, is error 400",
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
        #expect(host.account("create", body).status == 400)
        #expect(host.hashes == 0)
    }

    @Test("S60: Resetting a password and deleting a user is for administrators")
    func administration() {
        var host = TestHost()
        let (token, _) = host.sign(up: "kim@example.org")
        let reset = #"{"username":"kim@example.org","new_password":"battery staple"}"#
        #expect(host.account("reset_password", reset).status == 401)
        #expect(host.account("delete", reset).status == 401)
        let stranger = #"{"username":"lee@example.org","new_password":"battery staple"}"#
        #expect(host.account("reset_password", stranger, key: TestHost.admin).status == 404)

        let done = host.account("reset_password", reset, key: TestHost.admin)
        #expect(done.body == #"{"status":"success"}"#)
        #expect(host.account("authorize", Self.kim).status == 401)
        let new = #"{"username":"kim@example.org","password":"battery staple"}"#
        #expect(host.account("authorize", new).status == 200)
        #expect(host.ask(.get, "/buckets", token: token).status == 401)
    }

    @Test("S60: With a user go the user's buckets and tokens")
    func deletion() {
        var host = TestHost()
        let (token, user) = host.sign()
        #expect(host.ask(.post, "/todo/i/a", token: token, body: "{\"n\":1}").status == 200)
        let kim = #"{"username":"kim@example.org"}"#
        #expect(host.account("delete", kim, key: TestHost.admin).status == 200)
        host.settle()
        #expect(host.account("delete", kim, key: TestHost.admin).status == 404)
        #expect(host.ask(.get, "/todo/i/a", token: token).status == 401)
        let left = host.ask(.get, "/todo/i/a", token: TestHost.admin, user: user)
        #expect(left.status == 404)
        #expect(
            host.ask(.get, "/buckets", token: TestHost.admin, user: user).body
                == #"{"buckets":[]}"#)
        #expect(host.account("create", Self.kim).status == 200)
    }

    @Test("S61: JSON is read whatever the fields call it, and so is a form")
    func forms() {
        var host = TestHost()
        let form: [(FieldName, String)] = [
            ("X-Simperium-API-Key", TestHost.apiKey),
            ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let json = host.begin(.post, "/1/demo/create", form, body: Self.kim)
        #expect(host.answer(to: json).status == 200)
        let body = "username=kim%40example.org&password=correct+horse"
        let encoded = host.begin(.post, "/1/demo/authorize/", form, body: body)
        #expect(host.answer(to: encoded).status == 200)
        let keyInside = host.begin(
            .post, "/1/demo/authorize/", body: body + "&client_id=\(TestHost.apiKey)")
        #expect(host.answer(to: keyInside).status == 200)
    }

    @Test("A user may take another name and another password")
    func update() {
        var host = TestHost()
        _ = host.sign(up: "lee@example.org")
        let (token, _) = host.sign()
        let taken = """
            {"username":"kim@example.org","password":"correct horse",\
            "new_username":"LEE@example.org"}
            """
        #expect(host.account("update", taken).status == 409)
        let wrong = #"{"username":"kim@example.org","password":"x","new_password":"12345678"}"#
        #expect(host.account("update", wrong).status == 401)
        let both = """
            {"username":"kim@example.org","password":"correct horse",\
            "new_username":"kim@example.com","new_password":"battery staple"}
            """
        #expect(host.account("update", both).body == #"{"status":"success"}"#)
        #expect(host.account("authorize", Self.kim).status == 401)
        let new = #"{"username":"kim@example.com","password":"battery staple"}"#
        #expect(host.account("authorize", new).members["username"]?.string == "kim@example.com")
        #expect(host.ask(.get, "/buckets", token: token).status == 200)
        #expect(host.account("create", Self.kim).status == 200)
    }

    @Test("S71: A revoked token ends the sockets that it let in, with an answer on each channel")
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
        for address in 0..<12 {
            host.address = UInt8(address)
            statuses.append(host.account("authorize", wrong).status)
        }
        #expect(statuses == Array(repeating: 401, count: 9) + [429, 429, 429])
        host.wait(.seconds(6))
        #expect(host.account("authorize", Self.kim).status == 200)
        #expect(host.account("authorize", wrong).status == 401)
    }

    @Test("An address has so many attempts, whatever names it tries")
    func attemptsOfAnAddress() {
        var host = TestHost()
        let statuses = (0..<32).map { number in
            let body = #"{"username":"u\#(number)@example.org","password":"wrong horse"}"#
            return host.account("authorize", body).status
        }
        #expect(statuses == Array(repeating: 401, count: 30) + [429, 429])
        host.address = 2
        #expect(host.account("authorize", Self.kim).status == 401)
    }

    @Test("Only so many passwords wait to be hashed, and whoever leaves does not keep a place")
    func waitingPasswords() {
        var host = TestHost { settings in settings.limits.waitingPasswords = 2 }
        host.isHashingSlow = true
        let calls = (0..<3).map { number in
            let body = #"{"username":"u\#(number)@example.org","password":"wrong horse"}"#
            return host.begin(
                .post, "/1/demo/create/", [("X-Simperium-API-Key", TestHost.apiKey)], body: body)
        }
        #expect(calls.map { host.answer(to: $0).status } == [0, 0, 503])
        host.handle(.cancelled(calls[0]))
        host.finishHashing()
        #expect(calls.map { host.answer(to: $0).status } == [0, 200, 503])
        host.isHashingSlow = false
        #expect(host.account("create", Self.kim).status == 200)
    }

    @Test("A password that could not be hashed lets nobody in, then or later")
    func failedHash() {
        var host = TestHost()
        host.isHashingSlow = true
        let fields: [(FieldName, String)] = [("X-Simperium-API-Key", TestHost.apiKey)]
        for action in ["create", "authorize"] {
            let call = host.begin(.post, "/1/demo/\(action)/", fields, body: Self.kim)
            host.finishHashing(hasMemory: false)
            #expect(host.answer(to: call).status == 503)
        }
        host.isHashingSlow = false
        #expect(host.account("create", Self.kim).status == 200)
    }

    @Test("Of two who take a name at the same time one gets it")
    func race() {
        var host = TestHost()
        host.isHashingSlow = true
        let calls = (0..<2).map { _ in
            host.begin(
                .post, "/1/demo/create/", [("X-Simperium-API-Key", TestHost.apiKey)],
                body: Self.kim)
        }
        host.finishHashing()
        #expect(calls.map { host.answer(to: $0).status } == [200, 409])
    }
}
