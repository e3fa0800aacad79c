import SimperiumClock
import SimperiumWire
import SyncHub
import Testing

@Suite("Authorisation")
struct AuthorizationTests {
    @Test("S6: A valid token is answered with the user's name, first of all")
    func authorizes() {
        var server = TestServer()
        let client = server.connect()
        server.enter(on: client)
        #expect(server.heard(by: client) == ["0:auth:kim@example.org"])
    }

    @Test(
        "S4, S5: Every client's way to begin is understood",
        arguments: [
            #""clientid":"a-1","api":"1.1""#, #""client_id":"x-1","api":1"#,
            #""clientid":"ios-0123","api":1.100000023841858,"username":"","library":"ios""#,
            #""clientid":"android-7fa0c3","api":"1.1","version":0,"library":"android""#,
            #""clientid":"sjs-2014","build":2014030401"#,
            "\n  \"clientid\" : \"ios-1\" ,\n  \"api\" : 1.1",
        ])
    func manners(members: String) {
        var server = TestServer()
        let client = server.connect()
        let request = #"0:init:{\#(members),"token":"\#(String.kim)","app_id":"demo","name":"b"}"#
        #expect(server.say(request, by: client) == ["0:auth:kim@example.org"])
    }

    @Test(
        "S3: The app of the address and that of init are the same, whatever their capitals",
        arguments: [("demo", true), ("DEMO", true), ("other", false)])
    func app(address: String, isSame: Bool) throws {
        var server = TestServer()
        let client = server.connect(app: address)
        server.enter(on: client)
        let heard = try #require(server.heard(by: client).first.flatMap(Said.init))
        #expect((heard.code == 500) == !isSame)
    }

    @Test(
        "S7: Each kind of bad token or bucket has its code",
        arguments: [
            ("short", "todo", 400), ("abcdef0123456789abcdef0123456780", "todo", 401),
            (String.kim, "no/bucket", 500), (.kim, "__options__", 500), (.root, "__options__", nil),
            ("", "todo", 400),
        ] as [(String, String, Int?)])
    func refusals(token: String, bucket: String, code: Int?) throws {
        var server = TestServer()
        let client = server.connect()
        server.enter(bucket, token: token, on: client)
        let heard = server.heard(by: client)
        #expect(heard.count == 1)
        #expect(try #require(Said(heard[0])).code == code)
        if let code { #expect(heard[0].contains(#""code":\#(code)}"#)) }
    }

    @Test("S8: Only a client from before API 1.1 hears `expired` before the failure")
    func expired() {
        var server = TestServer()
        let client = server.connect()
        let failure = #":auth:{"msg":"Token invalid","code":401}"#
        let token = "abcdef0123456789abcdef0123456780"
        let members = #""clientid":"c","token":"\#(token)","app_id":"demo","name":"todo""#
        #expect(server.say("0:init:{\(members)}", by: client) == ["0:auth:expired", "0" + failure])
        #expect(server.say(#"1:init:{"api":"1.1",\#(members)}"#, by: client) == ["1" + failure])
    }

    @Test("S9: `cmd` is carried out after auth, and only if that succeeds")
    func command() {
        var server = TestServer()
        let client = server.connect()
        server.enter(more: #","cmd":"i::::50""#, on: client)
        let page = #"0:i:{"current":"000000000000000000000000","index":[]}"#
        #expect(server.heard(by: client) == ["0:auth:kim@example.org", page])

        server.enter(token: "bad", channel: 1, more: #","cmd":"i::::50""#, on: client)
        #expect(server.heard(by: client).count == 1)
        server.enter(channel: 2, more: #","cmd":"init:{}""#, on: client)
        #expect(server.heard(by: client) == ["2:auth:kim@example.org"])
    }

    @Test("S10: What comes before auth is complete waits, and is carried out in order")
    func waiting() {
        var server = TestServer()
        server.isUserListSlow = true
        let client = server.connect()
        server.enter(more: #","cmd":"cv:""#, on: client)
        server.send(#"0:c:{"id":"a","o":"M","v":{},"ccid":"1"}"#, from: client)
        server.send("0:e:a.1", from: client)
        #expect(server.say("h:1", by: client) == ["h:2"])

        server.answerAuthorizations()
        let heard = server.heard(by: client)
        #expect(heard.count == 4)
        #expect(heard[0...1] == ["0:auth:kim@example.org", "0:c:[]"])
        #expect(heard.accepted.map(\.changeIDs) == [[named("1")]])
        #expect(heard[3] == "0:e:a.1\n{\"data\":{}}")
    }

    @Test("S11: Channels on one connection are independent")
    func independent() {
        var server = TestServer()
        let client = server.connect()
        server.enter("todo", token: "bad", channel: 0, on: client)
        server.enter("todo", channel: 1, on: client)
        server.enter("notes", token: .lee, channel: 2, on: client)
        _ = server.heard(by: client)
        #expect(server.say("0:cv:", by: client) == [])
        #expect(server.say("1:cv:", by: client) == ["1:c:[]"])
        #expect(server.say("2:cv:", by: client) == ["2:c:[]"])
    }

    @Test("A slow answer for one channel does not hold up another")
    func parallel() {
        var server = TestServer()
        let client = server.join(channel: 0)
        server.isUserListSlow = true
        server.enter("notes", channel: 1, on: client)
        #expect(server.say("1:cv:", by: client) == [])
        #expect(server.say("0:cv:", by: client) == ["0:c:[]"])
        server.answerAuthorizations()
        #expect(server.heard(by: client) == ["1:auth:kim@example.org", "1:c:[]"])
    }

    @Test("A second init on a channel ends what was there and starts anew")
    func again() {
        var server = TestServer()
        let client = server.join("todo")
        server.enter("notes", token: .lee, on: client)
        #expect(server.heard(by: client) == ["0:auth:lee@example.org"])
        let other = server.join("todo")
        _ = server.say(#"0:c:{"id":"a","o":"M","v":{},"ccid":"1"}"#, by: other)
        #expect(server.heard(by: client) == [])
    }

    @Test("An answer for a channel that has begun anew, or is gone, is of no use")
    func lateAnswers() {
        var server = TestServer()
        server.isUserListSlow = true
        let client = server.connect()
        server.enter("todo", on: client)
        server.enter("notes", token: .lee, on: client)
        let other = server.connect()
        server.enter(on: other)
        server.close(other)
        server.answerAuthorizations()
        #expect(server.heard(by: client) == ["0:auth:lee@example.org"])
    }

    @Test("S71: A revoked token is refused on each channel, and its connections are closed")
    func revoked() {
        var server = TestServer()
        let both = server.join("todo", channel: 0)
        server.enter("notes", channel: 1, on: both)
        let other = server.join(token: .lee)
        _ = server.heard(by: both)
        server.handle(.revoked([Identity.kim.credential]))
        let failure = #":auth:{"msg":"Token invalid","code":401}"#
        #expect(server.heard(by: both) == ["0" + failure, "1" + failure])
        #expect(server.endings == [both: .revoked])
        #expect(server.say("0:cv:", by: other) == ["0:c:[]"])
    }
}

extension Said {
    /// The code of a failed authorisation.
    fileprivate var code: Int? {
        if case .unauthorized(let failure) = command { failure.reason.code } else { nil }
    }
}
