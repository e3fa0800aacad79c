import GameHost
import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Hosts")
struct HostTests {
    @Test("S1, S2: A WebSocket is opened at the app's address, and at the one without an app")
    func addresses() {
        var host = TestHost()
        let own = host.begin(.get, "/sock/1/Demo/websocket")
        let none = host.begin(.get, "/sock/websocket")
        #expect(host.sockets[own] == AppID("demo"))
        #expect(host.sockets[none] == .some(nil))
        for path in ["/sock/2/demo/websocket", "/sock/1/demo", "/sock/1/demo/info", "/sock"] {
            let answer = host.ask(.get, path)
            #expect(answer.status == 404)
            #expect(answer.body.contains("SockJS is not supported; use the WebSocket"))
        }
        host.expectStatus(400, .get, "/sock/1/no%20app/websocket")
    }

    @Test("S7: Each kind of invalid token or bucket has its code")
    func codes() {
        var host = TestHost()
        let token = host.sign().token
        let client = host.connect()
        let tries = [
            ("demo", "short", "todo", 400),
            ("demo", "00000000000000000000000000000000", "todo", 401),
            ("tictactoe", token, "Player", 401), ("demo", token, "__options__", 500),
            ("other", token, "todo", 500), ("tictactoe", LobbyCredentials.token, "todo", 500),
        ]
        for (app, token, bucket, code) in tries {
            let heard = host.say(
                """
                0:init:{"clientid":"c","api":"1.1","token":"\(token)","app_id":"\(app)",\
                "name":"\(bucket)"}
                """, by: client)
            #expect(heard.count == 1)
            #expect(heard[0].hasSuffix("\"code\":\(code)}"), "\(heard)")
        }
    }

    @Test("Every client is let into the lobby; the lobby's token opens its buckets and no others")
    func lobby() {
        var host = TestHost()
        let client = host.connect(app: "tictactoe")
        let heard = host.say(
            """
            0:init:{"clientid":"c","api":"1.1","token":"\(LobbyCredentials.token)",\
            "app_id":"tictactoe","name":"Player"}
            """, by: client)
        #expect(heard == ["0:auth:lobby"])
        for bucket in LobbyBucket.allCases {
            let options = host.game(
                .get, "__options__/i/\(bucket.rawValue)", token: TestHost.admin)
            #expect(options.json == ["presence": "client", "presenceGrace": 60])
        }

        host = TestHost()
        let grace = #"{"presenceGrace":3}"#
        host.expectGame(200, .post, "__options__/i/Player", grace, token: TestHost.admin)
        host.handle(.started)
        host.finishWork()
        let seen = host.game(.get, "__options__/i/Player", token: TestHost.admin)
        #expect(seen.json == ["presence": "client", "presenceGrace": 3])

        host = TestHost()
        host.expectGame(200, .get, "Player/index", token: LobbyCredentials.token)
        host.expectGame(404, .get, "todo/index", token: LobbyCredentials.token)
        host.expectGame(401, .get, "__options__/i/Player", token: LobbyCredentials.token)
        host = TestHost { $0.game?.token = named("a secret of ours") }
        host.expectGame(401, .get, "Player/index", token: LobbyCredentials.token)
    }

