import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Presence")
struct PresenceTests {
    private static let extensions = #","extensions":["away","resume"]"#

    private static func server(_ mode: String, grace: Int? = nil) -> TestHub {
        var server = TestHub()
        var options: JSONObject = ["presence": JSON(mode)]
        options["presenceGrace"] = grace.map { JSON($0) }
        server.setOptions(options)
        return server
    }

    private static func keys(_ server: inout TestHub) -> [String] {
        let client = server.join()
        let page = server.say("0:i::::", by: client).pages.first
        server.close(client)
        return (page?.entries ?? []).map(\.key.text).sorted()
    }

    @Test("S57: An object ends with the connection that inserted it, or with the user's last one")
    func client() {
        var server = Self.server("client")
        let first = server.join(client: "c-1")
        let second = server.join(client: "c-2")
        _ = server.change(.modify("mine", "{}", id: "1"), by: first)
        _ = server.change(.modify("yours", "{}", id: "2"), by: second)
        _ = server.change(.modify("mine", sv: 1, whole: #"{"n":1}"#, id: "3"), by: second)
        _ = server.heard(by: second)
        server.close(first)
        server.finishWork()
        let heard = server.heard(by: second)
        #expect(heard.outcomes == ["-3"])
        #expect(heard.accepted.first?.clientID == named("c-1"))
        #expect(heard.accepted.first?.changeVersion == .first(7))
        #expect(Self.keys(&server) == ["yours"])

        server = Self.server("user")
        let early = server.join(client: "c-1")
        let late = server.join(client: "c-2")
        _ = server.change(.modify("mine", "{}", id: "1"), by: early)
        server.close(early)
        server.finishWork()
        #expect(server.say("0:i::::", by: late).pages.first?.entries.count == 1)
        server.close(late, .goodbye)
        server.finishWork()
        #expect(Self.keys(&server) == [])
    }

    @Test("Objects from outside, and in a bucket without presence, end with no connection")
    func outside() {
        var server = Self.server("client")
        let client = server.join()
        let change = Change(.replace(with: [:]), key: named("a"), id: named("1"))
        _ = server.request(.change(change))
        server.close(client)
        server.finishWork()
        #expect(Self.keys(&server) == ["a"])

        server = TestHub()
        let other = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: other)
        server.close(other)
        server.finishWork()
        #expect(Self.keys(&server) == ["a"])
    }

    @Test("P2, P10: A goodbye removes all objects at once; a silent connection counts as broken")
    func goodbye() {
        var server = Self.server("client", grace: 10)
        let client = server.join()
        let other = server.join(more: Self.extensions)
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        _ = server.heard(by: other)
        server.close(client, .goodbye)
        server.finishWork()
        #expect(server.heard(by: other).outcomes == ["-2"])

        server = Self.server("client", grace: 10)
        let silent = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: silent)
        server.wait(.seconds(99))
        #expect(Self.keys(&server) == ["a"])
        server.wait(.seconds(1))
        #expect(Self.keys(&server) == [])
    }

