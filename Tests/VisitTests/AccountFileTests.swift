import SimperiumWire
import Testing
import Visit

@Suite("Who is signed in, on the disk")
struct AccountFileTests {
    private static let server = "wss://example.org:443"

    private static func account(user: String = "u1") throws -> Account {
        Account(
            server: server, user: user, name: "kim",
            token: try #require(Token("0123456789abcdef0123456789abcdef")))
    }

    @Test("What is written is read again")
    func roundTrip() throws {
        let account = try Self.account()
        #expect(
            try AccountFile.Entry(AccountFile(account).bytes, at: Self.server)
                == .signedIn(account))
    }

    @Test("An account whose token has ended is known by its user, for the copies are still theirs")
    func lapsed() throws {
        let file = AccountFile(lapsed: try Self.account())
        #expect(try AccountFile.Entry(file.bytes, at: Self.server) == .lapsed(user: "u1"))
        #expect(!String(decoding: file.bytes, as: UTF8.self).contains("0123456789abcdef"))
    }

    @Test("A file of another server is left alone, however alike its name")
    func otherServer() throws {
        let bytes = AccountFile(try Self.account()).bytes
        #expect(throws: AccountFile.Flaw.otherServer) {
            try AccountFile.Entry(bytes, at: "ws://example.org:443")
        }
    }

    @Test(
        "A damaged file says nothing",
        arguments: [
            "", "{", "[]", "null", #"{"version":1}"#,
            #"{"version":1,"server":"wss://example.org:443","user":"","name":"k","token":"x"}"#,
            #"{"version":1,"server":"wss://example.org:443","user":1,"name":"k"}"#,
        ])
    func damaged(text: String) {
        #expect(throws: AccountFile.Flaw.damaged) {
            try AccountFile.Entry([UInt8](text.utf8), at: Self.server)
        }
    }

    @Test("Cut off anywhere, it is damaged or whole")
    func cutOff() throws {
        let account = try Self.account()
        let bytes = AccountFile(account).bytes
        for length in 0..<(bytes.count - 1) {
            #expect(throws: AccountFile.Flaw.damaged) {
                try AccountFile.Entry(Array(bytes.prefix(length)), at: Self.server)
            }
        }
    }

    @Test("A later version's file is not ours to judge")
    func otherVersion() {
        #expect(throws: AccountFile.Flaw.otherVersion) {
            try AccountFile.Entry([UInt8](#"{"version":2}"#.utf8), at: Self.server)
        }
    }

    @Test("A user whose id is longer than a folder's name can be is none of this server's")
    func longUser() throws {
        let account = try Self.account(user: String(repeating: "u", count: 65))
        #expect(throws: AccountFile.Flaw.damaged) {
            try AccountFile.Entry(AccountFile(account).bytes, at: Self.server)
        }
    }

    @Test("No name of a server or a user leads out of the folder, and no two lead to one")
    func places() {
        let places = AccountPlaces(in: "/data", at: "ws://localhost:8383")
        #expect(places.accountFile == "/data/ws_3a_2f_2flocalhost_3a8383/account")
        let users = ["..", ".", "", "a/b", "a_2fb", "A", "a", "_", "1.db", "account"]
        let folders = users.map { places.copyFolder(of: $0) }
        #expect(Set(folders).count == users.count)
        for folder in folders {
            let name = folder.dropFirst(places.accountFolder.count + 1)
            #expect(!name.contains("/") && !name.contains(".") && !name.isEmpty)
            #expect(folder != places.accountFile)
        }
    }
}
