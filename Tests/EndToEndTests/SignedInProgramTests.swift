import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

@Suite("The program of a signed-in user", .waits)
struct SignedInProgramTests {
    private static let key = "X-Simperium-API-Key: 82d1ba4935326590feb72cd24aea9f61"

    /// A server with kim's account, and a home where kim is signed in.
    private struct Home {
        let server = try? ServedProgram()
        let home: TemporaryFolder
        let user: String
        let token: String
        let file: String

        init() throws {
            home = try TemporaryFolder()
            let server = try #require(server)
            let answer = try server.curl(
                "/1/tictactoe/create/", "-H", SignedInProgramTests.key, "-d",
                #"{"username":"kim","password":"correct horse battery"}"#)
            let created = try #require(
                try JSON(text: answer).object)
            user = try #require(created["userid"]?.string)
            token = try #require(created["access_token"]?.string)
            let port = server.address.split(separator: ":")[1]
            let folder = home.path(
                ".local/share/tictactoe/accounts/ws_3a_2f_2f127_2e0_2e0_2e1_3a\(port)")
            file = folder + "/account"
            try Files.makeFolder(folder)
            let text =
                #"{"version":1,"server":"ws://\#(server.address)","user":"\#(user)","#
                + #""name":"kim","token":"\#(token)"}"#
            try Files.write(text, to: file)
            try Files.setMode(of: file, to: 0o600)
        }

        func play(_ words: String...) throws -> PipedProgram {
            let server = try #require(server)
            return try PipedProgram(
                PipedProgram.ours, ["play", "--plain", "--server", server.address] + words,
                environment: ["HOME": home.place, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        }

        /// Waits until the output of `tictactoe players` contains `text`.
        func sees(_ text: String) throws -> Bool {
            let server = try #require(server)
            return try waitUntil(within: .seconds(20), every: .milliseconds(100)) {
                try PipedProgram.run(PipedProgram.ours, ["players", "--server", server.address])
                    .text.contains(text)
            }
        }

        /// Returns the output of an `account` command.
        func account(_ words: String...) throws -> String {
            let server = try #require(server)
            let program = try PipedProgram(
                PipedProgram.ours, ["account"] + words + ["--server", server.address],
                environment: ["HOME": home.place, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
            program.fallsSilent()
            return program.rest()
        }

        /// Signs lin up in place of kim, as another game does that was open before kim signed in.
        func signsLinUp() throws {
            try Files.remove(file)
            let password = home.path("password")
            try Files.write("correct horse battery", to: password)
            let text = try account("signup", "lin", "--password-file", password)
            #expect(text.contains("Account lin created"), "\(text)")
        }

        /// Ends kim's session at the server.
        func endSession() throws {
            _ = try server?.curl(
                "/1/tictactoe/signout/", "-H", "X-Simperium-Token: \(token)", "-X", "POST")
        }

        var copy: String { Files.folder(of: file) + "/user-\(user)/1.db" }

        func mode(of path: String) throws -> Int? {
            try Files.mode(of: path)
        }

        /// The files with the token, below the homes of the user and of the server.
        func filesWithToken() throws -> [String] {
            let folders = [home.place, try #require(server).folder.place]
            let files = folders.flatMap { folder in
                Files.paths(below: folder).map { folder + "/" + $0 }
            }
            return files.filter { path in
                (try? Files.bytes(path))?.contains(Array(token.utf8)) == true
            }
        }
    }

    /// Returns another home where kim is signed in, with a separate token.
    private static func otherHome(of kim: Home) throws -> TemporaryFolder {
        let server = try #require(kim.server)
        let answer = try server.curl(
            "/1/tictactoe/authorize/", "-H", key, "-d",
            #"{"username":"kim","password":"correct horse battery"}"#)
        let members = try #require(
            try JSON(text: answer).object)
        let home = try TemporaryFolder()
        let file = kim.file.replacing(kim.home.place, with: home.place)
        try Files.makeFolder(Files.folder(of: file))
        let token = try #require(members["access_token"]?.string)
        let text = try Files.text(kim.file)
            .replacing(kim.token, with: token)
        try Files.write(text, to: file)
        try Files.setMode(of: file, to: 0o600)
        return home
    }

    /// Starts the game in lines, with a user's home.
    private static func start(
        _ words: [String], in home: TemporaryFolder, at server: ServedProgram
    ) throws -> PipedProgram {
        let port = String(server.address.split(separator: ":")[1])
        return try PipedProgram(
            PipedProgram.ours, words + ["--plain"],
            environment: [
                "HOME": home.place, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
                "TICTACTOE_PORT": port,
            ])
    }

    /// Sends words to a program, and after some of them waits for an answer.
    private static func talk(_ program: PipedProgram, _ words: [(String, String?)]) {
        for (word, answer) in words {
            program.says(word)
            guard let answer else { continue }
            #expect(program.line { $0.hasPrefix(answer) } != nil, "after \(word)")
        }
        program.fallsSilent()
        _ = program.rest()
    }

    @Test("C56: Rounds against a bot without a server are sent at a later start, to all devices")
    func botRounds() throws {
        let kim = try Home()
        let server = try #require(kim.server)
        let other = try Self.otherHome(of: kim)
        Self.talk(
            try Self.start(["bot", "easy"], in: kim.home, at: server),
            [
                ("5", "Easy bot placed"), ("resign", nil), ("yes", "Score: "), ("rematch", nil),
                ("board", nil), ("quit", nil),
            ])
        let player = try Self.start(["play"], in: kim.home, at: server)
        let token = "X-Simperium-Token: \(kim.token)"
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
        let kim = try Home()
        let program = try kim.play()
        #expect(try kim.sees("kim  "))
        try kim.endSession()
        var lines: [String] = []
        while let line = program.line(), !line.hasPrefix("The server ended your session as kim") {
            lines.append(line)
        }
        program.says("quit")
        program.fallsSilent()
        _ = program.rest()
        #expect(program.end() == 0, "\(lines)")
        #expect(try kim.filesWithToken() == [])
        #expect(try kim.mode(of: kim.copy) == 0o600, "for the next token")
    }

    @Test("A sign-out leaves the account that was signed in meanwhile in another terminal")
    func signsOutAfterOther() throws {
        let kim = try Home()
        let server = try #require(kim.server)
        let person = try TerminalPerson(
            ["--server", server.address], environment: ["HOME": kim.home.place])
        person.stopsLooking()
        try kim.signsLinUp()
        person.press("A")
        person.sees("Sign out")
        person.press("down", "down", "down", "enter")
        person.sees("Signed out.")
        person.press("esc")
        person.sees("Hello, ")
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
        #expect(!Files.exists(kim.copy))
        #expect(try kim.account("show").hasPrefix("lin at "))
    }
}
