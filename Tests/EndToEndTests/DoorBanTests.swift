import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Bans of the door", .waits)
struct DoorBanTests {
    @Test("A banned guest is sent the reason, by key and by address, once the file was read again")
    func bans() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("bans")
        func write(_ lines: String) throws {
            try Files.write(lines, to: file)
        }
        try write("203.0.113.0/24 robots\n")
        let house = try TerminalHouse("--bans", file)
        let (path, fingerprint) = try house.key("ed25519")
        func visit(key: String?) throws -> (text: String, status: CInt) {
            try PipedProgram.run(
                "/usr/bin/ssh", house.options("lin", key: key) + ["127.0.0.1", "players"])
        }
        #expect(try visit(key: path).status == 0)

        try write("# Two\n\(fingerprint) 9999-12-31 Left every game\n::1\n")
        house.host.sends(SIGHUP)
        house.host.sees("ban list read count=2")
        let banned = try visit(key: path)
        #expect(
            banned.text == "You are banned until the end of 9999-12-31: Left every game\n")
        #expect(banned.status == 5)
        house.host.sees("banned who=\(fingerprint) why=\"Left every game\"", "because=kept-out")
        #expect(try visit(key: nil).status == 0)

        try write("nobody\n")
        house.host.sends(SIGHUP)
        house.host.sees(
            "ban list not updated why=\"\(file) can't be read: line 1 must begin with an address")
        #expect(try visit(key: path).status == 5)

        try write("127.0.0.0/8 2000-01-01\n127.0.0.1 too many robots\n\n127.0.0.2\n")
        house.host.sends(SIGHUP)
        house.host.sees("ban list read count=3")
        let refused = try visit(key: nil)
        #expect(refused.text.contains("You are banned: too many robots"), "\(refused.text)")
        #expect(refused.status == 255)
        house.host.sees("banned who=127.0.0.1 why=\"too many robots\"")
    }
}
