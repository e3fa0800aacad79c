internal import Drawing
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

/// The file that records the account that is signed in at a server.
package struct AccountFile: Hashable, Codable, Sendable {
    /// The reason why a file is of no use.
    package enum Flaw: Error, Hashable, Sendable {
        /// It is not what any program writes: cut off, or another's.
        case damaged
        /// It is of another server, and its token is only for that one.
        case otherServer
        /// A program of another version wrote it, which may want it yet.
        case otherVersion
    }

    /// The contents of a file.
    package enum Entry: Hashable, Sendable {
        case signedIn(SavedAccount)
        /// The token has ended, and the copies wait for this user's next one.
        case lapsed(user: String)
    }

    /// More than any account takes.
    package static let longest = 16_384
    private static let version = 1
    fileprivate static let longestName = 1_024
    /// So that no two of them are written alike in the name of a folder.
    fileprivate static let longestUser = 64

    private let version: Int
    fileprivate let server: String
    fileprivate let user: String
    fileprivate let name: ForeignText
    /// Nil once it is worth nothing any more.
    fileprivate let token: Token?

    package init(_ account: SavedAccount) {
        self.init(account, token: account.token)
    }

    package init(lapsed account: SavedAccount) {
        self.init(account, token: nil)
    }

    private init(_ account: SavedAccount, token: Token?) {
        version = Self.version
        (server, user, name) = (account.server, account.user, account.name)
        self.token = token
    }

    fileprivate init(_ bytes: [UInt8]) throws(Flaw) {
        guard bytes.count <= Self.longest, let json = try? JSON(parsing: bytes) else {
            throw .damaged
        }
        guard let version = json.object?["version"]?.int else { throw .damaged }
        guard version == Self.version else { throw .otherVersion }
        guard let file = try? RecordDecoder().decode(AccountFile.self, from: json) else {
            throw .damaged
        }
        self = file
    }

    package var bytes: [UInt8] {
        guard let json = try? RecordEncoder().encode(self) else { return [] }
        return json.utf8 + [UInt8(ascii: "\n")]
    }
}

extension AccountFile.Entry {
    /// Reads what `bytes` say of `server`.
    package init(_ bytes: [UInt8], at server: String) throws(AccountFile.Flaw) {
        let file = try AccountFile(bytes)
        guard file.server == server else { throw .otherServer }
        guard (1...AccountFile.longestUser).contains(file.user.utf8.count),
            (1...AccountFile.longestName).contains(file.name.byteCount)
        else { throw .damaged }
        guard let token = file.token else {
            self = .lapsed(user: file.user)
            return
        }
        guard token.isWellFormed else { throw .damaged }
        self = .signedIn(
            SavedAccount(server: server, user: file.user, name: file.name, token: token))
    }
}

/// The places of a person's accounts below a folder: for each server a folder with a file about the
/// account that is signed in, and for each user a folder with the copies of the account's data.
package struct AccountPaths: Hashable, Sendable {
    /// So many programs of one person may each have a copy at once.
    package static let copies = (1...8).map { "\($0).db" }

    private let folder: String

    package init(in folder: String, at server: String) {
        self.folder = "\(folder)/\(Self.fileName(server))"
    }

    package var accountFolder: String { folder }
    package var accountFile: String { folder + "/account" }

    package func copyFolder(of user: String) -> String { "\(folder)/user-\(Self.fileName(user))" }

    /// Returns a file's name for any name of a server or a user, which must not lead to another
    /// folder. Letters and digits stay, all others are hexadecimal behind an underscore.
    private static func fileName(_ text: String) -> String {
        var word = ""
        for byte in text.utf8.prefix(longest) {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "-"):
                word.unicodeScalars.append(Unicode.Scalar(byte))
            default: word += "_" + [byte].hexText
            }
        }
        return word
    }

    /// So that a name written in hexadecimal is one that file systems take.
    private static let longest = 80
}
