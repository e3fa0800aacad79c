import SimperiumClock
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Hub messages")
struct HubMessageTests {
    @Test("This hub's frames are compact, and are read as they were written", arguments: written)
    func writes(sample: Sample<HubMessage>) throws {
        #expect(text(sample.meaning.frame) == sample.frame)
        #expect(try HubMessage(sample.frame) == sample.meaning)
    }

    @Test("Other hubs' frames are read", arguments: foreign)
    func reads(sample: Sample<HubMessage>) throws {
        #expect(try HubMessage(sample.frame) == sample.meaning)
    }

    @Test("A broadcast differs only by the channel, and equals the answer over HTTP")
    func broadcasts() throws {
        let command = HubCommand.changes([.accepted(.removal)])
        var shared: [UInt8] = []
        command.write(into: &shared)

        for number in [0, 7, 65_535] as [UInt16] {
            let channel = ChannelNumber(rawValue: number)
            var frame: [UInt8] = []
            frame.append(prefix: channel)

            #expect(frame + shared == HubMessage.command(command, on: channel).frame)
        }

        let entries: [HubChangeListEntry] = [.accepted(.removal), .refused(.sample)]
        var bytes: [UInt8] = []
        HubChangeListEntry.write(entries, into: &bytes)

        #expect(try HubChangeListEntry.parseList(bytes.span) == entries)
    }

