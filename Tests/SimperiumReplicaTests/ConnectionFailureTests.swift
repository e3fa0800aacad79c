import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
import TestSupport
import TestKit
import Testing
import Wording

/// Each way in which a hub can't be had, met on real sockets.
@Suite("Why there is no line", .waits)
struct ConnectionFailureTests {
    private func end(_ address: (UInt16) -> String, at harbour: Harbour) throws -> Listening {
        let listening = try Listening(address(harbour.port), at: harbour)
        harbour.run { listening.end != nil }
        #expect(listening.events.count == 1)
        return listening
    }

    @Test("Nobody listens")
    func refused() throws {
        let harbour = try Harbour()
        harbour.stopListening()
        let place = "127.0.0.1:\(harbour.port)"
        #expect(try end({ _ in "ws://\(place)" }, at: harbour).end == .refused(at: place))
    }

    @Test("Nobody has that name")
    func nameUnknown() throws {
        #expect(try end({ _ in "ws://no.such.invalid" }, at: Harbour()).end == .nameUnknown)
    }

    @Test("There is no way to the address")
    func unreachable() throws {
        #expect(try end({ _ in "ws://255.255.255.255" }, at: Harbour()).end == .unreachable)
    }

    @Test(
        "Whoever answers something else is told apart",
        arguments: [
            (HTTPStatus.ok, .notSimperium), (.notFound, .notSimperium),
            (.internalError, .notSimperium), (.upgradeRequired, .otherVersion),
            (.versionNotSupported, .otherVersion), (.unauthorized, .forbidden),
            (.forbidden, .forbidden), (.proxyAuthenticationRequired, .forbidden),
            (.unavailable, .full), (.tooManyRequests, .full),
        ] as [(HTTPStatus, ConnectionFailure)])
    func statuses(status: HTTPStatus, failure: ConnectionFailure) throws {
        let harbour = try Harbour(.answer(HTTPResponse(status)))
        #expect(try end({ "ws://127.0.0.1:\($0)" }, at: harbour).end == failure)
    }

    @Test("Whoever speaks no HTTP, or another app's hub, is not what we look for")
    func notSimperium() throws {
        let mail = try Harbour(.text("220 mail.example ESMTP\r\n"))
        #expect(try end({ "ws://127.0.0.1:\($0)" }, at: mail).end == .notSimperium)
        let other = try Harbour(.hub(path: "/sock/1/another/websocket"))
        #expect(try end({ "ws://127.0.0.1:\($0)" }, at: other).end == .notSimperium)
    }

    @Test(
        "A certificate that is not good is told with its flaw",
        arguments: [
            ("expired", .expired), ("future", .notYetValid), ("elsewhere", .wrongHost),
            ("unknown", .untrusted), ("loner", .untrusted),
        ] as [(String, CertificateFlaw)])
    func certificates(name: String, flaw: CertificateFlaw) throws {
        let harbour = try Harbour(tls: .server(name))
        #expect(
            try end({ "wss://localhost:\($0)" }, at: harbour).end == .certificateRejected(flaw))
    }

    @Test("A port without TLS is told from one with a bad certificate")
    func unencrypted() throws {
        #expect(try end({ "wss://localhost:\($0)" }, at: Harbour()).end == .unencrypted)
    }

    @Test("Whoever takes us in and says nothing is given up", arguments: ["ws", "wss"])
    func timedOut(scheme: String) throws {
        let harbour = try Harbour(.silence)
        let listening = try Listening(
            "\(scheme)://127.0.0.1:\(harbour.port)", at: harbour, patience: .milliseconds(60))
        harbour.run { listening.end != nil }
        #expect(listening.events == [.closed(listening.id, .timedOut)])
    }

    @Test("A hub that closes, one that is full, and a line that breaks are told apart")
    func afterOpening() throws {
        let harbour = try Harbour()
        let ends: [((WebPeer) -> Void, ConnectionFailure)] = [
            ({ $0.close(CloseReason(.goingAway)) }, .closedByHub),
            ({ $0.close(CloseReason(.tryAgainLater)) }, .full),
            ({ $0.connection.drop() }, .lost),
            ({ $0.connection.send([0xC1, 0]) }, .garbled),
        ]
        for (leave, failure) in ends {
            let listening = try Listening("ws://127.0.0.1:\(harbour.port)", at: harbour)
            harbour.run { listening.events == [.opened(listening.id)] }
            leave(try #require(harbour.peers.last))
            harbour.run { listening.end != nil }
            #expect(listening.events == [.opened(listening.id), .closed(listening.id, failure)])
        }
    }

    @Test("Each reason has words of its own")
    func words() {
        let flaws: [CertificateFlaw] = [.expired, .notYetValid, .wrongHost, .untrusted, .other]
        let failures: [ConnectionFailure] =
            flaws.map { .certificateRejected($0) } + [
                .nameUnknown, .unreachable, .refused(at: ""), .unencrypted, .notSimperium,
                .otherVersion, .forbidden, .full, .closedByHub, .lost, .timedOut, .silent,
                .unanswered, .outpaced, .garbled,
            ]
        #expect(Set(failures.map(\.description)).count == failures.count)
    }
}
