import RedisWire
import SimperiumClock
import Testing

@Suite("Redis connection")
struct RedisConnectionTests {
    private static let start = Instant.start
    private static let greeting = wire("*2\n$5\nHELLO\n$1\n3\n*1\n$4\nROLE\n")
    private static let master = wire("%1\n$6\nserver\n$5\nredis\n*3\n$6\nmaster\n:0\n*0\n")
    private static let get = RedisRequest.command(RedisArguments("GET", "a"))
    private static let script = RedisScript("return 1")
    private static let run = RedisRequest.script(script, keys: [Array("k".utf8)], arguments: [])

    private func id(_ number: UInt64) -> RedisRequestID { RedisRequestID(rawValue: number) }

    private func greeted(
        _ limits: RedisConnection.Limits = RedisConnection.Limits()
    ) -> RedisConnection {
        var connection = RedisConnection(limits, at: Self.start)
        _ = connection.handle(.opened, at: Self.start)
        _ = connection.handle(.received(Self.master), at: Self.start)
        return connection
    }

    @Test("S110 The greeting is sent first, with the password, which is in no log")
    func greets() {
        var connection = RedisConnection(at: Self.start)
        #expect(connection.handle(.opened, at: Self.start) == [.send(Self.greeting)])
        #expect(!connection.isReady)
        #expect(connection.handle(.received(Self.master), at: Self.start) == [.greeted])
        #expect(connection.isReady)

        let credentials = RedisCredentials(user: "bo", password: "secret")
        connection = RedisConnection(as: credentials, at: Self.start)
        let hello = wire("*5\n$5\nHELLO\n$1\n3\n$4\nAUTH\n$2\nbo\n$6\nsecret\n*1\n$4\nROLE\n")
        #expect(connection.handle(.opened, at: Self.start) == [.send(hello)])
        #expect("\(credentials)" == "credentials of bo")
    }

    @Test(
        "S110 A server that refuses the greeting, or is a replica, is left",
        arguments: [
            ("-WRONGPASS no\n", .unwelcome(RedisError(Array("WRONGPASS no".utf8)))),
            ("%0\n-LOADING wait\n", .unwelcome(RedisError(Array("LOADING wait".utf8)))),
            ("%0\n*1\n$5\nslave\n", .replica),
            ("HTTP/1.1 400 Bad Request\n", .wire(.unknownKind(UInt8(ascii: "H")))),
        ] as [(String, RedisConnection.Fault)])
    func unwelcome(answer: String, fault: RedisConnection.Fault) {
        var connection = RedisConnection(at: Self.start)
        _ = connection.handle(.opened, at: Self.start)
        let effects = connection.handle(.received(wire(answer)), at: Self.start)
        #expect(effects == [.hangUp(fault)])
        #expect(connection.nextDeadline == nil)
        #expect(connection.handle(.received(Self.master), at: Self.start) == [])
    }

    @Test("Answers match requests in order, and only some are sent at once")
    func order() {
        var connection = greeted()
        _ = connection.handle(.ask(Self.get, id(1)), at: Self.start)
        _ = connection.handle(.ask(Self.get, id(2)), at: Self.start)
        let bytes = wire("$1\nx\n-ERR no\n")
        #expect(
            connection.handle(.received(bytes), at: Self.start) == [
                .settled(id(1), .answered(.text("x"))),
                .settled(id(2), .refused(RedisError(Array("ERR no".utf8)))),
            ])

        var limits = RedisConnection.Limits()
        limits.unanswered = 1
        connection = greeted(limits)
        let get = wire("*2\n$3\nGET\n$1\na\n")
        #expect(connection.handle(.ask(Self.get, id(1)), at: Self.start) == [.send(get)])
        #expect(connection.handle(.ask(Self.get, id(2)), at: Self.start) == [])
        #expect(
            connection.handle(.received(wire("_\n")), at: Self.start) == [
                .settled(id(1), .answered(.null)), .send(get),
            ])
    }

    @Test("S111 A script is sent by its digest, and once in full to a server without it")
    func scripts() {
        var connection = greeted()
        let sha = Self.script.digest
        let named = wire("*4\n$7\nEVALSHA\n$40\n\(sha)\n$1\n1\n$1\nk\n")
        let full = wire("*4\n$4\nEVAL\n$8\nreturn 1\n$1\n1\n$1\nk\n")
        #expect(connection.handle(.ask(Self.run, id(1)), at: Self.start) == [.send(named)])
        _ = connection.handle(.ask(Self.get, id(2)), at: Self.start)
        // The request behind it is answered first.
        let answers = wire("-NOSCRIPT No matching script\n$1\nx\n:1\n")
        #expect(
            connection.handle(.received(answers), at: Self.start) == [
                .send(full), .settled(id(2), .answered(.text("x"))),
                .settled(id(1), .answered(.number(1))),
            ])

        // A server that does not find a script that was sent in full has refused it.
        connection = greeted()
        _ = connection.handle(.ask(Self.run, id(1)), at: Self.start)
        _ = connection.handle(.received(wire("-NOSCRIPT x\n")), at: Self.start)
        let effects = connection.handle(.received(wire("-NOSCRIPT x\n")), at: Self.start)
        #expect(effects == [.settled(id(1), .refused(RedisError(Array("NOSCRIPT x".utf8))))])
    }

    @Test(
        "S113 When the connection breaks, requests in flight are lost and waiting ones are unsent")
    func breaks() {
        var limits = RedisConnection.Limits()
        limits.unanswered = 1
        var connection = greeted(limits)
        _ = connection.handle(.ask(Self.get, id(1)), at: Self.start)
        #expect(connection.handle(.ask(Self.get, id(2)), at: Self.start) == [])
        #expect(
            connection.handle(.ended, at: Self.start) == [
                .settled(id(1), .lost), .settled(id(2), .unsent),
            ])
        #expect(
            connection.handle(.ask(Self.get, id(3)), at: Self.start) == [
                .settled(id(3), .unsent)
            ])
    }

    @Test("S116 A demoted server is left at its first refusal of a write")
    func readOnly() {
        var connection = greeted()
        _ = connection.handle(.ask(Self.get, id(1)), at: Self.start)
        _ = connection.handle(.ask(Self.get, id(2)), at: Self.start)
        let error = RedisError(Array("READONLY x".utf8))
        #expect(
            connection.handle(.received(wire("-READONLY x\n+OK\n")), at: Self.start) == [
                .settled(id(1), .refused(error)), .settled(id(2), .lost), .hangUp(.replica),
            ])
    }

    @Test("S113 A server that does not greet within 2 s, or answer within 6 s, is left")
    func patience() {
        var connection = RedisConnection(at: Self.start)
        _ = connection.handle(.opened, at: Self.start)
        #expect(connection.nextDeadline == Self.start + .seconds(2))
        #expect(connection.handle(.wake, at: Self.start + .seconds(1)) == [])
        #expect(connection.handle(.wake, at: Self.start + .seconds(2)) == [.hangUp(.late)])

        connection = greeted()
        #expect(connection.nextDeadline == nil)
        _ = connection.handle(.ask(Self.get, id(1)), at: Self.start)
        #expect(
            connection.handle(.wake, at: Self.start + .seconds(6)) == [
                .settled(id(1), .lost), .hangUp(.late),
            ])

        // So is a server that sends an answer without a request.
        connection = greeted()
        #expect(
            connection.handle(.received(wire("+OK\n")), at: Self.start) == [.hangUp(.unasked)])
    }
}
