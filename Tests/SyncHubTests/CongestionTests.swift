import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Congested and talkative clients")
struct CongestionTests {
    @Test("A congested client is sent nothing, and everything once it has read its output")
    func congested() {
        var server = TestHub()
        let (slow, other) = (server.join(), server.join())
        server.wait(.seconds(2))
        _ = server.heard(by: slow)
        server.handle(.congested(slow))
        for _ in 0..<5 { server.send("0:i::::10", from: slow) }
        #expect(server.heard(by: slow).isEmpty)
        #expect(server.say("0:i::::10", by: other).count == 1)
        #expect(server.hub.waitingCommandBytes(of: slow) == 45)
        server.handle(.drained(slow))
        #expect(server.heard(by: slow).count == 5)
        #expect(server.hub.waitingCommandBytes(of: slow) == 0)

        // S72: Such a client counts as alive, however long it takes.
        server = TestHub()
        let slower = server.join()
        server.handle(.congested(slower))
        server.wait(.seconds(1_000))
        #expect(server.endings.isEmpty)
        server.handle(.drained(slower))
        server.wait(.seconds(200))
        #expect(server.endings == [slower: .silence])
    }

    @Test("A change that was too long to be kept is answered 413, with the members that are known")
    func tooLong() {
        var server = TestHub()
        let client = server.join(client: "me")
        let head = Array(
            #"0:c:{"o":"M","id":"note","ccid":"17","v":{"text":{"o":"r","v":"aaa"#.utf8)
        server.handle(.discarded(head, bytes: 3 << 20, from: client))
        #expect(
            server.heard(by: client).last
                == #"0:c:[{"clientid":"me","id":"note","error":413,"ccids":["17"]}]"#)
        server.expect(["h:2"], to: "h:1", by: client)
        #expect(server.endings.isEmpty)

        // Its key and its ccid are not known.
        server = TestHub()
        let second = server.join(client: "me")
        server.handle(.discarded(Array("0:c:{\"v\":\"aaaa".utf8), bytes: 20_000, from: second))
        let answer = server.heard(by: second).last ?? ""
        #expect(answer.hasPrefix("0:c:[{") && answer.contains(#""error":413"#))
        server.handle(.discarded(Array("7:c:{".utf8), bytes: 20_000, from: second))
        #expect(server.heard(by: second).isEmpty)
        #expect(server.notes.last == .ignored(second))
    }

    @Test("Long frames are read where no guard validates, and nowhere before the app is known")
    func welcome() {
        var server = TestHub(guarding: ["todo"])
        let guest = server.join()
        let writer = server.join("notes")
        let stranger = server.connect()
        func isWelcome(_ head: String, _ id: ConnectionID) -> Bool {
            server.hub.shouldReceiveMessage(Array(head.utf8).span, from: id)
        }
        #expect(!isWelcome("0:c:{", guest))
        #expect(!isWelcome("7:c:{", guest))
        #expect(!isWelcome("log:{", guest))
        #expect(isWelcome("0:c:{", writer))
        #expect(isWelcome("7:c:{", writer))
        #expect(!isWelcome("0:c:{", stranger))
    }
}
