package import SimperiumJSON
package import SimperiumWire

/// A change that a client would like to make in a guarded bucket: everything is in order but the
/// guard's consent.
package struct Proposal: Hashable, Sendable {
    package enum Operation: Hashable, Sendable {
        case insert(JSONObject)
        case modify(from: JSONObject, to: JSONObject)
        case remove(JSONObject)
        /// All objects, by `EMPTY` or `DROP`.
        case removeAll
    }

    package let bucket: BucketID
    package let key: ObjectKey
    package let operation: Operation
    package let author: Author
    /// What in this bucket is the author's by presence, the first inserted first.
    package let owned: [ObjectKey]

    package init(
        bucket: BucketID, key: ObjectKey, operation: Operation, author: Author,
        owned: [ObjectKey]
    ) {
        self.bucket = bucket
        self.key = key
        self.operation = operation
        self.author = author
        self.owned = owned
    }

    /// Who proposes a change.
    package struct Author: Hashable, Sendable {
        package let identity: Identity
        package let clientID: ClientID
        /// Nil for somebody who speaks from outside.
        package let connection: ConnectionID?

        package init(identity: Identity, clientID: ClientID, connection: ConnectionID?) {
            self.identity = identity
            self.clientID = clientID
            self.connection = connection
        }
    }
}

/// What a guard says of a proposal.
package enum Verdict: Hashable, Sendable {
    case allowed
    /// Somebody else's: error 401.
    case notYours(reason: String)
    /// Against the rules: error 400.
    case notLegal(reason: String)
}

/// What happens in a bucket that is watched, in the order of its log.
///
/// A guard is a fold over these: it has seen all that its verdict needs, in this bucket and others,
/// before the proposal is put to it.
package enum Observation: Hashable, Sendable {
    /// An object that was there when watching began, and whose it is by presence. The one that was
    /// changed longest ago comes first.
    case found(ObjectKey, JSONObject, of: ClientID?)
    /// There are no more of these.
    case foundAll
    case inserted(ObjectKey, JSONObject, by: ClientID)
    case modified(ObjectKey, JSONObject, by: ClientID)
    case removed(ObjectKey, by: ClientID)
    /// The store has failed the bucket. Watching begins anew.
    case lost
}
