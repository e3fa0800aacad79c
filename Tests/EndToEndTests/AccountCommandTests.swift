import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Commands about an account that can't be carried out", .waits)
struct AccountCommandTests {
    private let server: ServedProgram
    /// A home of a user who is not signed in.
    private let home: TemporaryFolder

    init() throws {
        server = try ServedProgram()
        home = try TemporaryFolder()
    }

    private var environment: [String: String] {
        PipedProgram.bareEnvironment.merging(["HOME": home.place]) { $1 }
    }

    private func runs(_ words: [String]) throws -> (text: String, status: CInt) {
        try PipedProgram.run(
            PipedProgram.ours, words + ["--server", server.address], environment: environment)
    }

    @Test("They tell a user who is not signed in the same, with the same exit status")
    func signedOut() throws {
        for words in [
            ["stats"], ["friends"], ["games"], ["status"], ["replay"], ["export", "1"],
            ["account"], ["account", "sessions"], ["account", "link"],
        ] {
            let (text, status) = try runs(words)
            #expect(text.hasPrefix("tictactoe: you are not signed in at ws"))
            #expect(text.contains("; run tictactoe account "))
            #expect(text.filter { $0 == "\n" }.count == 1 && status == 4, "\(words): \(text)")
        }
    }

    @Test("If no connection to the first server can be made, a command asks the second one")
    func silentServer() throws {
        let deaf = try DeafSocket()
        let servers = ["--server", "ws://127.0.0.1:\(deaf.port),\(server.address)"]
        let password = home.path("password")
        try Files.write("correct horse battery", to: password)
        for (words, answer) in [
            (["signup", "kim", "--password-file", password], "created"),
            (["sessions"], "(this session)"),
        ] {
            let (text, status) = try PipedProgram.run(
                PipedProgram.ours, ["account"] + words + servers, environment: environment)
            #expect(text.contains(answer) && status == 0, "\(text)")
        }
    }

    @Test("A sign-in that can't be saved fails, and leaves no session at the server")
    func unsavedSignIn() throws {
        let kim = try AccountHome(of: "kim", at: server)
        let password = home.path("password")
        try Files.write("correct horse battery", to: password)
        try Files.makeFolder(home.path(".local/share"))
        try Files.write("no folder", to: home.path(".local/share/tictactoe"))
        let rows = [
            (PipedProgram.bareEnvironment, "There is no data directory"),
            (environment, "Your sign-in can't be saved"),
        ]
        for (environment, sentence) in rows {
            let (text, status) = try PipedProgram.run(
                PipedProgram.ours,
                [
                    "account", "signin", "kim", "--password-file", password, "--server",
                    server.address,
                ], environment: environment)
            #expect(text.hasPrefix("tictactoe: \(sentence)") && status == 1, "\(text)")
            let sessions = try kim.runs("account", "sessions").text
            #expect(sessions.split(separator: "\n").count == 1, "\(sessions)")
        }
    }

    @Test("An empty line from a pipe is no name, also if the user has a name in the game")
    func emptyName() throws {
        let password = home.path("password")
        try Files.write("correct horse battery", to: password)
        let (text, status) = try PipedProgram.run(
            PipedProgram.ours,
            ["account", "signup", "--password-file", password, "--server", server.address],
            environment: environment.merging(["TICTACTOE_NAME": "kim"]) { $1 }, saying: [""])
        #expect(!text.contains("created") && status == 1, "\(text)")
    }

    @Test("An account file that can't be read stays as it is; one that is too long is renamed")
    func unreadable() throws {
        let kim = try AccountHome(of: "kim", at: server)
        let folder = try #require(kim.environment["HOME"])
        let name = try #require(Files.paths(below: folder).first { $0.hasSuffix("/account") })
        let path = "\(folder)/\(name)"
        try Files.write(String(repeating: "x", count: 1 << 20), to: path)
        let long = try kim.runs("games")
        #expect(long.status == 4 && long.text.contains("renamed to \(path).bad"), "\(long)")
        // A sign-in makes a file that only its owner may read.
        #expect(try kim.signsIn(as: "kim").status == 0)
        try Files.write("{", to: path)
        let again = try kim.signsIn(as: "kim")
        #expect(again.status == 0 && again.text.contains("renamed to \(path).bad"), "\(again)")
        #expect(unsafe unlink(path) == 0)
        // A link to itself can't be opened.
        #expect(unsafe symlink(path, path) == 0)
        let closed = try kim.runs("account")
        #expect(closed.status == 4 && closed.text.contains("can't be read: "), "\(closed)")
        var status = stat()
        #expect(unsafe lstat(path, &status) == 0)
    }

