import SimperiumJSON
import SimperiumWire
import SyncHub
import Synchronization

/// A rule for each bucket. It records the proposals, and returns the verdicts that a test sets.
final class TestRule: BucketRule {
    let proposals = Mutex<[Proposal]>([])
    let verdict: @Sendable (Proposal) -> Verdict

    init(_ verdict: @escaping @Sendable (Proposal) -> Verdict) {
        self.verdict = verdict
    }

    func verdict(on proposal: Proposal, among count: Int) -> Verdict {
        proposals.withLock { $0.append(proposal) }
        return verdict(proposal)
    }
}

struct TestRules: Guards {
    let rule: TestRule

    func `guard`(for log: LogID) -> (any Guard)? { nil }

    func rule(for bucket: BucketID) -> (any BucketRule)? {
        bucket.name == .options ? nil : rule
    }
}
