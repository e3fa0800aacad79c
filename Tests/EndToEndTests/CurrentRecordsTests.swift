import Glibc
import SimperiumKit
import TestKit
import TestSupport
import Testing

@Suite("Commands about an account show the current state", .waits)
struct CurrentRecordsTests {
    /// Waits for a command's output. The command doesn't change its subject.
    private static func tells(
        _ home: AccountHome, _ words: [String], _ text: String,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        var last = ""
        let isTold = try waitUntil(within: .seconds(20), every: .milliseconds(100)) {
            last = try home.runs(words).text
            return last.contains(text)
        }
        #expect(isTold, "\(last)", sourceLocation: location)
    }

    /// Plays a round in line mode that ends by a resignation after both have moved.
    private static func playRound(_ one: PipedProgram, _ other: PipedProgram) throws {
        let begins = try #require(one.line { $0.hasPrefix("You are playing") })
        _ = other.line { $0.hasPrefix("You are playing") }
        let (first, second) = begins.contains("You go first") ? (one, other) : (other, one)
        first.says("5")
        _ = second.line { $0.contains("placed") }
        second.says("1")
        _ = first.line { $0.contains(" 1") && $0.contains("placed") }
        first.says("resign")
        first.says("yes")
        _ = second.line { $0.contains("resigned") }
    }

    @Test("An open game, here or on another device, hides nothing, and no copy is made")
    func currentBeside() throws {
        let server = try ServedProgram()
        let kim = try AccountHome(of: "kim", at: server)
        let second = try AccountHome(of: "kim", at: server, isNew: false)
        let lee = try AccountHome(of: "lee", at: server)
        #expect(try second.runs(["stats"]).text.contains("No rounds yet"))

        let open = try kim.talks()
        let other = try lee.talks()
        try Self.playRound(open, other)
        for home in [kim, second] {
            try Self.tells(home, ["stats"], "1 round: ")
        }
        #expect(second.copies.isEmpty, "a command made \(second.copies)")
        #expect(kim.copies == ["1.db"], "\(kim.copies)")
        for program in [open, other] {
            program.says("quit")
            program.closesInput()
            _ = program.rest()
        }
    }

    @Test("Without a server the open game answers, or the copy; without a copy there is no answer")
    func offline() throws {
        let server = try ServedProgram()
        let kim = try AccountHome(of: "kim", at: server)
        let fresh = try AccountHome(of: "kim", at: server, isNew: false)
        let lee = try AccountHome(of: "lee", at: server)
        #expect(try lee.runs("games", "new", "kim").status == 0)
        let open = try kim.talks()
        #expect(open.line { $0.hasPrefix("Connected.") } != nil)
        try Self.tells(kim, ["games"], "lee")
        _ = server.stop()

        let beside = try kim.runs("games")
        #expect(beside.status == 0 && beside.text.contains("1. lee"), "\(beside)")
        #expect(beside.text.contains("tictactoe: as of "), "\(beside)")
        #expect(beside.text.contains("; server not reached"), "\(beside)")
        #expect(try kim.runs("status").text.contains("1 correspondence game, 1 waiting"))
        #expect(try kim.runs("status", "--short").text == "ttt:1\n")
        #expect(try kim.runs("stats").text.contains("No rounds yet"))
        let json = try kim.runs("friends", "--json").text
        #expect(json.contains(#""friends":[],"asOf":"#), "\(json)")
        for words in [["games"], ["stats"], ["friends"], ["status"], ["replay"], ["export", "1"]] {
            let unknown = try fresh.runs(words)
            #expect(unknown.status == 3, "\(words): \(unknown)")
            #expect(unknown.text.hasPrefix("tictactoe: not known: this machine has no copy"))
            #expect(unknown.text.filter { $0 == "\n" }.count == 1, "\(unknown)")
        }
        #expect(fresh.copies.isEmpty)

        open.says("quit")
        open.closesInput()
        _ = open.rest()
        #expect(open.end() == 0)
        let after = try kim.runs("games")
        #expect(after.text.contains("1. lee") && after.text.contains("as of "), "\(after)")
        #expect(kim.copies == ["1.db"])
    }

    @Test("A server that never answers delays a command by two seconds")
    func silence() throws {
        let server = try ServedProgram()
        let kim = try AccountHome(of: "kim", at: server)
        server.send(SIGSTOP)
        defer { server.send(SIGCONT) }
        let start = ContinuousClock.now
        let told = try kim.runs("stats")
        #expect(told.status == 3 && told.text.contains("has no copy yet; server not reached"))
        #expect(ContinuousClock.now - start < .seconds(10))
    }
}
