import Glibc
import TestKit
import TestSupport
import Testing

/// The program as a server with TLS, used by third-party clients.
@Suite("A server with a certificate", .waits)
struct EncryptionTests {
    private let old: CertificateFiles
    private let new: CertificateFiles
    private let folder: TemporaryFolder
    private let server: ServedProgram

    init() throws {
        old = try CertificateFiles(named: "old")
        new = try CertificateFiles(named: "new")
        folder = try TemporaryFolder()
        try old.copy(to: folder.path("chain"), folder.path("key"))
        server = try ServedProgram(
            ["--tls-cert", folder.path("chain"), "--tls-key", folder.path("key")])
    }

    /// Returns curl's output, if it trusts the server.
    private func curl(trusting papers: CertificateFiles) throws -> String {
        try PipedProgram.run(
            "/usr/bin/curl",
            [
                "-s", "--max-time", "5", "--cacert", papers.chain,
                "https://\(server.address)/healthz",
            ]
        ).text
    }

    /// Returns openssl's output, with its report on the encryption.
    private func openSSL(trusting papers: CertificateFiles) throws -> String {
        try PipedProgram.run(
            "/bin/sh",
            [
                "-c",
                """
                printf 'GET /healthz HTTP/1.1\\r\\nHost: [::1]\\r\\nConnection: close\\r\\n\\r\\n' |
                    openssl s_client -ign_eof -brief -verify_return_error -CAfile "$1" \\
                        -connect "$2" 2>&1
                """, "sh", papers.chain, server.address,
            ]
        ).text
    }

    /// Makes the server read its certificate again, and waits until it presents the new one.
    private func renew() throws {
        try new.copy(to: folder.path("chain"), folder.path("key"))
        server.send(SIGHUP)
        try eventually { try !curl(trusting: new).isEmpty }
    }

    @Test("S69: curl, openssl and Python connect, each with a certificate that it trusts")
    func comers() throws {
        #expect(try curl(trusting: old).contains(#""status":"ok""#))
        #expect(try curl(trusting: new).isEmpty)
        let heard = try openSSL(trusting: old)
        #expect(heard.contains("TLSv1.3") && heard.contains("Verification: OK"), "\(heard)")
        #expect(heard.contains(#""status":"ok""#), "\(heard)")
        #expect(try !openSSL(trusting: new).contains("status"))
        let guest = try server.startPython(Self.program, [old.chain])
        guest.says("go")
        #expect(guest.rest() == "in\nh:2\n")
        #expect(try server.python(Self.program, [new.chain]) == "CERTIFICATE_VERIFY_FAILED\n")
    }

    @Test("If the new certificate can't be read, the old one stays in use")
    func badRenewal() throws {
        for file in ["chain", "key"] {
            try Files.write("nothing", to: folder.path(file))
        }
        server.send(SIGHUP)
        let log = server.folder.path("log")
        try eventually { try Files.text(log).contains("can't use the certificate") }
        #expect(try curl(trusting: old).contains(#""status":"ok""#))
        try old.copy(to: folder.path("chain"), folder.path("unused"))
        try new.copy(to: folder.path("unused"), folder.path("key"))
        server.send(SIGHUP)
        try eventually {
            try server.logged.contains("the private key does not belong to the certificate")
        }
        try renew()
        #expect(try curl(trusting: new).contains(#""status":"ok""#))
    }

    @Test("A certificate that expires soon is logged at the start, and when it is read again")
    func expiry() throws {
        func count() throws -> Int {
            try server.logged.split(separator: "\n").count {
                $0.contains("warning certificate expires soon on=")
            }
        }
        try eventually { try count() == 1 }
        try renew()
        try eventually { try count() == 2 }
    }

    /// Prints when it has connected, waits for a line, and sends one heartbeat.
    private static let program = """
        async def main():
            trust = ssl.create_default_context(cafile=sys.argv[2])
            try:
                async with websockets.connect(f"wss://127.0.0.1:{PORT}/sock/websocket",
                    ssl=trust) as me:
                    print("in", flush=True)
                    await asyncio.to_thread(sys.stdin.readline)
                    await me.send("h:1")
                    print(await me.recv())
            except ssl.SSLCertVerificationError as error:
                print(error.reason)
        asyncio.run(main())
        """
}

@Suite("A server with a certificate, under a crowd", .waits)
struct EncryptionTimingTests {
    @Test(
        "I-1: 800 connections of one address at once are all served within ten seconds",
        arguments: [1, 2])
    func crowd(programs: Int) throws {
        let papers = try CertificateFiles(named: "crowd")
        let folder = try TemporaryFolder()
        try papers.copy(to: folder.path("chain"), folder.path("key"))
        let server = try ServedProgram(
            [
                "--tls-cert", folder.path("chain"), "--tls-key", folder.path("key"),
                "--max-per-address", "1000",
            ])
        let crowds = try (0..<programs).map { _ in
            try server.startPython(Self.program, [papers.chain, "\(800 / programs)"])
        }
        for crowd in crowds {
            let verdict = crowd.rest()
            #expect(verdict.hasPrefix("\(800 / programs) served, none refused"), "\(verdict)")
            let last = verdict.split(separator: " ").last.flatMap {
                Double($0.prefix { $0 != "\n" })
            }
            #expect(try #require(last) < 10)
        }
        #expect(try !server.logged.contains("too many connections"))
    }

    private static let program = """
        async def visit(trust, times):
            reader, writer = await asyncio.open_connection("127.0.0.1", PORT, ssl=trust)
            writer.write(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
            assert b" 200 " in await reader.readline()
            times.append(time.monotonic() - start)
            return writer
        async def main():
            trust = ssl.create_default_context(cafile=sys.argv[2])
            times = []
            found = await asyncio.gather(
                *(visit(trust, times) for _ in range(int(sys.argv[3]))), return_exceptions=True)
            failures = [each for each in found if isinstance(each, BaseException)]
            print(len(times), "served,", set(map(repr, failures)) or "none", "refused,",
                "last after", f"{max(times):.2f}")
        start = time.monotonic()
        asyncio.run(main())
        """
}

/// A certificate for this machine, and its key.
final class CertificateFiles {
    private let folder: TemporaryFolder
    var chain: String { folder.path("chain") }
    private var key: String { folder.path("key") }

    init(named name: String) throws {
        folder = try TemporaryFolder()
        _ = try PipedProgram.run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", chain,
            ])
    }

    func copy(to chain: String, _ key: String) throws {
        for (from, to) in [(self.chain, chain), (self.key, key)] {
            try Files.write(Files.bytes(from), to: to)
        }
    }
}
