import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Limits on the work that a peer causes")
struct WorkloadTests {
    @Test("S73: A frame of many changes is applied a part at a time, and others come between")
    func manyAtOnce() {
        var server = TestHub()
        let client = server.join()
        let other = server.join("notes")
        let changes = (0..<1_000).map { #"{"id":"k\#($0)","o":"M","v":{},"ccid":"1"}"# }
        server.send("0:c:[\(changes.joined(separator: ","))]", from: client)
        #expect(server.heard(by: client).accepted.count == HubLimits().eventBudget)
        #expect(server.hub.nextDeadline == server.now)
        server.expect("→1 {}", of: .modify("a", "{}", id: "1"), by: other)
        server.finishWork()
        let rest = server.heard(by: client).accepted.map(\.key.text)
        #expect(rest == (HubLimits().eventBudget..<1_000).map { "k\($0)" })
    }

    @Test("The command in an init costs as much as any other")
    func commandOfInit() {
        var server = TestHub {
            $0.pace.commandsPerSecond = 1
            $0.pace.commandsAtOnce = 10
        }
        let client = server.connect()
        let changes = (0..<20).map { #"{\"id\":\"k\#($0)\",\"o\":\"M\",\"v\":{},\"ccid\":\"1\"}"# }
        server.enter(more: #","cmd":"c:[\#(changes.joined(separator: ","))]""#, on: client)
        _ = server.heard(by: client)
        server.wait(.seconds(1))
        #expect(server.heard(by: client).accepted.count == 20)
        server.send("0:cv:", from: client)
        server.wait(.seconds(9))
        server.expect([], heardBy: client)
        server.wait(.seconds(2))
        #expect(server.heard(by: client).count == 1)
    }

    /// Returns a client, and an object of ten thousand bytes. Each thousand bytes count as a
    /// command; the client has twenty, and then one a second.
    private static func heavy() -> (TestHub, ConnectionID) {
        var server = TestHub {
            $0.pace.commandsPerSecond = 1
            $0.pace.commandsAtOnce = 20
            $0.pace.bytesPerCommand = 1_000
        }
        let text = JSON(String(repeating: "x", count: 10_000))
        for number in [1, 2] {
            let object: JSONObject = ["n": JSON(number), "t": text]
            let change = Change(.replace(with: object), key: named("k"), id: named("v\(number)"))
            _ = server.request(.change(change))
        }
        let client = server.connect()
        server.enter(on: client)
        server.send("0:cv:000000010000000000000002", from: client)
        server.wait(.seconds(60))
        _ = server.heard(by: client)
        return (server, client)
    }

    @Test(
        "A change that makes the hub process many bytes costs as much as these",
        arguments: [
            // The version it starts from, the number it sets, and the seconds that nothing else
            // passes.
            (2, 3, 0), (1, 3, 22), (1, 2, 22),
        ])
    func heavyChange(version: Int, number: Int, seconds: Int) {
        var (server, client) = Self.heavy()
        let change = Written.modify("k", sv: version, #"{"n":{"o":"r","v":\#(number)}}"#, id: "1")
        #expect(server.change(change, by: client).count == 1)
        server.send("0:e:nothing.1", from: client)
        server.wait(.seconds(seconds) - .milliseconds(1))
        #expect(server.heard(by: client).count == (seconds == 0 ? 1 : 0))
        server.wait(.milliseconds(2))
        #expect(server.heard(by: client).count == (seconds == 0 ? 0 : 1))
    }

    @Test(
        "Bytes cost the same in both directions: the client has enough for two such requests",
        arguments: [
            ("0:e:k.2", 2), ("0:e:k.1", 2), ("0:cv:", 2), ("0:i:1:::1", 2),
            ("0:nonsense:" + String(repeating: "x", count: 10_000), 0),
        ])
    func heavyFrame(frame: String, answers: Int) {
        var (server, client) = Self.heavy()
        server.send(frame, from: client)
        server.send(frame, from: client)
        #expect(server.heard(by: client).count == answers)
        server.expect([], to: "0:e:nothing.1", by: client)
        server.wait(.seconds(3))
        #expect(server.heard(by: client).count == 1)
    }

    @Test("A client of a bucket with too much work waits as well, and is not closed for it")
    func piledUp() {
        var server = TestHub { $0.waiting.works = 10 }
        let eager = server.join()
        let other = server.join()
        server.isStoreSlow = true
        for number in 0..<12 { server.send("0:e:\(number).1", from: eager) }
        #expect(!server.notes.contains(.delayed(eager)))
        server.send("0:e:12.1", from: eager)
        server.send("0:e:a.1", from: other)
        #expect(server.notes.filter { $0 == .delayed(eager) || $0 == .delayed(other) }.count == 2)
        #expect(server.request(.entity(named("a"), nil)) == .unavailable)
        server.isStoreSlow = false
        server.answerQuestions()
        server.wait(.milliseconds(100))
        #expect(server.heard(by: eager).count == 13)
        server.expect(["0:e:a.1\n?"], heardBy: other)
        #expect(server.endings.isEmpty)
    }

    @Test("Buckets that have too much in memory together drop it, and read the store again")
    func memory() {
        var server = TestHub { $0.memory.bytesInAll = 20_000 }
        let client = server.join()
        let other = server.join("notes", token: .lee)
        _ = server.change(.modify("a", #"{"n":{"o":"+","v":1}}"#, id: "1"), by: client)
        server.isStoreSlow = true
        server.expect(["0:e:a.1\n{\"data\":{\"n\":1}}"], to: "0:e:a.1", by: client)
        server.isStoreSlow = false
        let large = String(repeating: "x", count: 5_000)
        let growth = Written.modify("b", #"{"t":{"o":"+","v":"\#(large)"}}"#, id: "1")
        #expect(server.change(growth, by: other).count == 1)
        server.isStoreSlow = true
        server.expect([], to: "0:e:a.1", by: client)
        #expect(server.openQuestions.count == 1)
        server.answerQuestions()
        server.expect(["0:e:a.1\n{\"data\":{\"n\":1}}"], heardBy: client)
        server.isStoreSlow = false
        server.expect("409", of: .modify("a", "{}", id: "1"), by: client)
        #expect(server.say("0:cv:", by: client).accepted.count == 1)
    }
}