    @Test(
        "S84: Options that the server wrote itself are updated, and others stay",
        arguments: [
            ([#"{"presence":"client","presenceGrace":10}"#], 60),
            ([#"{"presence":"client"}"#], nil),
            ([#"{"presence":"client","presenceGrace":10,"capacity":900}"#], 10),
            ([#"{"presence":"client","presenceGrace":90}"#], 90),
            // An administrator wrote the server's first options again.
            ([#"{"presence":"client"}"#, #"{"presence":"client","presenceGrace":10}"#], 10),
        ] as [([String], Int?)])
    func outdatedOptions(before: [String], grace: Int?) throws {
        var store = MemoryStore()
        for (index, options) in before.enumerated() {
            try store.keep(
                options, at: index == 0 ? .first : EntityVersion.first.next,
                after: index == 0 ? .zero : SequenceNumber(epoch: 1, count: 1))
        }
        for _ in 0..<2 {
            var host = TestHost(store: store)
            let seen = host.game(.get, "__options__/i/Player", token: TestHost.admin)
            #expect(seen.members["presenceGrace"]?.int == grace)
            let warnings = host.log.map(\.text).filter { $0.contains("short time") }
            let seconds = grace ?? 0
            #expect(
                warnings
                    == [
                        "warning short time to reconnect"
                            + #" bucket="Player" seconds=\#(seconds)"#
                    ].filter { _ in seconds < 60 })
            store = host.store
        }
    }

    @Test("S84: Each edition of the defaults replaces the earlier ones, unless others wrote them")
    func laterEditions() {
        let defaults = DefaultBucketOptions(
            of: named("Player"), ["n": 3], replacing: [["n": 1], ["n": 2]])
        let second = EntityVersion.first.next
        #expect(defaults.areOutdated(["n": 1], at: .first))
        #expect(defaults.areOutdated(["n": 2], at: .first))
        #expect(defaults.areOutdated(["n": 2], at: second), "the server's own update")
        #expect(!defaults.areOutdated(["n": 1], at: second))
        #expect(!defaults.areOutdated(["n": 2], at: second.next))
        #expect(!defaults.areOutdated(["n": 3], at: second.next))
        #expect(!defaults.areOutdated(["n": 4], at: .first))
    }

    @Test("A session that passes to another connection is logged and counted")
    func takenOverSeats() {
        var host = TestHost()
        let initialize = """
            0:init:{"clientid":"0123456789abcde","api":"1.1","token":"\(LobbyCredentials.token)",\
            "app_id":"tictactoe","name":"Player","extensions":["resume","rules"]
            """
        let first = host.connect(app: "tictactoe")
        let heard = host.say(initialize + "}", by: first)
        #expect(heard.prefix(2) == ["0:auth:lobby", #"0:o:{"rules":3}"#])
        let secret = heard.last?.split(separator: "\"").dropFirst(3).first ?? ""
        let second = host.connect(app: "tictactoe")
        _ = host.say(initialize + #","resume":"\#(secret)","take":true}"#, by: second)
        #expect(host.endings[first]?.code == .takenOver)
        #expect(
            host.log.map(\.text).contains { $0.hasPrefix("info session taken over connection=") })
        let page = host.ask(.get, "/metrics").body
        #expect(page.contains("tictactoe_seats_taken_over_total 1"))
        #expect(page.contains("\ntictactoe_connections 1"))
    }

    @Test("A browser may read responses for pages of any origin")
    func crossOrigin() {
        var host = TestHost()
        let token = host.sign().token
        let preflight = host.ask(.options, "/todo/i/a")
        #expect(preflight.status == 204)
        // Browsers refuse a response with the field twice.
        #expect(preflight.fields.values(of: "Access-Control-Allow-Origin") == ["*"])
        #expect(preflight.fields["Access-Control-Allow-Methods"]?.contains("PUT, DELETE") == true)
        #expect(
            preflight.fields["Access-Control-Allow-Headers"]?.contains("X-Simperium-Token") == true)
        let index = host.ask(.head, "/todo/index", token: token)
        #expect(index.status == 200)
        #expect(index.fields["Access-Control-Allow-Origin"] == "*")
        #expect(index.fields["Access-Control-Expose-Headers"] == "Retry-After, X-Simperium-Version")
    }

    @Test("Health is reported as JSON, and counts in the format of Prometheus")
    func reports() {
        var host = TestHost { settings in
            settings.version = "1.2"
            settings.process = 77
        }
        let token = host.sign().token
        let client = host.join(token: token)
        _ = host.say(#"0:c:{"id":"a","o":"M","v":{},"ccid":"1a"}"#, by: client)
        _ = host.say(#"0:c:{"id":"a","o":"M","v":{},"ccid":"1a"}"#, by: client)
        let health = host.ask(.get, "/healthz").members
        #expect(health["program"] == "tictactoe")
        #expect(health["version"] == "1.2")
        #expect(health["pid"] == 77)
        #expect(health["connections"] == 1)
        let lines = host.ask(.get, "/metrics").body.split(separator: "\n")
        #expect(lines.contains("tictactoe_connections 1"))
        #expect(lines.contains("tictactoe_changes_refused_total{code=\"409\"} 1"))
        #expect(lines.contains("tictactoe_http_responses_total{status=\"200\"} 2"))
        let comments = lines.filter { $0.hasPrefix("#") }
        #expect(comments.count { $0.hasPrefix("# HELP ") } * 2 == comments.count)
        #expect(lines.allSatisfy { $0.hasPrefix("tictactoe_") || $0.hasPrefix("# ") })

        host = TestHost()
        host.gauges.queuedBytes = 12
        host.gauges.mostQueuedBytes = 345
        host.gauges.longestTick = .microseconds(1_500)
        let gauges = host.ask(.get, "/metrics").body.split(separator: "\n")
        #expect(gauges.contains("tictactoe_queued_bytes 12"))
        #expect(gauges.contains("tictactoe_queued_bytes_max 345"))
        #expect(gauges.contains("tictactoe_busy_max_seconds 0.001500"))
        #expect(gauges.contains("tictactoe_commit_max_seconds 0.000000"))
    }

    @Test("The log quotes peers in short form, and has a limited number of lines a day")
    func log() {
        var host = TestHost { settings in settings.limits.logLines.perSecond = 3 }
        let client = host.connect()
        let noise = #"\u001b[2J\" level=error \u00e9"# + String(repeating: "x", count: 500)
        for number in 0..<5 { _ = host.say(#"log:{"log":"\#(noise)\#(number)"}"#, by: client) }
        #expect(host.log.count == 3)
        let line = host.log.last?.text ?? ""
        #expect(line.hasPrefix(#"info client connection=1 says="\x1b[2J' level=error \xc3\xa9xx"#))
        #expect(line.utf8.count < 200)
        host.wait(.seconds(1))
        _ = host.say("nonsense", by: client)
        #expect(host.log.suffix(2).map(\.event) == ["omitted", "unreadable"])
        #expect(
            host.log.last?.json(time: "T").hasPrefix(
                #"{"time":"T","level":"warning","event":"unreadable","connection":1"#) == true)

        // A day has room for a number of lines. Unused ones are saved up evenly.
        host = TestHost { settings in settings.limits.logLines.perDay = 40 }
        let other = host.connect()
        for number in 0..<50 { _ = host.say(#"log:{"log":"\#(number)"}"#, by: other) }
        #expect(host.log.count == 10)
        host.wait(.seconds(86_400 / 40))
        _ = host.say("nonsense", by: host.connect())
        // One reports that the silent client was disconnected.
        #expect(host.log.suffix(2).map(\.text).first == "warning omitted lines=41")
        #expect(host.log.count == 12)
    }

    @Test(
        "The log has sign-ins, sign-ups, refusals and an operator's acts, with the address"
    )
    func accountLines() {
        let kim = #"{"username":"kim@example.org","password":"correct horse"}"#
        let wrong = #"{"username":"kim@example.org","password":"wrong horse"}"#
        var host = TestHost { settings in settings.limits.attempts.freePerAddress = 2 }
        host.expectAccount(200, "create", kim)
        #expect(
            host.log.last?.text
                == #"info sign-up app="demo" user="kim@example.org" from="192.0.2.1""#)
        host.expectAccount(409, "create", kim)
        #expect(host.log.last?.text.hasPrefix(#"warning sign-up refused app="demo""#) == true)
        host.expectAccount(401, "authorize", wrong)
        #expect(
            host.log.last?.text.hasSuffix(
                #"from="192.0.2.1" why="wrong username or password""#) == true)
        let count = host.log.count
        for _ in 0..<9 { host.expectAccount(429, "authorize", wrong) }
        #expect(host.log.count == count + 1)
        #expect(host.log.last?.text.hasSuffix(#"why="too many attempts: try again later""#) == true)
        #expect(!host.log.contains { $0.text.contains("horse") })

        host = TestHost()
        host.expectAccount(200, "create", kim)
        host.expectAccount(200, "authorize", kim)
        let lee = #"{"username":"lee@example.org","password":"correct horse"}"#
        host.expectAccount(200, "create", lee, key: TestHost.admin)
        #expect(
            host.log.map(\.event) == ["sign-up", "sign-in", "account creation by the operator"])
        let form = "username=max%40example.org&password=correct+horse&client_id=\(TestHost.admin)"
        host.expectStatus(200, .post, "/1/demo/create/", body: form)
        #expect(host.log.last?.event == "account creation by the operator")
        #expect(host.log.last?.text.contains("max@example.org") == true)

        host = TestHost()
        _ = host.enrol("kim")
        for action in ["lock", "unlock", "reset", "delete"] {
            host.expectGame(200, .post, "accounts/kim/\(action)/", token: TestHost.admin)
        }
        #expect(
            host.log.suffix(4).map(\.event) == [
                "account lock", "account unlock", "password code",
                "account deletion by the operator",
            ])
        host.expectGame(404, .post, "accounts/lee/lock/", token: TestHost.admin)
        #expect(host.log.last?.event == "account lock refused")
    }

    @Test("A guest's key without an account is not in the log as a refusal; others are, as a whole")
    func keyLines() {
        var host = TestHost { $0.game?.doorToken = Token(TestHost.doorToken) }
        let fingerprint = "SHA256:" + String(repeating: "k", count: 43)
        let key = #"{"provider":"ssh","key":"\#(fingerprint)"}"#
        let count = host.log.count
        host.expectGame(404, .post, "authorize/", key, key: TestHost.doorToken)
        #expect(host.log.count == count)
        host.expectGame(401, .post, "authorize/", key, key: LobbyCredentials.token)
        host.expectGame(
            200, .post, "create/",
            #"{"provider":"ssh","key":"\#(fingerprint)","username":"lin"}"#,
            key: TestHost.doorToken)
        host.expectGame(200, .post, "accounts/lin/lock/", token: TestHost.admin)
        host.expectGame(403, .post, "authorize/", key, key: TestHost.doorToken)
        #expect(host.log.last?.event == "sign-in refused")
        #expect(host.log.last?.text.contains("user=\"\(fingerprint)\"") == true)

        let name = String(repeating: "a", count: 60) + "@example.org"
        host.expectAccount(401, "authorize", #"{"username":"\#(name)","password":"wrong horse"}"#)
        #expect(host.log.last?.text.contains("user=\"\(name)\"") == true)
    }

    @Test("The log has a whole sentence of this program, and the address of a channel's client")
    func longLines() {
        let reason = "the key " + String(repeating: "does not belong to the certificate ", count: 9)
        let entry = ServerLogEntry(trouble: "certificate not reloaded", reason)
        #expect(entry.text.contains(reason) && entry.json(time: "T").contains(reason))
        let long = ServerLogEntry(trouble: "trouble", String(repeating: "x", count: 5_000))
        #expect(long.text.utf8.count < 1_100)

        var host = TestHost()
        host.address = 9
        _ = host.join(token: host.sign().token)
        #expect(host.log.last?.event == "authorized")
        #expect(host.log.last?.text.hasSuffix("from=192.0.2.9") == true)
        _ = host.join(token: "0123456789abcdef0123456789abcdef")
        #expect(host.log.last?.event == "denied")
        #expect(
            host.log.last?.text.hasSuffix(
                #"code=401 why="the token is wrong or no longer valid" from=192.0.2.9"#) == true)
    }

    @Test("Repeated events are one line of the log, which follows after ten seconds with a count")
    func repeatedLines() {
        var host = TestHost()
        let client = host.connect()
        for _ in 0..<50 { _ = host.say("nonsense", by: client) }
        #expect(host.log.map(\.event) == ["unreadable"])
        let line = host.log.last?.text ?? ""
        host.wait(.seconds(10))
        #expect(host.log.map(\.text) == [line, line + " repeated=49"])
        // The next repetitions have a count of their own, and a new line after a minute.
        for _ in 0..<2 { _ = host.say("nonsense", by: client) }
        host.wait(.seconds(50))
        _ = host.say("nonsense", by: client)
        #expect(host.log.dropFirst(2).map(\.text) == [line + " repeated=2", line])

        // Another event, and the end of the host, come after the count.
        host = TestHost()
        let newcomer = host.connect()
        for _ in 0..<3 { _ = host.say("nonsense", by: newcomer) }
        _ = host.say("otherwise", by: newcomer)
        #expect(host.log.count == 3 && host.log[1].text.hasSuffix(" repeated=2"))
        _ = host.say("otherwise", by: newcomer)
        host.handle(.shutDown)
        #expect(host.log.contains { $0.text.hasSuffix(" repeated=1") })

        // Addresses with too many connections have a line each.
        host = TestHost()
        let before = host.log.count
        let (one, other) = (
            CallerAddress(address: "192.0.2.1", addressPrefix: [192, 0, 2, 1]),
            CallerAddress(address: "192.0.2.2", addressPrefix: [192, 0, 2, 2])
        )
        for _ in 0..<50 { host.handle(.rejectedConnection(one)) }
        host.handle(.rejectedConnection(other))
        #expect(
            host.log.dropFirst(before).map(\.text) == [
                "warning too many connections from=192.0.2.1",
                "warning too many connections from=192.0.2.2",
            ])
        host.wait(.seconds(60))
        host.handle(.rejectedConnection(one))
        #expect(host.log.count == before + 3)
    }

    @Test(
        "When the host stops, or the store of a bucket fails, every client and caller is answered")
    func shutDown() {
        var host = TestHost()
        let token = host.sign().token
        let client = host.join(token: token)
        let waiting = host.begin(.get, "/1/demo/todo/changes", ["X-Simperium-Token": token])
        host.handle(.shutDown)
        #expect(host.endings[client]?.code == .goingAway)
        #expect(host.answer(to: waiting).status == 503)

        host = TestHost()
        let (other, user) = host.sign()
        let second = host.join(token: other)
        let call = host.begin(.get, "/1/demo/todo/changes", ["X-Simperium-Token": other])
        host.handle(.failed(UserLogID(app: named("demo"), user: named(user))))
        #expect(host.endings[second]?.code == .tryAgainLater)
        #expect(host.answer(to: call).status == 503)
        #expect(host.log.last?.event == "closed")
    }
}

@Suite("Stored and written forms")
struct HostReportTests {
    @Test(
        "A secret is stored as its SHA-256, and an instant is written by ISO 8601",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            ("0", "1970-01-01T00:00:00.000Z"), ("951782400000", "2000-02-29T00:00:00.000Z"),
            ("1735689599999", "2024-12-31T23:59:59.999Z"),
            ("4107542400000", "2100-03-01T00:00:00.000Z"),
        ])
    func formats(value: String, text: String) {
        if let milliseconds = Int64(value) {
            #expect("\(Timestamp(milliseconds: milliseconds))" == text)
            return
        }
        let hex = SecretDigest(of: named(value) as Token).bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        #expect(hex.joined() == text)
    }

    @Test("Comments in a key file stay when the program adds keys or its own remark")
    func keyFileComments() throws {
        let text = "# of the shop\ndemo a b\n\n# of lin\nlin c d\n"
        var ring = try AppKeyRing(Array(text.utf8))
        ring.createKeys(of: named("other"), randomBytes: Array(0..<32))
        #expect(String(decoding: ring.bytes, as: UTF8.self).hasPrefix(text + "other "))
        ring.isShared = true
        let written = String(decoding: ring.bytes, as: UTF8.self)
        #expect(written.hasPrefix("# ") && written.contains("\n" + text + "other "))
        #expect(try AppKeyRing(ring.bytes) == ring)
        ring = try AppKeyRing(Array("demo a b\n".utf8))
        #expect(String(decoding: ring.bytes, as: UTF8.self).hasPrefix("# app, API key"))
        #expect(try AppKeyRing(ring.bytes) == ring)
    }

    @Test("Keys are read as they were written, and each line of an app is valid")
    func keys() throws {
        var ring = AppKeyRing()
        ring.createKeys(of: named("demo"), randomBytes: Array(0..<32))
        let read = try AppKeyRing(ring.bytes)
        #expect(read == ring)
        #expect(
            read[named("Demo")]
                == AppKeys(
                    apiKey: named("101112131415161718191a1b1c1d1e1f"),
                    administrator: named("000102030405060708090a0b0c0d0e0f")))
        #expect(throws: AppKeyRing.BadKeyFileLine(number: 2)) {
            try AppKeyRing(Array("#\ndemo key\n".utf8))
        }

        ring = try AppKeyRing(Array("demo a b\nDEMO c d\n".utf8))
        let keys = try #require(ring[named("demo")])
        #expect(keys.apiKeys == [named("a"), named("c")])
        #expect(keys.administrators == [named("b"), named("d")])
        ring.createKeys(of: named("other"), randomBytes: Array(0..<32))
        #expect(try AppKeyRing(ring.bytes)[named("demo")] == keys)
        var host = TestHost { $0.apps[named("demo")] = keys }
        let kim = #"{"username":"kim@example.org","password":"correct horse"}"#
        host.expectAccount(200, "create", kim, key: "c")
        host.expectAccount(200, "authorize", kim, key: "a")
        host.expectAccount(401, "authorize", kim, key: "x")
        host.expectAccount(401, "delete", kim, key: "c")
        host.expectDemo(200, .get, "/buckets", token: "d")
        host.expectAccount(200, "delete", kim, key: "d")
    }
}

extension MemoryStore {
    /// Stores the options of the lobby's Players as they were before the server began.
    fileprivate mutating func keep(
        _ options: String, at version: EntityVersion, after head: SequenceNumber
    ) throws {
        let ordinal = SequenceNumber(epoch: beginEpoch(), count: 1)
        let key: ObjectKey = named("Player")
        let change = StoredChange(
            ordinal: ordinal, key: key, version: version, previous: head == .zero ? nil : head,
            changeID: named("default-\(ordinal.epoch)"), entry: Array("{}".utf8))
        let entity = StoredEntity(
            key: key, version: version, isRemoved: false, object: Array(options.utf8),
            changed: ordinal)
        try write(
            .append(
                change, entity: entity, outdated: [], to: .optionsBucket(of: GameBuckets.app),
                expected: head))
    }
}
