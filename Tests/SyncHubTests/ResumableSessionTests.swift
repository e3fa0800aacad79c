import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Sessions")
struct ResumableSessionTests {
    static let extensions = #","extensions":["away","resume","rules"]"#

    /// Returns two guarded buckets with a grace time of ten seconds.
    static func server() -> TestHub {
        var server = TestHub(guarding: ["todo", "notes"])
        for bucket in ["todo", "notes"] {
            server.setOptions(["presence": "client", "presenceGrace": 10], of: bucket)
        }
        return server
    }

    static func showing(_ secret: String?, _ more: String = "") -> String {
        extensions + #","resume":"\#(secret ?? "")"\#(more)"#
    }

    /// Returns a client with an object in each bucket.
    static func player(
        _ server: inout TestHub
    ) -> (client: ConnectionID, secret: String?) {
        let client = server.connect()
        server.enter(client: "me", more: extensions, on: client)
        let secret = server.heard(by: client).secret
        server.enter("notes", client: "me", channel: 1, more: extensions, on: client)
        for channel in 0...1 { _ = server.say("\(channel):cv:", by: client) }
        for channel in 0...1 {
            server.send(Written.modify("k\(channel)", "{}", id: "1").frame(channel), from: client)
        }
        _ = server.heard(by: client)
        return (client, secret)
    }

    static func keys(_ server: inout TestHub) -> [String] {
        ["todo", "notes"].flatMap { bucket in
            let client = server.join(bucket)
            defer { server.close(client) }
            let page = server.say("0:i::::", by: client).pages.first
            return (page?.entries ?? []).map(\.key.text).sorted()
        }
    }

