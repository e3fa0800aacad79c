internal import Records
internal import SimperiumJSON
internal import SimperiumWire
package import SyncHub

/// Keeps a bucket of somebody's account: nothing goes in that makes no sense there, and results of
/// rounds between people come from the server alone.
package final class RecordRule: BucketRule {
    /// No object of an account needs half of it.
    private static let largestObject = 8 << 10

    private let bucket: RecordBucket

    init(of bucket: RecordBucket) {
        self.bucket = bucket
    }

    package func verdict(on proposal: Proposal, among count: Int) -> Verdict {
        guard !proposal.author.identity.rights.contains(.administrator) else { return .allowed }
        let key = proposal.key.text
        switch proposal.operation {
        case .insert(let object):
            guard count < bucket.capacity else { return .notLegal(reason: LogWords.tooManyObjects) }
            guard bucket != .result || ResultKey(key)?.isWrittenByDevice != false else {
                return .notYours(reason: LogWords.serversResult)
            }
            // Games are begun by the server, and come from a bucket of its own.
            guard bucket != .game else { return .notYours(reason: LogWords.serversGame) }
            return verdict(on: object, key: key)
        case .modify(_, let object):
            guard bucket != .result else { return .notYours(reason: LogWords.finalResult) }
            return verdict(on: object, key: key)
        // Nothing here is shared with anybody.
        case .leave: return .allowed
        case .remove, .removeAll:
            return bucket == .result ? .notYours(reason: LogWords.finalResult) : .allowed
        }
    }

    private func verdict(on object: JSONObject, key: String) -> Verdict {
        guard object.utf8.count <= Self.largestObject else {
            return .notLegal(reason: LogWords.tooLargeObject)
        }
        do throws(RecordFlaw) {
            try bucket.check(object, key: key)
            return .allowed
        } catch {
            return .notLegal(reason: "\(error)")
        }
    }
}

extension RecordBucket {
    /// How many objects of this kind somebody may have.
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
