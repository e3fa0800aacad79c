import TestKit
import TestSupport
import Testing

/// The lobby's entries, and the box with an invitation.
@Suite("The lobby's actions at a terminal", .waits)
struct LobbyActionsTests {
    @Test("From a game at one keyboard a player reaches the lobby, and from there every page")
    func lobby() throws {
        let machine = try Machine()
        let person = try TerminalPerson(["bot"], environment: machine.environment)
        person.losesToBot()
        person.chooses("lobby")
        person.sees("What's your name?")
        person.press("\u{15}", "lin", "enter")
        person.sees("in sync", "PLAYERS 1", "Hello, lin")

        person.chooses("settings")
        person.sees("SETTINGS")
        person.press("esc")
        person.sees("Hello, lin")
        person.chooses("statistics")
        person.sees("STATISTICS")
        person.press("esc")
        person.sees("Hello, lin")
        person.chooses("clock")
        person.sees("New matches: no clock.")
        person.chooses("series")
        person.sees("New matches: first to 3")
        person.chooses("today's puzzle")
        person.sees("puzzle for", "Enter place")
        person.press("esc")
        person.sees("PLAYERS 1")
        person.press("b")
        person.losesToBot()
        person.press("esc")
        person.sees("v Last round")
        person.press("v")
        person.sees("replay", "1 O 5")
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test("The lobby beyond a game at one keyboard is the one in the configuration file")
    func configuredLobby() throws {
        let server = try ServedProgram(in: .memory)
        let machine = try Machine()
        try machine.configure("server = \(server.address)\nname = kim\n")
        let lin = try TerminalPerson("lin", at: server)
        lin.stopsLooking()
        let kim = try TerminalPerson(["local"], environment: machine.environment)
        kim.sees("O TO MOVE")
        kim.chooses("lobby")
        kim.sees("PLAYERS 2", "Hello, kim", "lin")
        lin.sees("PLAYERS 2", "kim")
    }

    @Test("An invitation is a box with its clock and series; Enter plays")
    func invitation() throws {
        let server = try ServedProgram(in: .memory)
        let lin = try TerminalPerson("lin", at: server, "--clock", "10", "--target", "3")
        lin.stopsLooking()
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.stopsLooking()
        okafor.press("b")
        okafor.sees("YOUR MOVE")
        lin.chooses("okafor")
        lin.sees("You haven't played each other in this session.", "Correspondence game")
        lin.press("enter")
        okafor.sees("lin invites you to play", "10 s a move, first to 3", "to answer")
        okafor.accepts("lin")
        for person in [lin, okafor] { person.sees("against", "first to 3") }
    }
}

extension TerminalPerson {
    /// Resigns a round against a bot after a move of each.
    fileprivate func losesToBot() {
        sees("YOUR MOVE")
        press("5", "enter")
        sees("2 X", "YOUR MOVE")
        press("R", "y")
        sees("Next round")
    }
}
