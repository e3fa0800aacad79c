import Glibc
import TestKit
import TestSupport
import Testing

/// The program against a server that puts control characters into each text that it answers.
@Suite("S-13: A hostile server", .waits)
struct HostileServerTests {
    private static let commands: [[String]] = [
        ["account", "signup", "ann"], ["account", "signin", "ann"], ["account", "show"],
        ["account", "sessions"], ["account", "sessions", "end", "1"], ["account", "link"],
        ["account", "password"], ["stats"], ["stats", "--json"], ["friends"],
        ["friends", "--json"], ["games"], ["games", "--json"], ["games", "new", "bea"], ["status"],
        ["replay", "1"], ["export", "1"], ["export", "1", "--format", "json"],
        ["account", "signout", "--force"],
    ]

    private let folder: TemporaryFolder
    private let server: PipedProgram
    private let port: Int

    init() throws {
        folder = try TemporaryFolder()
        try Files.write("correct horse battery", to: folder.path("password"))
        try Files.write(
            "tictactoe " + String(repeating: "a", count: 32) + " "
                + String(repeating: "b", count: 32) + "\n", to: folder.path("keys"))
        try Files.setMode(of: folder.path("keys"), to: 0o600)
        server = try PipedProgram(
            "/usr/bin/python3", ["-c", Self.program, folder.path("trick")])
        port = try #require(server.line().flatMap { Int($0) })
    }

    @Test(
        "Nothing that a server answers to a command acts on the terminal",
        arguments: Tier.rows(Array(HostileText.all.prefix(2)), ofAll: HostileText.all))
    func commands(trick: String) throws {
        try Files.write(trick, to: folder.path("trick"))
        var printed = 0
        for words in Self.commands {
            let text = try run(words, at: "--server", "ws://127.0.0.1:\(port)")
            printed += text.contains(HostileText.sign) ? 1 : 0
        }
        for words in [
            ["accounts", "list"], ["accounts", "list", "--json"], ["accounts", "reset", "a"],
        ] {
            let text = try run(
                words + ["--keys", folder.path("keys")], at: "--listen", "127.0.0.1:\(port)")
            #expect(text.contains(HostileText.sign), "\(words)")
        }
        #expect(
            try run(["serve", "--status"], at: "--listen", "127.0.0.1:\(port)").contains(
                HostileText.sign))
        // The others show no text of the server.
        #expect(printed >= 13)
    }

    /// Returns the output of a command, without one character that acts on a terminal.
    private func run(_ words: [String], at option: String, _ place: String) throws -> String {
        let needsPassword = ["signup", "signin", "password"].contains(words.dropFirst().first)
        let (text, status) = try PipedProgram.run(
            PipedProgram.ours,
            words + [option, place]
                + (needsPassword ? ["--password-file", folder.path("password")] : []),
            environment: ["HOME": folder.place, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"],
            saying: ["no"])
        #expect(status >= 0, "\(words)")
        for scalar in text.unicodeScalars where HostileText.acts(scalar) {
            Issue.record(
                "\(words) wrote U+\(String(scalar.value, radix: 16)): \(text.debugDescription)")
            break
        }
        return text
    }

    /// Answers each call of the game and of the operator, with the text in a file as each text.
    private static let program = #"""
        import http.server, json, sys
        class Server(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                T = open(sys.argv[1], newline="").read()
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = self.path.split("?")[0].strip("/").split("/")[2:] or ["healthz"]
                user = {"userid": "u-1", "username": T, "access_token": "c" * 32}
                objects = {
                    "friend": [("u-2", {"alias": T, "since": 1}), ("u-3", {"since": 1})],
                    "result": [("1-1-1", {"with": "u-3", "name": T, "as": "circle",
                        "outcome": "won", "how": "resigned", "moves": [4, 0], "at": 1})],
                    "game": [("g1", {"circle": "u-1", "circleName": T, "cross": "u-2",
                        "crossName": T, "days": 3, "since": 1, "at": 1, "moves": []})],
                }
                linked = {"id": T, "device": T, "since": 10 ** 17}
                found = {
                    "create": user, "authorize": user, "update": {}, "signout": {},
                    "healthz": {"program": "tictactoe", "version": T, "pid": 1, "status": T,
                        "reason": T, "durability": T, "connections": 1, "crowded": True},
                    "account": {"sessions": [{"id": T, "device": T, "address": T,
                        "used": 10 ** 18}]},
                    "link": {"code": T, "seconds": 10 ** 10, "links": [linked],
                        "waiting": {"device": T, "address": T}},
                    "games": {"key": T, "with": T},
                    "accounts": {"accounts": [{"username": T, "userid": T, "since": 10 ** 17}],
                        "code": T},
                }.get(path[0])
                if found is None:
                    found = {"index": [{"id": key, "d": value}
                        for key, value in objects.get(path[0], [])]}
                body = json.dumps(found, ensure_ascii=False).encode()
                self.send_response(200, "OK \x9b2J")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("X-Simperium-Flaw", "\x9b2J")
                self.end_headers()
                self.wfile.write(body)
            do_GET = do_POST = do_DELETE = answer
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """#
}
