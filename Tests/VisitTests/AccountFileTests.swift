import Drawing
import SimperiumWire
import Testing
import Visit

@Suite("The file of the signed-in account")
struct AccountFileTests {
    private static let server = "wss://example.org:443"

    private static func account(user: String = "u1") throws -> SavedAccount {
        SavedAccount(
            server: server, user: user, name: "kim",
            token: try #require(Token("0123456789abcdef0123456789abcdef")))
    }

    @Test("A written account is read again; one whose token has ended is known by its user alone")
    func roundTrip() throws {
        let account = try Self.account()
        let lapsed = AccountFile(lapsed: account)
        for (file, entry) in [
            (AccountFile(account), .signedIn(account)), (lapsed, .lapsed(user: "u1")),
        ] as [(AccountFile, AccountFile.StoredSignIn)] {
            #expect(try AccountFile.StoredSignIn(file.bytes, at: Self.server) == entry)
        }
        #expect(!String(decoding: lapsed.bytes, as: UTF8.self).contains("0123456789abcdef"))
    }

    @Test("A file that is damaged, or of another server or version, is no account")
    func flaws() throws {
        let bytes = AccountFile(try Self.account()).bytes
        let longUser = AccountFile(try Self.account(user: String(repeating: "u", count: 65)))
        let damaged = [
            "", "{", "[]", "null", #"{"version":1}"#,
            #"{"version":1,"server":"wss://example.org:443","user":"","name":"k","token":"x"}"#,
            #"{"version":1,"server":"wss://example.org:443","user":1,"name":"k"}"#,
        ]
        typealias Row = (name: String, bytes: [UInt8], server: String, flaw: AccountFileFlaw)
        var rows: [Row] = [
            ("a similar server's", bytes, "ws://example.org:443", .otherServer),
            ("a later version's", Array(#"{"version":2}"#.utf8), Self.server, .otherVersion),
            ("a user too long for a folder", longUser.bytes, Self.server, .damaged),
        ]
        rows += damaged.map { ($0, Array($0.utf8), Self.server, .damaged) }
        rows += (0..<bytes.count - 1).map {
            ("cut off at \($0)", Array(bytes.prefix($0)), Self.server, .damaged)
        }
        for row in rows {
            #expect(throws: row.flaw, "\(row.name)") {
                try AccountFile.StoredSignIn(row.bytes, at: row.server)
            }
        }
    }

    @Test("No name of a server or a user leads out of the folder, and no two lead to one")
    func places() {
        let places = AccountPaths(in: "/data", at: "ws://localhost:8383")
        #expect(places.accountFile == "/data/ws_3a_2f_2flocalhost_3a8383/account")
        let users = ["..", ".", "", "a/b", "a_2fb", "A", "a", "_", "1.db", "account"]
        let folders = users.map { places.copyFolderPath(of: $0) }
        #expect(Set(folders).count == users.count)
        for folder in folders {
            let name = folder.dropFirst(places.accountFolder.count + 1)
            #expect(!name.contains("/") && !name.contains(".") && !name.isEmpty)
            #expect(folder != places.accountFile)
        }
    }
}