    @Test("P16: Channels with rules have one secret and a session, others a secret for each")
    func oneSecret() {
        var server = Self.server()
        let client = server.connect()
        for channel in 0...2 {
            let bucket = ["todo", "notes", "free"][channel]
            server.enter(bucket, client: "me", channel: channel, more: Self.extensions, on: client)
            let rules = channel < 2 ? [#"\#(channel):o:{"rules":7}"#] : []
            server.expect(
                ["\(channel):auth:kim@example.org"] + rules + [
                    #"\#(channel):o:{"resume":"secret-4","seat":1}"#
                ], heardBy: client)
        }
        server.enter(client: "you", channel: 3, more: Self.extensions, on: client)
        #expect(server.heard(by: client).secret != "secret-4")

        server = Self.server()
        let older = server.connect()
        for channel in 0...1 {
            server.enter(
                client: "me", channel: channel, more: #","extensions":["resume"]"#, on: older)
        }
        server.expect(
            [
                "0:auth:kim@example.org", #"0:o:{"resume":"secret-4"}"#,
                "1:auth:kim@example.org", #"1:o:{"resume":"secret-5"}"#,
            ], heardBy: older)
    }

    @Test("P17: A client that returns on one channel owns all its objects again, in one step")
    func oneStep() {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        let other = server.join("notes", more: Self.extensions)
        server.close(client)
        _ = server.heard(by: other)
        let back = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: back)
        #expect(server.heard(by: back).contains(#"0:o:{"resume":"\#(secret ?? "")","seat":1}"#))
        server.expect([#"0:o:{"back":["k1"]}"#], heardBy: other)
        server.wait(.seconds(80))
        #expect(Self.keys(&server) == ["k0", "k1"])
        server.close(back, .paused)
        server.expect(
            [
                #"0:o:{"away":["k1"],"until":10,"since":0,"why":"paused"}"#
            ], heardBy: other)
        server.wait(.seconds(10))
        #expect(Self.keys(&server) == [])
    }

    @Test(
        "P18: After a take-over nothing of the older connection counts, not even its goodbye",
        arguments: [#","seat":1"#, #","take":true"#])
    func takeOver(more: String) {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        let other = server.join(more: Self.extensions)
        let back = server.connect()
        server.enter(client: "me", more: Self.showing(secret, more), on: back)
        #expect(server.endings == [client: .takenOver])
        #expect(Hub.DisconnectReason.takenOver.code == 4001)
        #expect(server.notes.contains(.takenOver(client, by: back)))
        server.send(Written.modify("late", "{}", id: "2").frame(), from: client)
        server.close(client, .goodbye)
        server.wait(.seconds(60))
        server.expect([], heardBy: other)
        #expect(Self.keys(&server) == ["k0", "k1"])
        server.close(back, .goodbye)
        server.finishWork()
        #expect(Self.keys(&server) == [])
    }

    @Test("P19: A take-over raises the number, once for all channels; a lower one is refused")
    func numbers() {
        var server = Self.server()
        let (_, secret) = Self.player(&server)
        let second = server.connect()
        for channel in 0...1 {
            server.enter(
                ["todo", "notes"][channel], client: "me", channel: channel,
                more: Self.showing(secret, #","take":true"#), on: second)
        }
        let said = server.heard(by: second).filter { $0.contains("resume") }
        #expect(said == (0...1).map { #"\#($0):o:{"resume":"\#(secret ?? "")","seat":2}"# })
        for number in ["", #","seat":1"#] {
            let first = server.connect()
            server.enter(client: "me", more: Self.showing(secret, number), on: first)
            server.expect([#"0:auth:{"msg":"Taken over","code":4001}"#], heardBy: first)
            #expect(server.endings[first] == .takenOver)
        }
        #expect(server.endings[second] == nil)
        server.close(second)
        let again = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":2"#), on: again)
        #expect(server.heard(by: again).secret == secret)

        // The number and the session outlive the server.
        server = Self.server()
        let (_, kept) = Self.player(&server)
        let taker = server.connect()
        server.enter(client: "me", more: Self.showing(kept, #","take":true"#), on: taker)
        server.restart()
        let early = server.connect()
        server.enter(client: "me", more: Self.showing(kept, #","seat":1"#), on: early)
        #expect(server.endings[early] == .takenOver)
        let last = server.connect()
        server.enter(client: "me", more: Self.showing(kept, #","seat":2"#), on: last)
        #expect(server.heard(by: last).secret == kept)
        server.wait(.seconds(80))
        #expect(Self.keys(&server) == ["k0", "k1"])
    }

    @Test("P20: A client waits until the owners are read, and then has its session")
    func slowStore() {
        var server = Self.server()
        let (_, secret) = Self.player(&server)
        server.isStoreSlow = true
        server.restart()
        let back = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: back)
        server.send("0:cv:", from: back)
        for _ in 0..<3 {
            server.expect([], heardBy: back)
            server.answerQuestions()
        }
        for _ in 0..<12 {
            server.answerQuestions()
            server.finishWork()
        }
        let heard = server.heard(by: back)
        #expect(heard.first == "0:auth:kim@example.org")
        #expect(heard.secret == secret)
        #expect(heard.accepted.map(\.key) == [named("k0")])
    }

    @Test("P20, S71: A token that is revoked while its client waits for the owners opens nothing")
    func revokedWhileWaiting() {
        var server = Self.server()
        let (_, secret) = Self.player(&server)
        server.isStoreSlow = true
        server.restart()
        let back = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: back)
        server.expect([], heardBy: back)
        server.handle(.revoked([Identity.kim.credential]))
        for _ in 0..<15 {
            server.answerQuestions()
            server.finishWork()
        }
        server.expect([#"0:auth:{"msg":"Token invalid","code":401}"#], heardBy: back)
    }

    @Test(
        "P21: A client that returns too late receives the end on each channel, and a new session",
        arguments: [
            (ConnectionEnd.goodbye, Duration.zero, SessionEndReason.goodbye),
            (.broken, .seconds(10), .grace), (.gone, .seconds(10), .grace),
        ])
    func ended(farewell: ConnectionEnd, wait: Duration, why: SessionEndReason) {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        let observed = server.observations.count
        server.close(client, farewell)
        server.wait(wait)
        server.finishWork()
        #expect(Self.keys(&server) == [])
        #expect(server.ends.map(\.why) == [why])
        #expect(server.ends.first?.clientID == named("me"))
        let absences = farewell == .goodbye ? 0 : 2
        #expect(server.ends.first?.observations == observed + absences)
        server.wait(.seconds(599))
        let late = server.connect()
        for channel in 0...1 {
            server.enter(
                client: "me", channel: channel, more: Self.showing(secret, #","seat":1"#), on: late)
        }
        let said = server.heard(by: late).filter { $0.contains(":o:") && !$0.contains("rules") }
        let ended = #"o:{"ended":{"why":"\#(why.rawValue)","outcome":{"lost":"me"}}}"#
        #expect(said.count == 4)
        #expect([said[0], said[2]] == ["0:" + ended, "1:" + ended])
        #expect(said.secret != secret)
        server.wait(.seconds(1))
        let later = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: later)
        #expect(!server.heard(by: later).contains { $0.contains("ended") })
    }

    @Test("P21: Of very many ends of sessions, the oldest are forgotten")
    func forgetsEnds() {
        var server = TestHub { $0.memory.endedSessions = 3 }
        server.setOptions(["presence": "client", "presenceGrace": 10])
        let secrets = (0..<5).map { number in
            let client = server.connect()
            server.enter(client: "c\(number)", more: Self.extensions, on: client)
            let secret = server.say("0:cv:", by: client).secret
            _ = server.change(.modify("k\(number)", "{}", id: "1"), by: client)
            server.close(client, .goodbye)
            return secret
        }
        let told = (0..<5).filter { number in
            let client = server.connect()
            server.enter(client: "c\(number)", more: Self.showing(secrets[number]), on: client)
            return server.heard(by: client).contains { $0.contains("ended") }
        }
        #expect(told == [2, 3, 4])
    }

    @Test("P7: A secret isn't valid for another client, and an unknown one isn't valid at all")
    func impostors() {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        for (name, shown) in [("you", secret), ("me", "secret-99")] {
            let other = server.connect()
            server.enter(client: name, more: Self.showing(shown, #","take":true"#), on: other)
            let heard = server.heard(by: other)
            #expect(heard.secret != secret && heard.secret != nil)
        }
        #expect(server.endings[client] == nil)
    }

    @Test("P22: A door chooses the secret itself, and so has the session again; others may not")
    func door() {
        var server = Self.server()
        server.users[.lee] = Identity(user: named("kim"), name: named("door"), rights: .door)
        let own = Self.extensions + #","secret":"of a key""#
        for (token, secret) in [(String.kim, "secret-4"), (.lee, "of a key")] {
            let client = server.connect()
            server.enter(token: token, client: "me", more: own, on: client)
            #expect(server.heard(by: client).secret == secret)
        }
        let first = server.connect()
        server.enter(token: .lee, client: "me", more: own, on: first)
        _ = server.change(.modify("k", "{}", id: "1"), by: first)
        server.restart()
        let second = server.connect()
        server.enter(token: .lee, client: "me", more: own, on: second)
        #expect(server.heard(by: second).last == #"0:o:{"resume":"of a key","seat":3}"#)
        server.wait(.seconds(80))
        #expect(Self.keys(&server) == ["k"])
    }

    @Test("P23: A restart gives an absence its full time again, at most three times in a row")
    func restarts() {
        var server = Self.server()
        let (_, secret) = Self.player(&server)
        for _ in 0..<2 {
            server.restart(after: .seconds(100))
            server.wait(.seconds(9))
        }
        let back = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: back)
        for _ in 0..<3 {
            server.restart(after: .seconds(100))
            server.wait(.seconds(9))
            #expect(Self.keys(&server) == ["k0", "k1"])
        }
        server.restart(after: .seconds(100))
        server.finishWork()
        #expect(Self.keys(&server) == [])
    }

    @Test("P3: An absence has a start and a cause; a new channel receives its duration so far")
    func causes() {
        var server = Self.server()
        let (client, _) = Self.player(&server)
        server.close(client, .gone)
        server.wait(.milliseconds(3_500))
        let other = server.connect()
        server.enter(more: Self.extensions, on: other)
        #expect(
            server.say("0:cv:", by: other).suffix(2).first
                == #"0:o:{"away":["k0"],"until":7,"since":3,"why":"gone"}"#)
    }

    @Test("A channel that is opened again has its session, also an empty one or after a failure")
    func secondInit() {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        server.enter(client: "me", more: Self.extensions, on: client)
        #expect(server.heard(by: client).secret == secret)
        server.wait(.seconds(50))
        #expect(Self.keys(&server) == ["k0", "k1"])

        // The store fails one bucket.
        server = Self.server()
        let (other, shown) = Self.player(&server)
        server.handle(.failed(BucketID.todo.log))
        #expect(server.endings[other] == .trouble)
        let back = server.connect()
        server.enter(client: "me", more: Self.showing(shown, #","seat":1"#), on: back)
        server.wait(.seconds(80))
        #expect(Self.keys(&server) == ["k0", "k1"])

        // An empty session is taken over.
        server = Self.server()
        let first = server.connect()
        server.enter(client: "me", more: Self.extensions, on: first)
        let own = server.heard(by: first).secret
        let second = server.connect()
        server.enter(client: "me", more: Self.showing(own, #","seat":1"#), on: second)
        #expect(server.endings == [first: .takenOver])
        #expect(server.say("0:cv:", by: second).secret == own)
        _ = server.change(.modify("k", "{}", id: "1"), by: second)
        server.close(second)
        server.wait(.seconds(9))
        #expect(Self.keys(&server) == ["k"])
    }

    @Test("However often channels are opened under other names, few sessions are remembered")
    func manySessions() {
        var server = TestHub()
        let client = server.connect()
        var secrets: Set<String?> = []
        for number in 0..<50 {
            server.enter(client: "c\(number)", more: Self.extensions, on: client)
            secrets.insert(server.heard(by: client).secret)
        }
        #expect(secrets.count == 50)
        #expect(server.hub.sessionCount == 1)
        server.close(client)
        #expect(server.hub.sessionCount == 0)
    }

    @Test("A session whose channel is replaced by one without sessions is forgotten")
    func replacedChannel() {
        var server = Self.server()
        let first = server.connect()
        server.enter(client: "me", more: Self.extensions, on: first)
        let secret = server.heard(by: first).secret ?? ""
        #expect(server.hub.sessionCount == 1)
        let second = server.connect()
        server.enter(
            client: "me", more: #","extensions":["resume"],"resume":"\#(secret)""#, on: second)
        for client in [first, second] { server.close(client) }
        #expect(server.hub.sessionCount == 0)
    }
}

/// The ends of sessions, after a restart of the server.
extension ResumableSessionTests {
    @Test(
        "P34: A session's end is remembered across a restart of the server",
        arguments: [Duration.seconds(590), .seconds(600)])
    func endedBeforeRestart(wait: Duration) {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        server.close(client, .goodbye)
        server.wait(.seconds(2))
        server.restart(after: wait - .seconds(2))
        let late = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: late)
        let said = server.heard(by: late).filter { $0.contains("ended") }
        let ended = #"0:o:{"ended":{"why":"goodbye","outcome":{"lost":"me"}}}"#
        #expect(said == (wait < .seconds(600) ? [ended] : []))
        server.wait(.seconds(20))
        let later = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: later)
        #expect(!server.heard(by: later).contains { $0.contains("ended") })
    }

    @Test("P34: A client that returns before the store has listed the ends waits for them")
    func waitsForEnds() {
        var server = Self.server()
        let (client, secret) = Self.player(&server)
        server.close(client, .goodbye)
        server.isStoreSlow = true
        server.restart()
        let late = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: late)
        var heard: [String] = []
        for _ in 0..<20 where heard.isEmpty {
            server.answerQuestions()
            heard = server.heard(by: late)
        }
        #expect(heard.contains { $0.contains(#""why":"goodbye""#) })
    }
}

/// The connections of a session.
extension ResumableSessionTests {
    @Test("P59: A late frame of a run's earlier connection takes nothing back from the next one")
    func lines() {
        var server = Self.server()
        let (_, secret) = Self.player(&server)
        func dial(_ line: String) -> ConnectionID {
            let client = server.connect()
            let more = Self.showing(secret, #","seat":1,"line":"\#(line)""#)
            server.enter(client: "me", more: more, on: client)
            return client
        }
        let third = dial("5f3a-3")
        #expect(server.heard(by: third).secret == secret)
        let second = dial("5f3a-2")
        server.expect([#"0:auth:{"msg":"Taken over","code":4001}"#], heardBy: second)
        #expect(server.endings[second] == .takenOver)
        server.close(second)
        #expect(server.endings[third] == nil)
        // A goodbye that arrives so late ends nothing.
        for bucket in ["todo", "notes"] {
            let reader = server.join(bucket)
            #expect(server.say("0:i::::", by: reader).pages.first?.entries.count == 1)
        }
        // The same connection again, and the next one.
        for line in ["5f3a-3", "5f3a-10"] { #expect(server.heard(by: dial(line)).secret == secret) }
        #expect(server.endings[third] == .takenOver)
        // The connections of another run are counted separately.
        #expect(server.heard(by: dial("77-1")).secret == secret)
        #expect(server.heard(by: dial("5f3a-3")).secret == secret)
        // An invalid number is ignored.
        for line in ["", "-1", "77-0", "77", String(repeating: "7", count: 65) + "-1"] {
            #expect(server.heard(by: dial(line)).secret == secret)
        }
    }

    @Test(
        "P71: Objects with a secret for each channel move to the client's present session",
        arguments: [false, true])
    func newToSessions(isRestarted: Bool) {
        var server = Self.server()
        let client = server.connect()
        var secrets: [String?] = []
        for (channel, bucket) in ["todo", "notes"].enumerated() {
            let words = #","extensions":["away","resume"]"#
            server.enter(bucket, client: "me", channel: channel, more: words, on: client)
            secrets.append(server.heard(by: client).secret)
            server.send(Written.modify("k\(channel)", "{}", id: "1").frame(channel), from: client)
        }
        if isRestarted { server.restart() } else { server.close(client) }
        let back = server.connect()
        for (channel, bucket) in ["todo", "notes"].enumerated() {
            let words = Self.showing(secrets[channel])
            server.enter(bucket, client: "me", channel: channel, more: words, on: back)
        }
        let secret = server.heard(by: back).secret
        #expect(secret != nil && !secrets.contains(secret))
        server.wait(.seconds(20))
        #expect(Self.keys(&server) == ["k0", "k1"])

        if isRestarted { server.restart() } else { server.close(back) }
        let again = server.connect()
        server.enter(client: "me", more: Self.showing(secret, #","seat":1"#), on: again)
        server.wait(.seconds(20))
        #expect(Self.keys(&server) == ["k0", "k1"])
        server.close(again, .goodbye)
        server.finishWork()
        #expect(Self.keys(&server) == [])
    }
}
