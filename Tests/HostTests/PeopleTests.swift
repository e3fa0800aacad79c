import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Testing

@Suite("An account of the game")
struct PeopleTests {
    private static let kim = #"{"username":"Kim","password":"correct horse"}"#
    private static let key = LobbyAccess.token

    @Test("S85: The lobby's token makes and opens accounts, whose names are players' names")
    func createAndAuthorize() {
        var host = TestHost()
        let created = host.game(.post, "create/", Self.kim, key: Self.key)
        #expect(created.members.map(\.name) == ["username", "access_token", "userid"])
        #expect(created.members["username"]?.string == "Kim")
        let again = host.game(.post, "authorize/", Self.kim, key: Self.key)
        #expect(again.members["userid"] == created.members["userid"])
        #expect(host.game(.post, "authorize/", Self.kim, key: TestHost.apiKey).status == 200)
        #expect(host.game(.post, "authorize/", Self.kim).status == 401)
        let reset = #"{"username":"Kim","new_password":"battery staple"}"#
        #expect(host.game(.post, "reset_password/", reset, key: Self.key).status == 401)
        #expect(host.game(.post, "delete/", reset, key: Self.key).status == 401)
    }

    @Test("S85: The lobby's token opens no other app, whose users have addresses as before")
    func otherApps() {
        var host = TestHost()
        let body = #"{"username":"kim@example.org","password":"correct horse"}"#
        #expect(host.account("create", body, key: Self.key).status == 401)
        #expect(host.account("create", body).status == 200)
        #expect(host.account("create", Self.kim).status == 400)
        #expect(host.game(.post, "create/", body, key: Self.key).status == 400)
        let token = host.account("authorize", body).members["access_token"]?.string
        #expect(host.ask(.post, "/signout", token: token, body: "{}").status == 404)
        #expect(host.ask(.get, "/names/i/a", token: token).status == 404)
    }

    @Test(
        "S86: A name is taken in every spelling that looks like it",
        arguments: ["KIM", "kim", "Κim", "ｋim"])
    func lookAlikes(name: String) {
        var host = TestHost()
        _ = host.enrol("Kim")
        let body = #"{"username":"\#(name)","password":"correct horse"}"#
        let taken = host.game(.post, "create/", body, key: Self.key)
        #expect(taken.status == 409)
        let found = host.game(.post, "authorize/", body, key: Self.key)
        #expect(found.members["username"]?.string == "Kim")
        _ = host.enrol("lee")
        let update = """
            {"username":"lee","password":"correct horse","new_username":"\(name)"}
            """
        #expect(host.game(.post, "update/", update, key: Self.key).status == 409)
    }

    @Test(
        "S86: Names that nobody can have are refused with a sentence",
        arguments: [
            ("admin", "nobody can have"), ("ADMIN", "nobody can have"),
            ("Guest", "nobody can have"), ("0perator", "nobody can have"),
            ("kim  lee", "single blanks"), (" kim", "single blanks"),
            ("k\\u0301\\u0301\\u0301m", "mark"),
            ("kim#1", "letters, digits"), ("a name that is much too long", "16 cells"),
        ])
    func badNames(name: String, sentence: String) {
        var host = TestHost()
        let body = #"{"username":"\#(name)","password":"correct horse"}"#
        let answer = host.game(.post, "create/", body, key: Self.key)
        #expect(answer.status == 400)
        #expect(answer.body.contains(sentence), "\(answer.body)")
    }

    @Test("S86: An empty name and a password that the name tells are refused")
    func badPasswords() {
        var host = TestHost()
        for body in [
            #"{"username":"","password":"correct horse"}"#,
            #"{"username":"okafor","password":"short"}"#, #"{"username":"okafor"}"#,
            #"{"username":"okafor-o","password":"OKAFOR-O"}"#,
            #"{"username":"okafor","password":"0kaf0r12"}"#.replacing("0", with: "o"),
            #"{"username":"okafor-o","password":"0kaf0r-0"}"#,
        ] {
            #expect(host.game(.post, "create/", body, key: Self.key).status == 400, "\(body)")
        }
        #expect(host.hashes == 0)
    }

