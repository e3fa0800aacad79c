import Host
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub
import Testing

@Suite("Objects over HTTP")
struct HTTPObjectTests {
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

    @Test(
        "S62, S65: The index has current, mark and index; of a repeated parameter the last counts")
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

        let one = get("/todo/index?limit=1")
        let two = get("/todo/index?limit=1&mark=\(one.members["mark"]?.string ?? "")")
        let marks = [one, two].map { "&mark=" + ($0.members["mark"]?.string ?? "") }
        let third = get("/todo/index?limit=1\(marks.joined())")
        #expect(third.members["index"] == [["id": "a", "v": 1]])
    }

    @Test("S63: POST merges or replaces, also from an earlier version, and returns the object")
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

        // A change from an earlier version is merged with later ones.
        _ = post("/todo/i/b", #"{"title":"Milk","n":1}"#)
        _ = post("/todo/i/b", #"{"n":2}"#)
        let late = post("/todo/i/b/v/1?response=1", #"{"title":"Milk and bread"}"#)
        #expect(late.version == "3")
        #expect(late.json == ["title": "Milk and bread", "n": 2])
        #expect(post("/todo/i/b/v/9", #"{"n":3}"#).status == 404)
        let whole = post("/todo/i/b/v/2?replace=1&response=1", #"{"title":"Milk"}"#)
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
        host.expectDemo(405, .delete, "/todo/i/a/v/1", token: token)
        let removed = host.ask(.delete, "/todo/i/a/v/2", token: token)
        #expect(removed == Answer(200, version: "3", body: ""))
        host.expectDemo(404, .delete, "/todo/i/a", token: token)
        #expect(get("/todo/i/a").status == 404)
        #expect(get("/todo/i/a/v/2").status == 200)
    }

    @Test("A refused change is answered with the reason in words")
    mutating func refusalWords() {
        _ = post("/todo/i/a?ccid=1a", #"{"n":1}"#)
        let again = post("/todo/i/a?ccid=1a", #"{"n":2}"#)
        #expect(again.body == "the change has already been applied\n")
        #expect(post("/todo/i/a", #"{"n":1}"#).body == "the change would have no effect\n")
        let removal = host.ask(.delete, "/todo/i/none", token: token)
        #expect(removal == Answer(404, body: "no such object\n"))
        _ = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin,
            body: #"{"schema":{"required":["title"]}}"#)
        let unfit = post("/todo/i/c", #"{"n":1}"#)
        #expect(unfit.status == 400 && unfit.body.contains("violates the bucket's schema"))
        let line = host.log.last(where: { $0.event == "refused" })?.text
        #expect(line?.contains("violates the bucket's schema") == true)
    }

    @Test("An administrator's write reaches the user whom the path names, and no user without one")
    mutating func restored() {
        let bare = host.ask(.post, "/todo/i/a", token: TestHost.admin, body: #"{"n":1}"#)
        #expect(bare.status == 200)
        #expect(get("/todo/i/a").status == 404)
        let path = "/todo/i/\(user)/a"
        #expect(host.ask(.post, path, token: TestHost.admin, body: #"{"n":2}"#).status == 200)
        #expect(get("/todo/i/a").body == #"{"n":2}"#)
        let list = host.ask(.get, "/accounts/", token: TestHost.admin).members["accounts"]?.array
        #expect(list?.map { $0["userid"]?.string } == [user])
    }

    @Test("S53: A change over HTTP reaches channels, and a channel's change reaches HTTP")
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

        // An author that gives no ids gets unique ones.
        _ = post("/todo/i/b", #"{"n":1}"#)
        _ = post("/todo/i/b", #"{"n":2}"#)
        let entries = host.heard(by: client).compactMap {
            try? JSON(parsing: Array($0.utf8), from: 4)
        }
        let changes = entries.compactMap { $0.array?.first }
        let authors = Set(changes.compactMap { $0["clientid"]?.string })
        #expect(authors.count == 2)
        #expect(authors.allSatisfy { $0.hasPrefix("http-") && $0.utf8.count == 37 })
    }

    @Test("S68, S56, S48: Options are for administrators; their schema and sizes are enforced")
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

        _ = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin,
            body: #"{"schema":{"required":["title"]}}"#)
        #expect(post("/todo/i/c", #"{"n":1}"#).status == 400)
        let long = String(repeating: "x", count: Limits.object)
        #expect(post("/todo/i/c", #"{"title":"\#(long)"}"#).status == 413)
    }

    @Test("S291, S-18: A user's buckets are listed in pages, and one too many is refused")
    func buckets() {
        var host = TestHost { $0.hub.bucketsPerUser = 5 }
        let (token, _) = host.sign()
        for (path, status) in [
            ("b1/i/a", 200), ("b2/i/a", 200), ("b3/i/a", 200), ("b4/i/a", 200), ("b5/i/a", 200),
            ("b6/i/a", 400), ("b5/i/b", 200),
        ] {
            #expect(host.ask(.post, "/\(path)", token: token, body: "{}").status == status)
        }
        for (query, body) in [
            ("?limit=2", #"{"buckets":[{"name":"b1"},{"name":"b2"}],"mark":"b2"}"#),
            ("?limit=2&mark=b2", #"{"buckets":[{"name":"b3"},{"name":"b4"}],"mark":"b4"}"#),
            ("?limit=2&mark=b4", #"{"buckets":[{"name":"b5"}]}"#),
            ("?mark=b5", #"{"buckets":[]}"#),
        ] {
            #expect(host.ask(.get, "/buckets\(query)", token: token).body == body)
        }

        // Buckets that are open since before the others were begun count these, too.
        host = TestHost { $0.hub.bucketsPerUser = 5 }
        let other = host.sign().token
        for number in 1...8 { host.expectDemo(404, .get, "/b\(number)/i/x", token: other) }
        for number in 1...8 {
            host.expectDemo(
                number > 5 ? 400 : 200, .post, "/b\(number)/i/x", token: other, body: "{}")
        }
    }

    @Test("An administrator reaches the buckets of all users, and a user only the own ones")
    mutating func administrator() {
        #expect(get("/buckets").body == #"{"buckets":[]}"#)
        _ = post("/todo/i/a", #"{"n":1}"#)
        _ = post("/note/i/a", #"{"n":1}"#)
        #expect(get("/buckets").body == #"{"buckets":[{"name":"note"},{"name":"todo"}]}"#)

        _ = post("/todo/i/a", #"{"n":1}"#)
        let other = host.sign(up: "lee@example.org")
        host.expectDemo(404, .get, "/todo/i/a", token: other.token)
        host.expectDemo(401, .get, "/todo/i/a", token: other.token, user: user)
        host.expectDemo(200, .get, "/todo/i/a", token: TestHost.admin, user: user)
        host.expectDemo(200, .get, "/todo/i/\(user)/a", token: TestHost.admin)
        host.expectDemo(200, .get, "/todo/i/\(user)/a/v/1", token: TestHost.admin)
        host.expectDemo(404, .get, "/todo/i/\(user)/a", token: other.token)

        #expect(get("/todo/i/somebody/a").status == 404)
        #expect(post("/todo/i/somebody/a", "{}").status == 404)
    }

    @Test(
        "An invalid object, and a missing one, have their errors",
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

    @Test("A token of this app is required, and may be where very old programs send it")
    mutating func tokens() {
        let bad = [nil, "", "x", "00000000000000000000000000000000", TestHost.apiKey]
        for token in bad {
            #expect(host.ask(.get, "/todo/index", token: token).status == 401, "\(token ?? "none")")
        }
        for (app, field, value, status) in [
            ("demo", "Authorization", "Token \(token)", 200),
            ("DEMO", "X-Simperium-Token", token, 200),
            ("tictactoe", "X-Simperium-Token", token, 401),
            ("other", "X-Simperium-Token", token, 404),
        ] as [(String, CaseInsensitiveFieldName, String, Int)] {
            let answer = host.ask(.get, "/1/\(app)/buckets", [field: value])
            #expect(answer.status == status, "\(app), \(field)")
        }
    }
}
