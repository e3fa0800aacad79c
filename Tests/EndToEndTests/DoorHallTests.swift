import TestKit
import TestSupport
import Testing

/// A lobby of halls for two people each: two who play fill one.
@Suite("The door and a lobby of many halls", .waits)
struct DoorHallTests {
    /// The people in the order in which they begin, two to a hall.
    private static func pair(_ one: String, _ other: String, at house: House) throws -> [Person] {
        let first = try Person(["--server", house.address, "--name", one])
        first.sees("in sync")
        let second = try Person(["--server", house.address, "--name", other])
        first.sees("against \(other)")
        second.sees("against \(one)")
        return [first, second]
    }

    @Test("S193 Who only watches by ssh sees all halls on the wall, and goes where they choose")
    func watches() throws {
        let house = try House("--hall-size", "2")
        let pairs = try [("ana", "bea"), ("cem", "dora"), ("eva", "fay")]
            .map { try Self.pair($0.0, $0.1, at: house) }
        let watcher = try Person("watch", visiting: house)
        watcher.sees("MATCHES 3", "ana", "cem", "eva", "hall ")
        watcher.press("/", "f", "a", "y", "enter")
        watcher.sees("matching \"fay\"")
        watcher.press("enter")
        watcher.sees("watching", "eva", "fay")
        let players = pairs[2]
        players[0].sees("WATCHING  1")
        players[0].places(in: 5)
        watcher.sees("1 O 5")
        // A second one by name, from the start.
        let fan = try Person("fan", visiting: house, "watch", "fay")
        fan.sees("following fay", "eva")
        players[0].sees("WATCHING  2")
        watcher.press("q")
        #expect(watcher.seesTheEnd() == .exited(0))
        players[0].sees("WATCHING  1")
    }

    @Test("S193 How many are here is said by the door of all halls")
    func counts() throws {
        let house = try House("--hall-size", "2")
        let pairs = try [("ana", "bea"), ("cem", "dora")]
            .map { try Self.pair($0.0, $0.1, at: house) }
        let curious = try Person("curious", visiting: house, "players")
        curious.sees("4 people here: 0 free, 4 playing")
        #expect(pairs.count == 2)
    }
}
