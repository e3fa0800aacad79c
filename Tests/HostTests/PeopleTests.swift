import GameHost
import Host
import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import Simulation
import SyncHub
import Testing

@Suite("Accounts of the game")
struct PeopleTests {
    private static let kim = #"{"username":"Kim","password":"correct horse"}"#
    private static let key = LobbyCredentials.token

    @Test("S85: The lobby's token creates and opens accounts of this app, with players' names")
    func createAndAuthorize() {
        var host = TestHost()
        let created = host.game(.post, "create/", Self.kim, key: Self.key)
        #expect(created.members.map(\.name) == ["username", "access_token", "userid"])
        #expect(created.members["username"]?.string == "Kim")
        let again = host.game(.post, "authorize/", Self.kim, key: Self.key)
        #expect(again.members["userid"] == created.members["userid"])
        host.expectGame(200, .post, "authorize/", Self.kim, key: TestHost.apiKey)
        host.expectGame(401, .post, "authorize/", Self.kim)
        let reset = #"{"username":"Kim","new_password":"battery staple"}"#
        host.expectGame(401, .post, "reset_password/", reset, key: Self.key)
        host.expectGame(401, .post, "delete/", reset, key: Self.key)

        // Users of other apps have addresses as names.
        host = TestHost()
        let body = #"{"username":"kim@example.org","password":"correct horse"}"#
        host.expectAccount(401, "create", body, key: Self.key)
        host.expectAccount(200, "create", body)
        host.expectAccount(400, "create", Self.kim)
        host.expectGame(400, .post, "create/", body, key: Self.key)
        let token = host.account("authorize", body).token
        host.expectDemo(404, .post, "/signout", token: token, body: "{}")
        host.expectDemo(404, .get, "/names/i/a", token: token)
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
        host.expectGame(409, .post, "update/", update, key: Self.key)
    }

    @Test("S86: A letter and its mark are the same name as the letter that has it")
    func combiningMarks() throws {
        let skeletons = try ["jos\u{E9}", "jose\u{301}"].map {
            NameSkeleton(try PlayerName($0)).text.unicodeScalars.map(\.value)
        }
        #expect(skeletons[0] == skeletons[1], "a store compares bytes")
        var host = TestHost()
        _ = host.enrol("jos\u{E9}")
        let body = #"{"username":"jose\u0301","password":"correct horse"}"#
        host.expectGame(409, .post, "create/", body, key: Self.key)
        host.expectGame(200, .post, "authorize/", body, key: Self.key)
    }

