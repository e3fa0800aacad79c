import Glibc
import SimperiumLoop
import SimperiumNetwork
import TestKit
import TestSupport
import Testing

@Suite("TLS session", .waits)
struct TLSSessionTests {
    static let certificates = Certificates.shared

    @Test("An expired certificate expires soon, and one that is valid for years does not")
    func expiry() throws {
        let expired = try CertificateExpiry(of: .server("expired"))
        #expect(expired?.expiresSoon == true && expired?.lastDay == "2021-01-01")
        let good = try CertificateExpiry(of: .good)
        #expect(good?.expiresSoon == false && good?.lastDay == "2040-01-01")
    }

    @Test(
        "Both ends read what the other wrote, however it is cut",
        arguments: [1, 2, 3, 7, 100, 16_384, 1_000_000])
    func conversation(size: Int) throws {
        var line = try TLSPair(cut: size)
        try line.exchange()
        #expect(line.client.session.isHandshakeComplete)
        #expect(line.server.session.isHandshakeComplete)
        let long = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try line.client.session.write(Array("hello".utf8).span)
        try line.server.session.write(long.span)
        try line.exchange()
        try line.client.session.write([UInt8]().span)
        try line.client.session.write(Array(", server".utf8).span)
        try line.exchange()

        #expect(line.server.text == "hello, server")
        #expect(line.client.heard == long)
    }

    @Test("A goodbye differs from a truncated end, and each side sends its own")
    func goodbye() throws {
        var line = try TLSPair()
        try line.exchange()
        try line.client.session.write(Array("last".utf8).span)
        line.client.session.sendCloseNotify()
        line.client.session.sendCloseNotify()
        try line.exchange()
        #expect(line.server.text == "last")
        #expect(line.server.hasEnded)
        #expect(!line.client.hasEnded)

        try line.server.session.write(Array("answer".utf8).span)
        line.server.session.sendCloseNotify()
        try line.exchange()
        #expect(line.client.text == "answer")
        #expect(line.client.hasEnded)
        try line.server.session.bufferReceived(Array("more".utf8).span)
        var room = [UInt8](repeating: 0, count: 16)
        #expect(try line.server.session.read(into: &room) == .end)
    }

    @Test("A goodbye before the end of the handshake is not sent, and harms nothing")
    func earlyGoodbye() throws {
        var line = try TLSPair()
        line.client.session.sendCloseNotify()
        line.server.session.sendCloseNotify()
        try line.exchange()
        try line.client.session.write(Array("hello".utf8).span)
        try line.exchange()
        #expect(line.server.text == "hello")
    }

    @Test(
        "A certificate is valid for its names and addresses, if the client trusts its authority")
    func goodHost() throws {
        for host in ["localhost", "127.0.0.1", "::1", "LOCALHOST"] {
            var line = try TLSPair(host: host)
            try line.exchange()
            #expect(line.client.session.isHandshakeComplete, "\(host)")
        }
        var line = try TLSPair(trusting: TLSContext.client())
        #expect(throws: TLSFault.unknownAuthority, "the system's authorities") {
            try line.exchange()
        }
    }

    @Test(
        "A bad certificate is refused with the reason, and the server gets the reason",
        arguments: [
            ("expired", "localhost", TLSFault.certificateExpired, "certificate expired"),
            ("future", "localhost", .certificateNotYetValid, "bad certificate"),
            ("elsewhere", "localhost", .wrongHost("localhost"), "bad certificate"),
            ("elsewhere", "127.0.0.1", .wrongHost("127.0.0.1"), "bad certificate"),
            ("elsewhere", "a.b.many.example", .wrongHost("a.b.many.example"), "bad certificate"),
            ("good", "127.0.0.2", .wrongHost("127.0.0.2"), "bad certificate"),
            ("unknown", "localhost", .unknownAuthority, "unknown CA"),
            ("unknown-chain", "localhost", .unknownAuthority, "unknown CA"),
            ("loner", "localhost", .selfSigned, "unknown CA"),
        ])
    func badCertificate(name: String, host: String, fault: TLSFault, alert: String) throws {
        var line = try TLSPair(certificate: name, host: host)
        #expect(throws: fault) { try line.exchange() }
        #expect(!line.client.session.isHandshakeComplete)
        // The client's remaining output contains the reason for the server.
        let server = #expect(throws: TLSFault.self) { try line.exchange() }
        #expect(server == .refusedByPeer(alert))
        #expect(throws: fault) { try line.client.session.bufferReceived([1].span) }
        line.client.session.sendCloseNotify()
        #expect(line.client.session.takeOutput() == [])
    }

    @Test("A peer that does not use TLS is noticed, as server and as client")
    func plain() throws {
        let requests = ["GET", "POST", "HEAD", "PUT"].map { "\($0) / HTTP/1.1\r\nHost: a\r\n\r\n" }
        let responses = [
            "HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "* OK IMAP4\r\n",
        ]
        for text in requests + responses {
            let session =
                requests.contains(text)
                ? try TLSSession(serverOf: .good)
                : try TLSSession(clientOf: .trusting, host: "localhost")
            try session.bufferReceived(Array(text.utf8).span)
            #expect(throws: TLSFault.notTLS, "\(text)") { try session.readAll() }
        }
    }

    @Test("A peer that offers only unsafe versions is refused, and gets the reason")
    func oldVersion() throws {
        // A greeting in TLS 1.0 with one cipher, as old programs send it.
        let body: [UInt8] =
            [3, 1] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0xC0, 0x13, 1, 0]
        let greeting = [1, 0, 0, UInt8(body.count)] + body
        let record = [22, 3, 1, 0, UInt8(greeting.count)] + greeting
        let server = try TLSSession(serverOf: .good)
        try server.bufferReceived(record.span)
        #expect(throws: TLSFault.noSharedVersion) { try server.readAll() }
        let alert = server.takeOutput()
        #expect(alert == [21, 3, 1, 0, 2, 2, 70])

        let client = try TLSSession(clientOf: .trusting, host: "localhost")
        try client.bufferReceived(alert.span)
        #expect(throws: TLSFault.noSharedVersion) { try client.readAll() }
    }

    @Test("Bytes that were changed on their way are refused")
    func damage() throws {
        var line = try TLSPair()
        try line.exchange()
        try line.client.session.write(Array("pay 1".utf8).span)
        var bytes = line.client.session.takeOutput()
        bytes[bytes.count - 1] ^= 1
        try line.server.session.bufferReceived(bytes.span)
        let fault = #expect(throws: TLSFault.self) { try line.server.session.readAll() }
        #expect(
            fault
                == .library(
                    LibraryError(
                        "OpenSSL", "read", reason: "decryption failed or bad record mac")))
    }
}

