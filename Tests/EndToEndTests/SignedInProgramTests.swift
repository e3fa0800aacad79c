import Foundation
import TestSupport
import Testing

@Suite("A program of somebody who is signed in")
struct SignedInProgramTests {
    private static let key = "X-Simperium-API-Key: 82d1ba4935326590feb72cd24aea9f61"

    /// A server with kim's account, and a home in which kim is signed in.
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
                try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: String])
            user = try #require(created["userid"])
            token = try #require(created["access_token"])
            let port = server.address.split(separator: ":")[1]
            let folder = home.path(
                ".local/share/tictactoe/accounts/ws_3a_2f_2f127_2e0_2e0_2e1_3a\(port)")
            file = folder + "/account"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let text =
                #"{"version":1,"server":"ws://\#(server.address)","user":"\#(user)","#
                + #""name":"kim","token":"\#(token)"}"#
            _ = FileManager.default.createFile(
                atPath: file, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        }

        func play(_ words: String...) throws -> PipedProgram {
            let server = try #require(server)
            return try PipedProgram(
                PipedProgram.ours, ["play", "--plain", "--server", server.address] + words,
                environment: ["HOME": home.place, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"])
        }

        /// What `tictactoe players` says once it says `text`.
        func sees(_ text: String) throws -> Bool {
            let server = try #require(server)
            for _ in 0..<60 {
                let seen = try PipedProgram.run(
                    PipedProgram.ours, ["players", "--server", server.address])
                if seen.text.contains(text) { return true }
                usleep(250_000)
            }
            return false
        }

        var copy: String { (file as NSString).deletingLastPathComponent + "/user-\(user)/1.db" }

        func mode(of path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }

        /// The files below the homes of the person and of the server that hold the token.
        func filesWithToken() throws -> [String] {
            let folders = [home.place, try #require(server).folder.place]
            let files = folders.flatMap { folder in
                (FileManager.default.subpaths(atPath: folder) ?? []).map { folder + "/" + $0 }
            }
            return files.filter { path in
                let bytes = FileManager.default.contents(atPath: path) ?? Data()
                return bytes.range(of: Data(token.utf8)) != nil
            }
        }
    }

    @Test("It has the account's name, and a copy that nobody else may read; its token is nowhere")
    func signedIn() throws {
        let kim = try Home()
        let recording = kim.home.path("recording.jsonl")
        let program = try kim.play("--record", recording)
        #expect(try kim.sees("kim  "))
        program.says("quit")
        program.fallsSilent()
        _ = program.rest()
        #expect(program.end() == 0)
        #expect(try kim.mode(of: kim.copy) == 0o600)
        #expect(try kim.filesWithToken() == [kim.file])
    }

    @Test("A token that is revoked while it runs leaves a guest, and is not kept")
    func revoked() throws {
        let kim = try Home()
        let program = try kim.play()
        #expect(try kim.sees("kim  "))
        _ = try kim.server?.curl(
            "/1/tictactoe/signout/", "-H", "X-Simperium-Token: \(kim.token)", "-X", "POST")
        var lines: [String] = []
        while let line = program.line(), !line.hasPrefix("You are signed out as kim") {
            lines.append(line)
        }
        program.says("quit")
        program.fallsSilent()
        _ = program.rest()
        #expect(program.end() == 0, "\(lines)")
        #expect(try kim.filesWithToken() == [])
        #expect(FileManager.default.fileExists(atPath: kim.copy), "for the next token")
    }
}
