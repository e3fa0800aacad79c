/// The sooner of two deadlines, where nil is never.
package func sooner(_ left: Instant?, _ right: Instant?) -> Instant? {
    guard let left, let right else { return left ?? right }
    return min(left, right)
}
