import Host
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("Changes over HTTP")
struct HTTPChangeTests {
    private var host = TestHost()
    private let token: String

    init() {
        token = host.sign().token
    }

    private mutating func set(_ key: String, _ number: Int) {
        _ = host.ask(.post, "/todo/i/\(key)", token: token, body: #"{"n":\#(number)}"#)
    }

    private mutating func current() -> String {
        host.ask(.get, "/todo/index", token: token).members["current"]?.string ?? ""
    }

    private mutating func wait(_ query: String) -> CallID {
        host.begin(.get, "/1/demo/todo/changes?\(query)", ["X-Simperium-Token": token])
    }

    private mutating func changes(_ query: String) -> Answer {
        let id = wait(query)
        return host.answer(to: id)
    }

    @Test("S65: Changes since a change version are returned at once, later ones when they are made")
    mutating func longPoll() {
        set("a", 1)
        let cursor = current()
        set("a", 2)
        #expect(changes("cv=\(cursor)").entries.map { $0["ev"] } == [2])
        #expect(changes("cv=nonsense").status == 404)
        #expect(changes("cv=\(current())&wait=0") == Answer(200, body: "[]"))

        let waiting = wait("cv=\(current())")
        #expect(host.answer(to: waiting).status == 0)
        set("a", 3)
        #expect(host.answer(to: waiting).entries.map { $0["ev"] } == [3])

        // Without a change version only later changes count.
        set("a", 4)
        #expect(changes("wait=0") == Answer(200, body: "[]"))
        let unnamed = wait("clientid=old")
        set("a", 5)
        #expect(host.answer(to: unnamed).entries.map { $0["ev"] } == [5])
    }

    @Test("S65: A long poll ends empty after a while; a caller that left gets no answer")
    mutating func patience() {
        let waiting = wait("cv=")
        host.wait(.seconds(54))
        #expect(host.answer(to: waiting).status == 0)
        host.wait(.seconds(2))
        #expect(host.answer(to: waiting) == Answer(200, body: "[]"))
        set("a", 1)

        let cancelled = wait("")
        host.handle(.cancelled(cancelled))
        set("a", 2)
        host.wait(.seconds(60))
        #expect(host.answer(to: cancelled).status == 0)
    }

    @Test("S66: Each change of a bulk has a result, in their order; a single change is accepted")
    mutating func bulk() {
        let body = """
            [{"id":"a","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"1a"},
             {"id":"b c","o":"M","v":{},"ccid":"1b"},
             {"id":"a","o":"M","sv":7,"v":{"n":{"o":"r","v":2}},"ccid":"1c"},
             {"id":"a","o":"M","sv":"1","v":{"n":{"o":"r","v":2}},"ccid":"1d"}]
            """
        let answer = host.ask(
            .post, "/todo/changes?clientid=py&wait=1", token: token, body: body)
        #expect(answer.entries.map { $0["error"]?.int } == [nil, 400, 405, nil])
        #expect(answer.entries.map { $0["ccids"] } == [["1a"], ["1b"], ["1c"], ["1d"]])
        #expect(answer.entries.map { $0["ev"] } == [1, nil, nil, 2])
        #expect(answer.entries.allSatisfy { $0["clientid"] == "py" })

        // Without wait there is nothing to read.
        let change = #"{"id":"d","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"2a"}"#
        #expect(
            host.ask(.post, "/todo/changes", token: token, body: change) == Answer(200, body: ""))
        #expect(
            host.ask(.post, "/todo/changes?wait=1", token: token, body: change)
                .entries.map { $0["error"] } == [409])
        #expect(
            host.ask(.post, "/todo/changes?wait=1", token: token, body: "[]")
                == Answer(200, body: "[]"))
    }

    @Test("S317: With new=1, a write creates objects, and leaves those that exist as they are")
    mutating func creations() {
        func changes(_ id: String) -> String {
            let diff = #""o":"M","v":{"n":{"o":"+","v":2}}"#
            let list = ["a", "b"].map { #"{"id":"\#($0)",\#(diff),"ccid":"\#(id)\#($0)"}"# }
            return "[\(list.joined(separator: ","))]"
        }
        _ = host.ask(.post, "/todo/i/a", token: token, body: #"{"n":1}"#)
        let path = "/todo/changes?wait=1&new=1"
        let first = host.ask(.post, path, token: token, body: changes("1"))
        #expect(first.entries.map { $0["error"]?.int } == [412, nil])
        // A repeated request distinguishes its own object.
        let again = host.ask(.post, path, token: token, body: changes("1"))
        #expect(again.entries.map { $0["error"]?.int } == [412, 409])
        let existing = host.ask(.post, "/todo/i/a?new=1", token: token, body: #"{"n":3}"#)
        #expect(existing == Answer(412, body: "the object exists already\n"))
        #expect(host.ask(.get, "/todo/i/a", token: token).body == #"{"n":1}"#)

        _ = host.ask(.delete, "/todo/i/a", token: token)
        let last = host.ask(.post, path, token: token, body: changes("2"))
        #expect(last.entries.map { $0["error"]?.int } == [nil, 412])
        #expect(last.entries[0]["ev"] == 3)
        #expect(host.ask(.post, "/todo/i/a", token: token, body: #"{"n":3}"#).status == 200)
    }

    @Test("A caller that has left takes no place of those that wait")
    mutating func places() {
        var host = TestHost { $0.limits.waitingRequests = 2 }
        let fields: HTTPFields = ["X-Simperium-Token": host.sign().token]
        for _ in 0..<200 {
            let call = host.begin(.get, "/1/demo/todo/changes", fields)
            #expect(host.answer(to: call).status == 0)
            host.handle(.cancelled(call))
        }
        let waiting = (0..<3).map { _ in host.begin(.get, "/1/demo/todo/changes", fields) }
        #expect(waiting.map { host.answer(to: $0).status } == [0, 0, 200])
        host.wait(.seconds(60))
        #expect(waiting.map { host.answer(to: $0).status } == [200, 200, 200])
    }

    @Test("A poll about another shard is answered once, with 503")
    func pollOfOtherShard() {
        var host = TestHost { $0.shards = HallSharding(count: 2, own: 1) }
        let poll = host.begin(.get, "/1/demo/todo/changes", ["X-Simperium-Token": TestHost.admin])
        #expect(host.answer(to: poll).status == 503)
        host.wait(.seconds(60))
        #expect(host.answer(to: poll).status == 503)
    }

    @Test("S66: A bulk of 1,000 changes takes several ticks, and one more is refused")
    mutating func largeBulk() {
        let changes = (0...1_000).map { #"{"id":"k\#($0)","o":"M","v":{},"ccid":"1"}"# }
        let body = "[\(changes.joined(separator: ","))]"
        host.expectDemo(413, .post, "/todo/changes?wait=1", token: token, body: body)
        #expect(host.ask(.get, "/todo/index", token: token).members["index"] == [])

        let most = (0..<1_000).map {
            #"{"id":"k\#($0)","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"c\#($0)"}"#
        }
        let largest = "[\(most.joined(separator: ","))]"
        let call = host.begin(
            .post, "/1/demo/todo/changes?wait=1", ["X-Simperium-Token": token], body: largest)
        #expect(host.answer(to: call).status == 0)
        host.finishWork()
        #expect(host.answer(to: call).entries.count == 1_000)
    }

    @Test("The bulks in progress have a limit of bytes, and others wait for their turn")
    mutating func bulkBytes() {
        var host = TestHost { $0.limits.bulkBytes = 10_000 }
        let fields: HTTPFields = ["X-Simperium-Token": host.sign().token]
        let changes = (0..<100).map {
            #"{"id":"k\#($0)","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"c\#($0)"}"#
        }
        let body = "[\(changes.joined(separator: ","))]"
        func post() -> CallID {
            host.begin(.post, "/1/demo/todo/changes", fields, body: body)
        }
        let calls = [post(), post()]
        #expect(calls.map { host.answer(to: $0).status } == [0, 503])
        host.finishWork()
        #expect(host.answer(to: calls[0]).status == 200)
        let cancelled = post()
        host.handle(.cancelled(cancelled))
        let last = post()
        host.finishWork()
        #expect(host.answer(to: last).status == 200)
    }

    @Test("S66: The results of a bulk count as its bytes, if the caller waits for them")
    func bulkResults() {
        // Each of these short changes has the whole list in its result.
        let changes = (1...20).map {
            """
            {"id":"k","o":"M","sv":\($0),"ccid":"c\($0)",\
            "v":{"l":{"o":"L","v":{"1":{"o":"r","v":\($0)}}}}}
            """
        }
        let body = "[\(changes.joined(separator: ","))]"
        let object = #"{"l":["\#(String(repeating: "x", count: 5_000))",0]}"#
        let small = #"{"id":"z","o":"M","v":{"n":{"o":"+","v":1}},"ccid":"z"}"#
        for (wait, status) in [("?wait=1", 503), ("", 200)] {
            var host = TestHost { $0.limits.bulkBytes = 50_000 }
            let token = host.sign().token
            host.expectDemo(200, .post, "/todo/i/k", token: token, body: object)
            host.expectDemo(status, .post, "/todo/changes\(wait)", token: token, body: body)
            host.expectDemo(200, .post, "/todo/changes?wait=1", token: token, body: small)
            #expect(host.ask(.get, "/todo/i/k", token: token).version == "21")
        }
    }

    @Test("A long history is returned one message at a time")
    mutating func longHistory() {
        let start = current()
        for number in 1...700 { set("a", number) }
        let first = changes("cv=\(start)").entries
        #expect(first.map { $0["ev"]?.int } == Array(1...500))
        let cursor = first.last?["cv"]?.string ?? ""
        #expect(changes("cv=\(cursor)").entries.map { $0["ev"]?.int } == Array(501...700))
    }

    @Test(
        "S289: A bulk that is no JSON is error 400",
        arguments: ["", "nonsense", "[1", "{", "7", "[7]"])
    func badBulk(body: String) {
        var host = TestHost()
        let (token, _) = host.sign()
        for wait in ["", "?wait=1"] {
            host.expectDemo(400, .post, "/todo/changes\(wait)", token: token, body: body)
        }
        host.expectDemo(200, .post, "/todo/changes?wait=1", token: token, body: "[]")
    }

    @Test("S287: A request that waits for changes ends with its token")
    func pollEnds() {
        var host = TestHost()
        let token = host.sign().token
        let kim = #"{"username":"kim@example.org","password":"correct horse"}"#
        let other = host.account("authorize", kim).token
        let polls = [token, other].map { token in
            host.begin(.get, "/1/demo/todo/changes", ["X-Simperium-Token": token])
        }
        #expect(polls.map { host.answer(to: $0).status } == [0, 0])
        let update = """
            {"username":"kim@example.org","password":"correct horse","new_password":"12345678"}
            """
        _ = host.ask(
            .post, "/1/demo/update",
            ["X-Simperium-API-Key": TestHost.apiKey, "X-Simperium-Token": token], body: update)
        #expect(polls.map { host.answer(to: $0).status } == [0, 401])
        host.expectDemo(200, .post, "/todo/i/a", token: token, body: "{}")
        #expect(host.answer(to: polls[0]).status == 200)
        #expect(host.answer(to: polls[1]).body.contains("token"))
    }

    @Test("S67: An administrator receives the changes of all users")
    mutating func firehose() throws {
        let lee = host.sign(up: "lee@example.org")
        let start = "000000010000000000000000"
        set("a", 1)
        _ = host.ask(
            .post, "/todo/i/a?clientid=loud", token: lee.token, body: #"{"n":7}"#)
        set("a", 2)
        _ = host.ask(.delete, "/todo/i/a?clientid=loud", token: lee.token)

        host.expectDemo(401, .get, "/todo/all?cv=\(start)", token: token)
        let all = host.all("cv=\(start)&data=1").entries
        try #require(all.count == 4)
        #expect(all.map { $0["d"] } == [["n": 1], ["n": 7], ["n": 2], .null])
        #expect(all[1]["id"]?.string == "\(lee.user)/a")
        #expect(host.all("cv=\(start)").entries.allSatisfy { $0["d"] == nil })
        #expect(host.all("cv=\(start)&skip_clientid=x&skip_clientid=loud").entries.count == 2)
        #expect(host.all("cv=\(start)&batch=3").entries.count == 3)
        #expect(all.allSatisfy { $0["username"] == nil })
        let named = host.all("cv=\(start)&username=1").entries
        #expect(
            named.prefix(2).map { $0["username"] } == ["kim@example.org", "lee@example.org"])
        #expect(host.all("cv=\(start)&most_recent=1").entries.map { $0["ev"] } == [2, 2])
        #expect(host.all("cv=nonsense").status == 404)
        #expect(host.all("wait=0") == Answer(200, body: "[]"))
    }

    @Test("S67: An administrator waits for the next change of any user")
    mutating func waitingFirehose() {
        set("a", 1)
        let fields: HTTPFields = ["X-Simperium-Token": TestHost.admin]
        let waiting = host.begin(.get, "/1/demo/todo/all?skip_clientid=loud", fields)
        let other = host.begin(.get, "/1/demo/note/all", fields)
        _ = host.ask(.post, "/todo/i/a?clientid=loud", token: token, body: #"{"n":8}"#)
        host.finishWork()
        #expect(host.answer(to: waiting).status == 0)
        set("a", 2)
        host.finishWork()
        #expect(host.answer(to: waiting).entries.map { $0["ev"] } == [3])
        host.wait(.seconds(60))
        #expect(host.answer(to: other) == Answer(200, body: "[]"))

        // A change that is made during the read is in the answer.
        let cursor = host.all("cv=000000010000000000000000").entries.last?["cv"]?.string ?? ""
        host.holdsAnswer = { if case .everybodysChanges = $0 { true } else { false } }
        let reading = host.begin(.get, "/1/demo/todo/all?cv=\(cursor)", fields)
        set("a", 3)
        host.deliverAnswers()
        host.finishWork()
        #expect(host.answer(to: reading).entries.map { $0["ev"] } == [4])
    }
}

extension TestHost {
    fileprivate mutating func all(_ query: String) -> Answer {
        ask(.get, "/todo/all?\(query)", token: Self.admin)
    }
}

extension Answer {
    init(_ status: HTTPStatus.RawValue, version: String? = nil, body: String) {
        self.init(
            HTTPResponse(
                HTTPStatus(rawValue: status),
                fields: version.map { ["X-Simperium-Version": $0] } ?? [:], body: Array(body.utf8)))
    }

    /// Compares the parts that most tests need.
    static func == (left: Answer, right: Answer) -> Bool {
        (left.status, left.version, left.body) == (right.status, right.version, right.body)
    }
}
