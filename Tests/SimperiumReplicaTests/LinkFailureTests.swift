import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
import TestKit
import TestSupport
import Testing
import Wording

/// Each reason for a failed connection to a hub, provoked on real sockets.
@Suite("Reasons for a failed connection", .waits)
struct LinkFailureTests {
    /// A connection to a hub that fails.
    private struct Row: Sendable {
        let name: String
        var server = LocalServer.Behaviour.hub(path: "/sock/1/demo/websocket")
        var certificate: String?
        /// The address to dial. PORT stands for the server's port.
        var address = "ws://127.0.0.1:PORT"
        /// The reason; nil if there is no listener, so that the dialled address refuses.
        let failure: LinkFailure?
    }

    private static let rows: [Row] =
        [
            Row(name: "no listener", failure: nil),
            Row(
                name: "an unknown name", address: "ws://no.such.invalid",
                failure: .nameUnknown(host: "no.such.invalid")),
            Row(name: "no route", address: "ws://255.255.255.255", failure: .unreachable),
            Row(name: "mail", server: .text("220 mail.example ESMTP\r\n"), failure: .notSimperium),
            Row(name: "an end without an answer", server: .text(""), failure: .lost),
            Row(name: "an end in the answer", server: .text("HTTP/1.1 101 Swi"), failure: .lost),
            Row(
                name: "another app's hub", server: .hub(path: "/sock/1/another/websocket"),
                failure: .notSimperium),
            Row(name: "no TLS", address: "wss://localhost:PORT", failure: .unencrypted),
        ]
        + statuses.map { status, failure in
            Row(name: "\(status)", server: .answer(HTTPResponse(status)), failure: failure)
        }
        + certificates.map { name, flaw in
            Row(
                name: name, certificate: name, address: "wss://localhost:PORT",
                failure: .certificateRejected(flaw))
        }
    private static let statuses: [(HTTPStatus, LinkFailure)] = [
        (.ok, .notSimperium), (.notFound, .notSimperium), (.internalError, .notSimperium),
        (.upgradeRequired, .otherVersion), (.versionNotSupported, .otherVersion),
        (.unauthorized, .forbidden), (.forbidden, .forbidden),
        (.proxyAuthenticationRequired, .forbidden), (.unavailable, .full),
        (.tooManyRequests, .full),
    ]
    private static let certificates: [(String, CertificateFlaw)] = [
        ("expired", .expired), ("future", .notYetValid), ("elsewhere", .wrongHost),
        ("unknown", .untrusted), ("loner", .untrusted),
    ]

    @Test("Each failed connection has its reason")
    func failures() throws {
        for row in Self.rows {
            let local = try LocalServer(row.server, tls: row.certificate.map { try .server($0) })
            if row.failure == nil { local.stopListening() }
            let address = row.address.replacing("PORT", with: "\(local.port)")
            let recorder = try LinkRecorder(address, at: local)
            local.run { recorder.end != nil }
            let failure = row.failure ?? .refused(at: "127.0.0.1:\(local.port)")
            #expect(recorder.end == failure, "\(row.name)")
            #expect(recorder.events.count == 1, "\(row.name)")
        }
    }

    @Test(
        "A server that accepts a connection and sends nothing is given up",
        arguments: ["ws", "wss"])
    func timedOut(scheme: String) throws {
        let local = try LocalServer(.silence)
        let recorder = try LinkRecorder(
            "\(scheme)://127.0.0.1:\(local.port)", at: local, dialTimeout: .milliseconds(60))
        local.run { recorder.end != nil }
        #expect(recorder.events == [.closed(recorder.id, .timedOut)])
    }

    @Test("A hub that closes, a full hub and a broken connection have different reasons")
    func afterOpening() throws {
        let local = try LocalServer()
        let ends: [((IncomingWebClient) -> Void, LinkFailure)] = [
            ({ $0.close(CloseReason(.goingAway)) }, .closedByHub),
            ({ $0.close(CloseReason(.tryAgainLater)) }, .full),
            ({ $0.connection.drop() }, .lost),
            ({ $0.connection.send([0xC1, 0]) }, .garbled),
        ]
        for (leave, failure) in ends {
            let recorder = try LinkRecorder("ws://127.0.0.1:\(local.port)", at: local)
            local.run { recorder.events == [.opened(recorder.id)] }
            leave(try #require(local.peers.last))
            local.run { recorder.end != nil }
            #expect(recorder.events == [.opened(recorder.id), .closed(recorder.id, failure)])
        }
    }

    @Test("Each reason has its own sentence")
    func words() {
        let flaws: [CertificateFlaw] = [.expired, .notYetValid, .wrongHost, .untrusted, .other]
        let failures: [LinkFailure] =
            flaws.map { .certificateRejected($0) } + [
                .nameUnknown(host: "no.such.invalid"), .unreachable, .refused(at: ""),
                .unencrypted, .notSimperium, .otherVersion, .forbidden, .full, .closedByHub,
                .lost, .timedOut, .silent, .unanswered, .outpaced, .garbled,
            ]
        #expect(Set(failures.map(\.description)).count == failures.count)
        let unknown = LinkFailure.nameUnknown(host: "no.such.invalid")
        #expect(
            unknown.advice
                == "no such host: no.such.invalid; check --server, or the setting server")
        #expect(
            unknown.sentence
                == "Offline: no such host: no.such.invalid. Check the setting “server”.")
    }
}
