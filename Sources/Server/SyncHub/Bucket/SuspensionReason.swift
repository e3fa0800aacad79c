import SimperiumJSON
import SimperiumWire

/// The reason why a work item is suspended. The item starts again when the reason no longer exists.
enum SuspensionReason: Error {
    case unread(StoreQuery)
    /// A computation is too long for one tick.
    case uncomputed(Computation)
    /// The guard hasn't been shown the whole log.
    case guardNotReady
    case needsEntityReport(ObjectKey, of: BucketID)
    indirect case belongsToOther(BucketID, BucketWork)
    /// The store returned invalid data. The bucket fails.
    case damaged
}

/// The reason why a part of a work item ends early: the whole item is suspended, or its request is
/// refused.
enum Interruption<Refusal: Sendable>: Error {
    case suspended(SuspensionReason)
    case refused(Refusal)
}

extension Interruption {
    static func converting<Fact>(
        _ read: () throws(SuspensionReason) -> Fact
    ) throws(Interruption<Refusal>) -> Fact {
        do throws(SuspensionReason) { return try read() } catch { throw .suspended(error) }
    }
}

extension SuspensionReason {
    static func parsed(_ bytes: [UInt8]) throws(SuspensionReason) -> JSONObject {
        guard let json = try? JSON(parsing: bytes.span, limits: .standard), let object = json.object
        else { throw .damaged }
        return object
    }
}
