internal import Records
internal import SimperiumJSON
internal import SimperiumWire
package import SyncHub

/// The validator of a bucket with account data. It refuses invalid objects, objects beyond the
/// bucket's capacity, and changes that only the server may make. It allows an administrator all
/// changes.
package final class RecordValidator: BucketValidator {
    /// The size of the largest object, in bytes. No valid object needs half of this size.
    private static let largestObject = 8 << 10
    private static let finalResult = "results can't be changed"

    private let bucket: RecordBucket

    init(of bucket: RecordBucket) {
        self.bucket = bucket
    }

    package func validate(_ proposal: ProposedChange, objectCount count: Int) -> ValidationResult {
        guard !proposal.author.identity.rights.contains(.administrator) else { return .allowed }
        let key = proposal.key.text
        switch proposal.operation {
        case .insert(let object):
            guard count < bucket.capacity else { return .notLegal(reason: "too many objects") }
            guard bucket != .result || ResultKey(key)?.isWrittenByDevice != false else {
                return .notYours(reason: "only the server writes results between players")
            }
            // The server starts games, in a bucket of its own.
            guard bucket != .game else {
                return .notYours(reason: "only the server starts correspondence games")
            }
            return validationResult(of: object, key: key)
        case .modify(_, let object):
            guard bucket != .result else { return .notYours(reason: Self.finalResult) }
            return validationResult(of: object, key: key)
        // The bucket of an object's owner validates this. A user's `game` bucket has only copies,
        // and no object of the other buckets is shared.
        case .leave: return .allowed
        case .remove, .removeAll:
            return bucket == .result ? .notYours(reason: Self.finalResult) : .allowed
        }
    }

    private func validationResult(of object: JSONObject, key: String) -> ValidationResult {
        guard object.utf8.count <= Self.largestObject else { return .notLegal(reason: "too large") }
        do throws(RecordFlaw) {
            try bucket.check(object, key: key)
            return .allowed
        } catch {
            return .notLegal(reason: "\(error)")
        }
    }
}

extension RecordBucket {
    fileprivate var capacity: Int {
        switch self {
        case .profile, .seat: 1
        case .settings: 200
        case .friend, .block: 2_000
        case .solo: 200
        case .game: 1_000
        case .result: 100_000
        }
    }
}
