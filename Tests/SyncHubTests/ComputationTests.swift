import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Long computations")
struct ComputationTests {
    private static let long = String(repeating: "a", count: 300)

    /// Returns a server that performs almost no computation at once.
    private static func server(_ promptWork: Int = 200, objects: Int = 2_000) -> TestHub {
        var limits = HubLimits()
        limits.promptWork = promptWork
        limits.memory.objects = objects
        return TestHub(limits: limits)
    }

    private static func written(
        _ key: String = "k", sv: Int? = nil, _ text: String = long, id: String
    ) -> String {
        let operation = sv == nil ? "+" : "r"
        return Written.modify(
            key, sv: sv, #"{"t":{"o":"\#(operation)","v":"\#(text)"}}"#, id: id
        ).frame()
    }

    @Test("S100: Frames behind a long one on its channel wait, and no others")
    func frames() {
        var server = Self.server()
        let (client, other) = (server.join(client: "me"), server.join("notes"))
        server.enter("diary", channel: 1, on: client)
        _ = server.say("1:cv:", by: client)
        server.isComputingSlow = true
        let frame = Self.written(id: "1")
        server.send(frame, from: client)
        server.send("0:cv:", from: client)
        server.expect([], heardBy: client)
        #expect(server.openComputations.map { $0.2 } == [.connection(client)])
        #expect(server.hub.waitingCommandBytes(of: client) == frame.utf8.count + 5)
        server.expect("→1 {}", of: .modify("n", "{}", id: "2"), by: client, on: 1)
        server.expect(["h:2"], to: "h:1", by: client)
        server.expect("→1 {}", of: .modify("m", "{}", id: "3"), by: other)

        server.finishComputing()
        // The frame has been read; its change is a second computation.
        server.expect([], heardBy: client)
        #expect(server.openComputations.count == 1)
        server.finishComputing()
        let heard = server.heard(by: client)
        #expect(heard.count == 2)
        #expect(heard.accepted.map(\.key.text) == ["k", "k"])
        #expect(server.hub.waitingCommandBytes(of: client) == 0)

        // A long frame that can't be read is dropped, and the channel continues.
        server = Self.server()
        let second = server.join()
        server.isComputingSlow = true
        server.send("0:index:{" + Self.long, from: second)
        server.send("0:cv:", from: second)
        server.finishComputing()
        server.expect(["0:c:[]"], heardBy: second)
        #expect(server.notes.contains { if case .unreadable = $0 { true } else { false } })
    }

