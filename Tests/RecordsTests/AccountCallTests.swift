import Drawing
import Records
import SimperiumJSON
import SimperiumWire
import Testing

@Suite("Calls about accounts")
struct AccountCallTests {
    private static let key = secret("lobbylobbylobbylobbylobbylobbyab")
    private static let token = secret("77777777777777777777777777777777")

    private static func secret(_ text: String) -> Token { .trappingIfInvalid(text) }

    private static func password(_ text: String) -> Password {
        guard let password = Password(text) else { preconditionFailure("no password") }
        return password
    }

    @Test(
        "A new password has no control characters, of either range",
        arguments: ["\t", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}"])
    func controls(character: String) {
        #expect(Self.password("correct\(character)horse").flaw(forName: "lin") == .controls)
        #expect(Self.password("correct\u{A0}horse").flaw(forName: "lin") == nil)
    }

    @Test("A password goes in the body, with the lobby's token as the key, and is not printed")
    func signsIn() throws {
        let call = AccountHTTPRequest(.signIn("lin", Self.password("pass\"word")), key: Self.key)
        #expect(call.method == .post && call.segments == ["1", "tictactoe", "authorize"])
        #expect(call.fields.contains { $0 == ("X-Simperium-API-Key", Self.key.text) })
        let body = try JSON(parsing: call.body)
        #expect(body == ["username": "lin", "password": "pass\"word"])

        let requests: [AccountRequest] = [
            Self.signIn, .signOut(Self.token), .leave(Self.token, Self.password("password")),
        ]
        for request in requests {
            #expect(!"\(request)".contains("password\""))
            #expect(!"\(request)".contains(Self.token.text))
        }
    }

    static let paths: [(AccountRequest, AccountHTTPRequest.RequestMethod, [String])] = [
        (.signOut(token), .post, ["signout"]), (.leave(token, nil), .post, ["leave"]),
        (.findName("a/b", token), .get, ["names", "a/b"]),
        (.findUser("u-1", token), .get, ["users", "u-1"]),
        (.openLink(token), .post, ["link"]), (.showLinks(token), .get, ["link"]),
        (.answerLink(true, token), .post, ["link", "allow"]),
        (.removeLink("7", token), .delete, ["link", "7"]),
        (.showRecords(.result, after: nil, token), .get, ["result", "index"]),
    ]

    @Test(
        "A signed-in request carries the token of the account, and not the lobby's key",
        arguments: paths)
    func signedIn(
        request: AccountRequest, method: AccountHTTPRequest.RequestMethod, path: [String]
    ) {
        let call = AccountHTTPRequest(request, key: Self.key)
        #expect(call.method == method && call.segments == ["1", "tictactoe"] + path)
        #expect(call.fields.contains { $0 == ("X-Simperium-Token", Self.token.text) })
        #expect(!call.fields.contains { $0.value == Self.key.text })
    }

    @Test("A request for a page asks for the objects, and starts after the previous page's mark")
    func asksForPages() {
        let first = AccountHTTPRequest(.showRecords(.result, after: nil, Self.token), key: Self.key)
        let second = AccountHTTPRequest(
            .showRecords(.result, after: "a+b", Self.token), key: Self.key)
        #expect(first.query.contains { $0 == ("data", "1") })
        #expect(!first.query.contains { $0.name == "mark" })
        #expect(second.query.contains { $0 == ("mark", "a+b") })
    }

    @Test(
        "A page without an index, or an entry without its object, is not read as an empty bucket",
        arguments: [
            (#"{"index":[]}"#, .records([:], next: nil)),
            (
                #"{"index":[{"id":"a","d":{"x":1}}],"mark":"m"}"#,
                .records(["a": ["x": 1]], next: "m")
            ),
            (#"{"index":[{"id":"a"}]}"#, .refused(.unknownServer)),
            (#"{}"#, .refused(.unknownServer)), ("none", .refused(.unknownServer)),
        ] as [(String, AccountReply)])
    func readsPages(body: String, reply: AccountReply) {
        let request = AccountRequest.showRecords(.result, after: nil, Self.token)
        #expect(
            AccountReply(to: request, status: 200, retryAfter: nil, body: Array(body.utf8))
                == reply)
    }

    static let signIn = AccountRequest.signIn("lin", password("password"))
    static let refusals: [(AccountRequest, Int, Int?, AccountRefusal)] = [
        (signIn, 401, nil, .wrong), (signIn, 403, nil, .locked),
        (signIn, 429, 30, .tooMany(seconds: 30)), (signIn, 429, nil, .tooMany(seconds: 10)),
        (signIn, 404, nil, .unknownServer), (signIn, 500, nil, .unknownServer),
        (signIn, 502, nil, .unavailable), (signIn, 503, nil, .unavailable),
        (signIn, 504, nil, .unavailable),
        (.signUp("lin", password("password")), 409, nil, .taken),
        (.signUp("lin", password("password")), 400, nil, .unfit),
        (.signOut(token), 401, nil, .tokenEnded), (.leave(token, nil), 401, nil, .wrong),
        (.leave(token, password("password")), 401, nil, .wrong),
        (
            .changePassword(
                of: ForeignText("lin"), password("password"), to: password("drowssap"),
                by: token),
            401, nil, .wrongPassword
        ),
        (.findName("x", token), 404, nil, .nobodyCalledSo),
        (.offer(code: "A", device: "d"), 404, nil, .linkOver),
        (.collect(code: "A", ticket: token), 403, nil, .linkRefused),
    ]

    @Test("The meaning of an HTTP status depends on the request", arguments: refusals)
    func refuses(request: AccountRequest, status: Int, wait: Int?, refusal: AccountRefusal) {
        let reply = AccountReply(to: request, status: status, retryAfter: wait, body: [])
        #expect(reply == .refused(refusal))
    }

    @Test("The removal of a session or of a link that is gone is done")
    func removesAgain() {
        for request: AccountRequest in [
            .endSession("7", Self.token), .removeLink("7", Self.token),
        ] {
            for status in [200, 404] {
                let reply = AccountReply(to: request, status: status, retryAfter: nil, body: [])
                #expect(reply == .done)
            }
        }
    }

    @Test(
        "P40: A refused name or password comes with a reason", arguments: AccountFlaw.allCases
    )
    func flaws(flaw: AccountFlaw) {
        let signUp = AccountRequest.signUp("lin", Self.password("password"))
        for status in [400, 409] {
            let reply = AccountReply(
                to: signUp, status: status, retryAfter: nil, flaw: flaw.rawValue, body: [])
            #expect(reply == .refused(.flawed(flaw)))
        }
        let unknown = AccountReply(
            to: signUp, status: 400, retryAfter: nil, flaw: "out of fashion", body: [])
        #expect(unknown == .refused(.unfit))
    }

    @Test("A valid answer is read; an invalid one counts as an answer of an unknown server")
    func reads() {
        let entered: JSON = [
            "username": "lin", "userid": "u-1", "access_token": JSON(Self.token.text),
        ]
        let signedIn = AccountReply.signedIn(user: "u-1", name: "lin", Self.token)
        let collect = AccountRequest.collect(code: "A", ticket: Self.token)
        let code: JSON = ["code": "ABC", "seconds": 300]
        let endless: JSON = ["code": "ABC", "seconds": 10_000_000_000]
        let rubbish = [
            "", "null", "[]", "{}", #"{"access_token":"","userid":"u","username":"n"}"#,
            #"{"access_token":7,"userid":"u","username":"n"}"#,
        ]
        let rows: [(AccountRequest, Int, [UInt8], AccountReply)] =
            [
                (Self.signIn, 200, entered.utf8, signedIn),
                (collect, 202, JSON.null.utf8, .waiting),
                (collect, 200, entered.utf8, signedIn),
                (.openLink(Self.token), 200, code.utf8, .code("ABC", seconds: 300)),
                (.openLink(Self.token), 200, endless.utf8, .code("ABC", seconds: 86_400)),
            ] + rubbish.map { (Self.signIn, 200, Array($0.utf8), .refused(.unknownServer)) }
        for (request, status, body, expected) in rows {
            let reply = AccountReply(to: request, status: status, retryAfter: nil, body: body)
            #expect(reply == expected, "\(status) \(String(decoding: body, as: UTF8.self))")
        }

        let links: JSON = [
            "code": "ABC", "waiting": ["device": "kitchen", "address": "10.0.0.7"],
            "links": [
                ["id": "1", "device": "phone", "since": 5], ["device": "nameless"],
                ["id": "2", "device": "ssh", "since": 6, "key": "SHA256:own"],
            ],
        ]
        let reply = AccountReply(
            to: .showLinks(Self.token), status: 200, retryAfter: nil, body: links.utf8)
        guard case .links(let state) = reply else {
            Issue.record("no links")
            return
        }
        #expect(state.waiting == "kitchen, 10.0.0.7")
        #expect(state.devices.map(\.name) == ["phone", "ssh"])
        #expect(state.devices.map(\.key) == [nil, "SHA256:own"])
    }
}
