package import Drawing
internal import Lobby
package import Records
package import SimperiumSync
package import SimperiumWire

/// The account of a person at one server, with its token.
package struct SavedAccount: Hashable, Codable, Sendable {
    /// The server as it was named, by scheme, host and port. The token is shown to no other.
    package let server: String
    /// The id of the account. No other account ever has it, even if the name changes.
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

/// The account that is signed in, and the place of its data.
struct SignedInAccount: Hashable, Sendable {
    let account: SavedAccount
    let keeping: AccountCopy.EditStorage
    /// True while the disk does not store the account's data.
    var isTroubled = false
    /// The copy that the account was signed in with, until the client begins: another client may
    /// replace this one.
    @Boxed var copy: AccountCopy?
}

/// News about the account, for its owner.
package enum AccountNews: Hashable, Sendable {
    case signedIn
    /// The server refuses the token: the client continues as a guest's.
    case tokenEnded(SavedAccount)
    /// The person has signed out; so many objects were not sent.
    case signedOut(name: ForeignText, unsent: Int)
    case status(ReplicaStatus)
    /// An edit is not made, because this program keeps nothing.
    case notKept
    /// The server would not have it, and it is taken back.
    case refused(RecordBucket, key: String)
    /// Nothing is stored at present, for this reason; nil if the disk does not answer.
    case troubled(because: String?)
    /// The store takes everything again.
    case recovered
}
