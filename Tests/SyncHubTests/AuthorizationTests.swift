import SimperiumClock
import SimperiumWire
import SyncHub
import Testing

@Suite("Authorisation")
struct AuthorizationTests {
    @Test("S6, S11: A token is answered with the user's name first; channels are independent")
    func authorizes() {
        var server = TestHub()
        let client = server.connect()
        server.enter(on: client)
        server.expect(["0:auth:kim@example.org"], heardBy: client)

        server = TestHub()
        let other = server.connect()
        server.enter("todo", token: "bad", channel: 0, on: other)
        server.enter("todo", channel: 1, on: other)
        server.enter("notes", token: .lee, channel: 2, on: other)
        _ = server.heard(by: other)
        server.expect([], to: "0:cv:", by: other)
        server.expect(["1:c:[]"], to: "1:cv:", by: other)
        server.expect(["2:c:[]"], to: "2:cv:", by: other)
    }

    @Test("S3, S4, S5: Each client's form of `init` is read, with the app in any capitals")
    func manners() throws {
        let ways = [
            #""clientid":"a-1","api":"1.1""#, #""client_id":"x-1","api":1"#,
            #""clientid":"ios-0123","api":1.100000023841858,"username":"","library":"ios""#,
            #""clientid":"android-7fa0c3","api":"1.1","version":0,"library":"android""#,
            #""clientid":"sjs-2014","build":2014030401"#,
            "\n  \"clientid\" : \"ios-1\" ,\n  \"api\" : 1.1",
        ]
        for way in ways {
            var server = TestHub()
            let client = server.connect()
            let request = #"0:init:{\#(way),"token":"\#(String.kim)","app_id":"demo","name":"b"}"#
            #expect(server.say(request, by: client) == ["0:auth:kim@example.org"], "\(way)")
        }
        for (address, code) in [("demo", nil), ("DEMO", nil), ("other", 500)] as [(String, Int?)] {
            var server = TestHub()
            let client = server.connect(app: address)
            server.enter(on: client)
            let heard = try #require(server.heard(by: client).first.flatMap(Said.init))
            #expect(heard.code == code, "\(address)")
        }
    }

    @Test(
        "S7: Each kind of bad token or bucket has its code",
        arguments: [
            ("short", "todo", 400), ("abcdef0123456789abcdef0123456780", "todo", 401),
            (String.kim, "no/bucket", 500), (.kim, "__options__", 500), (.root, "__options__", nil),
            ("", "todo", 400),
        ] as [(String, String, Int?)])
    func refusals(token: String, bucket: String, code: Int?) throws {
        var server = TestHub()
        let client = server.connect()
        server.enter(bucket, token: token, on: client)
        let heard = server.heard(by: client)
        #expect(heard.count == 1)
        #expect(try #require(Said(heard[0])).code == code)
        if let code { #expect(heard[0].contains(#""code":\#(code)}"#)) }
    }

    @Test(
        "S7: An init that is no JSON object is answered, too",
        arguments: ["nojson", "", "[]", #"{"token""#, "[" + String(repeating: "[", count: 65)])
    func malformed(payload: String) {
        var server = TestHub()
        let client = server.join()
        let failure = #"1:auth:{"msg":"init must be a JSON object","code":500}"#
        server.expect([failure], to: "1:init:\(payload)", by: client)
        server.expect(["0:c:[]"], to: "0:cv:", by: client)
        #expect(server.notes.contains { if case .unreadable = $0 { true } else { false } })
    }

    @Test("S8: Only a client from before API 1.1 receives `expired` before the failure")
    func expired() {
        var server = TestHub()
        let client = server.connect()
        let failure = #":auth:{"msg":"Token invalid","code":401}"#
        let token = "abcdef0123456789abcdef0123456780"
        let members = #""clientid":"c","token":"\#(token)","app_id":"demo","name":"todo""#
        server.expect(["0:auth:expired", "0" + failure], to: "0:init:{\(members)}", by: client)
        server.expect(["1" + failure], to: #"1:init:{"api":"1.1",\#(members)}"#, by: client)
    }

    @Test("S9: `cmd` is performed after auth, and only if auth succeeds")
    func command() {
        var server = TestHub()
        let client = server.connect()
        server.enter(more: #","cmd":"i::::50""#, on: client)
        let page = #"0:i:{"current":"000000000000000000000000","index":[]}"#
        server.expect(["0:auth:kim@example.org", page], heardBy: client)

        server.enter(token: "bad", channel: 1, more: #","cmd":"i::::50""#, on: client)
        #expect(server.heard(by: client).count == 1)
        server.enter(channel: 2, more: #","cmd":"init:{}""#, on: client)
        server.expect(["2:auth:kim@example.org"], heardBy: client)
    }

    @Test("S10: Commands before the end of auth wait, in order; other channels don't")
    func waiting() {
        var server = TestHub()
        server.isUserListSlow = true
        let client = server.connect()
        server.enter(more: #","cmd":"cv:""#, on: client)
        server.send(#"0:c:{"id":"a","o":"M","v":{},"ccid":"1"}"#, from: client)
        server.send("0:e:a.1", from: client)
        server.expect(["h:2"], to: "h:1", by: client)

        server.answerAuthorizations()
        let heard = server.heard(by: client)
        #expect(heard.count == 4)
        #expect(heard[0...1] == ["0:auth:kim@example.org", "0:c:[]"])
        #expect(heard.accepted.map(\.changeIDs) == [[named("1")]])
        #expect(heard[3] == "0:e:a.1\n{\"data\":{}}")

        // A slow answer for one channel does not delay another.
        server = TestHub()
        let other = server.join(channel: 0)
        server.isUserListSlow = true
        server.enter("notes", channel: 1, on: other)
        server.expect([], to: "1:cv:", by: other)
        server.expect(["0:c:[]"], to: "0:cv:", by: other)
        server.answerAuthorizations()
        server.expect(["1:auth:kim@example.org", "1:c:[]"], heardBy: other)
    }

    @Test("A second init on a channel ends the first; an answer for the ended one is dropped")
    func again() {
        var server = TestHub()
        let client = server.join("todo")
        server.enter("notes", token: .lee, on: client)
        server.expect(["0:auth:lee@example.org"], heardBy: client)
        let other = server.join("todo")
        _ = server.say(#"0:c:{"id":"a","o":"M","v":{},"ccid":"1"}"#, by: other)
        server.expect([], heardBy: client)

        server = TestHub()
        server.isUserListSlow = true
        let late = server.connect()
        server.enter("todo", on: late)
        server.enter("notes", token: .lee, on: late)
        let closed = server.connect()
        server.enter(on: closed)
        server.close(closed)
        server.answerAuthorizations()
        server.expect(["0:auth:lee@example.org"], heardBy: late)
    }

    @Test("S71: A revoked token is refused on each channel, and its connections are closed")
    func revoked() {
        var server = TestHub()
        let both = server.join("todo", channel: 0)
        server.enter("notes", channel: 1, on: both)
        let other = server.join(token: .lee)
        _ = server.heard(by: both)
        server.handle(.revoked([Identity.kim.credential]))
        let failure = #":auth:{"msg":"Token invalid","code":401}"#
        server.expect(["0" + failure, "1" + failure], heardBy: both)
        #expect(server.endings == [both: .revoked])
        server.expect(["0:c:[]"], to: "0:cv:", by: other)
    }
}

extension Said {
    /// The code of a failed authorisation.
    fileprivate var code: Int? {
        if case .unauthorized(let failure) = command { failure.reason.code } else { nil }
    }
}