    @Test("A long change makes its bucket wait, and the others are applied in their order")
    func bucket() {
        var server = Self.server()
        let (client, friend) = (server.join(client: "me"), server.join(client: "you"))
        server.isComputingSlow = true
        // Of the present object only a quarter counts.
        let text = String(repeating: "a", count: 1_000)
        server.send(Self.written("k", sv: nil, text, id: "1"), from: client)
        server.finishComputing()
        let change = Written.modify("k", sv: 1, #"{"n":{"o":"+","v":1}}"#, id: "2")
        server.send(change.frame(), from: friend)
        server.expect([], heardBy: friend)
        server.close(client)
        server.finishComputing()
        #expect(server.heard(by: friend).outcomes.count == 1)
        server.finishComputing()
        #expect(server.heard(by: friend).outcomes == [#"1→2 {"n":{"o":"+","v":1}}"#])
    }

    @Test("S27: While the first request of a channel waits, the channel receives nothing else")
    func quiet() {
        var server = Self.server()
        let writer = server.join(client: "you")
        let client = server.connect()
        server.enter(client: "me", on: client)
        _ = server.change(.modify("new", "{}", id: "0"), by: writer)
        _ = server.heard(by: client)
        server.isComputingSlow = true
        server.send(Self.written(id: "1"), from: client)
        server.send("0:cv:", from: client)
        server.wait(.seconds(5))
        server.expect([], heardBy: client)
        for _ in 0..<2 { server.finishComputing() }
        server.wait(.seconds(5))
        #expect(server.heard(by: client).accepted.map(\.key.text) == ["new", "k"])
    }

    @Test("A channel that is opened again, or ends, gets no answer to its earlier frames")
    func anew() {
        var server = Self.server()
        let client = server.join()
        server.isComputingSlow = true
        server.send(Self.written(id: "1"), from: client)
        server.enter(on: client)
        server.send(Self.written("l", id: "2"), from: client)
        server.finishComputing()
        #expect(server.openComputations.count == 1)
        server.finishComputing()
        let heard = server.say("0:cv:", by: client)
        #expect(heard.accepted.map(\.key.text) == ["l"])
        #expect(server.hub.waitingCommandBytes(of: client) == 0)

        // A client that leaves, or whose bucket fails, gets no answer.
        server = Self.server()
        let (left, other) = (server.join(), server.join())
        server.isComputingSlow = true
        server.send(Self.written(id: "1"), from: left)
        server.close(left)
        server.finishComputing()
        server.expect([], heardBy: other)
        server.send(Self.written(id: "2"), from: other)
        server.finishComputing()
        #expect(server.openComputations.count == 1)
        server.handle(.failed(BucketID.todo.log))
        server.finishComputing()
        #expect(server.endings == [other: .trouble])
        if case .entity = server.store.answer(.entity(named("k"), in: .todo)) {
            Issue.record("it was written all the same")
        }
    }

    @Test("A long init is refused unread; a large object is read without delay")
    func longInit() {
        var server = TestHub()
        let client = server.connect()
        server.isComputingSlow = true
        let padding = String(repeating: " ", count: Limits.promptWork)
        server.expect(
            [#"0:auth:{"msg":"Too long","code":500}"#], to: "0:init:{\(padding)", by: client)
        #expect(server.openComputations.isEmpty)

        server = Self.server(objects: 1)
        let reader = server.join()
        server.send(Self.written(id: "1"), from: reader)
        for key in ["a", "b", "c"] {
            server.send(Written.modify(key, "{}", id: key).frame(), from: reader)
        }
        _ = server.heard(by: reader)
        server.isComputingSlow = true
        #expect(server.say("0:e:k.1", by: reader).count == 1)
        #expect(server.openComputations.isEmpty)
        server.send(Written.remove("k", id: "2").frame(), from: reader)
        #expect(server.openComputations.count == 1)
        server.finishComputing()
        #expect(server.heard(by: reader).outcomes == ["-2"])
    }
}

extension ComputationTests {
    @Test("S100: The result is the same, wherever it is computed", arguments: [0, 150, 1 << 16])
    func same(promptWork: Int) {
        var server = Self.server(promptWork, objects: 1)
        let client = server.join(client: "me")
        func text(_ text: String) -> String { #"{"t":{"o":"d","v":"\#(text)"}}"# }
        let big = String(repeating: "x", count: 600_000)
        let (fox, n) = (#"{"t":{"o":"+","v":"The fox"}}"#, #"{"n":{"o":"+","v":1}}"#)
        let red = text(#"=4\t+red \t=3"#)
        let changes: [(Written, String)] = [
            (.modify("k", fox, id: "1"), "→1 \(fox)"),
            (.modify("other", "{}", id: "0"), "→1 {}"),
            (.modify("k", sv: 1, red, id: "2"), "1→2 \(red)"),
            (.modify("other", sv: 1, n, id: "3"), "1→2 \(n)"),
            (.modify("k", sv: 1, text(#"=7\t+!"#), id: "4"), "2→3 \(text(#"=11\t+!"#))"),
            (.modify("k", sv: 3, text(#"=3\t+!"#), id: "5"), "440"),
            (.modify("k", sv: 9, text(#"=3\t+!"#), id: "6"), "405"),
            (.modify("k", sv: 3, "{}", id: "7"), "412"),
            (.modify("none", sv: 3, "{}", id: "8"), "404"),
            (.modify("k", sv: 3, whole: #"{"t":"\#(big)"}"#, id: "9"), "413"),
            (
                .modify("k", sv: 9, whole: #"{"n":1}"#, id: "10"),
                #"3→4 {"t":{"o":"-"},"n":{"o":"+","v":1}}"#
            ),
            (.modify("k", whole: #"{"n":1}"#, id: "10"), "409"),
            (.remove("k", sv: 4, id: "12"), "-5"),
        ]
        for (change, outcome) in changes {
            server.expect(outcome, of: change, by: client)
        }
    }

    @Test("A caller from outside is the owner of its computations")
    func outside() {
        var server = Self.server()
        server.isComputingSlow = true
        let object: JSONObject = ["t": JSON(Self.long)]
        let change = Change(.modify(Diff(from: [:], to: object)), key: named("k"), id: named("1"))
        #expect(server.request(.change(change)) == nil)
        guard case .caller(let request)? = server.openComputations.first?.2 else {
            Issue.record("nobody pays")
            return
        }
        server.finishComputing()
        guard case .accepted(let version, let bytes, _) = server.answers[request] else {
            Issue.record("not answered")
            return
        }
        #expect(version?.number == 1)
        #expect(bytes == object.utf8)
    }

    @Test("S102: Work that waits in a bucket counts for its connection, and its amount is limited")
    func memory() {
        var server = Self.server(1 << 16)
        let client = server.join()
        server.isStoreSlow = true
        let text = String(repeating: "a", count: 10_000)
        for number in 0..<3 {
            server.send(Self.written("k\(number)", text, id: "\(number)"), from: client)
        }
        #expect(server.hub.waitingCommandBytes(of: client) > 30_000)
        for _ in 0..<3 { server.answerQuestions() }
        #expect(server.hub.waitingCommandBytes(of: client) == 0)
        #expect(server.heard(by: client).accepted.count == 3)

        // When a bucket has too much work, the rest waits on its connections.
        var limits = HubLimits()
        limits.waiting.workBytes = 25_000
        server = TestHub(limits: limits)
        let (eager, other) = (server.join(), server.join(client: "you"))
        server.isStoreSlow = true
        let long = String(repeating: "a", count: 10_000)
        for number in 0..<3 {
            server.send(Self.written("k\(number)", long, id: "\(number)"), from: eager)
        }
        server.send(Self.written("l", long, id: "4"), from: other)
        #expect(server.notes.last == .delayed(other))
        for _ in 0..<3 { server.answerQuestions() }
        server.wait(.seconds(1))
        server.answerQuestions()
        #expect(server.heard(by: other).accepted.count == 4)
        #expect(server.hub.waitingCommandBytes(of: other) == 0)
        #expect(server.endings.isEmpty)
    }
}