@Suite("TLS, resumed", .waits)
struct ResumedSessionTests {
    private let server: TLSContext
    private let client: TLSContext

    init() throws {
        server = try TLSContext.good
        client = try TLSContext.trusting
    }

    /// Returns true if a new connection resumes an earlier one. It is dropped without a goodbye.
    private func connect(
        to host: String = "localhost", at server: TLSContext? = nil, as client: TLSContext? = nil
    ) throws -> Bool {
        var line = try TLSPair(
            at: server ?? self.server, trusting: client ?? self.client, host: host)
        try line.exchange()
        try line.client.session.write(Array("hello".utf8).span)
        try line.server.session.write(Array("welcome".utf8).span)
        try line.exchange()
        #expect(line.server.text == "hello")
        #expect(line.client.text == "welcome")
        #expect(line.client.session.isResumed == line.server.session.isResumed)
        return line.client.session.isResumed
    }

    @Test("A client resumes its last session with a host, also after a lost connection")
    func again() throws {
        #expect(try !connect())
        for _ in 0..<5 { #expect(try connect()) }
    }

    @Test("A session is resumed once, so a second connection at the same time begins its own")
    func once() throws {
        #expect(try !connect())
        var first = try TLSPair(at: server, trusting: client)
        var second = try TLSPair(at: server, trusting: client)
        try first.exchange()
        try second.exchange()
        #expect(first.client.session.isResumed)
        #expect(!second.client.session.isResumed)
    }

    @Test("A session belongs to one host and one context")
    func others() throws {
        #expect(try !connect())
        #expect(try !connect(to: "127.0.0.1"))
        #expect(try !connect(as: TLSContext.trusting))
        let other = try TLSContext.client(
            authorities: TLSSessionTests.certificates.authority, resumesSessions: false)
        for _ in 0..<2 { #expect(try !connect(as: other)) }
        #expect(try connect())
    }

    @Test("A server that has started again shows its certificate, which is checked again")
    func restart() throws {
        #expect(try !connect())
        #expect(try !connect(at: .good))
        #expect(try !connect())
        #expect(throws: TLSFault.certificateExpired) { try connect(at: .server("expired")) }
        // The session of the good server was spent on the attempt.
        #expect(try !connect())
        #expect(try connect())
    }

    @Test("A client keeps four sessions with each of sixteen hosts")
    func limits() throws {
        let many = try TLSContext.server("elsewhere")
        let hosts = (0..<20).map { "a\($0).many.example" }
        for host in hosts { #expect(try !connect(to: host, at: many), "\(host)") }
        let resumed = try hosts.filter { try connect(to: $0, at: many) }
        #expect(resumed == Array(hosts.prefix(16)))

        let other = try TLSContext.trusting
        for count in [0, 4] {
            var lines = try (0..<6).map { _ in try TLSPair(at: server, trusting: other) }
            for index in lines.indices { try lines[index].exchange() }
            #expect(lines.filter(\.client.session.isResumed).count == count)
        }
    }
}

/// Tests in processes of their own, which need a run without other children.
@Suite("TLS, in a process of its own", .waits)
struct TLSSessionExitTests {
    @Test(
        "Thousands of sessions leave nothing behind",
        .enabled(
            if: unsafe dlsym(nil, "__asan_init") == nil,
            "because the address sanitizer keeps freed memory, and finds leaks itself"))
    func leak() async {
        // In a process of its own, which has no other tests in its memory.
        await #expect(processExitsWith: .success) {
            let (server, client) = try (TLSContext.server("good"), TLSContext.trusting)
            for _ in 0..<50 { try converse(server, client) }
            let before = residentBytes()
            for _ in 0..<500 { try converse(server, client) }
            // A session that stayed would cost 20 KB.
            #expect(residentBytes() - before < 2_000_000)
        }
    }
}

/// Two sessions: one that is finished, and one that is dropped.
private func converse(_ server: TLSContext, _ client: TLSContext) throws {
    for isFinished in [true, false] {
        var line = try TLSPair(at: server, trusting: client)
        try line.exchange()
        try line.client.session.write([UInt8](repeating: 1, count: 40_000).span)
        try line.exchange()
        if isFinished { line.client.session.sendCloseNotify() }
        try line.exchange()
    }
}

/// Returns the resident memory of this process.
private func residentBytes() -> Int {
    let pages = (try? Files.text("/proc/self/statm"))?
        .split(separator: " ").dropFirst().first
    return (pages.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}
