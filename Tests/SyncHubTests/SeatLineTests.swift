import SimperiumWire
import SyncHub
import Testing

@Suite("Connections of a session")
struct SeatLineTests {
    @Test("P59: A late frame of a run's earlier connection takes nothing back from the next one")
    func lines() {
        var server = SeatTests.server()
        let (_, secret) = SeatTests.player(&server)
        func dial(_ line: String) -> ConnectionID {
            let client = server.connect()
            let more = SeatTests.showing(secret, #","seat":1,"line":"\#(line)""#)
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
    func newToSeats(isRestarted: Bool) {
        var server = SeatTests.server()
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
            let words = SeatTests.showing(secrets[channel])
            server.enter(bucket, client: "me", channel: channel, more: words, on: back)
        }
        let secret = server.heard(by: back).secret
        #expect(secret != nil && !secrets.contains(secret))
        server.wait(.seconds(20))
        #expect(SeatTests.keys(&server) == ["k0", "k1"])

        if isRestarted { server.restart() } else { server.close(back) }
        let again = server.connect()
        server.enter(client: "me", more: SeatTests.showing(secret, #","seat":1"#), on: again)
        server.wait(.seconds(20))
        #expect(SeatTests.keys(&server) == ["k0", "k1"])
        server.close(again, .goodbye)
        server.finishWork()
        #expect(SeatTests.keys(&server) == [])
    }
}