    @Test("Without a finished round there is none to replay or to export")
    func noRounds() throws {
        let kim = try AccountHome(of: "kim", at: server)
        for words in [["replay"], ["replay", "1"], ["export", "1"]] {
            let (text, status) = try kim.runs(words)
            #expect(
                text == "tictactoe: you have no finished rounds yet\n" && status == 4, "\(text)")
        }
    }

    @Test("A wrong code, and a link that the other device refuses, have a sentence each")
    func links() throws {
        let wrong = try runs(["account", "link", "ABCDE23456"])
        #expect(wrong.status == 5 && wrong.text.contains("Wrong or expired code"), "\(wrong)")

        let kim = try AccountHome(of: "kim", at: server)
        let (showing, typing) = try link(of: kim, answers: "no")
        #expect(showing.line() == "Refused." && showing.end() == 0)
        #expect(typing.rest().hasSuffix("\ntictactoe: The other device refused the link.\n"))
        #expect(typing.end() == 5)
    }

    @Test("Both devices of a link ask again after failures of the server")
    func failingServer() throws {
        let failing = try PipedProgram("/usr/bin/python3", ["-c", Self.failingServer])
        let port = try #require(failing.line().flatMap { Int($0) })
        let (text, status) = try PipedProgram.run(
            PipedProgram.ours,
            ["account", "link", "ABCDE23456", "--server", "ws://127.0.0.1:\(port)"],
            environment: environment)
        #expect(text.hasSuffix("\nYou are signed in as kim.\n") && status == 0, "\(text)")
        // The same device is signed in now, and shows a code.
        let (shown, end) = try PipedProgram.run(
            PipedProgram.ours, ["account", "link", "--server", "ws://127.0.0.1:\(port)"],
            environment: environment, saying: ["no"])
        #expect(shown.hasSuffix("Refused.\n") && end == 0, "\(shown)")
    }

    /// A server that answers the first question about a link with 503, and the second not at all.
    private static let failingServer = #"""
        import http.server, json
        class Server(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            asked = 0
            def answer(self, status, found):
                body = json.dumps(found).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                Server.asked = 0
                self.answer(200, {"ticket": "c" * 32, "code": "ABCDE23456", "seconds": 300})
            def do_GET(self):
                Server.asked += 1
                if Server.asked == 1: return self.answer(503, {})
                if Server.asked == 2:
                    self.close_connection = True
                    return
                self.answer(200, {"userid": "u-1", "username": "kim", "access_token": "d" * 32,
                    "waiting": {"device": "pad", "address": "::1"}, "links": []})
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """#

    @Test("An answer other than yes and no refuses no device: the question is asked again")
    func misspelledAnswer() throws {
        let kim = try AccountHome(of: "kim", at: server)
        let (showing, typing) = try link(of: kim, answers: "yse", "Yes")
        #expect(showing.line() == "Allowed." && showing.end() == 0)
        #expect(typing.rest().hasSuffix("\nYou are signed in as kim.\n"))
        #expect(typing.end() == 0)
    }

    /// Starts the commands of the two devices. The first one has these answers.
    private func link(
        of owner: AccountHome, answers: String...
    ) throws -> (showing: PipedProgram, typing: PipedProgram) {
        let showing = try owner.opens("account", "link")
        for answer in answers { showing.says(answer) }
        let line = try #require(showing.line { $0.hasPrefix("Enter the code ") })
        let code = String(line.split(separator: " ")[3])
        #expect(
            showing.line() == "On the other device: tictactoe account link \(code) --server "
                + "ws://\(server.address) (or: ssh -t -p PORT HOST link \(code)).")
        let typing = try PipedProgram(
            PipedProgram.ours, ["account", "link", code, "--server", server.address],
            environment: environment)
        return (showing, typing)
    }
}
