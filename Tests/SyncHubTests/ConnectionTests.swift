import SimperiumClock
import SimperiumWire
import SyncHub
import Testing

@Suite("Connections")
struct ConnectionTests {
    @Test("S12, S13, S58: A heartbeat is answered with one more; a meaningless frame is ignored")
    func frames() {
        for (beat, answer) in [
            ("h:5", "h:6"), ("h:0", "h:1"), ("h:", "h:1"), ("h:x", "h:1"), ("h:-3", "h:1"),
        ] {
            var server = TestHub()
            let client = server.connect()
            #expect(server.say(beat, by: client) == [answer], "\(beat)")
            #expect(server.endings.isEmpty, "\(beat)")
            // A channel that was never opened gets no answer, because one crashes the Android
            // client.
            server.expect([], to: "0:i:1:::10", by: client)
            server.expect([], to: #"3:c:{"id":"a","o":"M","v":{},"ccid":"1"}"#, by: client)
        }
        for frame in [
            #"0:index:{"current":"","index":[],"pending":[],"extra":{}}"#,
            #"0:index:{"pendings":[]}"#, #"log:{"log":"text","bucket":"todo"}"#, #"log:7"#,
            "0:options:{}", "0:o:{}", "0:nonsense:x", "x:y:z", "0", "", ":", "0:", "7:c:[]",
            "-1:c:{}", "99999999999999999999:i::::", "0:index:nonsense",
        ] {
            var server = TestHub()
            let client = server.join()
            #expect(server.say(frame, by: client) == [], "\(frame)")
            #expect(server.endings.isEmpty, "\(frame)")
            #expect(server.say("0:cv:", by: client) == ["0:c:[]"], "\(frame)")
        }
    }

    @Test("A silent connection is closed after 90 seconds, and its late frames are ignored")
    func silence() {
        var server = TestHub()
        let client = server.join()
        server.wait(.seconds(89))
        server.expect(["h:2"], to: "h:1", by: client)
        server.wait(.seconds(89))
        #expect(server.endings.isEmpty)
        server.wait(.seconds(1))
        #expect(server.endings == [client: .silence])
        #expect(Hub.DisconnectReason.silence.code == 1001)

        server.expect([], to: "h:1", by: client)
        server.close(client)
        #expect(server.endings == [client: .silence])
    }

    @Test("When the server stops, each client receives only that it will be back")
    func shutdown() {
        var server = TestHub()
        let first = server.join()
        let second = server.join("other", token: .lee)
        server.handle(.shutDown)
        #expect(server.endings == [first: .shutdown, second: .shutdown])
        #expect(Hub.DisconnectReason.shutdown.code == 1001)
        #expect(server.hub.nextDeadline == nil)
        server.expect([], to: "h:1", by: first)
    }

    @Test("An idle hub has deadlines only for silence and for the quiet period")
    func deadlines() {
        var server = TestHub()
        #expect(server.hub.nextDeadline == nil)
        let client = server.connect()
        #expect(server.hub.nextDeadline == .start + .seconds(90))
        server.enter(on: client)
        #expect(server.hub.nextDeadline == .start + .seconds(1))
        server.wait(.seconds(1))
        #expect(server.hub.nextDeadline == .start + .seconds(90))
    }
}
