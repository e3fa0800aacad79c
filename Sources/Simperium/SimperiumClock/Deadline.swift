/// Returns the sooner of two deadlines; nil means never.
package func sooner(_ left: Instant?, _ right: Instant?) -> Instant? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}
