package import Drawing
internal import Lobby
package import Records
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumSync
package import SimperiumWire

package enum AccountFileFlaw: Error, Hashable, Sendable {
    /// The file was cut off, or written by another program.
    case damaged
    /// The file belongs to another server. A token must only be sent to its own server.
    case otherServer
    /// Another version of the program wrote the file, and may still need it.
    case otherVersion
}

/// The file of the account that is signed in on this machine, or whose token has become invalid.
package struct AccountFile: Hashable, Codable, Sendable {
    package enum StoredSignIn: Hashable, Sendable {
        case signedIn(SavedAccount)
        /// The user whose token is no longer valid. The copies of the account's data stay for the
        /// user's next token.
        case lapsed(user: String)
    }

    /// The size limit of a file in bytes, far above the size of any account.
    package static let longest = 16_384
    private static let version = 1
    fileprivate static let longestName = 1_024
    /// The maximum size of a user id in bytes. The folder names of longer ids could be equal.
    fileprivate static let longestUser = 64

    private let version: Int
    fileprivate let server: String
    fileprivate let user: String
    fileprivate let name: ForeignText
    /// The token; nil once it is no longer valid.
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

    fileprivate init(_ bytes: [UInt8]) throws(AccountFileFlaw) {
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

extension AccountFile.StoredSignIn {
    package init(_ bytes: [UInt8], at server: String) throws(AccountFileFlaw) {
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

/// The paths of the user's accounts below a folder. Each server has a folder with the file of the
/// signed-in account. That folder also has a folder for each user id, with the copies of that
/// account's data.
package struct AccountPaths: Hashable, Sendable {
    /// The file names of the copies. At most eight programs of one user can have a copy open at
    /// once.
    package static let copies = (1...8).map { "\($0).db" }

    private let folder: String

    package init(in folder: String, at server: String) {
        self.folder = "\(folder)/\(Self.fileName(server))"
    }

    package var accountFolder: String { folder }
    package var accountFile: String { folder + "/account" }

    package func copyFolderPath(of user: String) -> String {
        "\(folder)/user-\(Self.fileName(user))"
    }

    /// Returns a safe file name for the name of a server or a user. Lower-case letters, digits and
    /// hyphens stay; each other byte becomes an underscore and two hexadecimal digits. Only the
    /// first `longest` bytes are used.
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

    /// The maximum number of bytes of a name that are used in the file name. File systems limit the
    /// length of file names.
    private static let longest = 80
}

/// An account, and the token that signs this machine in to it.
package struct SavedAccount: Hashable, Codable, Sendable {
    /// The server's scheme, host and port. The token is sent to no other server.
    package let server: String
    /// The id of the account. It is unique, and stays if the name changes.
    package let user: String
    package let name: ForeignText
    package let token: Token

    package init(server: String, user: String, name: ForeignText, token: Token) {
        self.server = server
        self.user = user
        self.name = name
        self.token = token
    }
}

/// The signed-in account, and the storage of its data.
struct SignedInAccount: Hashable, Sendable {
    let account: SavedAccount
    let keeping: LocalAccountData.UnsentEditStorage
    /// True while the account's data can't be stored on disk.
    var isTroubled = false
    /// The account's copy on this machine, until the client first connects. Before that, another
    /// client may replace this one, and needs the copy.
    @BoxedRareValue var copy: LocalAccountData?
}

package enum AccountNews: Hashable, Sendable {
    case signedIn
    /// The server refused the token. The user continues as a guest.
    case tokenEnded(SavedAccount)
    /// The user has signed out. `unsent` is the number of objects that were not sent.
    case signedOut(name: ForeignText, unsent: Int)
    case status(ReplicaStatus)
    /// An edit was not made, because this program can't store edits.
    case notKept
    /// The server refused an edit. The edit was reverted, unless it stored a result.
    case refused(RecordBucket, key: String)
    /// Nothing can be stored, for this reason; nil if the disk does not respond.
    case troubled(because: String?)
    case recovered
}
