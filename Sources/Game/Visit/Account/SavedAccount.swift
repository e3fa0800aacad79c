package import Drawing
internal import Lobby
package import Records
package import SimperiumSync
package import SimperiumWire

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
    /// The copy, until the client begins. Another client may replace this one before that.
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
    /// The server refused an edit, which was reverted.
    case refused(RecordBucket, key: String)
    /// Nothing can be stored, for this reason; nil if the disk does not respond.
    case troubled(because: String?)
    case recovered
}
