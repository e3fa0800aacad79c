import TestKit
import TestSupport
import Testing

@Suite("The game in lines", .waits)
struct LineModeTests {
    /// Returns okafor, who came first and so begins, and lin.
    private func match(on machine: Machine) throws -> (okafor: Talker, lin: Talker) {
        let okafor = try Talker(["--plain", "--name", "okafor"], on: machine)
        okafor.hears("Connected. 1 person here: 1 free")
        let lin = try Talker(["--plain", "--name", "lin"], on: machine)
        okafor.hears("You are playing lin, 60 s a move. You go first. You play O. Your move.")
        lin.hears("You are playing okafor, 60 s a move. okafor goes first. You play X.")
        return (okafor, lin)
    }

    @Test("Two players finish a round and a rematch with words only")
    func rounds() throws {
        let machine = try Machine()
        let (okafor, lin) = try match(on: machine)
        for (mover, other, square) in [
            (okafor, lin, "5"), (lin, okafor, "1"), (okafor, lin, "3"), (lin, okafor, "2"),
        ] {
            mover.says(square)
            other.hears("in \(square), ", "Your move")
        }
        okafor.says("board", "7")
        okafor.hears("X X O\n4 O 6\n7 8 9\nYour move.\n")
        okafor.hears("You have three in a row. Score: you 1–0 lin. Rematch, next or leave?")
        lin.hears("okafor has three in a row. Score: you 0–1 okafor.")
        okafor.says("rematch")
        lin.hears("okafor wants a rematch: yes or no?")
        lin.says("yes")
        lin.hears("Round 2 begins. You play X. Your move.")
        okafor.hears("Round 2 begins. You play O.")
        lin.says("draw")
        okafor.hears("lin offers a draw: yes or no?")
        okafor.says("yes")
        lin.hears("You agreed to a draw.")
        lin.says("quit")
        #expect(lin.hearsTheEnd() == 0)
        #expect(lin.heard.contains("you 0–1 okafor, draws 1"))
        okafor.hears("lin left. You are back in the lobby.")
        okafor.closesInput()
        #expect(okafor.hearsTheEnd() == 0)
    }

    @Test("Lists of the lobby are not shown before they are known")
    func offline() throws {
        let okafor = try Talker(["--plain", "--server", "127.0.0.1:1"], on: try Machine())
        for words in ["who", "matches", "watch", "challenge lin"] {
            okafor.says(words)
            okafor.hears("Not synced with the server yet")
        }
    }

    @Test("A player who is named at the start is challenged as soon as they are in the lobby")
    func awaited() throws {
        let machine = try Machine()
        let lin = try Talker(["--plain", "--vs", "okafor", "--name", "lin"], on: machine)
        lin.hears("Waiting for okafor.")
        let okafor = try Talker(["--plain", "--name", "okafor"], on: machine)
        okafor.hears("lin invited you to play. Type yes, later, no or busy.")
        lin.hears("You invited okafor to play.")
        okafor.says("yes")
        okafor.hears("You are playing lin. You go first.")
        lin.hears("You are playing okafor. okafor goes first.")
        let tomas = try Talker(["--plain", "--vs", "lin", "--name", "tomas"], on: machine)
        tomas.hears("Waiting for lin (playing okafor).")
        lin.says("leave")
        lin.hears("tomas invited you to play.")
        lin.says("yes")
        tomas.hears("You are playing lin. lin goes first.")
    }

    @Test("A code pairs friends, and no other players")
    func codes() throws {
        let machine = try Machine()
        let host = try Talker(["--plain", "--name", "okafor"], on: machine)
        host.hears("Connected.")
        host.says("wait", "invite")
        host.hears("Your friend can join with: tictactoe join ")
        let words = host.hearsLine().split(separator: " ").map(String.init)
        #expect(words.dropFirst() == ["--server", "ws://127.0.0.1:\(machine.port)"])
        let code = words[0]
        let friend = try Talker(["join", code, "--plain", "--name", "lin"], on: machine)
        friend.hears("You are playing okafor.")
        host.hears("You are playing lin")
    }

    @Test(
        "A terminal that can only print gets lines, and so does one of unknown type",
        arguments: ["dumb", nil])
    func dumb(term: String?) throws {
        let person = try TerminalPerson(["bot", "easy"], term: term)
        person.sees("Your move.")
        person.press("5", "\n")
        person.sees("You placed O in 5, the centre", "Easy bot placed X in")
        person.press("quit", "\n")
        #expect(person.seesTheEnd() == .exited(0))
        #expect(person.screen.unknown == [])
    }

    @Test("A script plays a bot, and the end of its lines is the end of the game")
    func script() throws {
        let bot = try Talker(["bot", "perfect", "--plain"], on: try Machine())
        bot.says("5", "help")
        bot.hears("You placed O in 5", "1 to 9: place your piece")
        bot.hears("Perfect bot placed X in")
        bot.closesInput()
        #expect(bot.hearsTheEnd() == 0)
    }
}
