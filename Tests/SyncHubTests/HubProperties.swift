import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import TestSupport
import Testing

@Suite("Hub properties")
struct HubProperties {
    @Test("S19, S27, S35, S70: Exact replicas stay exact through broken connections and restarts")
    func replicas() {
        for seed in Seeds.first(25) {
            var world = ReplicaWorld(seed: seed)
            world.live(steps: 300)
            world.finish()
            let truth = world.truth()
            for replica in world.replicas {
                #expect(replica.faults == [], "seed \(seed)")
                #expect(replica.ghosts == truth, "seed \(seed)")
            }
            #expect(world.server.appliedTwice == [], "seed \(seed)")
        }
    }

    @Test("The same events at the same instants have the same effects")
    func replays() {
        for seed in Seeds.first(5) {
            var first = ReplicaWorld(seed: seed)
            var second = ReplicaWorld(seed: seed)
            first.live(steps: 200)
            second.live(steps: 200)
            #expect(first.server.notes == second.server.notes)
            #expect(first.replicas.map(\.ghosts) == second.replicas.map(\.ghosts))
        }
    }

    @Test("No frame harms the hub, even a damaged one")
    func frames() {
        for seed in Seeds.first(20) {
            var random = SeededRandom(seed: seed)
            var server = TestHub(guarding: ["todo"])
            server.setOptions(["presence": "client", "capacity": 5])
            var client = server.join()
            for _ in 0..<300 {
                server.send(random.frame(), from: client)
                if server.endings[client] != nil { client = server.join() }
                if random.chance(1, in: 20) { server.wait(.seconds(random.numberBelow(200))) }
            }
            server.close(client)
            server.wait(.seconds(100))
            let honest = server.join()
            #expect(server.say("h:1", by: honest) == ["h:2"], "seed \(seed)")
        }
    }
}

extension SeededRandom {
    private static let frames = [
        #"0:init:{"clientid":"c","api":1,"token":"\#(String.kim)","app_id":"demo","name":"todo"}"#,
        #"1:init:{"client_id":"c","token":"\#(String.root)","app_id":"demo","name":"__options__"}"#,
        #"0:c:{"id":"a","o":"M","v":{"t":{"o":"+","v":"x"}},"ccid":"1"}"#,
        #"0:c:{"id":"a","sv":1,"o":"M","v":{"t":{"o":"d","v":"=1\t+y"}},"ccid":"2"}"#,
        #"0:c:{"id":"a","sv":"2","o":"M","d":{"t":"z"},"v":{},"ccid":"3"}"#,
        #"0:c:[{"id":"b","o":"M","v":{},"ccid":"1"},{"id":"a","o":"-","ccid":"4"}]"#,
        #"0:c:{"id":"todo","o":"EMPTY","ccid":"5"}"#,
        #"1:c:{"id":"todo","o":"M","d":{},"ccid":"6"}"#,
        "0:i:1:::2", "0:i::000000010000000000000001000000010000000000000001::2", "0:i::::",
        "0:e:a.1", "0:cv:", "0:cv:000000010000000000000001", "h:9223372036854775807",
        #"log:{"log":"x"}"#, #"0:index:{"current":"x","index":[{"a":1}],"pendings":[]}"#,
    ]

    /// Returns a frame as clients send it, or a damaged one.
    fileprivate mutating func frame() -> String {
        var bytes = Array((pick(Self.frames) ?? "").utf8)
        for _ in 0..<numberBelow(4) where chance(1, in: 2) && !bytes.isEmpty {
            let place = numberBelow(bytes.count)
            switch numberBelow(4) {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes.remove(at: place)
            case 2: bytes[place] = UInt8(truncatingIfNeeded: next())
            default: bytes.insert(contentsOf: bytes[place...], at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
