import TestKit
import TestSupport
import Testing

/// A lobby of halls for two players each, so that each match fills a hall.
@Suite("The door and a lobby of many halls", .waits)
struct DoorHallTests {
    /// Returns the two players of a match, the first to move first.
    private static func pair(_ one: String, _ other: String, at house: TerminalHouse) throws
        -> [TerminalPerson]
    {
        let first = try TerminalPerson(["--server", house.address, "--name", one])
        first.sees("in sync")
        let second = try TerminalPerson(["--server", house.address, "--name", other])
        first.sees("against \(other)")
        second.sees("against \(one)")
        return [first, second]
    }

    @Test("S193 A spectator by ssh sees all halls on the wall, and enters the one they choose")
    func watches() throws {
        let house = try TerminalHouse("--hall-size", "2")
        let pairs = try [("ana", "bea"), ("cem", "dora"), ("eva", "fay")]
            .map { try Self.pair($0.0, $0.1, at: house) }
        let watcher = try TerminalPerson("watch", visiting: house)
        watcher.sees("MATCHES 3", "ana", "cem", "eva", "hall ")
        watcher.press("/", "f", "a", "y", "enter")
        watcher.sees("matching \"fay\"")
        watcher.press("enter")
        watcher.sees("watching", "eva", "fay")
        let players = pairs[2]
        players[0].sees("WATCHING  1")
        players[0].places(in: 5)
        watcher.sees("1 O 5")
        // A second spectator names a player at the start.
        let fan = try TerminalPerson("fan", visiting: house, "watch", "fay")
        fan.sees("following fay", "eva")
        players[0].sees("WATCHING  2")
        watcher.press("q")
        #expect(watcher.seesTheEnd() == .exited(0))
        players[0].sees("WATCHING  1")
    }

    @Test("S193 The door's count includes the players of all halls")
    func counts() throws {
        let house = try TerminalHouse("--hall-size", "2")
        let pairs = try [("ana", "bea"), ("cem", "dora")]
            .map { try Self.pair($0.0, $0.1, at: house) }
        let curious = try TerminalPerson("curious", visiting: house, "players")
        curious.sees("4 people here: 0 free, 4 playing")
        #expect(pairs.count == 2)
    }
}