    @Test("P1, P3: A broken connection is given time, and only clients that asked are notified")
    func grace() {
        var server = Self.server("client", grace: 10)
        let client = server.join(client: "c-1")
        let asks = server.join(channel: 3, more: Self.extensions)
        let asksNot = server.join()
        _ = server.change(.modify("b", "{}", id: "1"), by: client)
        _ = server.change(.modify("a", "{}", id: "2"), by: client)
        _ = (server.heard(by: asks), server.heard(by: asksNot))
        server.close(client)
        server.expect([#"3:o:{"away":["b","a"],"until":10,"since":0,"why":"line"}"#], heardBy: asks)
        server.wait(.milliseconds(9_999))
        server.expect([], heardBy: asksNot)
        server.wait(.milliseconds(1))
        #expect(server.heard(by: asksNot).outcomes == ["-2", "-2"])
        #expect(server.heard(by: asks).accepted.map(\.key) == [named("b"), named("a")])
    }

    @Test(
        "P5: An absence ends with its object, too, and subscribers receive that after the change",
        arguments: [nil, Written.remove("a", id: "2"), .bucket("EMPTY", id: "2")])
    func endOfAbsence(change: Written?) {
        var server = Self.server("client", grace: 10)
        let client = server.join()
        let other = server.join(more: Self.extensions)
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        server.close(client)
        _ = server.heard(by: other)
        if let change {
            server.send(change.frame(), from: other)
        } else {
            server.wait(.seconds(10))
        }
        server.finishWork()
        let heard = server.heard(by: other)
        #expect(heard.accepted.first?.effect == .removed(at: version(2)))
        #expect(heard.dropFirst().first == #"0:o:{"back":["a"]}"#)
    }

    @Test("P4: A new channel is sent the present absences with their durations, in their order")
    func late() {
        var server = Self.server("client", grace: 10)
        let client = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        server.close(client)
        server.wait(.milliseconds(2_500))
        let other = server.connect()
        server.enter(more: Self.extensions, on: other)
        #expect(!server.heard(by: other).contains { $0.contains("away") }, "nothing was asked")
        #expect(
            server.say("0:cv:", by: other).first
                == #"0:o:{"away":["a"],"until":8,"since":2,"why":"line"}"#)

        server = Self.server("client", grace: 10)
        let clients = (0..<5).map { server.join(client: "c-\($0)") }
        for (number, client) in clients.enumerated() {
            _ = server.change(.modify("k\(number)", "{}", id: "1"), by: client)
        }
        for number in [4, 1, 3] { server.close(clients[number]) }
        let third = server.connect()
        server.enter(more: Self.extensions, on: third)
        server.send("0:cv:", from: third)
        let away = server.heard(by: third).filter { $0.hasPrefix(#"0:o:{"away""#) }
        #expect(
            away
                == ["k1", "k3", "k4"].map {
                    #"0:o:{"away":["\#($0)"],"until":10,"since":0,"why":"line"}"#
                })
    }

    @Test("P5, P6: A client that returns in time with the secret owns its objects again")
    func resume() {
        var server = Self.server("client", grace: 10)
        let other = server.join(more: Self.extensions)
        let client = server.connect()
        server.enter(client: "me", more: Self.extensions, on: client)
        let secret = server.heard(by: client).secret
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        server.close(client)
        server.wait(.seconds(9))
        _ = server.heard(by: other)

        let back = server.connect()
        server.enter(client: "me", more: Self.returning(with: secret), on: back)
        #expect(server.heard(by: back).secret == secret)
        server.expect([#"0:o:{"back":["a"]}"#], heardBy: other)
        server.wait(.seconds(60))
        #expect(Self.keys(&server) == ["a"])
        server.close(back, .goodbye)
        server.finishWork()
        #expect(Self.keys(&server) == [])
    }

    @Test(
        "P7: No other return counts: another secret, another client, or without asking",
        arguments: [
            ("me", #","extensions":["resume"],"resume":"secret-0""#),
            ("you", #","extensions":["resume"],"resume":"SECRET""#), ("me", #","resume":"SECRET""#),
            ("me", ""),
        ])
    func impostor(client: String, more: String) {
        var server = Self.server("client", grace: 10)
        let owner = server.connect()
        server.enter(client: "me", more: Self.extensions, on: owner)
        let secret = server.heard(by: owner).secret ?? ""
        _ = server.change(.modify("a", "{}", id: "1"), by: owner)
        server.close(owner)
        let impostor = server.connect()
        let words = more.replacing("SECRET", with: secret)
        server.enter(client: client, more: words, on: impostor)
        server.wait(.seconds(10))
        #expect(Self.keys(&server) == [])
    }

    @Test("P8: A client that returns before its loss was noticed replaces the old connection")
    func takeOver() {
        var server = Self.server("client", grace: 10)
        let client = server.connect()
        server.enter(client: "me", more: Self.extensions, on: client)
        let secret = server.heard(by: client).secret
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        let back = server.join(client: "me", more: Self.returning(with: secret))
        _ = server.change(.modify("b", "{}", id: "2"), by: back)
        #expect(server.change(.modify("late", "{}", id: "3"), by: client) == [])
        server.expect([], heardBy: client)
        server.close(client, .goodbye)
        server.wait(.seconds(20))
        #expect(Self.keys(&server) == ["a", "b"])

        // The same for a client without objects. It gets those that the old connection inserts
        // late.
        server = Self.server("client", grace: 10)
        let older = server.connect()
        server.enter(client: "me", more: Self.extensions, on: older)
        let oldSecret = server.heard(by: older).secret
        let newer = server.connect()
        server.enter(client: "me", more: Self.returning(with: oldSecret), on: newer)
        let newSecret = server.heard(by: newer).secret
        #expect(newSecret != nil && newSecret != oldSecret)

        #expect(server.change(.modify("a", "{}", id: "1"), by: older) == [])
        server.close(older)
        server.send("0:cv:", from: newer)
        _ = server.heard(by: newer)
        server.expect("→1 {}", of: .modify("a", "{}", id: "1"), by: newer)
        server.close(newer)
        let third = server.join(client: "me", more: Self.returning(with: newSecret))
        server.wait(.seconds(60))
        server.expect([], heardBy: third)
        #expect(Self.keys(&server) == ["a"])
    }

    @Test("P9: A restart breaks all connections, and a return in time is as good as ever")
    func restart() {
        var server = Self.server("client", grace: 10)
        var secrets: [String?] = []
        for name in ["x", "y"] {
            let client = server.connect()
            server.enter(client: name, more: Self.extensions, on: client)
            secrets.append(server.heard(by: client).secret)
            _ = server.change(.modify(name, "{}", id: "1"), by: client)
        }
        server.restart(after: .seconds(60))
        server.wait(.seconds(9))
        let other = server.join(more: Self.extensions)
        let back = server.join(client: "x", more: Self.returning(with: secrets[0]))
        server.expect([#"0:o:{"back":["x"]}"#], heardBy: other)
        server.wait(.seconds(1))
        #expect(server.heard(by: other).accepted.map(\.key) == [named("y")])
        #expect(Self.keys(&server) == ["x"])
        _ = back

        // Without grace a restart leaves no objects behind.
        server = Self.server("user")
        let user = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: user)
        server.restart()
        server.finishWork()
        #expect(Self.keys(&server) == [])
    }

    @Test("S240: An owner who is away when the grace time becomes longer has the longer one")
    func longerGrace() {
        var server = Self.server("client", grace: 10)
        let other = server.join(more: Self.extensions)
        let client = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: client)
        server.close(client)
        server.wait(.seconds(5))
        _ = server.heard(by: other)
        for (grace, heard) in [
            (3, []), (60, [#"0:o:{"away":["a"],"until":55,"since":5,"why":"line"}"#]),
        ] {
            server.setOptions(["presence": "client", "presenceGrace": JSON(grace)])
            #expect(server.heard(by: other) == heard)
        }
        server.wait(.seconds(54))
        #expect(Self.keys(&server) == ["a"])
        server.wait(.seconds(1))
        #expect(Self.keys(&server) == [])
    }

    @Test("P33: A client that is lost for good is reported away, and its objects removed at once")
    func lost() {
        var server = Self.server("client", grace: 10)
        let other = server.join(more: Self.extensions)
        let client = server.join(client: "x", more: Self.extensions)
        _ = server.change(.modify("k", "{}", id: "1"), by: client)
        _ = server.heard(by: other)
        server.close(client, .lost)
        server.finishWork()
        let heard = server.heard(by: other)
        let away = #"0:o:{"away":["k"],"until":0,"since":0,"why":"line"}"#
        #expect(heard.count == 3 && heard.first == away && heard.last == #"0:o:{"back":["k"]}"#)
        #expect(heard.accepted.map(\.key) == [named("k")])
        #expect(Self.keys(&server) == [])
    }

    @Test("The many objects of a connection are removed in slices, and it is sent no frames")
    func many() {
        var server = TestHub { $0.pace.commandsAtOnce = 10_000 }
        server.setOptions(["presence": "client"])
        let client = server.join()
        let other = server.join()
        for key in 0..<250 {
            server.send(Written.modify("\(key)", "{}", id: "1").frame(), from: client)
        }
        _ = server.heard(by: other)
        server.close(client, .goodbye)
        #expect(server.heard(by: other).map { [$0].accepted.count } == [100])
        server.finishWork()
        #expect(server.heard(by: other).map { [$0].accepted.count } == [100, 50])

        // Nor on either of its two channels.
        server = Self.server("client")
        let both = server.join(more: Self.extensions)
        server.enter(channel: 1, more: Self.extensions, on: both)
        _ = server.say("1:cv:", by: both)
        _ = server.change(.modify("a", "{}", id: "1"), by: both)
        let encoded = server.encoded
        server.close(both, .goodbye)
        #expect(server.encoded == encoded)
        #expect(Self.keys(&server) == [])
    }

    private static func returning(with secret: String?) -> String {
        extensions + #","resume":"\#(secret ?? "")""#
    }
}

extension [String] {
    /// The secret that the hub has sent.
    var secret: String? {
        for case .resume(let secret, _) in compactMap({ Said($0)?.command }) { return secret.text }
        return nil
    }
}
