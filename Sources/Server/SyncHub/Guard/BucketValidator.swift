/// A validator for one bucket that needs only the change and the number of objects. No object of
/// the bucket is loaded for it.
///
/// A class, because a value of unknown size would make each access copy the whole bucket.
package protocol BucketValidator: AnyObject, Sendable {
    /// Validates a change. `count` is the number of objects in the bucket.
    func verdict(on proposal: ProposedChange, among count: Int) -> ValidationResult
}
