/// Keeps one bucket by a rule that needs to know nothing but the change itself: no object of the
/// bucket is held in memory for it.
package protocol BucketRule: Sendable {
    /// Of a change in a bucket that has so many objects.
    func verdict(on proposal: Proposal, among count: Int) -> Verdict
}
