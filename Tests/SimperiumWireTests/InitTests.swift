import SimperiumJSON
import SimperiumWire
import Testing

@Suite("init and auth")
struct InitTests {
    @Test("Each client's init is read", arguments: inits)
    func reads(sample: Sample<InitRequest>) throws {
        let message = try ClientMessage(sample.frame)

        #expect(message == .command(.initialize(.success(sample.meaning)), on: .zero))
    }

    @Test("An init is written in one form")
    func writes() {
        var request = InitRequest.sample("a-1", library: "simperium-swift", "1.0", command: "cv:")
        #expect(
            text(ClientMessage.command(.initialize(.success(request)), on: .zero).frame)
                == #"0:init:{"clientid":"a-1","api":"1.1","token":"T","app_id":"demo","#
                + #""name":"todo","library":"simperium-swift","version":"1.0","cmd":"cv:"}"#)

        request = .sample("a-1")
        request.extensions = [.resume, .away]
        request.resume = ResumeSecret("s3cret")
        #expect(
            text(ClientMessage.command(.initialize(.success(request)), on: .zero).frame)
                == #"0:init:{"clientid":"a-1","api":"1.1","token":"T","app_id":"demo","#
                + #""name":"todo","extensions":["away","resume"],"resume":"s3cret"}"#)

        request.extensions = [.resume, .rules, .ages]
        (request.sessionNumber, request.takesOverSession, request.ownSecret) = (
            7, true, ResumeSecret("mine")
        )
        #expect(
            text(ClientMessage.command(.initialize(.success(request)), on: .zero).frame)
                == #"0:init:{"clientid":"a-1","api":"1.1","token":"T","app_id":"demo","#
                + #""name":"todo","extensions":["resume","rules","ages"],"resume":"s3cret","#
                + #""seat":7,"take":true,"secret":"mine"}"#)

        request = .sample("a-1")
        request.extensions = [.halls]
        request.hall = RequestedHall("3", isToWatch: true)
        #expect(
            text(ClientMessage.command(.initialize(.success(request)), on: .zero).frame)
                == #"0:init:{"clientid":"a-1","api":"1.1","token":"T","app_id":"demo","#
                + #""name":"todo","extensions":["halls"],"hall":"3","watch":true}"#)
    }