    @Test(
        "P40: Why nobody can have a name or a password is said in a word",
        arguments: [
            ("admin", "correct horse", "reserved"), ("kim#1", "correct horse", "unfit-name"),
            ("okafor", "short", "too-short"), ("okafor-o", "0kaf0r-0", "known"),
            ("okafor-o", "OKAFOR-O", "known"), ("okafor", "tab\\tbed horse", "controls"),
            ("okafor", String(repeating: "x", count: 257), "too-long"),
            ("Κim", "correct horse", "look-alike"), ("KIM", "correct horse", nil),
        ] as [(String, String, String?)])
    func flaws(name: String, password: String, flaw: String?) {
        var host = TestHost()
        _ = host.enrol("Kim")
        let body = #"{"username":"\#(name)","password":"\#(password)"}"#
        let answer = host.game(.post, "create/", body, key: Self.key)
        #expect([400, 409].contains(answer.status))
        #expect(answer.fields["X-Simperium-Flaw"] == flaw)
    }

    @Test("S86: Of two who want one name at the same time one gets it")
    func race() {
        var host = TestHost()
        host.isHashingSlow = true
        let calls = ["kim", "KIM"].map { name in
            host.begin(
                .post, "/1/tictactoe/create/", [("X-Simperium-API-Key", Self.key)],
                body: #"{"username":"\#(name)","password":"correct horse"}"#)
        }
        host.finishHashing()
        #expect(calls.map { host.answer(to: $0).status } == [200, 409])
    }

    @Test("S87: A key that the door vouches for needs no password, and opens to nobody else")
    func byKey() {
        var host = TestHost { $0.lobby.doorToken = Token(TestHost.doorToken) }
        let body = #"{"provider":"ssh","key":"SHA256:abcdefgh","username":"lin"}"#
        #expect(host.game(.post, "create/", body, key: Self.key).status == 401)
        #expect(host.game(.post, "authorize/", body, key: TestHost.doorToken).status == 404)
        let made = host.game(.post, "create/", body, key: TestHost.doorToken)
        #expect(made.members["username"]?.string == "lin")
        let again = host.game(.post, "create/", body, key: TestHost.doorToken)
        #expect(again.status == 409)
        let other = #"{"provider":"ssh","key":"SHA256:abcdefgh","username":"okafor"}"#
        let taken = host.game(.post, "create/", other, key: TestHost.doorToken)
        #expect(taken.status == 409 && taken.body.contains("key"))
        let key = #"{"provider":"ssh","key":"SHA256:abcdefgh"}"#
        let found = host.game(.post, "authorize/", key, key: TestHost.doorToken)
        #expect(found.members["userid"] == made.members["userid"])
        #expect(host.game(.post, "authorize/", key, key: Self.key).status == 401)
    }

    @Test("S87: Without a password, and without an account, it takes as long as with a wrong one")
    func withoutPassword() {
        var host = TestHost { $0.lobby.doorToken = Token(TestHost.doorToken) }
        let key = #"{"provider":"ssh","key":"SHA256:abcdefgh","username":"lin"}"#
        let made = host.game(.post, "create/", key, key: TestHost.doorToken)
        _ = host.enrol("okafor")
        let before = host.hashes
        for name in ["lin", "nobody here", "okafor"] {
            let body = #"{"username":"\#(name)","password":"wrong horse"}"#
            let answer = host.game(.post, "authorize/", body, key: Self.key)
            #expect(answer.status == 401 && answer.body.contains("wrong username or password"))
        }
        #expect(host.hashes == before + 3)
        let token = made.members["access_token"]?.string ?? ""
        let chosen = #"{"username":"lin","new_password":"battery staple"}"#
        #expect(host.game(.post, "update/", chosen, key: Self.key).status == 401)
        #expect(host.game(.post, "update/", chosen, key: Self.key, token: "no").status == 401)
        #expect(host.game(.post, "update/", chosen, key: Self.key, token: token).status == 200)
        let now = #"{"username":"lin","password":"battery staple"}"#
        #expect(host.game(.post, "authorize/", now, key: Self.key).status == 200)
        let other = #"{"username":"lin","new_password":"another horse"}"#
        #expect(host.game(.post, "update/", other, key: Self.key, token: token).status == 401)
    }

    @Test("S88: Who signs out has a token less, and the others go on")
    func signOut() {
        var host = TestHost()
        let first = host.enrol("kim").token
        let second =
            host.game(.post, "authorize/", Self.kim, key: Self.key)
            .members["access_token"]?.string ?? ""
        #expect(host.game(.post, "signout/", token: first).status == 200)
        #expect(host.game(.get, "buckets", token: first).status == 401)
        #expect(host.game(.get, "buckets", token: second).status == 200)
        #expect(host.game(.post, "signout/", token: Self.key).status == 401)
        #expect(host.game(.get, "signout/", token: second).status == 405)
    }

    @Test("S88: Who leaves shows the password, and nothing is left but the name for ninety days")
    func leave() {
        var host = TestHost()
        let (token, user) = host.enrol("kim")
        let friend = #"{"since":1}"#
        #expect(host.game(.post, "friend/i/u2", friend, token: token).status == 200)
        #expect(host.game(.post, "leave/", #"{"password":"wrong"}"#, token: token).status == 401)
        let right = #"{"password":"correct horse"}"#
        #expect(host.game(.post, "leave/", right, token: token).status == 200)
        host.settle()
        #expect(host.game(.get, "friend/i/u2", token: token).status == 401)
        let fields: [(FieldName, String)] = [
            ("X-Simperium-Token", TestHost.admin), ("X-Simperium-User", user),
        ]
        #expect(host.hear(.get, "/1/tictactoe/buckets", fields).body == #"{"buckets":[]}"#)
        #expect(host.game(.post, "authorize/", Self.kim, key: Self.key).status == 401)
        #expect(host.game(.post, "create/", Self.kim, key: Self.key).status == 409)
        host.wait(.seconds(90 * 86_400))
        #expect(host.game(.post, "create/", Self.kim, key: Self.key).status == 200)
    }

    @Test("S89: Who is signed in finds others by name and by id, so many at a time")
    func lookUp() {
        var host = TestHost { $0.people.lookUps = 4 }
        let (token, kim) = host.enrol("Kim")
        let lin = host.enrol("lin").user
        let found = host.game(.get, "names/LIN", token: token)
        #expect(found.members["userid"]?.string == lin)
        #expect(host.game(.get, "users/\(kim)", token: token).members["username"]?.string == "Kim")
        #expect(host.game(.get, "names/nobody", token: token).status == 404)
        #expect(host.game(.get, "users/nobody", token: token).status == 404)
        #expect(host.game(.get, "names/lin", token: token).status == 429)
        host.wait(.seconds(1))
        #expect(host.game(.get, "names/lin", token: token).status == 200)
        #expect(host.game(.get, "names/lin", token: Self.key).status == 401)
        #expect(host.game(.get, "names/lin", token: TestHost.admin).status == 401)
    }

    @Test("S90: Who fails again and again waits longer each time, and nobody else does")
    func growingPauses() {
        var host = TestHost()
        _ = host.enrol("kim")
        let wrong = #"{"username":"kim","password":"wrong horse"}"#
        var waits: [String?] = []
        for number in 0..<8 {
            host.address = UInt8(10 + number)
            var answer = host.game(.post, "authorize/", wrong, key: Self.key)
            waits.append(answer.fields["Retry-After"])
            while answer.status == 429 {
                host.wait(.seconds(1))
                answer = host.game(.post, "authorize/", wrong, key: Self.key)
            }
            #expect(answer.status == 401)
        }
        #expect(waits == [nil, nil, nil, nil, nil, nil, "2", "3"])
        _ = host.enrol("lee")
        let lee = #"{"username":"lee","password":"correct horse"}"#
        #expect(host.game(.post, "authorize/", lee, key: Self.key).status == 200)
    }

    @Test("S90: Who comes from where they have been is not held up by others who guess")
    func knownPlaces() {
        var host = TestHost()
        _ = host.enrol("kim")
        host.address = 7
        #expect(host.game(.post, "authorize/", Self.kim, key: Self.key).status == 200)
        host.address = 8
        let wrong = #"{"username":"kim","password":"wrong horse"}"#
        for _ in 0..<12 { _ = host.game(.post, "authorize/", wrong, key: Self.key) }
        #expect(host.game(.post, "authorize/", Self.kim, key: Self.key).status == 429)
        host.address = 7
        #expect(host.game(.post, "authorize/", Self.kim, key: Self.key).status == 200)
    }

    @Test("S90: An address makes only so many accounts")
    func signUps() {
        var host = TestHost { $0.people.signUps = 2 }
        for name in ["ann", "bea"] { #expect(host.enrol(name).token != "") }
        let body = #"{"username":"eve","password":"correct horse"}"#
        let refused = host.game(.post, "create/", body, key: Self.key)
        #expect(refused.status == 429 && refused.fields["Retry-After"] != nil)
        host.address = 2
        #expect(host.game(.post, "create/", body, key: Self.key).status == 200)
    }
}
