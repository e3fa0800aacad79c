import SimperiumJSON
import SimperiumWire

/// What keeps a work from being done now.
enum MissingFact: Error {
    /// Only the store knows.
    case unread(StoreQuery)
    /// It takes longer than one event may.
    case uncomputed(Computation)
    /// The guard has not seen all of its log.
    case unseen
    /// Another bucket of the log writes just now.
    case busy
    /// All is worked out, and is to be written into a log that other hubs write to, too.
    indirect case unwritten(PendingBatch)
    /// Another bucket must say what it has under a key.
    case unintroduced(ObjectKey, of: BucketID)
    /// It is another bucket's to do.
    indirect case elsewhere(BucketID, Work)
    /// The store gave back what it can't have been given.
    case damaged
}

extension MissingFact {
    /// An object as the store keeps it.
    static func parsed(_ bytes: [UInt8]) throws(MissingFact) -> JSONObject {
        guard let json = try? JSON(parsing: bytes.span, limits: .standard), let object = json.object
        else { throw .damaged }
        return object
    }
}
