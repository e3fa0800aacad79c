/// Keeps one bucket by a rule that needs to know nothing but the change itself: no object of the
/// bucket is held in memory for it.
///
/// A rule is an object: a value of unknown size in a bucket would have the whole bucket copied for
/// each question about it.
package protocol BucketRule: AnyObject, Sendable {
    /// Of a change in a bucket that has so many objects.
    func verdict(on proposal: Proposal, among count: Int) -> Verdict
}
