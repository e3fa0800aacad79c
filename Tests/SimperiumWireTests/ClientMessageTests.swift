import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Client messages")
struct ClientMessageTests {
    @Test("Each client's frames are read", arguments: frames)
    func reads(sample: Sample<ClientMessage>) throws {
        #expect(try ClientMessage(sample.frame) == sample.meaning)
    }

    @Test("Each message is written in one form", arguments: written)
    func writes(sample: Sample<ClientMessage>) throws {
        #expect(text(sample.meaning.frame) == sample.frame)
        #expect(try ClientMessage(sample.frame) == sample.meaning)
    }

    @Test("The limit of an index page is always valid, over HTTP, too")
    func limits() throws {
        for (frame, limit) in [
            ("0:i::::", 100), ("0:i::::0", 100), ("0:i::::-5", 100), ("0:i::::abc", 100),
            ("0:i::::+7", 100), ("0:i::::7.0", 100), ("0:i::::1", 1), ("0:i::::1000", 1_000),
            ("0:i::::1001", 1_000), ("0:i::::99999999999999999999", 1_000), ("0:i::::5:6", 100),
            ("0:i:", 100), ("0:i", 100), ("0:i:1", 100), ("0:i:::", 100),
        ] {
            guard case .command(.index(let request), _) = try ClientMessage(frame) else {
                Issue.record("\(frame) is not an index request")
                continue
            }
            #expect(request.limit == limit, "\(frame)")
            #expect(request.mark == nil && request.since == nil, "\(frame)")
        }
        for (query, expected) in [
            (
                ["data": "true", "mark": "m1", "since": "c1", "limit": "5000"],
                IndexRequest(hasObjects: true, mark: named("m1"), since: named("c1"), limit: 1_000)
            ), ([:], IndexRequest(hasObjects: false)),
            (["data": "0", "limit": "-1"], IndexRequest(hasObjects: false)),
        ] as [([String: String], IndexRequest)] {
            #expect(IndexRequest(query: query) == expected, "\(query)")
        }
    }

    @Test("A log line is cut between characters")
    func logs() {
        let line = LogLine(String(repeating: "\u{E9}", count: 5_000) + "end")

        #expect(line.text.utf8.count == Limits.logLine)
        #expect(LogLine("a" + line.text).text.utf8.count == Limits.logLine - 1)
    }

    @Test("No heartbeat does harm")
    func heartbeats() throws {
        for (frame, beat) in [
            ("h:0", 0), ("h:5", 5), ("h:", 0), ("h:x", 0), ("h:-1", 0), ("h:+1", 0), ("h:1.5", 0),
            ("h:9007199254740991", 9_007_199_254_740_991), ("h:9007199254740992", 0),
            ("h:9223372036854775807", 0), ("h:99999999999999999999", 0), ("h:\u{661}", 0),
        ] {
            #expect(try ClientMessage(frame) == .heartbeat(beat), "\(frame)")
            #expect(try HubMessage(frame) == .heartbeat(beat), "\(frame)")
        }
    }
}

private func on(_ channel: UInt16, _ command: ClientCommand) -> ClientMessage {
    .command(command, on: ChannelNumber(rawValue: channel))
}

