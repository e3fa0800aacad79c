import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Limits of the hub")
struct HubLimitTests {
    @Test("S73: A client beyond its rate is delayed, and no other is; large pages cost more")
    func delays() {
        var server = TestHub {
            $0.pace.commandsPerSecond = 10
            $0.pace.commandsAtOnce = 20
        }
        let eager = server.join()
        let other = server.join("notes")
        server.wait(.seconds(2))
        _ = server.heard(by: eager)
        for number in 0..<100 {
            server.send(Written.modify("\(number)", "{}", id: "1").frame(), from: eager)
        }
        server.send("0:cv:", from: eager)
        #expect(server.heard(by: eager).accepted.count == 20)
        #expect(server.notes.filter { $0 == .delayed(eager) }.count == 1)
        server.expect(["h:2"], to: "h:1", by: eager)
        server.expect("→1 {}", of: .modify("a", "{}", id: "1"), by: other)

        server.wait(.milliseconds(1_000))
        #expect(server.heard(by: eager).accepted.count == 10)
        server.wait(.seconds(8))
        let rest = server.heard(by: eager)
        #expect(rest.count == 71)
        #expect(rest.last.map { [$0].accepted.count } == 100)
        #expect(server.endings.isEmpty)

        server = TestHub {
            $0.pace.commandsPerSecond = 1
            $0.pace.commandsAtOnce = 22
        }
        let reader = server.join()
        server.wait(.seconds(2))
        for _ in 0..<3 { server.send("0:i::::1000", from: reader) }
        #expect(server.heard(by: reader).count == 2)
        server.wait(.seconds(1))
        #expect(server.heard(by: reader).count == 1)
    }

    @Test(
        "A client that keeps sending meaningless frames is disconnected, sooner if they are long",
        arguments: ["log:", #"log:{"log":"l"}"#, "nobody:knows", "7:i::::", "7:c:{}"],
        [(0, 20), (100_000, 3)])
    func nothing(head: String, size: (padding: Int, readings: Int)) {
        let readings = size.readings
        let frame = head + String(repeating: " ", count: size.padding)
        var server = TestHub {
            $0.pace.commandsPerSecond = 10
            $0.pace.commandsAtOnce = 20
        }
        let client = server.join()
        server.wait(.seconds(2))
        for _ in 1..<readings { server.send(frame, from: client) }
        #expect(server.endings.isEmpty)
        server.wait(.seconds(2))
        for _ in 0...readings { server.send(frame, from: client) }
        #expect(server.endings[client] == .tooMuch)
    }

    @Test("An init beyond the rate closes its connection, and a channel too many is refused")
    func manyInits() {
        var server = TestHub { $0.pace.commandsAtOnce = 3 }
        let client = server.join()
        server.enter(on: client)
        #expect(server.endings.isEmpty)
        server.enter(on: client)
        #expect(server.endings == [client: .tooMuch])

        server = TestHub { $0.channelsPerConnection = 2 }
        let other = server.join()
        server.enter("b", channel: 1, on: other)
        server.enter("c", channel: 2, on: other)
        let heard = server.heard(by: other)
        #expect(heard.first == "1:auth:kim@example.org")
        #expect(heard.last == #"2:auth:{"msg":"Too many channels","code":500}"#)
        server.enter("d", channel: 1, on: other)
        server.expect(["1:auth:kim@example.org"], heardBy: other)
    }

    @Test("A client with too much waiting, by number or by bytes, is closed")
    func waiting() {
        var server = TestHub { $0.waiting.commands = 10 }
        server.isUserListSlow = true
        let client = server.connect()
        server.enter(on: client)
        for _ in 0..<10 { server.send("0:cv:", from: client) }
        #expect(server.endings.isEmpty)
        server.send("0:cv:", from: client)
        #expect(server.endings == [client: .tooMuch])
        #expect(Hub.DisconnectReason.tooMuch.code == 1008)

        // The bytes count, too.
        server = TestHub { $0.waiting.bytes = 100 }
        server.isUserListSlow = true
        let other = server.connect()
        server.enter(on: other)
        server.send("0:e:" + String(repeating: "x", count: 90), from: other)
        #expect(server.endings.isEmpty)
        server.send("0:e:xxx", from: other)
        #expect(server.endings == [other: .tooMuch])
    }

    @Test("If many buckets are open, an idle one is closed at once")
    func lingering() {
        for (most, isHeld) in [(0, false), (1, true)] {
            var server = TestHub { $0.memory.lingeringBuckets = most }
            #expect(server.request(.entity(named("k"), nil)) == .entity(nil))
            #expect((server.hub.nextDeadline != nil) == isHeld)
            server.expect("→1 {}", of: .modify("k", "{}", id: "1"), by: server.join())
        }
    }

    @Test("A frame beyond the limit is unreadable, and logged as such")
    func longFrame() {
        var server = TestHub()
        let client = server.join()
        let frame = "0:c:" + String(repeating: " ", count: Limits.clientFrame)
        server.expect([], to: frame, by: client)
        #expect(server.notes.last == .unreadable(client, .tooLong(frame.utf8.count)))
    }
}