    /// Expects an init with `members` to be read like the sample, except for one change.
    private func expect(
        _ members: String, _ generation: InitRequest.ProtocolVersion = .legacy,
        _ change: (inout InitRequest) -> Void = { _ in }
    ) throws {
        var request = InitRequest.sample("a", generation)
        change(&request)
        let frame =
            #"0:init:{"clientid":"a","token":"T","app_id":"demo","name":"todo",\#(members)}"#
        #expect(
            try ClientMessage(frame) == .command(.initialize(.success(request)), on: .zero),
            "\(members)")
    }

    @Test("S142, P1: Invalid members of an init and unknown extensions are ignored")
    func members() throws {
        let halls: [(String, RequestedHall?)] = [
            (#""hall":"3""#, RequestedHall("3")), (#""hall":3"#, nil), (#""hall":"""#, nil),
            (#""hall":"3","watch":true"#, RequestedHall("3", isToWatch: true)),
            (#""hall":"3","watch":1"#, RequestedHall("3")),
            (#""hall":"12345678901234567""#, nil), (#""watch":true"#, nil),
        ]
        for (members, hall) in halls { try expect(members) { $0.hall = hall } }
        let seats: [(String, Int?, Bool)] = [
            (#""seat":7"#, 7, false), (#""seat":0"#, nil, false), (#""seat":-1"#, nil, false),
            (#""seat":1.5"#, nil, false), (#""seat":"7","take":1"#, nil, false),
            (#""seat":1,"take":true"#, 1, true), (#""take":"true""#, nil, false),
        ]
        for (members, seat, takes) in seats {
            try expect(members) { ($0.sessionNumber, $0.takesOverSession) = (seat, takes) }
        }
        let extensions: [(String, InitRequest.Extensions)] = [
            ("[]", []), (#"["away"]"#, .away), (#"["resume","warp","away",7]"#, [.away, .resume]),
            (#""away""#, []), ("null", []),
        ]
        for (json, extensions) in extensions {
            try expect(#""extensions":\#(json)"#) { $0.extensions = extensions }
        }
        let generations: [(String, InitRequest.ProtocolVersion)] = [
            (#""1.1""#, .current), ("1.1", .current), ("1.100000023841858", .current),
            ("1.0999999", .current), ("2", .current), (#""2.0""#, .current), ("1", .legacy),
            ("1.0", .legacy), (#""1""#, .legacy), (#""""#, .legacy), ("null", .legacy),
            ("true", .legacy), (#""nan""#, .legacy), ("1e999", .legacy),
        ]
        for (api, generation) in generations { try expect(#""api":\#(api)"#, generation) }
        // `clientid` is preferred to its alias, unless it is not a string.
        try expect(#""client_id":"b""#)
        let alias =
            #"0:init:{"token":"T","app_id":"demo","name":"todo","clientid":null,"client_id":"b"}"#
        #expect(
            try ClientMessage(alias)
                == .command(.initialize(.success(.sample("b", .legacy))), on: .zero))
    }

    @Test(
        "An init with a missing member is refused with its name",
        arguments: [
            (#"{}"#, .malformedToken),
            (#"{"token":"","app_id":"demo","name":"todo","clientid":"a"}"#, .malformedToken),
            (#"{"token":7,"app_id":"demo","name":"todo","clientid":"a"}"#, .malformedToken),
            (
                #"{"token":"T","name":"todo","clientid":"a"}"#,
                AuthorizationFailure(.other(500), "app_id missing or malformed")
            ),
            (
                #"{"token":"T","app_id":"demo","name":"to do","clientid":"a"}"#,
                AuthorizationFailure(.other(500), "name missing or malformed")
            ),
            (
                #"{"token":"T","app_id":"demo","name":"todo","clientid":""}"#,
                AuthorizationFailure(.other(500), "clientid missing or malformed")
            ),
        ] as [(String, AuthorizationFailure)])
    func refusals(json: String, failure: AuthorizationFailure) throws {
        let refusal = InitRefusal(failure: failure, protocolVersion: .legacy)

        #expect(
            try ClientMessage("0:init:\(json)")
                == .command(.initialize(.failure(refusal)), on: .zero))
    }

    @Test("The command in an init is read like one on a channel")
    func commands() throws {
        #expect(try ClientCommand("i::::50") == .index(IndexRequest(hasObjects: false, limit: 50)))
        #expect(
            try ClientCommand("i:1:::40") == .index(IndexRequest(hasObjects: true, limit: 40)))
        #expect(try ClientCommand("cv:65f1") == .catchUp(from: .after(named("65f1"))))
        #expect(try ClientCommand("nonsense") == .unknown("nonsense"))
        #expect(try ClientCommand("") == .unknown(""))
    }

    @Test("Each answer to an init is read; this hub's answers are compact, with codes as numbers")
    func answersToInit() throws {
        for sample in answers {
            #expect(
                try HubMessage(sample.frame) == .command(sample.meaning, on: .zero), "\(sample)")
        }
        for (answer, frame) in [
            (.authorized(named("kim@example.org")), "0:auth:kim@example.org"),
            (
                .unauthorized(.invalidToken), #"0:auth:{"msg":"Token invalid","code":401}"#
            ),
            (
                .unauthorized(.malformedToken), #"0:auth:{"msg":"Token malformed","code":400}"#
            ),
            (
                .unauthorized(.takenOver), #"0:auth:{"msg":"Taken over","code":4001}"#
            ),
            (.expired, "0:auth:expired"),
        ] as [(HubCommand, String)] {
            #expect(text(HubMessage.command(answer, on: .zero).frame) == frame)
        }
    }

    @Test("Only 400 and 401 require signing in again")
    func signIn() {
        let codes = [0, 399, 400, 401, 402, 500, 503, 4001]
        let needing = codes.filter {
            AuthorizationFailure(AuthorizationFailureReason(code: $0), "").needsSignIn
        }

        #expect(needing == [400, 401])
        #expect(codes.map { AuthorizationFailureReason(code: $0).code } == codes)
    }

    @Test("A user's name can't be mistaken for another answer")
    func userNames() {
        for text in ["", "expired", "{", "{x", " kim", "kim\n", "\u{7F}"] {
            #expect(UserName(text) == nil, "\(text)")
        }
    }
}

private let inits: [Sample<InitRequest>] = [
    Sample(
        "the protocol's example",
        #"0:init:{"api":1,"client_id":"x-1","token":"T","app_id":"demo","name":"todo"}"#,
        .sample("x-1", .legacy)),
    Sample(
        "iOS, as it prints JSON when it is debugged",
        """
        0:init:{
          "api" : 1.100000023841858, "clientid" : "ios-0123456789abcdef0123456789abcdef",
          "app_id" : "demo",
          "username" : "", "token" : "T", "name" : "todo", "library" : "ios", "version" : "1.9.0"
        }
        """,
        .sample("ios-0123456789abcdef0123456789abcdef", library: "ios", "1.9.0")),
    Sample(
        "node",
        #"0:init:{"name":"todo","clientid":"node-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed","#
            + #""api":"1.1","token":"T","app_id":"demo","#
            + #""library":"node-simperium","version":"0.0.1"}"#,
        .sample(
            "node-1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", library: "node-simperium", "0.0.1")),
    Sample(
        "Android",
        #"0:init:{"api":"1.1","clientid":"android-7fa0c3","app_id":"demo","token":"T","#
            + #""name":"todo","cmd":"i::::50","version":0,"library":"android"}"#,
        .sample("android-7fa0c3", library: "android", "0", command: "i::::50")),
    Sample(
        "the browser's client",
        #"0:init:{"app_id":"demo","token":"T","name":"todo","build":2014030401,"#
            + #""clientid":"sjs-2014030401-0123456789abcdef0123","cmd":"i:1:::40"}"#,
        .sample("sjs-2014030401-0123456789abcdef0123", .legacy, command: "i:1:::40")),
    Sample(
        "go",
        #"0:init:{"clientid":"6c84fb90-12c4-11e1-840d-7b25c5ee775a","api":1,"token":"T","#
            + #""app_id":"demo","name":"todo","library":"go-simperium","library_version":"0.1"}"#,
        .sample(
            "6c84fb90-12c4-11e1-840d-7b25c5ee775a", .legacy, library: "go-simperium", "0.1")),
]

private let answers: [Sample<HubCommand>] = [
    Sample("Simperium", "0:auth:kim@example.org", .authorized(named("kim@example.org"))),
    Sample(
        "Simperium", #"0:auth:{"msg":"Token invalid","code":401}"#, .unauthorized(.invalidToken)),
    Sample("Simperium before API 1.1", "0:auth:expired", .expired),
    Sample(
        "a code as text", #"0:auth:{"msg":"Token malformed","code":"400"}"#,
        .unauthorized(.malformedToken)),
    Sample(
        "the least there can be", "0:auth: { }",
        .unauthorized(AuthorizationFailure(.other(0), ""))),
]
