import Host
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("Objects over HTTP")
struct ObjectTests {
    private var host = TestHost()
    private let token: String
    private let user: String

    init() {
        (token, user) = host.sign()
    }

    private mutating func get(_ path: String) -> Answer { host.ask(.get, path, token: token) }

    private mutating func post(_ path: String, _ body: String) -> Answer {
        host.ask(.post, path, token: token, body: body)
    }

    @Test("S62: The index has exactly current, mark and index")
    mutating func index() {
        for key in ["a", "b", "c"] { _ = post("/todo/i/\(key)", #"{"k":"\#(key)"}"#) }
        let first = get("/todo/index?limit=2&data=1")
        #expect(first.members.map(\.name) == ["current", "index", "mark"])
        #expect(first.members["index"]?.array?.map { $0["id"] } == ["c", "b"])
        #expect(first.members["index"]?.array?.first?["d"] == ["k": "c"])
        let mark = first.members["mark"]?.string ?? ""
        let last = get("/todo/index?limit=2&mark=\(mark)")
        #expect(last.members.map(\.name) == ["current", "index"])
        #expect(last.members["current"] == first.members["current"])
        #expect(last.members["index"] == [["id": "a", "v": 1]])
        #expect(get("/todo/index?mark=nonsense").members["index"]?.array?.count == 3)
        let since = get("/todo/index?since=\(first.members["current"]?.string ?? "")")
        #expect(since.members["index"] == [])
    }

    @Test("S65: Of a parameter that is given twice the last counts, as page by page in an address")
    mutating func twice() {
        for key in ["a", "b", "c"] { _ = post("/todo/i/\(key)", "{}") }
        let first = get("/todo/index?limit=1")
        let second = get("/todo/index?limit=1&mark=\(first.members["mark"]?.string ?? "")")
        let marks = [first, second].map { "&mark=" + ($0.members["mark"]?.string ?? "") }
        let third = get("/todo/index?limit=1\(marks.joined())")
        #expect(third.members["index"] == [["id": "a", "v": 1]])
    }

    @Test("Another user's object is not there, as any address that leads nowhere")
    mutating func foreign() {
        #expect(get("/todo/i/somebody/a").status == 404)
        #expect(post("/todo/i/somebody/a", "{}").status == 404)
    }

    @Test("S63: Posting merges, replaces if asked to, and answers with the object if asked to")
    mutating func post() {
        let created = post("/todo/i/a?ccid=1a", #"{"title":"Milk","n":1}"#)
        #expect(created == Answer(200, version: "1", body: ""))
        let merged = post("/todo/i/a?response=1", #"{"done":true,"n":2}"#)
        #expect(merged.version == "2")
        #expect(merged.json == ["title": "Milk", "n": 2, "done": true])
        let replaced = post("/todo/i/a?replace=1&response=1", #"{"done":false}"#)
        #expect(replaced == Answer(200, version: "3", body: #"{"done":false}"#))
        #expect(get("/todo/i/a").body == #"{"done":false}"#)
        #expect(post("/todo/i/a?ccid=1a", #"{"n":5}"#).status == 409)
        #expect(post("/todo/i/a", #"{"done":false}"#).status == 412)
    }

    @Test("S63: A change from an earlier version is merged with what came since")
    mutating func postFromVersion() {
        _ = post("/todo/i/a", #"{"title":"Milk","n":1}"#)
        _ = post("/todo/i/a", #"{"n":2}"#)
        let late = post("/todo/i/a/v/1?response=1", #"{"title":"Milk and bread"}"#)
        #expect(late.version == "3")
        #expect(late.json == ["title": "Milk and bread", "n": 2])
        #expect(post("/todo/i/a/v/9", #"{"n":3}"#).status == 404)
        let whole = post("/todo/i/a/v/2?replace=1&response=1", #"{"title":"Milk"}"#)
        #expect(whole.json == ["title": "Milk and bread"])
    }

    @Test("S64: An object is read as it is or was, and removed once")
    mutating func readAndRemove() {
        #expect(get("/todo/i/a").status == 404)
        _ = post("/todo/i/a", #"{"n":1}"#)
        _ = post("/todo/i/a", #"{"n":2}"#)
        #expect(get("/todo/i/a") == Answer(200, version: "2", body: #"{"n":2}"#))
        #expect(get("/todo/i/a/v/1") == Answer(200, version: "1", body: #"{"n":1}"#))
        #expect(get("/todo/i/a/v/3").status == 404)
        #expect(host.ask(.delete, "/todo/i/a/v/1", token: token).status == 405)
        let removed = host.ask(.delete, "/todo/i/a/v/2", token: token)
        #expect(removed == Answer(200, version: "3", body: ""))
        #expect(host.ask(.delete, "/todo/i/a", token: token).status == 404)
        #expect(get("/todo/i/a").status == 404)
        #expect(get("/todo/i/a/v/2").status == 200)
    }

    @Test("S53: What is written over HTTP is heard on channels, and the other way round")
    mutating func otherWay() {
        let client = host.join(token: token)
        _ = post("/todo/i/a?clientid=py-77&ccid=ab12", #"{"n":1}"#)
        let heard = host.heard(by: client)
        #expect(heard.count == 1)
        #expect(heard[0].hasPrefix(#"0:c:[{"clientid":"py-77","id":"a","o":"M","#))
        #expect(heard[0].hasSuffix(#""ccids":["ab12"]}]"#))
        _ = host.say(
            #"0:c:{"id":"a","o":"M","sv":1,"v":{"n":{"o":"r","v":2}},"ccid":"c2"}"#, by: client)
        #expect(get("/todo/i/a") == Answer(200, version: "2", body: #"{"n":2}"#))
    }

    @Test("An author without names gets names that nobody else has")
    mutating func names() {
        let client = host.join(token: token)
        _ = post("/todo/i/a", #"{"n":1}"#)
        _ = post("/todo/i/a", #"{"n":2}"#)
        let entries = host.heard(by: client).compactMap {
            try? JSON(parsing: Array($0.utf8), from: 4)
        }
        let changes = entries.compactMap { $0.array?.first }
        let authors = Set(changes.compactMap { $0["clientid"]?.string })
        #expect(authors.count == 2)
        #expect(authors.allSatisfy { $0.hasPrefix("http-") && $0.utf8.count == 37 })
    }

    @Test("S68: Options are set and seen by administrators only, and count at once")
    mutating func options() {
        #expect(get("/__options__/i/todo").status == 401)
        #expect(post("/__options__/i/todo", #"{"capacity":1}"#).status == 401)
        let set = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin, body: #"{"capacity":1}"#)
        #expect(set.status == 200)
        _ = post("/todo/i/a", #"{"n":1}"#)
        _ = post("/todo/i/b", #"{"n":1}"#)
        #expect(get("/todo/i/a").status == 404)
        let seen = host.ask(.get, "/__options__/i/todo", token: TestHost.admin)
        #expect(seen.body == #"{"capacity":1}"#)
    }

    @Test("S56, S48: What breaks the schema is error 400, and what is too large is 413")
    mutating func refusals() {
        _ = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin,
            body: #"{"schema":{"required":["title"]}}"#)
        #expect(post("/todo/i/a", #"{"n":1}"#).status == 400)
        let long = String(repeating: "x", count: Limits.object)
        #expect(post("/todo/i/a", #"{"title":"\#(long)"}"#).status == 413)
    }

    @Test("An administrator reaches the buckets of all users, and a user no one else's")
    mutating func administrator() {
        _ = post("/todo/i/a", #"{"n":1}"#)
        let other = host.sign(up: "lee@example.org")
        #expect(host.ask(.get, "/todo/i/a", token: other.token).status == 404)
        #expect(host.ask(.get, "/todo/i/a", token: other.token, user: user).status == 401)
        #expect(host.ask(.get, "/todo/i/a", token: TestHost.admin, user: user).status == 200)
        #expect(host.ask(.get, "/todo/i/\(user)/a", token: TestHost.admin).status == 200)
        #expect(host.ask(.get, "/todo/i/\(user)/a/v/1", token: TestHost.admin).status == 200)
        #expect(host.ask(.get, "/todo/i/\(user)/a", token: other.token).status == 404)
    }

    @Test("The buckets of a user are listed by name")
    mutating func buckets() {
        #expect(get("/buckets").body == #"{"buckets":[]}"#)
        _ = post("/todo/i/a", #"{"n":1}"#)
        _ = post("/note/i/a", #"{"n":1}"#)
        #expect(get("/buckets").body == #"{"buckets":[{"name":"note"},{"name":"todo"}]}"#)
    }

    @Test(
        "What is no object, or nothing that there is, gets its error",
        arguments: [
            ("POST", "/todo/i/a", "[]", 400), ("POST", "/todo/i/a", "", 400),
            ("POST", "/todo/i/a", "{", 400), ("POST", "/todo/i/a?ccid=a/b", "{\"n\":1}", 400),
            ("GET", "/todo/i/a%2Fb", "", 400), ("GET", "/todo/i/a%20b", "", 400),
            ("GET", "/to%20do/index", "", 400), ("GET", "/todo/i/a/v/x", "", 400),
            ("GET", "/todo/i/a/v/0", "", 400), ("GET", "/todo/i/a/v/+1", "", 400),
            ("GET", "/todo/i/a/v/99999999999999999999", "", 400), ("GET", "/todo/i", "", 404),
            ("POST", "/todo/i/a/share/lee@example.org", "{}", 404), ("GET", "/todo", "", 404),
            ("GET", "", "", 404), ("PUT", "/todo/index", "", 405), ("POST", "/todo/all", "", 405),
            ("PATCH", "/todo/i/a", "", 405), ("DELETE", "/buckets", "", 405),
            ("GET", "/create/", "", 405), ("GET", "/todo/all", "", 401),
        ])
    mutating func misfits(method: String, path: String, body: String, status: Int) {
        let answer = host.ask(HTTPMethod(rawValue: method), path, token: token, body: body)
        #expect(answer.status == status)
    }

    @Test(
        "A token that is missing, malformed or unknown is error 401",
        arguments: [nil, "", "x", "00000000000000000000000000000000", TestHost.apiKey])
    mutating func tokens(token: String?) {
        #expect(host.ask(.get, "/todo/index", token: token).status == 401)
    }

    @Test("The token may stand where very old programs write it")
    mutating func authorizationField() {
        let id = host.begin(
            .get, "/1/demo/buckets", [("Authorization", "Token \(token)")])
        #expect(host.answer(to: id).status == 200)
    }

    @Test("Another app's token is as good as none, and there is no app that nobody serves")
    mutating func apps() {
        let id = host.begin(.get, "/1/tictactoe/buckets", [("X-Simperium-Token", token)])
        #expect(host.answer(to: id).status == 401)
        let unknown = host.begin(.get, "/1/other/buckets", [("X-Simperium-Token", token)])
        #expect(host.answer(to: unknown).status == 404)
        let shouted = host.begin(.get, "/1/DEMO/buckets", [("X-Simperium-Token", token)])
        #expect(host.answer(to: shouted).status == 200)
    }
}
