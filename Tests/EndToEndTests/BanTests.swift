import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Bans of a server", .serialized, .waits)
struct BanTests {
    private static func log(of server: ServedProgram) throws -> String {
        try Files.text(server.folder.path("log"))
    }

    @Test("S80: A banned client gets nothing; the log has the reason once; SIGHUP reloads the list")
    func bans() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("bans")
        try Files.write("127.0.0.1 too many robots\n", to: file)
        let server = try ServedProgram(["--bans", file])
        for _ in 0..<3 { #expect(try server.curl("/healthz") == "") }
        let told = try Self.log(of: server).split(separator: "\n").filter {
            $0.contains("banned who=127.0.0.1 why=\"too many robots\"")
        }
        #expect(told.count == 1)
        let players = try PipedProgram.run(
            PipedProgram.ours, ["players", "--server", server.address],
            environment: ["HOME": folder.place, "LC_ALL": "C.UTF-8"])
        #expect(
            players.status == 3 && players.text.contains("may have banned your address"),
            "\(players.text)")

        try Files.write("127.0.0.2\n", to: file)
        server.send(SIGHUP)
        try eventually { try Self.log(of: server).contains("ban list read count=1") }
        #expect(try server.curl("/healthz").contains(#""status":"ok""#))
    }

    @Test("S80, S81: A trusted proxy must name each client's address, and bans apply to that")
    func proxied() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("bans")
        try Files.write("203.0.113.0/24 robots\n", to: file)
        let server = try ServedProgram(["--bans", file, "--trusted-proxy", "127.0.0.0/8"])
        func status(_ path: String, _ forwarded: String?) throws -> String {
            let field = forwarded.map { "X-Forwarded-For: \($0)" } ?? "X-Other: 1"
            return try server.curl(path, "-H", field, "-o", "/dev/null", "-w", "%{http_code}")
        }
        // A server that stands by connects to the writer first.
        try eventually { try status("/healthz", nil) == "200" }
        #expect(try status("/1/tictactoe/buckets", nil) == "400")
        #expect(try server.curl("/1/tictactoe/buckets").contains("X-Forwarded-For"))
        let unnamed = try Self.log(of: server).split(separator: "\n").filter {
            $0.contains("trusted proxy names no client from=127.0.0.1")
        }
        // The writer logs it, if this server stands by.
        #expect(ServedProgram.standsBy || unnamed.count == 1)
        for path in ["/healthz/", "/healthz//"] { #expect(try status(path, nil) == "200") }
        #expect(try status("/healthz", "203.0.113.9") == "403")
        #expect(try status("/healthz", "203.0.113.9, 192.0.2.1") == "200")
        #expect(try status("/healthz", "192.0.2.1, 203.0.113.9, 127.0.0.1") == "403")
        #expect(try Self.log(of: server).contains("banned who=203.0.113.9 why=\"robots\""))
        let told = try server.python(
            """
            for client in ("203.0.113.9", "192.0.2.1"):
                s = socket.create_connection(("127.0.0.1", int(PORT)))
                s.sendall(f"PROXY TCP4 {client} 127.0.0.1 4711 80\\r\\n".encode())
                s.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n")
                try: print(s.recv(12))
                except ConnectionError: print(b"")
            """)
        #expect(told == "b''\nb'HTTP/1.1 200'\n")

        // A refused upgrade leaves the proxy's connection to all its clients.
        let shared = try server.python(
            """
            s = socket.create_connection(("127.0.0.1", int(PORT)))
            for client, path in (("192.0.2.1", "/sock/1/tictactoe/websocket"),
                                 ("203.0.113.9", "/healthz")):
                head = f"GET {path} HTTP/1.1\\r\\nHost: x\\r\\nX-Forwarded-For: {client}"
                s.sendall((head + "\\r\\n\\r\\n").encode())
                print(s.recv(65536)[9:12])
            """)
        #expect(shared == "b'426'\nb'403'\n")
    }

    @Test("S81: The door asks the proxy, too, and lets no guest in without an answer")
    func door() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("bans")
        try Files.write("203.0.113.9 robots\n", to: file)
        let house = try TerminalHouse("--bans", file, "--trusted-proxy", "127.0.0.1")
        let told = try PipedProgram.run(
            "/usr/bin/python3",
            [
                "-c",
                """
                import socket, sys
                for start in ("PROXY TCP4 192.0.2.1 127.0.0.1 4711 22\\r\\n", "",
                              "PROXY TCP4 203.0.113.9 127.0.0.1 4711 22\\r\\n"):
                    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
                    s.sendall(start.encode() + b"SSH-2.0-robot\\r\\n")
                    try: print(s.recv(8))
                    except ConnectionError: print(b"")
                """, "\(house.port)",
            ])
        let lines = told.text.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["b'SSH-2.0-'", "b''"])
        house.host.sees("banned who=203.0.113.9 why=\"robots\"")
    }

    @Test("S82: A page of another site gets nothing from a server of this machine")
    func pages() throws {
        let server = try ServedProgram(["--allow-origin", "https://play.example.org"])
        func status(_ origin: String) throws -> String {
            try server.curl(
                "/healthz", "-H", "Origin: \(origin)", "-o", "/dev/null", "-w", "%{http_code}")
        }
        #expect(try status("https://evil.example") == "403")
        #expect(try status("http://localhost:3000") == "200")
        #expect(try status("https://play.example.org") == "200")
    }

    @Test("Concurrent additions by operators are all in the list, and other users can read it")
    func addedAtOnce() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("bans")
        let programs = try (1...12).map { number in
            try PipedProgram(
                PipedProgram.ours, ["ban", "add", "203.0.113.\(number)", "--bans", file])
        }
        for program in programs {
            _ = program.rest()
            #expect(program.end() == 0)
        }
        let lines = try Files.text(file).split(separator: "\n").map(String.init)
        #expect(Set(lines) == Set((1...12).map { "203.0.113.\($0)" }))
        #expect(lines.count == 12)
        #expect(try Files.mode(of: file) == 0o644)
        #expect(try Files.names(in: folder.place) == ["bans"])
    }

    @Test("A damaged page is found at the start of a server, and by doctor", .direct)
    func damage() throws {
        let server = try ServedProgram(["--app", "demo"])
        let key = "X-Simperium-Token: \(try server.keys(of: "demo").administrator)"
        let text = String(repeating: "x", count: 60_000)
        for number in 0..<10 {
            _ = try server.curl(
                "/1/demo/todo/i/a\(number)", "-H", key, "-d", #"{"t":"\#(text)"}"#)
        }
        try #require(server.stop() == 0)
        var file = try Files.bytes(server.store)
        let last = file.count - 4_096
        try #require(last > 400_000)
        // The number of the next overflow page.
        for page in stride(from: last - 20 * 4_096, to: last, by: 4_096) {
            file.replaceSubrange(page..<(page + 4), with: [0xA5, 0xA5, 0xA5, 0xA5])
        }
        try Files.write(file, to: server.store)
        let doctor = try PipedProgram.run(
            PipedProgram.ours, ["doctor"],
            environment: ["TICTACTOE_STORE": server.store, "HOME": server.folder.place])
        #expect(doctor.text.contains("store: \(server.store) is damaged") && doctor.status == 1)
        try server.start()
        #expect(
            try server.curl("/healthz", "-w", "%{http_code}").contains(#""status":"failing""#))
        let log = try Self.log(of: server)
        #expect(log.contains("the store is damaged why=\"a page or an index is damaged ("))
        #expect(log.contains("doctor --store FILE") && !log.contains("***"), "\(log)")
    }
}
