import TestKit
import TestSupport
import Testing

@Suite("The door, and games over days", .waits)
struct DoorGameTests {
    private let house: TerminalHouse

    init() throws {
        house = try TerminalHouse()
    }

    /// Signs up a guest who has only a key.
    private func signUp(_ name: String, by key: String) throws {
        let person = try TerminalPerson(name, visiting: house, key: key)
        person.sees("in sync", "Looking for a match")
        person.press("esc")
        person.sees("Hello, ")
        person.press("A")
        person.sees("Sign up")
        person.press("enter")
        person.sees(name)
        person.press("enter")
        person.sees("Account \(name) created")
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
    }

    private func asks(_ words: String..., by key: String) throws -> (text: String, status: CInt) {
        try PipedProgram.run("/usr/bin/ssh", house.options("x", key: key) + ["127.0.0.1"] + words)
    }

    @Test("S176, C76: A guest with only a key begins a game in lines, is notified, and plays")
    func byKey() throws {
        let (first, second) = (try house.key("ed25519").path, try house.key("ecdsa").path)
        try signUp("lin", by: first)
        try signUp("okafor", by: second)
        let none = try asks("games", by: first)
        #expect(none.text == "No correspondence games.\n" && none.status == 0, "\(none)")
        #expect(try asks("status", "--short", by: first).status == 4)

        let okafor = try PipedProgram(
            "/usr/bin/ssh", house.options("okafor", key: second) + ["-T", "127.0.0.1"])
        #expect(okafor.line { $0 == "You are signed in as okafor." } != nil)
        okafor.says("wait")
        okafor.says("games new lin 1")
        #expect(okafor.line { $0.hasPrefix("lin is invited.") } != nil)
        let waits = try asks("status", "--short", by: first)
        #expect(waits.text == "ttt:1\n" && waits.status == 0, "\(waits)")

        let lin = try TerminalPerson("x", visiting: house, key: first)
        lin.sees("1 of 1 waiting")
        lin.press("]")
        lin.sees("INVITATION", "1 day a move")
        lin.press("5", "enter")
        lin.sees("okafor to move")
        #expect(okafor.line { $0 == "1 correspondence game, 1 waiting for you." } != nil)
        okafor.says("games 1 1")
        #expect(okafor.line { $0.hasPrefix("You play X against lin: their move") } != nil)
        lin.sees("YOUR MOVE", "2 X 1")
        okafor.says("quit")
        #expect(okafor.end() == 0)
    }
}
