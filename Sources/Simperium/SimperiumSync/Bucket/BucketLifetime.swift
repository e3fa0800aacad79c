/// The lifetime of a bucket's objects.
package enum BucketLifetime: Hashable, Codable, Sendable {
    /// Kept in a store. Objects and unsent edits survive the program.
    case durable
    /// Kept until the program ends.
    case memory
    /// Kept as in `memory`. The hub removes objects when their owners leave. A removal is final:
    /// pending edits don't restore the object.
    case presence
}
