package import Records
package import SimperiumSync

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
