internal import SimperiumJSON
internal import SimperiumWire

/// What lies on the disk of who is signed in at a server.
package struct AccountFile: Hashable, Codable, Sendable {
    /// Why a file is of no use.
    package enum Flaw: Error, Hashable, Sendable {
        /// It is not what any program writes: cut off, or another's.
        case damaged
        /// It is of another server, to which alone its token may be shown.
        case otherServer
        /// A program of another version wrote it, which may want it yet.
        case otherVersion
    }

    /// What a file says.
    package enum Entry: Hashable, Sendable {
        case signedIn(Account)
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
    fileprivate let name: String
    /// Nil once it is worth nothing any more.
    fileprivate let token: Token?

    package init(_ account: Account) {
        self.init(account, token: account.token)
    }

    package init(lapsed account: Account) {
        self.init(account, token: nil)
    }

    private init(_ account: Account, token: Token?) {
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
            (1...AccountFile.longestName).contains(file.name.utf8.count)
        else { throw .damaged }
        guard let token = file.token else {
            self = .lapsed(user: file.user)
            return
        }
        guard token.isWellFormed else { throw .damaged }
        self = .signedIn(
            Account(server: server, user: file.user, name: file.name, token: token))
    }
}
