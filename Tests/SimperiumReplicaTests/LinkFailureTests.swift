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
        var host = Harbour.Host.hub(path: "/sock/1/demo/websocket")
        var certificate: String?
        /// The address to dial. PORT stands for the harbour's port.
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
            Row(name: "mail", host: .text("220 mail.example ESMTP\r\n"), failure: .notSimperium),
            Row(name: "an end without an answer", host: .text(""), failure: .lost),
            Row(name: "an end in the answer", host: .text("HTTP/1.1 101 Swi"), failure: .lost),
            Row(
                name: "another app's hub", host: .hub(path: "/sock/1/another/websocket"),
                failure: .notSimperium),
            Row(name: "no TLS", address: "wss://localhost:PORT", failure: .unencrypted),
        ]
        + statuses.map { status, failure in
            Row(name: "\(status)", host: .answer(HTTPResponse(status)), failure: failure)
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
            let harbour = try Harbour(row.host, tls: row.certificate.map { try .server($0) })
            if row.failure == nil { harbour.stopListening() }
            let address = row.address.replacing("PORT", with: "\(harbour.port)")
            let listening = try Listening(address, at: harbour)
            harbour.run { listening.end != nil }
            let failure = row.failure ?? .refused(at: "127.0.0.1:\(harbour.port)")
            #expect(listening.end == failure, "\(row.name)")
            #expect(listening.events.count == 1, "\(row.name)")
        }
    }

    @Test(
        "A server that accepts a connection and sends nothing is given up",
        arguments: ["ws", "wss"])
    func timedOut(scheme: String) throws {
        let harbour = try Harbour(.silence)
        let listening = try Listening(
            "\(scheme)://127.0.0.1:\(harbour.port)", at: harbour, patience: .milliseconds(60))
        harbour.run { listening.end != nil }
        #expect(listening.events == [.closed(listening.id, .timedOut)])
    }

    @Test("A hub that closes, a full hub and a broken connection have different reasons")
    func afterOpening() throws {
        let harbour = try Harbour()
        let ends: [((IncomingWebClient) -> Void, LinkFailure)] = [
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
