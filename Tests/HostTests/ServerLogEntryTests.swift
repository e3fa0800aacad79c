import Host
import Testing

@Suite("Entries of a server's log")
struct ServerLogEntryTests {
    @Test("With several values of a name, JSON has an array, and the text has all of them")
    func severalValues() {
        let addresses = ["[::1]:80", "[::2]:80", "[::3]:80"]
        let many = ServerLogEntry(started: LogWords.server, version: "1", at: addresses)
        let list = #""address":["[::1]:80","[::2]:80","[::3]:80"]}"#
        #expect(many.json(time: "T").hasSuffix(list))
        #expect(many.text.hasSuffix("address=[::1]:80 address=[::2]:80 address=[::3]:80"))
        let one = ServerLogEntry(started: LogWords.server, version: "1", at: [addresses[0]])
        #expect(one.json(time: "T").hasSuffix(#""address":"[::1]:80"}"#))
    }

    @Test("An error without a reason has no reason in the log")
    func missingReason() {
        #expect(ServerLogEntry(trouble: "lost").text == "error lost")
        #expect(ServerLogEntry(trouble: "lost", "no route").text == #"error lost why="no route""#)
    }

    @Test("A certificate that has expired is an error, and one that expires soon a warning")
    func certificate() {
        let over = ServerLogEntry(
            certificate: "/etc/chain", validUntil: "2026-11-29", hasExpired: true)
        #expect(over.text == #"error certificate expired on=2026-11-29 file="/etc/chain""#)
        let near = ServerLogEntry(
            certificate: "/etc/chain", validUntil: "2026-12-02", hasExpired: false)
        #expect(near.text == #"warning certificate expires soon on=2026-12-02 file="/etc/chain""#)
    }

    @Test("The line about a guest who has left has the whole key, which a ban needs")
    func guestKey() {
        let key = "SHA256:" + String(repeating: "k", count: 43)
        let entry = ServerLogEntry(guest: 7, from: "192.0.2.1", key: key, left: "end")
        #expect(entry.text == "info left guest=7 from=192.0.2.1 key=\(key) because=end")
        let other = ServerLogEntry(guest: 8, from: "192.0.2.1", key: nil, left: "end")
        #expect(other.text == "info left guest=8 from=192.0.2.1 because=end")
    }

    @Test("The log has the number of shards that a server has taken over, and its role")
    func takeOver() {
        #expect(
            ServerLogEntry(shardsTakenOver: 16, by: LogWords.standsBy).text
                == #"info shards taken over count=16 role="stands by""#)
    }
}
