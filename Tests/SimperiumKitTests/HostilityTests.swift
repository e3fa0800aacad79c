import SimperiumKit
import SimperiumServer
import SimperiumTesting
import Synchronization
import TestKit
import TestSupport
import Testing

/// Servers that lie, hang or flood, and impostors.
@Suite("SimperiumKit: a bad server", .waits)
struct HostilityTests {
    /// A client's log.
    private final class LogBook: Sendable {
        private let entries = Mutex<[LogEntry]>([])

        func record(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }

        /// True if the log has an unreadable message, an endless index or a failed connection.
        var hasComplaint: Bool {
            entries.withLock { entries in
                entries.contains { entry in
                    switch entry {
                    case .unreadable, .endlessIndex, .status(.offline(_, because: .some)): true
                    default: false
                    }
                }
            }
        }
    }

    /// A client that is signed in, has an edit, and connects.
    fileprivate func visitor(
        _ address: String, _ change: (inout SimperiumClient.Configuration) -> Void = { _ in }
    ) async throws -> (SimperiumClient, SimperiumBucket) {
        var configuration = SimperiumClient.Configuration(server: address, app: "demo")
        configuration.apiKey = "key"
        change(&configuration)
        let client = try SimperiumClient(configuration)
        let todo = try await client.bucket(.todo)
        try await todo.set(.bread, to: ["title": "Bread"])
        await client.signIn(token: valid(Token("0123456789abcdef0123456789abcdef")))
        await client.connect()
        return (client, todo)
    }

    private static let page =
        #"0:i:{"current":"c1","index":[{"id":"milk","v":1,"d":{"title":"Milk"}}]}"#

