import SimperiumClock
import SyncHub
import Testing

@Suite("Promises of heartbeats")
struct HeartbeatTests {
    private static func server(promising seconds: Int) -> (TestHub, ConnectionID) {
        var server = TestHub()
        let client = server.join()
        server.send(#"0:o:{"beat":\#(seconds)}"#, from: client)
        return (server, client)
    }

    @Test(
        "P13: Three promised intervals of silence end the connection",
        arguments: [(4, 12), (2, 6), (30, 90), (1, 6), (31, 90), (1_000, 90)])
    func silence(promised: Int, silence: Int) {
        var (server, client) = Self.server(promising: promised)
        server.wait(.seconds(silence) - .milliseconds(1))
        #expect(server.endings.isEmpty)
        server.wait(.milliseconds(1))
        #expect(server.endings == [client: .silence])
    }

    @Test(
        "P13: A kept promise is no silence; a revoked one, or one without a channel, doesn't count")
    func kept() {
        var (server, client) = Self.server(promising: 4)
        for _ in 0..<50 {
            server.wait(.seconds(4))
            server.expect(["h:2"], to: "h:1", by: client)
        }
        #expect(server.endings.isEmpty)
        let next = server.join()
        server.wait(.seconds(89))
        #expect(server.endings == [client: .silence])
        _ = next

        (server, client) = Self.server(promising: 4)
        server.wait(.seconds(11))
        server.send(#"0:o:{"beat":0}"#, from: client)
        server.wait(.seconds(89))
        #expect(server.endings.isEmpty)
        server.send(#"0:o:{"beat":2}"#, from: client)
        server.send(#"0:o:{"beat":5}"#, from: client)
        server.wait(.seconds(14))
        #expect(server.endings.isEmpty)
        server.wait(.seconds(1))
        #expect(server.endings == [client: .silence])

        // A promise on a channel that isn't open doesn't count.
        server = TestHub()
        let other = server.connect()
        server.send(#"0:o:{"beat":4}"#, from: other)
        #expect(server.notes.last == .ignored(other))
        server.wait(.seconds(89))
        #expect(server.endings.isEmpty)
    }

    @Test("P14: Every byte that the shell reports is a sign of life")
    func signs() {
        var (server, client) = Self.server(promising: 4)
        for _ in 0..<5 {
            server.wait(.seconds(11))
            server.handle(.heard(client))
        }
        #expect(server.endings.isEmpty)
        server.wait(.seconds(12))
        #expect(server.endings == [client: .silence])
        server.handle(.heard(client))
    }

    @Test("P15: After a sleep of the server, no connection is closed before its input is read")
    func sleep() {
        var (server, client) = Self.server(promising: 4)
        let other = server.join()
        server.send(#"0:o:{"beat":4}"#, from: other)
        server.sleep(.seconds(300))
        #expect(server.endings.isEmpty)
        server.send("h:1", from: other)
        server.wait(.seconds(1))
        #expect(server.endings == [client: .silence])
        server.wait(.seconds(10))
        #expect(server.endings == [client: .silence])
        server.wait(.seconds(1))
        #expect(server.endings == [client: .silence, other: .silence])
    }

    @Test("However often promises are made and clients come and go, the hub has few deadlines")
    func alarms() {
        var (server, client) = Self.server(promising: 4)
        for _ in 0..<200 {
            server.send(#"0:o:{"beat":2}"#, from: client)
            server.send(#"0:o:{"beat":0}"#, from: client)
        }
        var wakes = 0
        server.wait(.seconds(89)) { wakes += 1 }
        #expect(wakes < 8)
        #expect(server.endings.isEmpty)

        // Many clients that connect and leave.
        server = TestHub()
        let stayers = (0..<20).map { _ in server.connect() }
        for _ in 0..<5_000 {
            server.close(server.connect())
            server.wait(.milliseconds(1))
        }
        wakes = 0
        server.wait(.seconds(200)) { wakes += 1 }
        #expect(wakes < 1_100)
        #expect(server.endings.count == stayers.count)
    }
}
