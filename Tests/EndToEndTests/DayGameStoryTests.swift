import TestKit
import TestSupport
import Testing

@Suite("Two players, three devices, and two days of their games", .waits)
struct DayGameStoryTests {
    private let clock: ShiftedClock
    private let server: ServedProgram
    private let (lin, linsOther, okafor): (AccountHome, AccountHome, AccountHome)

    init() throws {
        clock = try ShiftedClock()
        server = try ServedProgram(clock: clock)
        lin = try AccountHome(of: "lin", at: server, clock: clock)
        linsOther = try AccountHome(of: "lin", at: server, isNew: false, clock: clock)
        okafor = try AccountHome(of: "okafor", at: server, clock: clock)
    }

    /// Begins a game. Both players have made a move, and have the board open.
    private func begin() throws -> (lin: TerminalPerson, okafor: TerminalPerson) {
        let begun = try okafor.runs("games", "new", "lin", "--days", "1")
        #expect(begun.status == 0, "\(begun)")
        let first = try lin.plays()
        first.press("]")
        first.sees("INVITATION", "1 day a move")
        first.press("enter")
        first.sees("YOUR MOVE", "1 day a move")
        first.press("5", "enter")
        first.sees("okafor to move")
        let other = try okafor.plays()
        other.press("]")
        other.sees("YOUR MOVE", "1 O 5")
        other.press("1", "enter")
        first.sees("YOUR MOVE", "2 X 1")
        return (first, other)
    }

    /// Makes a move on the other device without a connection. The server receives it after the next
    /// start there, on the next day.
    private func moveOffline() throws -> TerminalPerson {
        #expect(try linsOther.runs("games").text.contains("okafor  your move"))
        let away = try linsOther.plays()
        away.press("]")
        away.sees("YOUR MOVE", "2 X 1")
        server.crash()
        away.sees("ffline")
        away.press("9", "enter")
        away.sees("okafor to move", "3 O 9")
        away.press("q")
        #expect(away.seesTheEnd() == .exited(0))
        try clock.setAhead(hours: 20)
        try server.start()
        return try linsOther.plays()
    }

    @Test("P62, C76: A move made offline is sent a day later; a flag falls; the game is claimed")
    func days() throws {
        let (first, other) = try begin()
        first.press("q")
        #expect(first.seesTheEnd() == .exited(0))
        let back = try moveOffline()
        other.sees("YOUR MOVE", "3 O 9")
        back.press("o", "enter")
        back.sees("okafor to move", "23 h left")
        try claimInLines()

        // A program that was open all the time notices that days have passed.
        try clock.setAhead(hours: 25)
        back.press("esc")
        back.sees("out of time")
        #expect(try lin.runs("games").text.contains("okafor  out of time"))
        #expect(try lin.runs("status", "--short").text == "ttt:1\n")
        back.press("enter")
        back.sees("time is up", "c to claim the game")
        back.press("c")
        back.sees("YOU WIN", "okafor ran out of time")
        other.sees("YOU LOSE — you ran out of time", "after 3 moves")
        #expect(try okafor.runs("games").text.contains("lin  you lost"))
        #expect(try lin.runs("games", "--json").text.contains(#""outcome":"won""#))
    }

    /// A game can't be claimed while there is time left. A script need not wait for the program.
    private func claimInLines() throws {
        let lines = try lin.talks()
        lines.says("games 1 claim")
        #expect(lines.line { $0.hasPrefix("You can only claim a game") } != nil)
        lines.says("quit")
        #expect(lines.end() == 0)
    }

    @Test("P63: A player who deletes the account during a game has resigned it")
    func deletes() throws {
        let (first, _) = try begin()
        #expect(try okafor.deletesAccount().status == 0)
        first.sees("YOU WIN", "okafor resigned.")
        #expect(try lin.runs("games").text.contains("okafor  you won"))
        #expect(try linsOther.runs("status").text == "No correspondence games.\n")
    }
}
