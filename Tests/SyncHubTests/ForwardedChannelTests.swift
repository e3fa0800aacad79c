import SimperiumWire
import SyncHub
import Testing

/// A client in a hall has its account's channels on the same connection, and another server has the
/// account. A failure means that the client does not talk to that server, or that the hall mistakes
/// whose the client is.
@Suite("Channels whose data another server has")
struct ForwardedChannelTests {
    private static func server() -> (TestHub, ConnectionID) {
        var server = TestHub()
        server.distant = [.lee]
        let client = server.connect(app: "demo")
        return (server, client)
    }

    private static func initialize(_ channel: Int, _ token: String, _ bucket: String) -> String {
        #"\#(channel):init:{"clientid":"swift-a1","api":"1.1","token":"\#(token)","#
            + #""app_id":"demo","name":"\#(bucket)"}"#
    }

    @Test("The init and later frames are passed on; heartbeats and other channels stay here")
    func passes() {
        var (server, client) = Self.server()
        #expect(server.say(Self.initialize(1, .lee, "todo"), by: client) == [])
        #expect(server.say(Self.initialize(0, .kim, "todo"), by: client).count == 1)
        #expect(server.say("1:i:1:::10", by: client) == [])
        #expect(server.say("h:4", by: client) == ["h:5"])
        #expect(server.say("0:i:1:::10", by: client).count == 1)
        #expect(server.passed[client] == [Self.initialize(1, .lee, "todo"), "1:i:1:::10"])
    }

    @Test("A promise of heartbeats is about the connection here of any channel")
    func promises() {
        var (server, client) = Self.server()
        _ = server.say(Self.initialize(1, .lee, "todo"), by: client)
        #expect(server.say(#"1:o:{"beat":4}"#, by: client) == [])
        #expect(server.passed[client] == [Self.initialize(1, .lee, "todo")])
        server.wait(.seconds(12))
        #expect(server.endings == [client: .silence])
    }

    @Test("Frames that came before the authorisation are passed on behind the init, in order")
    func waiting() {
        var (server, client) = Self.server()
        server.isUserListSlow = true
        for frame in [Self.initialize(1, .lee, "todo"), "1:i:1:::1", "1:cv:?"] {
            _ = server.say(frame, by: client)
        }
        #expect(server.passed[client] == nil)
        server.answerAuthorizations()
        #expect(
            server.passed[client] == [Self.initialize(1, .lee, "todo"), "1:i:1:::1", "1:cv:?"])
    }

    @Test("Frames of the other server reach the client as they are; a denial ends the channel")
    func answers() {
        var (server, client) = Self.server()
        _ = server.say(Self.initialize(1, .lee, "todo"), by: client)
        server.handle(.passed(Array("1:auth:lee@example.org".utf8), to: client))
        #expect(server.hub.hasForwardedChannel(client))
        server.handle(
            .passed(Array(#"1:auth:{"msg":"Token invalid","code":401}"#.utf8), to: client))
        #expect(!server.hub.hasForwardedChannel(client))
        #expect(
            server.heard(by: client)
                == ["1:auth:lee@example.org", #"1:auth:{"msg":"Token invalid","code":401}"#])
        _ = server.say("1:i:1:::10", by: client)
        #expect(server.passed[client]?.count == 1)
        let ignored = server.notes.contains { if case .ignored = $0 { true } else { false } }
        #expect(ignored)
    }

    @Test("A channel that is left, or opened again, is left at the other server, too")
    func leaves() {
        var (server, client) = Self.server()
        for frame in [
            Self.initialize(1, .lee, "todo"), #"1:o:{"leave":true}"#,
            Self.initialize(1, .lee, "todo"),
            Self.initialize(1, .kim, "todo"),
        ] {
            _ = server.say(frame, by: client)
        }
        let opening = Self.initialize(1, .lee, "todo")
        #expect(server.passed[client]?.filter { $0 == opening }.count == 2)
        #expect(server.passed[client]?.count == 4)
        #expect(server.say("1:i:1:::10", by: client).count == 1)
    }

    @Test("Nothing is sent to a connection that is closed")
    func closed() {
        var (server, client) = Self.server()
        _ = server.say(Self.initialize(1, .lee, "todo"), by: client)
        server.close(client)
        server.handle(.passed(Array("1:auth:lee@example.org".utf8), to: client))
        #expect(server.heard(by: client) == [])
    }
}