    @Test(
        "An entry of `all` has the user's id, and if requested the name, and the object or null",
        arguments: [
            (nil, nil, ""), (nil, JSON.null, #","d":null"#),
            (UserName("ada"), nil, #","username":"ada""#),
        ] as [(UserName?, JSON?, String)])
    func firehose(name: UserName?, object: JSON?, shown: String) {
        var bytes: [UInt8] = []
        AcceptedChange.removal.write(
            into: &bytes, of: named("u1"), named: name, object: object)
        let plain = #"{"clientid":"a","id":"u1/k","o":"-","ev":4,"cv":"65f2","ccids":["c1"]"#
        #expect(text(bytes) == "\(plain)\(shown)}")
    }

    @Test("A refusal names its change, and a change the version after it, if it has one")
    func refusals() {
        let change = Change(.remove, key: named("k"), id: named("c1"))
        let malformed = MalformedChange(key: "a b", reason: .badMember("ccid", of: .change))
        let (one, other) = (
            RefusedChange(.noSuchObject, to: change, by: named("a")),
            RefusedChange(malformed, by: named("a"))
        )
        var bytes: [UInt8] = []
        HubChangeListEntry.write([.refused(one), .refused(other)], into: &bytes)

        #expect(
            text(bytes) == #"[{"clientid":"a","id":"k","error":404,"ccids":["c1"]},"#
                + #"{"clientid":"a","id":"a b","error":400,"ccids":[]}]"#)

        let effects: [AcceptedChange.ChangeEffect] = [
            .modified(Diff(), from: nil, to: version(2)), .removed(at: version(3)),
            .removed(at: nil), .emptied, .unreadable(version(4)), .other("X"),
        ]

        #expect(effects.map { $0.version?.number } == [2, 3, nil, nil, 4, nil])
    }
}

extension AcceptedChange {
    static let removal = AcceptedChange(
        .removed(at: version(4)), key: named("k"), changeVersion: named("65f2"),
        changeIDs: [named("c1")], clientID: named("a"))
}

extension RefusedChange {
    static let sample = RefusedChange(
        .inapplicable, to: Change(.remove, key: named("k1"), id: named("0c3d")),
        by: named("swift-3f0c"))
}

private func on(_ channel: UInt16, _ command: HubCommand) -> HubMessage {
    .command(command, on: ChannelNumber(rawValue: channel))
}

private func accepted(
    _ effect: AcceptedChange.ChangeEffect, _ key: String, _ changeVersion: String, _ ids: [String]
) -> HubChangeListEntry {
    .accepted(
        AcceptedChange(
            effect, key: named(key), changeVersion: named(changeVersion),
            changeIDs: ids.map { named($0) }, clientID: named("swift-3f0c")))
}

private func reply(_ request: String, _ object: JSONObject?) -> HubCommand {
    guard let request = EntityRequest(request) else { preconditionFailure("\(request)") }
    return .entity(EntityReply(request, object: object))
}

private let milk = diff(#"{"title":{"o":"+","v":"Milk"}}"#)

private let written: [Sample<HubMessage>] = [
    Sample(
        "a page with objects",
        #"0:i:{"current":"65f3","index":[{"id":"a","v":2,"d":{"t":"x"}}],"mark":"65f1"}"#,
        on(
            0,
            .index(
                IndexPage(
                    current: named("65f3"),
                    entries: [.init(key: named("a"), version: version(2), object: ["t": "x"])],
                    mark: named("65f1"))))),
    Sample(
        "a page without", #"0:i:{"current":"65f0","index":[{"id":"k1","v":3},{"id":"k2","v":1}]}"#,
        on(
            0,
            .index(
                IndexPage(
                    current: named("65f0"),
                    entries: [
                        .init(key: named("k1"), version: version(3)),
                        .init(key: named("k2"), version: version(1)),
                    ])))),
    Sample(
        "an empty bucket", #"0:i:{"current":"65f0","index":[]}"#,
        on(0, .index(IndexPage(current: named("65f0"), entries: [])))),
    Sample(
        "an entity", "0:e:k.3\n{\"data\":{\"t\":\"a\\nb\"}}", on(0, reply("k.3", ["t": "a\nb"]))),
    Sample("no entity", "0:e:k.007\n?", on(0, reply("k.007", nil))),
    Sample("start over", "0:cv:?", on(0, .unknownCursor)),
    Sample("up to date", "0:c:[]", on(0, .changes([]))),
    Sample(
        "a creation",
        #"0:c:[{"clientid":"swift-3f0c","id":"k1","o":"M","v":{"title":{"o":"+","v":"Milk"}},"#
            + #""ev":1,"cv":"65f1","ccids":["0c3d"]}]"#,
        on(
            0, .changes([accepted(.modified(milk, from: nil, to: .first), "k1", "65f1", ["0c3d"])]))
    ),
    Sample(
        "several changes in one",
        #"0:c:[{"clientid":"swift-3f0c","id":"k1","o":"M","v":{},"sv":2,"ev":6,"cv":"65f1","#
            + #""ccids":["a","b"]}]"#,
        on(
            0,
            .changes([
                accepted(
                    .modified(Diff(), from: version(2), to: version(6)), "k1", "65f1", ["a", "b"])
            ]))),
    Sample(
        "a removal", #"0:c:[{"clientid":"a","id":"k","o":"-","ev":4,"cv":"65f2","ccids":["c1"]}]"#,
        on(0, .changes([.accepted(.removal)]))),
    Sample(
        "nobody's change",
        #"0:c:[{"clientid":"swift-3f0c","id":"k","o":"-","cv":"65f2","ccids":[]}]"#,
        on(0, .changes([accepted(.removed(at: nil), "k", "65f2", [])]))),
    Sample(
        "an emptied bucket",
        #"0:c:[{"clientid":"swift-3f0c","id":"todo","o":"EMPTY","cv":"65f2","ccids":["c1"]}]"#,
        on(0, .changes([accepted(.emptied, "todo", "65f2", ["c1"])]))),
    Sample(
        "a refusal", #"0:c:[{"clientid":"swift-3f0c","id":"k1","error":440,"ccids":["0c3d"]}]"#,
        on(0, .changes([.refused(.sample)]))),
    Sample("what do you know?", "0:index", on(0, .state)),
    Sample(
        "lines broke", #"0:o:{"away":["k1","k2"],"until":8,"since":2,"why":"paused"}"#,
        on(
            0,
            .away(
                [named("k1"), named("k2")],
                RelativeAbsenceTimes(secondsAway: 2, secondsLeft: 8, cause: .paused)))),
    Sample("they are back", #"0:o:{"back":["k1"]}"#, on(0, .back([named("k1")]))),
    Sample(
        "a secret", #"0:o:{"resume":"s3cret"}"#, on(0, .resume(named("s3cret"), sessionNumber: 0))),
    Sample(
        "a seat's", #"0:o:{"resume":"s3cret","seat":7}"#,
        on(0, .resume(named("s3cret"), sessionNumber: 7))),
    Sample("rules", #"0:o:{"rules":2}"#, on(0, .rules(2))),
    Sample(
        "for how long something has run", #"0:o:{"age":{"k1":2500,"k2":0}}"#,
        on(
            0,
            .ages(
                [2_500, 0].enumerated().map {
                    RuleMeasuredDuration(named("k\($0 + 1)"), milliseconds: $1)
                }))
    ),
    Sample("an older copy", #"0:o:{"restored":true}"#, on(0, .restored)),
    Sample("a seat's end", #"0:o:{"ended":{"why":"taken"}}"#, on(0, .ended(SessionEnd(.taken)))),
    Sample(
        "a seat's end, and what came of it",
        #"0:o:{"ended":{"why":"goodbye","outcome":{"winner":"x"}}}"#,
        on(0, .ended(SessionEnd(.goodbye, outcome: ["winner": "x"])))),
    Sample(
        "options", #"0:o:{"namespace":"n","expose_namespace":true}"#,
        on(0, .options(["namespace": "n", "expose_namespace": true]))),
    Sample("heartbeat", "h:8", .heartbeat(8)),
    Sample("no log", "log:0", .log(.off)),
    Sample("a log", "log:1", .log(.on)),
    Sample("all of the log", "log:2", .log(.verbose)),
]

private let foreign: [Sample<HubMessage>] = [
    Sample("Simperium before API 1.1", "0:c:?", on(0, .unknownCursor)),
    Sample("a colon more than needed", "0:index:", on(0, .state)),
    Sample(
        "Simperium, an empty bucket", #"0:i:{"index":[]}"#,
        on(0, .index(IndexPage(current: nil, entries: [])))),
    Sample(
        "nulls", #"0:i:{"current":null,"index":[{"id":"a","v":"2","d":null}],"mark":null}"#,
        on(
            0,
            .index(
                IndexPage(current: nil, entries: [.init(key: named("a"), version: version(2))])))),
    Sample(
        "empty texts, and a key with a namespace",
        #"0:i:{"current":"","index":[{"id":"n/a","v":2},{"id":"b","v":1}],"mark":""}"#,
        on(
            0,
            .index(
                IndexPage(current: nil, entries: [.init(key: named("b"), version: version(1))])))),
    Sample(
        "an object that is no JSON",
        #"0:i:{"index":[{"id":"a","v":2,"d":{"t":"\ud83d"}}],"current":"65f3"}"#,
        on(
            0,
            .index(
                IndexPage(
                    current: named("65f3"), entries: [.init(key: named("a"), version: version(2))]
                )))),
    Sample(
        "an entity, printed", "0:e:a.b.2\n{\n \"data\" : { }\n}", on(0, reply("a.b.2", [:]))),
    Sample("an entity without an object", "0:e:k.2\n{\"data\":null}", on(0, reply("k.2", nil))),
    Sample(
        "a code as text",
        #"0:c:[{"clientid":"swift-3f0c","id":"k1","error":"440","ccids":["0c3d"]}]"#,
        on(0, .changes([.refused(.sample)]))),
    Sample(
        "one change without an array",
        #"0:c:{"clientid":"a","id":"k","o":"-","sv":3,"ev":"4","cv":"65f2","ccids":["c1",7]}"#,
        on(0, .changes([.accepted(.removal)]))),
    Sample(
        "a diff that can't be read",
        #"0:c:[{"clientid":"swift-3f0c","id":"k","o":"M","v":{"t":{"o":"d","v":"x"}},"sv":3,"#
            + #""ev":4,"cv":"65f2","ccids":["c1"]}]"#,
        on(0, .changes([accepted(.unreadable(version(4)), "k", "65f2", ["c1"])]))),
    Sample(
        "the future",
        #"0:c:[{"clientid":"swift-3f0c","id":"k","o":"X","cv":"65f2","ccids":["c1"]}]"#,
        on(0, .changes([accepted(.other("X"), "k", "65f2", ["c1"])]))),
    Sample(
        "entries that can't be read",
        #"0:c:[{"id":"n/a","o":"-","cv":"65f2"},{"id":"k","o":"M","v":{},"cv":"65f3"},7,{}]"#,
        on(
            0,
            .changes([
                .unreadable(named("65f2")), .unreadable(named("65f3")), .unreadable(nil),
                .unreadable(nil),
            ]))),
    Sample("notices that are none", #"0:o:{"away":"k"}"#, on(0, .options(["away": "k"]))),
    Sample(
        "a long absence", #"0:o:{"away":["k","a b"],"until":1e9}"#,
        on(0, .away([named("k")], RelativeAbsenceTimes(secondsLeft: 86_400)))),
    Sample("the future", "0:warp:9", on(0, .unknown("warp"))),
    Sample("the future, without a channel", "warp:9", .unknown("warp")),
]
