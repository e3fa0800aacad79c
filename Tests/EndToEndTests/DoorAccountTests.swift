import TestKit
import TestSupport
import Testing

@Suite("The door, and guests whose key has an account", .waits)
struct DoorAccountTests {
    /// Returns the code that an account's page shows.
    private static func code(on person: TerminalPerson) throws -> String {
        let text = person.screen.text
        let range = try #require(text.firstRange(of: "Code "))
        return String(text[range.upperBound...].prefix { $0.isLetter || $0.isNumber })
    }

    @Test("S87, S93: With a key a guest signs up, returns to the account, and links another key")
    func byKey() throws {
        let house = try TerminalHouse()
        let first = try house.key("ed25519").path
        let okafor = try TerminalPerson("okafor", visiting: house, key: first)
        okafor.sees("Looking for a match")
        okafor.press("A")
        okafor.sees("Sign up")
        okafor.press("enter")
        okafor.sees("okafor")
        okafor.press("enter")
        okafor.sees("Account okafor created")
        okafor.press("esc")
        okafor.sees("Looking for a match")
        okafor.press("q")
        #expect(okafor.seesTheEnd() == .exited(0))

        let again = try TerminalPerson("somebody", visiting: house, key: first)
        again.sees("You are signed in as okafor.")
        again.press("A", "enter")
        again.sees("Code ")
        let (second, fingerprint) = try house.key("ecdsa")
        let link = try PipedProgram(
            "/usr/bin/ssh",
            house.options("x", key: second) + ["127.0.0.1", "link", try Self.code(on: again)])
        again.sees("Allow ssh, \(fingerprint.prefix(12))")
        again.press("y")
        again.sees("Allowed.")
        #expect(link.line() == "Now approve the link on the device showing the code.")
        #expect(link.line() == "Done. This key now signs in as okafor.")
        #expect(link.end() == 0)

        let other = try TerminalPerson("x", visiting: house, key: second)
        other.sees("You are signed in as okafor.")
        #expect(try isOnePerson(in: house), "two devices of one person")
    }

    /// Waits, because the lobby learns of a device before it learns its user.
    private func isOnePerson(in house: TerminalHouse) throws -> Bool {
        try waitUntil(within: PipedProgram.patience, every: .milliseconds(20)) {
            let census = try PipedProgram.run(
                "/usr/bin/ssh", house.options("x") + ["127.0.0.1", "players"])
            return census.text.hasPrefix("1 person")
        }
    }
}
