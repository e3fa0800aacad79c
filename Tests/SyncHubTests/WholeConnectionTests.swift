import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Whole connections")
struct WholeConnectionTests {
    /// One exchange: a client's frame, and the frames that it receives.
    private typealias Exchange = (said: String, heard: [String])

    private static func play(_ exchanges: [Exchange], _ server: inout TestHub) -> ConnectionID {
        let client = server.connect(app: "demo")
        for (said, heard) in exchanges { #expect(server.say(said, by: client) == heard) }
        return client
    }

    private static let initialize =
        #"0:init:{"clientid":"swift-a1","api":"1.1","token":"\#(String.kim)","app_id":"demo","#
        + #""name":"todo","library":"simperium-swift","version":"1.0"}"#

    @Test(
        "A client connects, reads, writes, loses its connection, and has missed nothing on return")
    func example() {
        var server = TestHub()
        let before = server.join()
        _ = server.change(.modify("b", whole: #"{"t":"y"}"#, id: "1"), by: before)
        _ = server.change(.modify("a", whole: #"{"t":"w"}"#, id: "2"), by: before)
        _ = server.change(.modify("a", sv: 1, whole: #"{"t":"x"}"#, id: "3"), by: before)
        let (second, third) = ("000000010000000000000003", "000000010000000000000004")
        let mark = second + "000000010000000000000003"
        let change = #""id":"a","o":"M","v":{"t":{"o":"d","v":"=1\t+!"}},"sv":2"#
        let entry =
            #"{"clientid":"swift-a1",\#(change),"ev":3,"cv":"\#(third)","ccids":["11aa"]}"#
        let client = Self.play(
            [
                (Self.initialize, ["0:auth:kim@example.org"]),
                (
                    "0:i:1:::1",
                    [
                        #"0:i:{"current":"\#(second)","index":[{"id":"a","v":2,"d":{"t":"x"}}],"#
                            + #""mark":"\#(mark)"}"#
                    ]
                ),
                (
                    "0:i:1:\(mark)::1",
                    [#"0:i:{"current":"\#(second)","index":[{"id":"b","v":1,"d":{"t":"y"}}]}"#]
                ),
                (#"0:c:{\#(change),"ccid":"11aa"}"#, ["0:c:[\(entry)]"]), ("h:0", ["h:1"]),
            ], &server)
        server.close(client)
        _ = Self.play(
            [
                (Self.initialize, ["0:auth:kim@example.org"]), ("0:cv:\(third)", ["0:c:[]"]),
                (#"0:c:{\#(change),"ccid":"11aa"}"#, [Self.refusal(409)]),
            ], &server)
    }

    @Test("A lost acknowledgement is among the missed changes, and the resent change is error 409")
    func lostAcknowledgement() {
        var server = TestHub()
        let client = Self.play([(Self.initialize, ["0:auth:kim@example.org"])], &server)
        let change = Written.modify("a", "{}", id: "11aa").frame()
        server.send(change, from: client)
        server.close(client)
        let entry =
            #"{"clientid":"swift-a1","id":"a","o":"M","v":{},"ev":1,"#
            + #""cv":"000000010000000000000001","ccids":["11aa"]}"#
        _ = Self.play(
            [
                (Self.initialize, ["0:auth:kim@example.org"]), ("0:cv:", ["0:c:[\(entry)]"]),
                (change, [Self.refusal(409)]),
            ], &server)
    }

    @Test("Two clients edit one text at once, and both replicas end like the server")
    func twoClients() throws {
        var server = TestHub()
        let ada = server.join(client: "ada")
        let bob = server.join(client: "bob")
        _ = server.change(.modify("t", whole: #"{"t":"two"}"#, id: "1"), by: ada)
        let text = { (delta: String) in #"{"t":{"o":"d","v":"\#(delta)"}}"# }
        server.send(Written.modify("t", sv: 1, text(#"+one \t=3"#), id: "2").frame(), from: ada)
        server.send(Written.modify("t", sv: 1, text(#"=3\t+ three"#), id: "3").frame(), from: bob)
        let heard = server.heard(by: ada)
        #expect(heard.outcomes == ["1→2 " + text(#"+one \t=3"#), "2→3 " + text(#"=7\t+ three"#)])
        #expect(Array(server.heard(by: bob).suffix(2)) == heard)
        server.expect(["0:e:t.3\n{\"data\":{\"t\":\"one two three\"}}"], to: "0:e:t.3", by: bob)
    }

    @Test("P35: A channel that is left gets no more frames; its objects wait as after a break")
    func leaves() {
        var server = TestHub()
        let client = server.join()
        server.enter("notes", channel: 1, on: client)
        _ = server.say("1:cv:", by: client)
        server.expect([], to: #"0:o:{"leave":true}"#, by: client)
        let other = server.join()
        _ = server.change(.modify("a", "{}", id: "1"), by: other)
        server.wait(.seconds(2))
        server.expect([], heardBy: client)
        server.expect([], to: "0:cv:", by: client)
        server.send(Written.modify("n", "{}", id: "2").frame(1), from: client)
        #expect(server.heard(by: client).accepted.count == 1)
        server.enter(channel: 0, on: client)
        server.expect(["0:auth:kim@example.org"], heardBy: client)
        #expect(server.endings == [:])

        server = TestHub()
        server.setOptions(["presence": "client", "presenceGrace": 10])
        let owner = server.join(more: #","extensions":["away","resume"]"#)
        _ = server.change(.modify("k", "{}", id: "1"), by: owner)
        let witness = server.join(more: #","extensions":["away"]"#)
        server.send(#"0:o:{"leave":true}"#, from: owner)
        server.expect(
            [
                #"0:o:{"away":["k"],"until":10,"since":0,"why":"line"}"#
            ], heardBy: witness)
    }

    private static func refusal(_ code: Int) -> String {
        #"0:c:[{"clientid":"swift-a1","id":"a","error":\#(code),"ccids":["11aa"]}]"#
    }
}
