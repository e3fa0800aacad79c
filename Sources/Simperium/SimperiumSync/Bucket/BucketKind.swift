/// How a bucket is kept.
package enum BucketKind: Hashable, Codable, Sendable {
    /// In a store, so that neither objects nor unsent edits end with the program.
    case durable
    /// As long as the program runs.
    case memory
    /// As `memory`, and the hub removes objects when their owners leave: a removal is final, and
    /// no edit brings the object back.
    case presence
}
