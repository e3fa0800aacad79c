import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

@Suite("The program of a signed-in user", .waits)
struct SignedInProgramTests {
    /// A server with kim's account, a home where kim is signed in, and the files there.
    private struct Home {
        let server: ServedProgram
        let kim: AccountHome
        private let folder: String
        private let file: String
        private let user: String
        let token: String

        init() throws {
            let server = try ServedProgram()
            let kim = try AccountHome(of: "kim", at: server)
            let folder = try #require(kim.environment["HOME"])
            let name = try #require(Files.paths(below: folder).first { $0.hasSuffix("/account") })
            let account = try JSON(text: Files.text("\(folder)/\(name)"))
            (self.server, self.kim, self.folder) = (server, kim, folder)
            file = "\(folder)/\(name)"
            user = try #require(account["user"]?.string)
            token = try #require(account["token"]?.string)
        }

        /// Waits until the output of `tictactoe players` contains `text`.
        func sees(_ text: String) throws -> Bool {
            try waitUntil(within: .seconds(20), every: .milliseconds(100)) {
                try PipedProgram.run(PipedProgram.ours, ["players", "--server", server.address])
                    .text.contains(text)
            }
        }

        /// Signs lin up in place of kim, as another game does that was open before kim signed in.
        func signsLinUp() throws {
            try Files.remove(file)
            let made = try kim.runs("account", "signup", "lin", "--password-file", kim.password)
            #expect(made.text.contains("Account lin created"), "\(made.text)")
        }

        /// Ends kim's session at the server.
        func endSession() throws {
            _ = try server.curl(
                "/1/tictactoe/signout/", "-H", "X-Simperium-Token: \(token)", "-X", "POST")
        }

        var copy: String { Files.folder(of: file) + "/user-\(user)/1.db" }

        /// The files with the token, below the homes of the user and of the server.
        func filesWithToken() throws -> [String] {
            let files = [folder, server.folder.place].flatMap { folder in
                Files.paths(below: folder).map { folder + "/" + $0 }
            }
            return files.filter { path in
                (try? Files.bytes(path))?.contains(Array(token.utf8)) == true
            }
        }
    }

    /// Starts the game in lines, with a user's home.
    private static func start(
        _ words: [String], in home: AccountHome, at server: ServedProgram
    ) throws -> PipedProgram {
        try PipedProgram(
            PipedProgram.ours, words + ["--plain"],
            environment: home.environment.merging(["TICTACTOE_PORT": "\(server.port)"]) { $1 })
    }

    /// Sends words to a program, and after some of them waits for an answer.
    private static func talk(_ program: PipedProgram, _ words: [(String, String?)]) {
        for (word, answer) in words {
            program.says(word)
            guard let answer else { continue }
            #expect(program.line { $0.hasPrefix(answer) } != nil, "after \(word)")
        }
        program.closesInput()
        _ = program.rest()
    }

    @Test("C56: Rounds against a bot without a server are sent at a later start, to all devices")
    func botRounds() throws {
        let home = try Home()
        let server = home.server
        let other = try AccountHome(of: "kim", at: server, isNew: false)
        Self.talk(
            try Self.start(["bot", "easy"], in: home.kim, at: server),
            [
                ("5", "Easy bot placed"), ("resign", nil), ("yes", "Score: "), ("rematch", nil),
                ("board", nil), ("quit", nil),
            ])
        let player = try Self.start(["play"], in: home.kim, at: server)
        let token = "X-Simperium-Token: \(home.token)"
        try eventually(every: .milliseconds(100)) {
            try server.curl("/1/tictactoe/result/index", "-H", token).contains(#""id":"bot-"#)
        }
        Self.talk(player, [("quit", nil)])

        let second = try Self.start(["play"], in: other, at: server)
        #expect(second.line { $0.hasPrefix("Connected.") } != nil)
        var told = ""
        eventually(every: .milliseconds(100)) {
            // An early answer contains neither the bot nor the message that there are no rounds.
            second.says("stats")
            told += second.read(within: 1_000) ?? ""
            return told.contains("easy bot")
        }
        #expect(told.contains("0–1"), "\(told)")
        Self.talk(second, [("quit", nil)])
    }

    @Test("A token that is revoked while it runs leaves a guest, and is removed")
    func revoked() throws {
        let home = try Home()
        let program = try home.kim.talks()
        #expect(try home.sees("kim  "))
        try home.endSession()
        var lines: [String] = []
        while let line = program.line(), !line.hasPrefix("The server ended your session as kim") {
            lines.append(line)
        }
        program.says("quit")
        program.closesInput()
        _ = program.rest()
        #expect(program.end() == 0, "\(lines)")
        #expect(try home.filesWithToken() == [])
        #expect(try Files.mode(of: home.copy) == 0o600, "for the next token")
    }

    @Test("A sign-out leaves the account that was signed in meanwhile in another terminal")
    func signsOutAfterOther() throws {
        let home = try Home()
        let person = try home.kim.plays()
        try home.signsLinUp()
        person.press("A")
        person.sees("Sign out")
        person.press("down", "down", "down", "enter")
        person.sees("Signed out.")
        person.press("esc")
        person.sees("Hello, ")
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
        #expect(!Files.exists(home.copy))
        #expect(try home.kim.runs("account", "show").text.hasPrefix("lin at "))
    }
}
