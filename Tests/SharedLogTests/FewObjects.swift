import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A guard that lets no more than a few objects into its bucket: a rule that is broken as soon as
/// one node judges by what is not so any more.
struct FewObjects: Guard, Guards {
    static let most = 2

    let bucket: BucketName
    let rules: Int? = nil
    private(set) var objects: [ObjectKey: JSONObject] = [:]
    private(set) var faults: [String] = []

    init(in bucket: BucketName) {
        self.bucket = bucket
    }

    var buckets: [BucketName] { [bucket] }

    func `guard`(for log: LogID) -> (any Guard)? { self }

    mutating func observe(_ observation: Observation, in bucket: BucketName, at now: Instant) {
        switch observation {
        case .found(let key, let object, _, _):
            if objects.updateValue(object, forKey: key) != nil { faults.append("\(key) twice") }
        case .inserted(let key, let object, _, _):
            if objects.updateValue(object, forKey: key) != nil { faults.append("\(key) again") }
        case .modified(let key, let object, _, _):
            if objects.updateValue(object, forKey: key) == nil { faults.append("no \(key)") }
        case .removed(let key, _, _):
            if objects.removeValue(forKey: key) == nil { faults.append("no \(key) to go") }
        case .lost: objects = [:]
        case .foundAll, .opened, .away, .back: break
        }
    }

    func verdict(on proposal: Proposal, at now: Instant) -> Verdict {
        if case .insert = proposal.operation, objects.count >= Self.most {
            return .notLegal(reason: "there are enough")
        }
        return .allowed
    }

    func ending(of clientID: ClientID, why: SeatEnd.Reason, at stamp: Stamp) -> JSONObject? { nil }
}
