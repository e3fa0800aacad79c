internal import Clockwork

/// The sooner of two deadlines. Nil is never.
func sooner(_ one: Instant?, _ other: Instant?) -> Instant? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
}
