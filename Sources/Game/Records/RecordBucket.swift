/// The buckets of an account. Raw values are their names.
package enum RecordBucket: String, Hashable, Codable, Sendable, CaseIterable {
    case profile
    case settings
    case friend
    case block
    case result
    case solo
    case seat
    /// Games over days, which the server shares with the two who play.
    case game
}
