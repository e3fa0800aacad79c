import TestKit
import TestSupport
import Testing

@Suite("Choices that outlive a start", .waits)
struct ChosenTests {
    private static func start(
        _ home: TemporaryFolder, _ arguments: String..., at server: ServedProgram
    ) throws -> TerminalPerson {
        try TerminalPerson(
            arguments + ["--server", server.address],
            environment: ["HOME": home.place, "USER": "kim"])
    }

    @Test("The first start asks for a name, the next ones don't; colours are kept, too")
    func firstStart() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let first = try Self.start(home, at: server)
        first.sees("What's your name?", "kim", "Esc quit")
        first.press("y")
        first.sees("kimy", "Esc undo")
        first.press("esc")
        first.sees("Esc quit")
        first.press("x", "enter")
        first.stopsLooking()
        first.sees("Hello, kimx")
        first.press("t", "down", "enter")
        first.sees("Theme: light.")
        first.press("q")
        #expect(first.seesTheEnd() == .exited(0))

        let second = try Self.start(home, at: server)
        second.stopsLooking()
        second.sees("Hello, kimx")
        second.press("t", "down", "enter")
        second.sees("Theme: high-contrast.")
        second.press("q")
        #expect(second.seesTheEnd() == .exited(0))

        let named = try Self.start(home, "--name", "mia", at: server)
        named.stopsLooking()
        named.sees("Hello, mia")
        named.press("q")
        named.seesTheEnd()
        let file = home.path(".local/state/tictactoe/choices")
        #expect(try Files.mode(of: file) == 0o600)
    }

    @Test("A key pressed before the program has read the account goes to the first question")
    func earlyKey() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let game = try Self.start(home, at: server)
        game.press("y")
        game.sees("What's your name?", "kimy")
    }

    @Test("account signup offers the name that was chosen in the game")
    func nameOfAccount() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let game = try Self.start(home, at: server)
        game.sees("What's your name?", "kim")
        game.press("x", "enter")
        game.stopsLooking()
        game.press("q")
        #expect(game.seesTheEnd() == .exited(0))
        let signUp = try Self.start(home, "account", "signup", at: server)
        signUp.sees("Name [kimx]:")
        signUp.press("enter")
        signUp.sees("Password:")
        signUp.press("correct horse\r")
        signUp.sees("Repeat the password:")
        signUp.press("correct horse\r")
        signUp.sees("Account kimx created")
        #expect(signUp.seesTheEnd() == .exited(0))
    }

    @Test("The name isn't asked if it was given, can't be kept, or no user is at a terminal")
    func isNotAsked() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let named = try Self.start(home, "--name", "mia", at: server)
        named.stopsLooking()
        named.press("q")
        named.seesTheEnd()
        let homeless = try TerminalPerson(
            ["--server", server.address], environment: ["USER": "kim"])
        homeless.sees("in sync", "Looking for a match")
        homeless.press("q")
        homeless.seesTheEnd()
        let piped = try PipedProgram(
            PipedProgram.ours, ["--plain", "--server", server.address],
            environment: ["HOME": home.place, "USER": "kim", "PATH": "/usr/bin:/bin"])
        #expect(piped.line { $0.hasPrefix("Connected") } != nil)
        piped.closesInput()
        _ = piped.end()
    }

    @Test("In line mode at a terminal, an empty line accepts the suggested name")
    func inLines() throws {
        let server = try ServedProgram(in: .memory)
        let home = try TemporaryFolder()
        let kim = try Self.start(home, "--plain", at: server)
        kim.sees("Type your name, or press Enter for kim.")
        kim.press("enter")
        kim.sees("Connected")
        kim.press("quit\r")
        #expect(kim.seesTheEnd() == .exited(0))
        let again = try Self.start(home, "--plain", at: server)
        again.sees("Connected")
        #expect(!again.screen.text.contains("called?"))
        again.press("quit\r")
        again.seesTheEnd()
    }

    @Test("A new password that is too short, or not repeated, is asked for again")
    func passwordAgain() throws {
        let (server, home) = (try ServedProgram(), try TemporaryFolder())
        let kim = try TerminalPerson(
            ["account", "signup", "kim"],
            environment: ["HOME": home.place, "TICTACTOE_SERVER": server.address])
        kim.sees("Password:")
        kim.press("short\r")
        kim.sees("at least 8 characters")
        kim.press("correct horse\r")
        kim.sees("Repeat the password:")
        kim.press("other horse\r")
        kim.sees("The passwords don't match.")
        kim.press("correct horse\r", "correct horse\r")
        kim.sees("created")
        #expect(kim.seesTheEnd() == .exited(0))
        let silent = try PipedProgram.run(
            PipedProgram.ours, ["account", "password", "--server", server.address],
            environment: ["HOME": home.place, "LC_ALL": "C.UTF-8"])
        #expect(silent.text.contains("this needs a terminal, or --password-file"))
        #expect(silent.status == 1)
    }

    @Test("The rounds of tictactoe bot are stored in the account, though it connects to no server")
    func botRounds() throws {
        let kim = try AccountHome(of: "kim", at: try ServedProgram())
        let bot = try kim.sits("bot", "hard")
        bot.sees("YOUR MOVE")
        // The board takes keys before the account's files are read.
        eventually { kim.hasOpenCopy }
        bot.press("R", "y")
        bot.sees("Enter plays another round")
        bot.press("enter")
        bot.sees("1 X", "YOUR MOVE")
        bot.press("q")
        #expect(bot.seesTheEnd() == .exited(0))
        // Below a line about the copy's age if the server does not answer within two seconds.
        let stats = try kim.runs("stats", "hard").text
        #expect(stats.contains("  hard bot  0–1\n"), "\(stats)")
    }

    @Test("A bot's match that was left is offered at the next start, and continues")
    func unfinished() throws {
        let kim = try AccountHome(of: "kim", at: try ServedProgram())
        let first = try kim.sits("play", "--name", "kim")
        first.stopsLooking()
        first.sees("Hello, kim")
        first.press("b")
        first.sees("you against the medium bot", "YOUR MOVE")
        first.press("5", "enter")
        first.sees("2 X", "YOUR MOVE")
        first.press("esc")
        first.sees("Hello, kim")
        first.press("q")
        #expect(first.seesTheEnd() == .exited(0))

        let second = try kim.sits("play", "--name", "kim")
        second.stopsLooking()
        second.sees("Resume bot match", "medium 0–0")
        second.chooses("resume bot match")
        second.sees("you against the medium bot", "1 O 5", "YOUR MOVE")
        second.press("q")
        second.seesTheEnd()
    }
}