    @Test(
        "S86, P40: A name or password that no user can have is refused with a sentence and a word",
        arguments: [
            ("admin", "correct horse", "reserved", "reserved"),
            ("ADMIN", "correct horse", "reserved", "reserved"),
            ("Guest", "correct horse", "reserved", "reserved"),
            ("0perator", "correct horse", "reserved", "reserved"),
            ("kim  lee", "correct horse", "single spaces", "unfit-name"),
            (" kim", "correct horse", "single spaces", "unfit-name"),
            ("k\\u0301\\u0301\\u0301m", "correct horse", "accents", "unfit-name"),
            ("kim#1", "correct horse", "letters, digits", "unfit-name"),
            ("a name that is much too long", "correct horse", "16 columns", "unfit-name"),
            ("", "correct horse", "", nil), ("okafor", "short", "8 characters", "too-short"),
            ("okafor-o", "OKAFOR-O", "", "known"), ("okafor-o", "0kaf0r-0", "", "known"),
            ("okafor", "okafor12", "", "known"),
            ("okafor", "tab\\tbed horse", "no control characters", "controls"),
            ("okafor", "deleted\\u007F horse", "no control characters", "controls"),
            ("okafor", "upper\\u0085 horse", "no control characters", "controls"),
            ("okafor", String(repeating: "x", count: 257), "at most 256 bytes", "too-long"),
            ("okafor", nil, "", "too-short"), ("Κim", "correct horse", "", "look-alike"),
            ("KIM", "correct horse", "", nil),
        ] as [(String, String?, String, String?)])
    func flaws(name: String, password: String?, sentence: String, flaw: String?) {
        var host = TestHost()
        _ = host.enrol("Kim")
        let hashes = host.hashes
        let second = password.map { #","password":"\#($0)""# } ?? ""
        let body = #"{"username":"\#(name)"\#(second)}"#
        let answer = host.game(.post, "create/", body, key: Self.key)
        let isTaken = ["KIM", "Κim"].contains(name)
        #expect(answer.status == (isTaken ? 409 : 400))
        #expect(sentence.isEmpty || answer.body.contains(sentence), "\(answer.body)")
        #expect(answer.fields["X-Simperium-Flaw"] == flaw)
        #expect(host.hashes == hashes)
    }

    @Test(
        "S87: A key of the door needs no password; a missing one takes as long as a wrong one"
    )
    func byKey() {
        var host = TestHost { $0.game?.doorToken = Token(TestHost.doorToken) }
        let body = #"{"provider":"ssh","key":"SHA256:abcdefgh","username":"lin"}"#
        host.expectGame(401, .post, "create/", body, key: Self.key)
        host.expectGame(404, .post, "authorize/", body, key: TestHost.doorToken)
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
        host.expectGame(401, .post, "authorize/", key, key: Self.key)

        host = TestHost { $0.game?.doorToken = Token(TestHost.doorToken) }
        let lin = #"{"provider":"ssh","key":"SHA256:abcdefgh","username":"lin"}"#
        let account = host.game(.post, "create/", lin, key: TestHost.doorToken)
        _ = host.enrol("okafor")
        let before = host.hashes
        for name in ["lin", "nobody here", "okafor"] {
            let body = #"{"username":"\#(name)","password":"wrong horse"}"#
            let answer = host.game(.post, "authorize/", body, key: Self.key)
            #expect(answer.status == 401 && answer.body.contains("wrong username or password"))
        }
        #expect(host.hashes == before + 3)
        let chosen = #"{"username":"lin","new_password":"battery staple"}"#
        host.expectGame(401, .post, "update/", chosen, key: Self.key)
        host.expectGame(401, .post, "update/", chosen, key: Self.key, token: "no")
        host.expectGame(200, .post, "update/", chosen, key: Self.key, token: account.token)
        let now = #"{"username":"lin","password":"battery staple"}"#
        host.expectGame(200, .post, "authorize/", now, key: Self.key)
        let last = #"{"username":"lin","new_password":"another horse"}"#
        host.expectGame(401, .post, "update/", last, key: Self.key, token: account.token)
    }

    @Test("S88: A sign-out ends one token; a user who leaves keeps only the name, for a while")
    func signOut() {
        var host = TestHost()
        let first = host.enrol("kim").token
        let second = host.game(.post, "authorize/", Self.kim, key: Self.key).token
        host.expectGame(200, .post, "signout/", token: first)
        host.expectGame(401, .get, "buckets", token: first)
        host.expectGame(200, .get, "buckets", token: second)
        host.expectGame(401, .post, "signout/", token: Self.key)
        host.expectGame(405, .get, "signout/", token: second)

        host = TestHost()
        let (token, user) = host.enrol("kim")
        let friend = #"{"since":1}"#
        host.expectGame(200, .post, "friend/i/u2", friend, token: token)
        host.expectGame(401, .post, "leave/", #"{"password":"wrong"}"#, token: token)
        let right = #"{"password":"correct horse"}"#
        host.expectGame(200, .post, "leave/", right, token: token)
        host.finishWork()
        host.expectGame(401, .get, "friend/i/u2", token: token)
        let fields: HTTPFields = [
            "X-Simperium-Token": TestHost.admin, "X-Simperium-User": user,
        ]
        #expect(host.ask(.get, "/1/tictactoe/buckets", fields).body == #"{"buckets":[]}"#)
        host.expectGame(401, .post, "authorize/", Self.kim, key: Self.key)
        host.expectGame(409, .post, "create/", Self.kim, key: Self.key)
        host.wait(.seconds(90 * 86_400))
        host.expectGame(200, .post, "create/", Self.kim, key: Self.key)
    }

    @Test("S88: At every moment, all data has an account")
    func leavingMoments() {
        var host = TestHost()
        let (token, user) = host.enrol("kim")
        host.expectGame(200, .post, "friend/i/u2", #"{"since":1}"#, token: token)
        host.keepsMoments = true
        host.expectGame(200, .post, "leave/", #"{"password":"correct horse"}"#, token: token)
        host.finishWork()
        var standings: [StoredUser.AccountStatus] = []
        var hasLeavingData = false
        for moment in host.moments {
            guard
                case .user(let row?) = moment.accounts.answer(
                    .owner(named(user), app: GameBuckets.app)),
                case .buckets(let names) = moment.store.answer(
                    .buckets(of: named(user), in: GameBuckets.app))
            else { continue }
            standings.append(row.standing)
            if row.standing == .leaving, names == [named("friend")] { hasLeavingData = true }
        }
        #expect(standings.first == .good && standings.contains(.leaving))
        #expect(hasLeavingData)
        #expect(host.game(.get, "accounts/", token: TestHost.admin).members["accounts"] == [])
    }

    @Test("S89: A signed-in user finds others by name and id, a limited number at a time")
    func lookUp() {
        var host = TestHost { $0.people.lookUps = 4 }
        let (token, kim) = host.enrol("Kim")
        let lin = host.enrol("lin").user
        let found = host.game(.get, "names/LIN", token: token)
        #expect(found.members["userid"]?.string == lin)
        #expect(host.game(.get, "users/\(kim)", token: token).members["username"]?.string == "Kim")
        host.expectGame(404, .get, "names/nobody", token: token)
        host.expectGame(404, .get, "users/nobody", token: token)
        host.expectGame(429, .get, "names/lin", token: token)
        host.wait(.seconds(1))
        host.expectGame(200, .get, "names/lin", token: token)
        host.expectGame(401, .get, "names/lin", token: Self.key)
        host.expectGame(401, .get, "names/lin", token: TestHost.admin)
    }

    @Test("S90: A client that fails repeatedly waits longer; known addresses are not delayed")
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
        #expect(waits == [nil, nil, nil, nil, nil, "2", "3", "5"])
        _ = host.enrol("lee")
        let lee = #"{"username":"lee","password":"correct horse"}"#
        host.expectGame(200, .post, "authorize/", lee, key: Self.key)

        host = TestHost()
        _ = host.enrol("kim")
        host.address = 7
        host.expectGame(200, .post, "authorize/", Self.kim, key: Self.key)
        host.address = 8
        let guess = #"{"username":"kim","password":"wrong horse"}"#
        for _ in 0..<12 { _ = host.game(.post, "authorize/", guess, key: Self.key) }
        host.expectGame(429, .post, "authorize/", Self.kim, key: Self.key)
        host.address = 7
        host.expectGame(200, .post, "authorize/", Self.kim, key: Self.key)

        // An address may create a limited number of accounts.
        host = TestHost { $0.people.signUps = 2 }
        for name in ["ann", "bea"] { #expect(host.enrol(name).token != "") }
        let body = #"{"username":"eve","password":"correct horse"}"#
        let refused = host.game(.post, "create/", body, key: Self.key)
        #expect(refused.status == 429 && refused.fields["Retry-After"] != nil)
        host.address = 2
        host.expectGame(200, .post, "create/", body, key: Self.key)
    }
}
