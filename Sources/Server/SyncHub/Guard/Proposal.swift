package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A change that a client would like to make in a guarded bucket: everything is in order but the
/// guard's consent.
package struct Proposal: Equatable, Sendable {
    package enum Operation: Hashable, Sendable {
        case insert(JSONObject)
        case modify(from: JSONObject, to: JSONObject)
        case remove(JSONObject)
        /// All objects, by `EMPTY` or `DROP`.
        case removeAll
        /// The author, with whom another user shares it, has it no longer.
        case leave(JSONObject)
    }

    package let bucket: BucketID
    package let key: ObjectKey
    package let operation: Operation
    package let author: Author
    /// What is the author's by presence, in this bucket and in the others of the log.
    package let belongings: Belongings
    /// When it would happen: what is due is judged by this alone.
    package let stamp: Stamp
    /// What the guard has asked for.
    package var answer: StoreAnswer?

    package init(
        bucket: BucketID, key: ObjectKey, operation: Operation, author: Author,
        belongings: Belongings, stamp: Stamp
    ) {
        self.bucket = bucket
        self.key = key
        self.operation = operation
        self.author = author
        self.belongings = belongings
        self.stamp = stamp
    }

    /// The client that proposes a change.
    package struct Author: Hashable, Sendable {
        package let identity: Identity
        package let clientID: ClientID
        /// Nil for a caller from outside.
        package let connection: ConnectionID?
        /// The user whom the connection belongs to, whatever the channel is of.
        package let account: UserID?

        package init(
            identity: Identity, clientID: ClientID, connection: ConnectionID?,
            account: UserID? = nil
        ) {
            self.identity = identity
            self.clientID = clientID
            self.connection = connection
            self.account = account
        }
    }
}
