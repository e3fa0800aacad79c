import Host
import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Shared objects over HTTP")
struct SharedObjectTests {
    private var host = TestHost()
    private let kim: (token: String, user: String)
    private let lee: (token: String, user: String)

    init() {
        kim = host.sign()
        lee = host.sign(up: "lee@example.org")
        _ = host.ask(
            .post, "/__options__/i/note", token: TestHost.admin, body: #"{"sharing":true}"#)
        _ = host.ask(.post, "/note/i/n?ccid=1", token: kim.token, body: #"{"t":"x"}"#)
    }

    @discardableResult
    private mutating func share(
        _ name: String, _ body: String = #"{"write":true}"#, method: HTTPMethod = .put,
        key: String = "n", as token: String? = nil
    ) -> Answer {
        host.ask(method, "/note/i/\(key)/share/\(name)", token: token ?? kim.token, body: body)
    }

    private mutating func get(_ path: String, as token: String) -> Answer {
        host.ask(.get, path, token: token)
    }

    @Test(
        "S156: PUT shares an object with a user by name, to read or write; so does POST of old iOS")
    mutating func shared() {
        #expect(share("Lee@example.org").status == 200)
        let seen = get("/note/i/n", as: lee.token)
        #expect(seen.version == "1" && seen.body == #"{"t":"x"}"#)
        let posted = host.ask(.post, "/note/i/n", token: lee.token, body: #"{"u":"y"}"#)
        #expect(posted.status == 200 && posted.version == "2")
        #expect(get("/note/i/n", as: kim.token).body == #"{"t":"x","u":"y"}"#)
        #expect(share("lee@example.org", "").status == 200)
        host.expectDemo(401, .post, "/note/i/n", token: lee.token, body: "{}")
        let again = share("lee@example.org", #"{"write_access":true}"#, method: .post)
        #expect(again.status == 200)
        host.expectDemo(200, .post, "/note/i/n", token: lee.token, body: #"{"v":1}"#)
    }

    @Test("S160: A caller is answered when the change is in the caller's own log")
    mutating func entry() {
        share("lee@example.org")
        let change = #"{"id":"n","o":"M","sv":1,"v":{"t":{"o":"r","v":"y"}},"ccid":"c"}"#
        let told = host.ask(.post, "/note/changes?wait=1", token: lee.token, body: "[\(change)]")
        let current = get("/note/index", as: lee.token).members["current"]
        #expect(told.entries.map { $0["cv"] } == [current])
        #expect(told.entries.first?["ev"] == 2)
        #expect(current != get("/note/index", as: kim.token).members["current"])
    }

    @Test("S158, S157: A share needs a known user, an own object, and the option of the bucket")
    mutating func refusals() {
        #expect(share("").status == 400)
        #expect(share("nobody@example.org").status == 404)
        #expect(share("kim@example.org").status == 400)
        #expect(share("lee@example.org", key: "m").status == 404)
        #expect(share("lee@example.org", "yes").status == 400)
        #expect(share("lee@example.org").status == 200)
        #expect(share("lee@example.org").status == 409)
        #expect(share("kim@example.org", as: lee.token).status == 401)
        #expect(share("lee@example.org", as: "nonsense-nonsense-nonsense-nonsense").status == 401)
        host.expectDemo(405, .delete, "/note/i/n/share", token: kim.token)
        host.expectDemo(404, .post, "/note/i/n/share/a/b", token: kim.token)

        _ = host.ask(.post, "/todo/i/a", token: kim.token, body: "{}")
        for method in [HTTPMethod.put, .delete] {
            let path = "/todo/i/a/share/lee@example.org"
            host.expectDemo(403, method, path, token: kim.token)
        }
        #expect(get("/todo/i/a/share", as: kim.token).status == 403)
        let flawed = host.ask(
            .post, "/__options__/i/todo", token: TestHost.admin,
            body: #"{"sharing":true,"presence":"client"}"#)
        #expect(flawed.status == 400)
    }

    @Test("S158: A user who is being deleted receives no share, but a share with them can end")
    mutating func leavingUser() {
        share("lee@example.org")
        _ = host.ask(.post, "/note/i/m", token: kim.token, body: "{}")
        host.holdsAnswer = { if case .buckets = $0 { true } else { false } }
        let deletion = host.begin(
            .post, "/1/demo/delete/", ["X-Simperium-API-Key": TestHost.admin],
            body: #"{"username":"lee@example.org"}"#)
        #expect(host.answer(to: deletion).status == 0)
        #expect(share("lee@example.org", key: "m").status == 404)
        #expect(share("lee@example.org", "", method: .delete).status == 200)
        host.deliverAnswers()
        host.finishWork()
        #expect(host.answer(to: deletion).status == 200)
    }

    @Test("S172: A share ends with an account that is deleted while the share is begun")
    mutating func deletedMeanwhile() {
        host.holdsAnswer = { if case .mirrors = $0 { true } else { false } }
        let sharing = host.begin(
            .put, "/1/demo/note/i/n/share/lee@example.org", ["X-Simperium-Token": kim.token],
            body: #"{"write":true}"#)
        #expect(host.answer(to: sharing).status == 0)
        let deletion = host.account(
            "delete", #"{"username":"lee@example.org"}"#, key: TestHost.admin)
        #expect(deletion.status == 200)
        host.deliverAnswers()
        host.finishWork()
        #expect(host.answer(to: sharing).status == 200)
        #expect(get("/note/i/n/share", as: kim.token).members == ["shares": []])
        #expect(
            host.ask(.get, "/buckets", token: TestHost.admin, user: lee.user).body
                == #"{"buckets":[]}"#)
    }

    @Test("S159: A user who accepts no shared objects is answered like one who has too many")
    mutating func unwelcome() {
        _ = host.ask(
            .post, "/spuser/i/info", token: lee.token, body: #"{"sharing":"nobody"}"#)
        let refused = share("lee@example.org")
        #expect(refused.status == 403)
        var full = TestHost { $0.hub.sharing.mirrors = 0 }
        _ = full.ask(
            .post, "/__options__/i/note", token: TestHost.admin, body: #"{"sharing":true}"#)
        let (kim, _) = (full.sign(), full.sign(up: "lee@example.org"))
        _ = full.ask(.post, "/note/i/n", token: kim.token, body: "{}")
        #expect(full.ask(.put, "/note/i/n/share/lee@example.org", token: kim.token) == refused)
    }

    @Test("S165, S166: DELETE ends a share, by the owner or by the user that it is shared with")
    mutating func ends() {
        share("lee@example.org")
        #expect(share("lee@example.org", "", method: .delete).status == 200)
        #expect(get("/note/i/n", as: lee.token).status == 404)
        #expect(share("lee@example.org", "", method: .delete).status == 404)
        share("lee@example.org")
        #expect(share("lee@example.org", "", method: .delete, as: lee.token).status == 200)
        #expect(get("/note/i/n", as: lee.token).status == 404)
        share("lee@example.org")
        host.expectDemo(200, .delete, "/note/i/n", token: lee.token)
        #expect(get("/note/i/n", as: lee.token).status == 404)
        #expect(get("/note/i/n", as: kim.token).status == 200)
        #expect(share("kim@example.org", "", method: .delete).status == 404)
    }

    @Test("S171: The owner is sent the users an object is shared with, and they are sent the owner")
    mutating func list() {
        #expect(get("/note/i/n/share", as: kim.token).members == ["shares": []])
        share("lee@example.org")
        let lees: JSONObject = [
            "userid": JSON(lee.user), "username": "lee@example.org", "write": true,
        ]
        let shown = get("/note/i/n/share/", as: kim.token).members
        #expect(shown == JSONObject([.init(name: "shares", value: [.object(lees)])]))
        let owner: JSONObject = ["userid": JSON(kim.user), "username": "kim@example.org"]
        let seen = get("/note/i/n/share", as: lee.token).members
        #expect(seen == ["owner": .object(owner), "write": true])
        #expect(get("/note/i/m/share", as: kim.token).status == 404)
    }

    @Test("S172: A share ends with the user's account, and for all with the owner's")
    mutating func accounts() {
        share("lee@example.org")
        _ = host.account(
            "delete", #"{"username":"lee@example.org"}"#, key: TestHost.admin)
        host.finishWork()
        #expect(get("/note/i/n/share", as: kim.token).members == ["shares": []])
        let ann = host.sign(up: "ann@example.org")
        share("ann@example.org")
        #expect(get("/note/i/n", as: ann.token).status == 200)
        _ = host.account(
            "delete", #"{"username":"kim@example.org"}"#, key: TestHost.admin)
        host.finishWork()
        #expect(get("/note/i/n", as: ann.token).status == 404)
    }

    @Test("S163: Whenever the host ends, all copies are equal")
    mutating func moments() {
        host.keepsMoments = true
        share("lee@example.org")
        _ = host.ask(.post, "/note/i/n", token: lee.token, body: #"{"t":"y"}"#)
        _ = host.ask(.post, "/note/i/n", token: kim.token, body: #"{"t":"z"}"#)
        _ = host.ask(.delete, "/note/i/n", token: kim.token)
        let buckets = [kim.user, lee.user].map { user in
            BucketID(app: named("demo"), user: named(user), name: named("note"))
        }
        for moment in host.moments {
            let owned = moment.store.answer(.entity(named("n"), in: buckets[0]))
            let mirror = moment.store.answer(.entity(named("n"), in: buckets[1]))
            guard case .entity(let entity, _) = owned, entity.sharing != nil else { continue }
            guard case .entity(let copy, _) = mirror else { Issue.record("nothing"); continue }
            #expect(copy.object == entity.object && copy.version == entity.version)
        }
    }
}
