import SimperiumJSON
import SimperiumWire
import SyncHub
import Synchronization

/// A rule for each bucket. It records the proposals, and returns the verdicts that a test sets.
final class TestRule: BucketValidator {
    let proposals = Mutex<[ProposedChange]>([])
    let verdict: @Sendable (ProposedChange) -> ValidationResult

    init(_ verdict: @escaping @Sendable (ProposedChange) -> ValidationResult) {
        self.verdict = verdict
    }

    func validate(_ proposal: ProposedChange, objectCount count: Int) -> ValidationResult {
        proposals.withLock { $0.append(proposal) }
        return verdict(proposal)
    }
}

struct TestRules: ChangeValidatorProvider {
    let rule: TestRule

    func changeValidator(for log: UserLogID) -> (any ChangeValidator)? { nil }

    func bucketValidator(for bucket: BucketID) -> (any BucketValidator)? {
        bucket.name == .options ? nil : rule
    }
}
