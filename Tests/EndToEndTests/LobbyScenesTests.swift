import TestKit
import TestSupport
import Testing

@Suite("Players in a lobby, at their terminals", .waits)
struct LobbyScenesTests {
    @Test("A code pairs two friends")
    func code() throws {
        let server = try ServedProgram(in: .memory)
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

    @Test("In a large window the lobby is a dashboard, and bots play on its boards until people do")
    func dashboard() throws {
        let server = try ServedProgram(in: .memory)
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
        let server = try ServedProgram(in: .memory)
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
}
