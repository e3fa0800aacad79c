import TestKit
import TestSupport
import Testing

@Suite("Players in a lobby, at their terminals", .waits)
struct LobbyScenesTests {
    @Test("A code pairs two friends")
    func code() throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.stopsLooking()
        okafor.press("i")
        okafor.sees("Your code:")
        let words = okafor.screen.text.split { " \n".contains($0) }
        let label = try #require(words.firstIndex(of: "code:"))
        let lin = try TerminalPerson("lin", at: server)
        lin.sees("in sync", "okafor")
        lin.press("J")
        lin.sees("Your friend's invite code")
        lin.press(words[label + 1].lowercased(), "enter")
        for person in [okafor, lin] { person.sees("against") }
    }

    @Test("A code on the command line joins at once")
    func join() throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.stopsLooking()
        okafor.press("i")
        okafor.sees("Your code:")
        let words = okafor.screen.text.split { " \n".contains($0) }
        let label = try #require(words.firstIndex(of: "code:"))
        let lin = try TerminalPerson("lin", at: server, "join", String(words[label + 1]))
        for person in [okafor, lin] { person.sees("against") }
    }

    @Test("A free player is chosen from the list, challenged, and plays after accepting")
    func challenge() throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.stopsLooking()
        let lin = try TerminalPerson("lin", at: server)
        lin.stopsLooking()
        lin.press("tab", "down", "enter")
        lin.sees("You haven't played each other in this session.")
        lin.press("enter")
        lin.sees("Waiting for okafor")
        okafor.accepts("lin")
        lin.sees("lin (X) against okafor (O)", "okafor to move")
        okafor.sees("okafor (O) against lin (X)", "YOUR MOVE")
    }

    @Test("Two spectators watch a match through a rematch, and the players see their number")
    func watch() throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync")
        let lin = try TerminalPerson("lin", at: server)
        lin.sees("okafor to move")
        let fatou = try TerminalPerson("fatou", at: server, "watch")
        fatou.sees("MATCHES 1", "okafor 0–0 lin")
        fatou.press("enter")
        let tomas = try TerminalPerson("tomas", at: server, "watch", "lin")
        fatou.sees("watching", "O TO MOVE")
        tomas.sees("following lin", "O TO MOVE")
        okafor.sees("WATCHING  2", "fatou, tomas")
        playRound(okafor, lin)
        for person in [fatou, tomas] { person.sees("O WINS") }
        okafor.press("r")
        lin.press("r")
        for person in [fatou, tomas] { person.sees("X TO MOVE") }
        lin.plays(9)
        for person in [fatou, tomas] { person.sees("O TO MOVE", "1 X 9") }
        fatou.press("q")
        #expect(fatou.seesTheEnd() == .exited(0))
        okafor.sees("WATCHING  1")
    }

    @Test("In a large window the lobby is a dashboard, and bots play on its boards until people do")
    func dashboard() throws {
        let server = try ServedProgram(isKeeping: false)
        let lin = try TerminalPerson("lin", at: server)
        lin.stopsLooking()
        lin.resizes(rows: 60, columns: 200)
        lin.sees("PLAYERS 1", "TODAY'S PUZZLE", "RECENT RESULTS", "FRIENDS", "INVITE A FRIEND")
        lin.sees("hard bot", "perfect bot", "0 matches")
        let before = lin.screen.text
        lin.waits(for: "a move of the bots") { $0.text != before }
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync")
        let kim = try TerminalPerson("kim", at: server)
        kim.sees("okafor to move")
        lin.waits(for: "the match of people") {
            $0.text.contains("okafor 0–0 kim") && !$0.text.contains("hard bot")
        }
        lin.resizes(rows: 8, columns: 20)
        lin.waits(for: "the smallest lobby") { !$0.text.contains("PUZZLE") }
        lin.resizes(rows: 24, columns: 80)
        lin.sees("PLAYERS 3", "MATCHES 1")
        lin.press("q")
        lin.seesTheEnd()
        #expect(lin.isTerminalSane)
    }

    @Test("A bot plays while no opponent comes, and makes way for the first one")
    func bot() throws {
        let server = try ServedProgram(isKeeping: false)
        let lin = try TerminalPerson("lin", at: server)
        lin.sees("in sync", "Looking for a match")
        lin.press("b")
        lin.sees("medium bot", "YOUR MOVE")
        lin.press("5", "enter")
        lin.sees("1 O 5", "2 X", "YOUR MOVE")
        let okafor = try TerminalPerson("okafor", at: server)
        lin.sees("lin (O) against okafor (X)", "YOUR MOVE")
        okafor.press("q", "y")
        lin.sees("okafor left.", "started")
        lin.press("b")
        lin.sees("1 O 5")
    }

    @Test(
        "Any size plays a match", arguments: [(40, 120), (12, 40), (8, 20)])
    func sizes(rows: Int, columns: Int) throws {
        let server = try ServedProgram(isKeeping: false)
        let okafor = try TerminalPerson("okafor", at: server, rows: rows, columns: columns)
        okafor.sees("in sync")
        let lin = try TerminalPerson("lin", at: server, rows: rows, columns: columns)
        okafor.sees("YOUR MOVE")
        lin.sees("okafor to move")
        playRound(okafor, lin)
        okafor.sees("YOU WIN")
        lin.sees("YOU LOSE")
    }
}