private let frames: [Sample<ClientMessage>] = [
    Sample("iOS", "0:i::::500", on(0, .index(IndexRequest(hasObjects: false, limit: 500)))),
    Sample("node", "12:i:1:::10", on(12, .index(IndexRequest(hasObjects: true, limit: 10)))),
    Sample(
        "iOS, the second page", "0:i::65f1a0000000000000000001::50",
        on(
            0,
            .index(
                IndexRequest(
                    hasObjects: false, mark: named("65f1a0000000000000000001"), limit: 50)))),
    Sample(
        "go", "0:i:1:65f1:65f0:100",
        on(
            0, .index(IndexRequest(hasObjects: true, mark: named("65f1"), since: named("65f0"))))),
    Sample(
        "a mark that nobody made", "0:i:1:a\u{E9}::",
        on(0, .index(IndexRequest(hasObjects: true)))),
    Sample(
        "a colon within a character", "0:i:1:\u{301}::7",
        on(0, .index(IndexRequest(hasObjects: true, limit: 7)))),
    Sample("iOS, where the bucket was empty", "0:cv:", on(0, .catchUp(from: .start))),
    Sample("no colon", "0:cv", on(0, .catchUp(from: .start))),
    Sample("the browser's client", "0:cv:0", on(0, .catchUp(from: .after(named("0"))))),
    Sample(
        "Android", "0:cv:65f1a0000000000000000001",
        on(0, .catchUp(from: .after(named("65f1a0000000000000000001"))))),
    Sample("an echo of cv:?", "0:cv:?", on(0, .catchUp(from: .unreadable))),
    Sample("two cursors", "0:cv:a:b", on(0, .catchUp(from: .unreadable))),
    Sample("a key with dots", "0:e:note.2024.7", on(0, .entity(asking("note.2024.7")))),
    Sample("a zero before the channel", "007:cv:", on(7, .catchUp(from: .start))),
    Sample("the last channel", "65535:cv:", on(65_535, .catchUp(from: .start))),
    Sample("iOS", "h:1", .heartbeat(1)),
    Sample(
        "iOS", #"log:{"log":"text","bucket":"todo"}"#,
        .log(LogLine("text", bucket: named("todo")))),
    Sample("a bad bucket", #"log:{"log":"text","bucket":"to do"}"#, .log(LogLine("text"))),
    Sample(
        "the protocol's index reply",
        #"0:index:{"current":"65f1","index":[{"id":"k","v":3}],"#
            + #""pending":[{"id":"k","sv":3,"ccid":"c1"}],"extra":{}}"#,
        on(0, .state(state))),
    Sample(
        "iOS's index reply",
        #"0:index:{"current":"65f1","index":[{"k":3}],"#
            + #""pendings":[{"id":"k","sv":"3","ccid":"c1"}]}"#,
        on(0, .state(state))),
    Sample(
        "Android's index reply",
        #"0:index:{"current":"65f1","index":[{"id":"k","v":3},7,{"id":"k"}],"#
            + #""pending":[{"id":"k","ccid":"c1"}],"extra":{"bucketName":"todo"}}"#,
        on(
            0,
            .state(
                ClientBucketDiagnostics(
                    current: named("65f1"), index: state.index,
                    pending: [.init(key: named("k"), version: nil, changeID: named("c1"))],
                    extra: ["bucketName": "todo"])))),
    Sample("a client that talks like a hub", "0:auth:x", on(0, .unknown("auth"))),
    Sample("options", "0:options:{}", on(0, .unknown("options"))),
    Sample("options", "0:o:{}", on(0, .unknown("o"))),
    Sample("a promise", #"0:o:{"beat":4}"#, on(0, .beat(seconds: 4))),
    Sample("no end of a channel", #"0:o:{"leave":1}"#, on(0, .unknown("o"))),
    Sample("a promise taken back", #"0:o:{"beat":0}"#, on(0, .beat(seconds: 0))),
    Sample(
        "a search", #"0:o:{"find":{"name":"lin"}}"#, on(0, .inquire(["find": ["name": "lin"]]))),
    Sample("no search", #"0:o:{"find":"lin"}"#, on(0, .unknown("o"))),
    Sample("no promise", #"0:o:{"beat":-4}"#, on(0, .unknown("o"))),
    Sample("no promise", #"0:o:{"beat":"4"}"#, on(0, .unknown("o"))),
    Sample("no promise", "0:o:beat", on(0, .unknown("o"))),
    Sample(
        "a promise that is too long", "0:o:{\"beat\":4\(String(repeating: " ", count: 256))}",
        on(0, .unknown("o"))),
    Sample("the future", "0:warp:9:{}", on(0, .unknown("warp"))),
    Sample("no command", "0:", on(0, .unknown(""))),
    Sample("control characters", "0:a\u{1B}[2J:x", on(0, .unknown(#"a\x1b[2J"#))),
    Sample("the future, without a channel", "warp:9", .unknown("warp")),
    Sample("a heartbeat on a channel", "0:h:1", on(0, .unknown("h"))),
]

private let written: [Sample<ClientMessage>] = [
    Sample("first page", "0:i:1:::100", on(0, .index(IndexRequest(hasObjects: true)))),
    Sample(
        "next page", "3:i::m1:c1:7",
        on(
            3,
            .index(
                IndexRequest(hasObjects: false, mark: named("m1"), since: named("c1"), limit: 7)))),
    Sample("entity", "0:e:k.3", on(0, .entity(asking("k.3")))),
    Sample("nothing known", "0:cv:", on(0, .catchUp(from: .start))),
    Sample("catch up", "0:cv:65f1", on(0, .catchUp(from: .after(named("65f1"))))),
    Sample(
        "state",
        #"0:index:{"current":"65f1","index":[{"id":"k","v":3}],"#
            + #""pending":[{"id":"k","sv":3,"ccid":"c1"}],"extra":{}}"#,
        on(0, .state(state))),
    Sample("promise", #"0:o:{"beat":4}"#, on(0, .beat(seconds: 4))),
    Sample("a page", #"0:o:{"halls":{"after":"2"}}"#, on(0, .inquire(["halls": ["after": "2"]]))),
    Sample("the end of a channel", #"3:o:{"leave":true}"#, on(3, .leave)),
    Sample("heartbeat", "h:7", .heartbeat(7)),
    Sample("log", #"log:{"log":"a\"\n\u0001"}"#, .log(LogLine("a\"\n\u{1}"))),
]

private let state = ClientBucketDiagnostics(
    current: named("65f1"), index: [EntityVersionReference(key: named("k"), version: version(3))],
    pending: [.init(key: named("k"), version: version(3), changeID: named("c1"))])

private func asking(_ text: String) -> EntityRequest {
    guard let request = EntityRequest(text) else { preconditionFailure("\(text) can't be asked") }
    return request
}
