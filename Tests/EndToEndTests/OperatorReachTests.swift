import Glibc
import TestKit
import TestSupport
import Testing

/// The commands of an operator, against servers that are set up in different ways.
@Suite("An operator's commands", .waits)
struct OperatorReachTests {
    private static func run(_ words: String...) throws -> (text: String, status: CInt) {
        try PipedProgram.run(PipedProgram.ours, words)
    }

    @Test("They reach a server with a certificate, and stop it")
    func certificate() throws {
        let papers = try CertificateFiles(named: "host")
        let folder = try TemporaryFolder()
        try papers.copy(to: folder.path("chain"), folder.path("key"))
        let server = try ServedProgram(
            ["--tls-cert", folder.path("chain"), "--tls-key", folder.path("key")])
        let status = try Self.run("serve", "--status", "--listen", server.address)
        #expect(status.status == 0 && status.text.contains("server at \(server.address)"))
        let accounts = try Self.run(
            "accounts", "list", "--listen", server.address, "--store", server.store)
        #expect(accounts.text == "tictactoe: there are no accounts\n" && accounts.status == 0)
        // A server that is named has to show a good certificate.
        let named = try Self.run("serve", "--status", "--server", "wss://\(server.address)")
        #expect(
            named.status == 3
                && named.text.contains("can't reach \(server.address): the server's certificate "),
            "\(named.text)")
        let stop = try PipedProgram(
            PipedProgram.ours, ["serve", "--stop", "--listen", server.address])
        #expect(server.end() == 0)
        #expect(stop.rest() == "the server at \(server.address) has stopped\n")
        #expect(stop.end() == 0)
    }

    @Test("An operator with the keys of another server reads that --keys names the right ones")
    func otherKeys() throws {
        let (server, other) = (try ServedProgram(), try ServedProgram())
        let reset = try Self.run(
            "accounts", "reset", "kim", "--listen", server.address, "--keys", other.store + ".keys")
        #expect(reset.status == 5 && reset.text.hasSuffix(" with --keys FILE\n"), "\(reset.text)")
    }

    @Test("They and the door reach a server that trusts this machine as a proxy")
    func proxy() throws {
        let house = try TerminalHouse("--trusted-proxy", "127.0.0.1", hasStoreFile: true)
        let accounts = try Self.run(
            "accounts", "list", "--listen", house.address, "--store", house.folder.path("store.db"))
        #expect(accounts.text == "tictactoe: there are no accounts\n" && accounts.status == 0)
        // The door expects a header from a proxy, too, so this guest comes from another address.
        let players = try PipedProgram.run(
            "/usr/bin/ssh",
            ["-b", "127.0.0.2"] + house.options("lin") + ["127.0.0.1", "players"])
        #expect(players.status == 0 && !players.text.contains("unavailable"), "\(players.text)")
    }

    @Test("--status asks the server that --server names, and nothing else does")
    func named() throws {
        let server = try ServedProgram()
        let status = try Self.run("serve", "--status", "--server", server.address)
        #expect(status.status == 0 && status.text.contains("server at \(server.address)"))
        #expect(try Self.run("serve", "--stop", "--server", server.address).status == 2)
        #expect(try Self.run("serve", "--server", server.address).status == 2)
        // A player's setting does not change whom the operator asks.
        let asked = try PipedProgram.run(
            PipedProgram.ours, ["serve", "--status", "--listen", server.address],
            environment: ["TICTACTOE_SERVER": "ws://127.0.0.1:9", "LC_ALL": "C.UTF-8"])
        #expect(asked.text.contains("server at \(server.address)"))
        #expect(server.stop() == 0)
    }

    @Test("A connection that is dropped before the answer is reported as such")
    func dropped() throws {
        let proxy = try PipedProgram("/usr/bin/python3", ["-c", Self.dropping])
        let port = try #require(proxy.line().flatMap { Int($0) })
        for place in [["--listen", "127.0.0.1:\(port)"], ["--server", "ws://127.0.0.1:\(port)"]] {
            let status = try PipedProgram.run(
                PipedProgram.ours, ["serve", "--status"] + place)
            #expect(status.status == 3)
            #expect(
                status.text.contains("can't reach ")
                    && status.text.hasSuffix("127.0.0.1:\(port): the connection was lost\n"),
                "\(status.text)")
        }
    }

    /// Accepts connections, and closes each after its first bytes.
    private static let dropping = """
        import socket
        listener = socket.create_server(("127.0.0.1", 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            connection = listener.accept()[0]
            connection.recv(65536)
            connection.close()
        """

    @Test("The status of a server whose store fails is a failure")
    func failing() throws {
        let server = try PipedProgram("/usr/bin/python3", ["-c", Self.failingServer])
        let port = try #require(server.line().flatMap { Int($0) })
        let status = try Self.run("serve", "--status", "--listen", "127.0.0.1:\(port)")
        #expect(
            status.status == 1 && status.text.contains("its store is failing"), "\(status.text)")
    }

    /// Answers each request with the health of a server whose store fails.
    private static let failingServer = """
        import http.server
        class Server(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = b'{"program":"tictactoe","version":"1","pid":1,"status":"failing"}'
                self.send_response(503)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *words): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Server)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    @Test("S90: A player sets a new password with the operator's code")
    func reset() throws {
        let server = try ServedProgram()
        let desk = try AccountHome(of: "kim", at: server)
        let line = try Self.run(
            "accounts", "reset", "kim", "--listen", server.address, "--store", server.store
        ).text
        let code = try #require(line.split(separator: " ").drop { $0 != "code" }.dropFirst().first)
        let folder = try TemporaryFolder()
        try Files.write("another horse staple\n", to: folder.path("password"))
        func reset(
            _ code: String, in home: TemporaryFolder
        ) throws -> (text: String, status: CInt) {
            try PipedProgram.run(
                PipedProgram.ours,
                [
                    "account", "reset", "kim", "--server", server.address, "--password-file",
                    folder.path("password"),
                ], environment: ["HOME": home.place, "LC_ALL": "C.UTF-8"], saying: [code])
        }
        let wrong = try reset("WRONG00000", in: folder)
        #expect(wrong.status == 5 && wrong.text.contains("Wrong or expired code."))
        #expect(try reset(String(code), in: folder).text.contains("You are signed in as kim."))
        let other = try TemporaryFolder()
        #expect(try reset(String(code), in: other).text.contains("Wrong or expired code."))
        // The new password has ended the other session.
        #expect(try desk.runs("account", "sessions").text.contains("signed out"))
        #expect(server.stop() == 0)
    }
}