    @Test(
        "C72: Invalid messages are skipped or end the connection; objects stay, edits continue",
        arguments: [
            [#"0:i:{"index":"#], [#"0:i:{"current":"c1","index":[{"id":"milk","v":-1,"d":7}]}"#],
            [#"0:i:{"index":[],"mark":"m"}"#, #"0:i:[]"#],
            ["0:i:" + String(repeating: "[", count: 9_000)],
            [page, #"0:c:[{"id":"milk","o":"M","v":{"title":{"o":"d","v":"=99999999"}},"sv":1}]"#],
            [page, #"0:c:{"id":"milk"}"#], [page, #"0:c:[{"error":"what","ccids":7}]"#, "0:c:no"],
            [page, "0:e:milk.99999999999999999999\n{"], ["0:auth:{\"code\":\"what\"}", "0:c:"],
            ["99999999999999999999999:auth:kim", "-1:c:[]", "x"], ["\u{0}", ":::", "0"],
            [page, #"0:c:[{"id":"../../etc","o":"-","ev":9,"cv":"c2","ccids":[]}]"#, "0:c:x"],
        ])
    func lies(messages: [String]) async throws {
        // A message that can't be ignored.
        let server = try await LyingServer(
            .messages(["0:auth:kim@example.org"] + messages + ["0:i:{"]))
        let log = LogBook()
        let (client, todo) = try await visitor("ws://127.0.0.1:\(server.port)") {
            $0.onLog = { log.record($0) }
        }
        eventually { log.hasComplaint }
        #expect(await todo[.bread] == ["title": "Bread"])
        try await todo.set(.milk, to: ["litres": 1])
        #expect(await todo[.milk]?["litres"] == 1)
        await client.close()
    }

    @Test(
        "Bytes that are not a WebSocket, or violate its rules, are reported by the status",
        arguments: [
            (LyingServer.Behaviour.text("hello?"), ConnectionFailure.notSimperium),
            (.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .notSimperium),
            (.text(""), .lost),
            // A message with the length of the whole address space.
            (.frames([[0x81, 0x7F, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]), .garbled),
            (.frames([[0x81, 0x02, 0xFF, 0xFE]]), .garbled), (.frames([[0xFF, 0x00]]), .garbled),
        ])
    func noWebSocket(behaviour: LyingServer.Behaviour, failure: ConnectionFailure) async throws {
        let server = try await LyingServer(behaviour)
        let (client, todo) = try await visitor("ws://127.0.0.1:\(server.port)")
        for await status in client.statuses {
            guard case .offline(_, let reason?) = status else { continue }
            #expect(reason == failure)
            break
        }
        #expect(await todo.unsynced == [.bread])
        await client.close()
    }

    @Test(
        "C70: A bad answer to a call throws an error of the right kind",
        arguments: [
            (
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                SimperiumError.notReachable(.notSimperium)
            ),
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno", .notReachable(.notSimperium)),
            ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", .notReachable(.lost)),
            ("hello?\r\n", .notReachable(.notSimperium)), ("", .notReachable(.lost)),
            (
                "HTTP/1.1 503 Later\r\nContent-Length: 0\r\n\r\n",
                .refused(status: 503, reason: "", retryAfter: nil)
            ),
            (
                "HTTP/1.1 307 There\r\nLocation: /\r\nContent-Length: 0\r\n\r\n",
                .refused(status: 307, reason: "", retryAfter: nil)
            ),
            (
                // The 200th byte is within a character.
                "HTTP/1.1 503 Later\r\nContent-Length: 401\r\n\r\na"
                    + String(repeating: "é", count: 200),
                .refused(
                    status: 503, reason: "a" + String(repeating: "é", count: 199), retryAfter: nil)
            ),
        ])
    func noAnswer(text: String, error: SimperiumError) async throws {
        let server = try await LyingServer(.text(text))
        var configuration = SimperiumClient.Configuration(
            server: "ws://127.0.0.1:\(server.port)", app: "demo")
        configuration.apiKey = "key"
        let client = try SimperiumClient(configuration)
        await #expect(throws: error) {
            _ = try await client.signUp(email: "lin@example.org", password: "correct horse")
        }
    }

    @Test("A client leaves a server that hangs after the sign-in within seconds of close")
    func hangs() async throws {
        let server = try await LyingServer(.messages(["0:auth:kim@example.org", Self.page]))
        let (client, todo) = try await visitor("ws://127.0.0.1:\(server.port)")
        await eventually { await todo[.milk] != nil }
        await #expect(throws: SimperiumError.timedOut) {
            try await client.waitUntilSettled(within: .milliseconds(10))
        }
        let asking = Task(executorPreference: TestThreads.executor) {
            _ = try await todo.versions(of: .milk, last: 1)
        }
        let closing = Task(executorPreference: TestThreads.executor) {
            _ = try await todo.versions(of: .milk, last: 1)
        }
        asking.cancel()
        await #expect(throws: SimperiumError.cancelled) { try await asking.value }
        let start = ContinuousClock.now
        await client.disconnect()
        await client.close()
        await #expect(throws: SimperiumError.closed) { try await closing.value }
        #expect(ContinuousClock.now - start < .seconds(15))
    }

    /// The server's message for a change of `n` to this number.
    private static func change(_ number: Int) -> String {
        let step = #"{"o":"\#(number > 1 ? "r" : "+")","v":\#(number)}"#
        let versions = #""sv":\#(number),"ev":\#(number + 1),"cv":"c\#(number + 1)""#
        return #"0:c:[{"clientid":"x","id":"milk","o":"M","v":{"n":\#(step)},\#(versions),"#
            + #""ccids":["x\#(number)"]}]"#
    }

    @Test("A flood is read in bounded memory, and each call is answered meanwhile")
    func flood() async throws {
        var messages = ["0:auth:kim@example.org", Self.page]
        for number in 1...20_000 {
            messages.append(Self.change(number))
            if number % 100 == 0 { messages.append("0:x:" + String(repeating: "a", count: 9_000)) }
        }
        let server = try await LyingServer(.messages(messages))
        let (client, todo) = try await visitor("ws://127.0.0.1:\(server.port)") {
            $0.unreadLimit = 4
        }
        var changes = await todo.changes().makeAsyncIterator()
        var count = 0
        while await todo[.milk]?["n"] != 20_000 {
            count += 1
            try await todo.set(.bread, to: ["count": JSON(count)])
        }
        #expect(await changes.next() == .everything)
        await client.close()
        // The unread changes are reported as one: the object, or everything.
        var rest = 0
        while await changes.next() != nil { rest += 1 }
        #expect(rest <= 1)
    }

    @Test(
        "Only certificates of the configured authorities are accepted",
        arguments: [
            ("expired", ConnectionFailure.certificateExpired),
            ("future", .certificateNotYetValid), ("elsewhere", .certificateOfAnother),
            ("unknown", .certificateUntrusted), ("loner", .certificateUntrusted),
        ])
    func certificates(name: String, failure: ConnectionFailure) async throws {
        let server = try await LyingServer(.silence, certificate: name)
        let (client, _) = try await visitor("wss://localhost:\(server.port)") {
            $0.trust = .certificates(file: Certificates.shared.authority)
        }
        for await status in client.statuses {
            guard case .offline(_, let reason?) = status else { continue }
            #expect(reason == failure)
            break
        }
        await #expect(throws: SimperiumError.notReachable(failure)) {
            _ = try await client.signUp(email: "lin@example.org", password: "correct horse")
        }
        await client.close()
    }

    @Test(
        "With its own authority a client connects encrypted; without, the certificate is untrusted"
    )
    func encrypted() async throws {
        var options = TestServer.Options()
        options.certificate = ServerSettings.CertificatePaths(
            chainFile: Certificates.shared.path("good"), keyFile: Certificates.shared.key)
        let server = try TestServer(options)
        var configuration = server.configuration
        await #expect(throws: SimperiumError.notReachable(.certificateUntrusted)) {
            _ = try await SimperiumClient(configuration)
                .signUp(email: "lin@example.org", password: "correct horse")
        }
        configuration.trust = .certificates(file: Certificates.shared.authority)
        let client = try SimperiumClient(configuration)
        let todo = try await client.bucket(.todo)
        _ = try await client.signUp(email: "lin@example.org", password: "correct horse")
        await client.connect()
        try await todo.set(.milk, to: ["title": "Milk"])
        try await client.waitUntilSettled(within: .seconds(30))
        await client.close()
    }
}

/// A limit in seconds, which tests that run at the same time would exceed.
@Suite("SimperiumKit: a server that never answers", .waits)
struct HostilityTimingTests {
    @Test("C72: A server that never answers delays neither a caller nor a close")
    func silence() async throws {
        let server = try await LyingServer(.silence)
        let (client, _) = try await HostilityTests().visitor("ws://127.0.0.1:\(server.port)")
        let signingUp = Task(executorPreference: TestThreads.executor) { () throws -> Void in
            // On a busy machine the call may time out before this is checked, so it is repeated.
            while true {
                do {
                    _ = try await client.signUp(email: "lin@example.org", password: "correct horse")
                } catch SimperiumError.timedOut {}
            }
        }
        await eventually { await server.connectionCount == 2 }
        await #expect(throws: SimperiumError.timedOut) {
            try await client.waitUntilSettled(within: .milliseconds(10))
        }
        let start = ContinuousClock.now
        await client.close()
        await #expect(throws: SimperiumError.closed) { try await signingUp.value }
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
