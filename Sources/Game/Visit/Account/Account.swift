internal import Lobby
package import Records
package import SimperiumSync
package import SimperiumWire

/// Who a person is at one server, and what proves it.
package struct Account: Hashable, Codable, Sendable {
    /// The server as it was named, by scheme, host and port. The token is shown to no other.
    package let server: String
    /// Never given to anybody else, whatever becomes of the name.
    package let user: String
    package let name: String
    package let token: Token

    package init(server: String, user: String, name: String, token: Token) {
        self.server = server
        self.user = user
        self.name = name
        self.token = token
    }
}

/// Who is signed in on a visit, and where what they do is kept.
struct AccountAdmission: Hashable, Sendable {
    let account: Account
    let keeping: AccountCopy.Keeping
    /// Whether what they do is not stored at present.
    var isTroubled = false
    /// What they were signed in with, until the visit begins: another one may take its place.
    @Boxed var copy: AccountCopy?
}

/// What a person hears of their account.
package enum AccountNews: Hashable, Sendable {
    case signedIn
    /// The server takes the token no longer: the visit goes on as a guest's.
    case tokenEnded(Account)
    /// The person has signed out; so many objects were not sent.
    case signedOut(name: String, unsent: Int)
    case status(SyncStatus)
    /// What was asked for is not done, because nothing is kept here.
    case notKept
    /// The server would not have it, and it is taken back.
    case refused(RecordBucket, key: String)
    /// Nothing is stored at present, for this reason; nil if the disk does not answer.
    case troubled(because: String?)
    /// The store takes everything again.
    case recovered
}
