import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Malformed frames")
struct MalformedFrameTests {
    @Test("A bad frame is refused with the right error")
    func samples() {
        for sample in fromClient {
            #expect(throws: sample.meaning, "\(sample)") { try ClientMessage(sample.frame) }
        }
        for sample in fromHub {
            #expect(throws: sample.meaning, "\(sample)") { try HubMessage(sample.frame) }
        }
    }

    @Test("A frame may be as long as its limit, and must be UTF-8")
    func tooLong() {
        func frame(_ length: Int) -> [UInt8] {
            Array("0:cv:".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: length - 5)
        }
        let (client, hub) = (Limits.clientFrame, Limits.hubFrame)

        #expect(throws: Never.self) { try ClientMessage(frame: frame(client).span) }
        #expect(throws: WireError.tooLong(client + 1)) {
            try ClientMessage(frame: frame(client + 1).span)
        }
        #expect(throws: WireError.tooLong(hub + 1)) { try HubMessage(frame: frame(hub + 1).span) }

        let bytes = Array(#"log:{"log":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        let badUTF8 = WireError.badJSON(of: .log, JSONError(.badUTF8, at: 8))

        #expect(throws: badUTF8) { try ClientMessage(frame: bytes.span) }
        #expect(throws: WireError.noColon(QuotedExcerpt([0xC3, 0x28].span))) {
            try ClientMessage(frame: [0xC3, 0x28].span)
        }
    }

    @Test("A quotation is short, printable, on one line, and contains no secret")
    func quotations() {
        for (text, quoted) in [
            ("plain", "plain"), ("a\nb\u{1B}[2J", #"a\x0ab\x1b[2J"#), (#"\n"#, #"\x5cn"#),
            ("\u{E9}\u{7F}", #"\xc3\xa9\x7f"#), (String(repeating: "x", count: 48), nil),
            (String(repeating: "x", count: 49), String(repeating: "x", count: 48) + "..."),
        ] as [(String, String?)] {
            #expect(QuotedExcerpt(of: text).text == quoted ?? text, "\(text)")
        }
        let frames = [#"0:init:["hunter2"]"#, #"0:init:{"token":"hunter2""#, #"0:o:["hunter2"]"#]
        for frame in frames {
            #expect(description { try ClientMessage(frame) }?.contains("hunter2") != true)
            #expect(description { try HubMessage(frame) }?.contains("hunter2") != true)
        }
    }

    private func description(_ read: () throws -> some Any) -> String? {
        do {
            _ = try read()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

private let anyFrames: [Sample<WireError>] = [
    Sample("nothing", "", .noColon(QuotedExcerpt(of: ""))),
    Sample("no colon", "hello\n", .noColon(QuotedExcerpt(of: "hello\n"))),
    Sample("a heartbeat without", "h", .noColon(QuotedExcerpt(of: "h"))),
    Sample("no channel", ":cv:", .badChannel(QuotedExcerpt(of: ""))),
    Sample("one channel too many", "65536:cv:", .badChannel(QuotedExcerpt(of: "65536"))),
    Sample("below zero", "-1:cv:", .badChannel(QuotedExcerpt(of: "-1"))),
    Sample("a sign", "+1:cv:", .badChannel(QuotedExcerpt(of: "+1"))),
    Sample("letters in it", "1a:cv:", .badChannel(QuotedExcerpt(of: "1a"))),
    Sample("a space", "0 :cv:", .badChannel(QuotedExcerpt(of: "0 "))),
    Sample(
        "a great number", "99999999999999999999999999:cv:",
        .badChannel(QuotedExcerpt(of: "99999999999999999999999999"))),
]

private let fromClient =
    anyFrames + [
        Sample("no entity", "0:e:", .badPayload(of: .entity, QuotedExcerpt(of: ""))),
        Sample("two lines", "0:e:k.1\n", .badPayload(of: .entity, QuotedExcerpt(of: "k.1\n"))),
        Sample(
            "init without", "0:init", .badJSON(of: .initialize, JSONError(.unexpectedEnd, at: 0))),
        Sample(
            "half an init", #"0:init:{"api""#,
            .badJSON(of: .initialize, JSONError(.unexpectedEnd, at: 6))),
        Sample(
            "an init of another kind", "0:init:[]",
            .badPayload(of: .initialize, QuotedExcerpt(hiding: [1, 2].span))),
        Sample(
            "a deep init", "0:init:" + String(repeating: "[", count: 65),
            .badJSON(of: .initialize, JSONError(.tooDeep, at: 64))),
        Sample("a log of numbers", #"log:{"log":1}"#, .badMember("log", of: .log)),
        Sample("a log level", "log:1", .badMember("log", of: .log)),
        Sample("half a log", "log:{", .badJSON(of: .log, JSONError(.unexpectedEnd, at: 1))),
        Sample("no state", "0:index:", .badJSON(of: .state, JSONError(.unexpectedEnd, at: 0))),
    ]

private let fromHub =
    anyFrames + [
        Sample("no user", "0:auth:", .badJSON(of: .auth, JSONError(.unexpectedEnd, at: 0))),
        Sample(
            "half a failure", #"0:auth:{"code":401"#,
            .badJSON(of: .auth, JSONError(.unexpectedEnd, at: 11))),
        Sample("neither", "0:auth: 7", .badPayload(of: .auth, QuotedExcerpt(of: " 7"))),
        Sample("a cursor", "0:cv:65f1", .badPayload(of: .changeVersion, QuotedExcerpt(of: "65f1"))),
        Sample("one line", "0:e:k.1", .badPayload(of: .entity, QuotedExcerpt(of: "k.1"))),
        Sample("iOS's question mark", "0:e:?", .badPayload(of: .entity, QuotedExcerpt(of: "?"))),
        Sample("no request", "0:e:\n?", .badPayload(of: .entity, QuotedExcerpt(of: "\n?"))),
        Sample(
            "no second line", "0:e:k.1\n", .badJSON(of: .entity, JSONError(.unexpectedEnd, at: 0))),
        Sample("no page", "0:i:[]", .badPayload(of: .index, QuotedExcerpt(of: "[]"))),
        Sample("half a page", "0:i:{", .badJSON(of: .index, JSONError(.unexpectedEnd, at: 1))),
        Sample(
            "behind the page", #"0:i:{"index":[]},"#,
            .badJSON(of: .index, JSONError(.trailingBytes, at: 12))),
        Sample(
            "a comma too many", #"0:i:{"index":[],}"#,
            .badJSON(of: .index, JSONError(.unexpectedByte, at: 12))),
        Sample(
            "a comma too few", #"0:i:{"index":[]"mark":"m"}"#,
            .badJSON(of: .index, JSONError(.unexpectedByte, at: 11))),
        Sample(
            "an entry too few", #"0:i:{"index":[,]}"#,
            .badJSON(of: .index, JSONError(.unexpectedByte, at: 10))),
        Sample("an index of another kind", #"0:i:{"index":{}}"#, .badMember("index", of: .index)),
        Sample("no key", #"0:i:{"index":[{"v":1}]}"#, .badMember("id", of: .index)),
        Sample("an entry of another kind", #"0:i:{"index":[7]}"#, .badMember("id", of: .index)),
        Sample("no version", #"0:i:{"index":[{"id":"k"}]}"#, .badMember("v", of: .index)),
        Sample("version zero", #"0:i:{"index":[{"id":"k","v":0}]}"#, .badMember("v", of: .index)),
        Sample(
            "a mark that can't be sent back", #"0:i:{"index":[],"mark":"a:b"}"#,
            .badMember("mark", of: .index)),
        Sample("no changes", "0:c:", .badJSON(of: .change, JSONError(.unexpectedEnd, at: 0))),
        Sample(
            "half of the changes", "0:c:[{}",
            .badJSON(of: .change, JSONError(.unexpectedEnd, at: 3))),
        Sample("no options", "0:o:7", .badPayload(of: .options, QuotedExcerpt(hiding: [1].span))),
        Sample("log level 3", "log:3", .badPayload(of: .log, QuotedExcerpt(of: "3"))),
        Sample("no log level", "log:", .badPayload(of: .log, QuotedExcerpt(of: ""))),
    ]
