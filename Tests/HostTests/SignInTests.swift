import Host
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("Repeated sign-ins")
struct SignInTests {
    private static let kim = #"{"username":"kim@example.org","password":"correct horse"}"#
    private static let wrong = #"{"username":"kim@example.org","password":"wrong horse"}"#

    private func smallHost() -> TestHost {
        TestHost { settings in
            settings.limits.tokens.perUser = 2
            settings.limits.tokens.freshPerUser = 4
        }
    }

    private func signIn(_ host: inout TestHost) -> String {
        host.account("authorize", Self.kim).token
    }

    private func isGood(_ token: String, _ host: inout TestHost) -> Bool {
        host.ask(.get, "/buckets", token: token).status == 200
    }

    @Test("S83: The token that was unused for longest is removed, but none used within a day")
    func unused() {
        var host = smallHost()
        let daily = host.sign().token
        let forgotten = signIn(&host)
        for _ in 0..<4 {
            host.wait(.seconds(80_000))
            #expect(isGood(daily, &host))
        }
        let new = signIn(&host)
        #expect([daily, forgotten, new].map { isGood($0, &host) } == [true, false, true])

        // If all tokens were used within a day, another sign-in fails.
        host = smallHost()
        var tokens = [host.sign().token]
        for _ in 0..<3 { tokens.append(signIn(&host)) }
        #expect(tokens.allSatisfy { isGood($0, &host) })
        host.expectAccount(429, "authorize", Self.kim)
        host.wait(.seconds(172_801))
        let newest = signIn(&host)
        #expect(tokens.map { isGood($0, &host) } == [false, false, false, true])
        #expect(isGood(newest, &host))
    }

    @Test("S71, S83: A removed token closes its sockets; one in use is not removed, however old")
    func open() {
        var host = smallHost()
        let open = host.sign().token
        let client = host.join(token: open)
        _ = host.heard(by: client)
        let idle = signIn(&host)
        host.wait(.seconds(60))
        _ = host.say("h:1", by: client)
        for _ in 0..<3_000 {
            host.wait(.seconds(60))
            _ = host.say("h:1", by: client)
        }
        _ = signIn(&host)
        #expect(host.endings[client] == nil)
        #expect(!isGood(idle, &host) && isGood(open, &host))
    }

    @Test("S286: A use is stored once a day, also by a server that began in between")
    func kept() {
        var host = TestHost()
        let token = host.sign().token
        for _ in 0..<9 { #expect(isGood(token, &host)) }
        #expect(host.uses == 0)
        host.wait(.seconds(86_400))
        for _ in 0..<9 { #expect(isGood(token, &host)) }
        #expect(host.uses == 1)
        let later = host.now
        host = TestHost(store: host.store, accounts: host.accounts)
        host.now = later
        for _ in 0..<9 { #expect(isGood(token, &host)) }
        #expect(host.uses == 0)
    }

    @Test("S286: A token that was unused for a year is invalid")
    func expiry() {
        var host = TestHost()
        let token = host.sign().token
        host.wait(.seconds(31_536_000))
        #expect(isGood(token, &host))
        host.wait(.seconds(31_536_001))
        #expect(!isGood(token, &host))
        let client = host.join(token: token)
        #expect(host.heard(by: client).isEmpty)
        let update = """
            {"username":"kim@example.org","password":"correct horse","new_password":"12345678"}
            """
        let fields: HTTPFields = [
            "X-Simperium-API-Key": TestHost.apiKey, "X-Simperium-Token": token,
        ]
        host.expectStatus(401, .post, "/1/demo/update", fields, body: update)
        #expect(isGood(signIn(&host), &host))
    }

    @Test("Successful sign-ins don't count like failed ones")
    func successes() {
        var host = TestHost()
        _ = host.sign()
        for _ in 0..<45 { host.expectAccount(200, "authorize", Self.kim) }
        let statuses = (0..<30).map { number in
            let body = #"{"username":"u\#(number)@example.org","password":"wrong horse"}"#
            return host.account("authorize", body).status
        }
        #expect(statuses.first == 401 && statuses.last == 429)
    }

    @Test("A user known at an address signs in from there while others guess")
    func guessed() {
        var host = TestHost()
        _ = host.sign()
        host.address = 7
        host.expectAccount(200, "authorize", Self.kim)
        var statuses: [Int] = []
        for address in 20..<50 {
            host.address = UInt8(address)
            statuses.append(host.account("authorize", Self.wrong).status)
        }
        #expect(statuses.last == 429)
        host.expectAccount(429, "authorize", Self.kim)
        host.address = 7
        host.expectAccount(200, "authorize", Self.kim)
        // From there guesses are as slow as from anywhere.
        let guesses = (0..<12).map { _ in host.account("authorize", Self.wrong).status }
        #expect(guesses == Array(repeating: 401, count: 5) + Array(repeating: 429, count: 7))
    }

    @Test(
        "An invalid option is refused with its allowed values",
        arguments: [
            (#"{"presence":"nonsense"}"#, "presence must be client or user"),
            (#"{"version_max":"x"}"#, "version_max must be an integer, 0 or greater"),
            (#"{"capacty":5}"#, "capacity: capacty is a mistyped name of this option"),
            (#"{"capacity":0}"#, "capacity must be an integer greater than 0"),
            (#"{"schema":7}"#, "schema must be a schema: an object, true or false"),
            (
                #"{"presenceGrace":86401}"#,
                "presenceGrace must be a whole number of seconds, at most a day"
            ),
        ])
    func options(object: String, reason: String) {
        var host = TestHost()
        let answer = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin, body: object)
        #expect(answer.status == 400 && answer.body == reason + "\n")
        let good = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin,
            body: #"{"presence":"user","capacity":null,"mine":true}"#)
        #expect(good.status == 200)
    }
}
