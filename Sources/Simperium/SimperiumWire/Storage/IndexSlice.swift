/// A request for part of a bucket's index: the objects that are not removed, sorted by their last
/// change.
package struct IndexSlice: Hashable, Codable, Sendable {
    package enum LastChangeOrder: Hashable, Codable, Sendable {
        case newestFirst
        case oldestFirst
    }

    package let order: LastChangeOrder
    /// The lower bound: the slice has only objects that were last changed after this change.
    package let above: SequenceNumber?
    /// The upper bound: the slice has only objects that were last changed before this change.
    package let below: SequenceNumber?
    /// True if the answer contains the objects themselves.
    package let hasObjects: Bool
    package let portion: AnswerLimit

    package init(
        _ order: LastChangeOrder, above: SequenceNumber? = nil, below: SequenceNumber? = nil,
        hasObjects: Bool,
        atMost portion: AnswerLimit
    ) {
        self.order = order
        self.above = above
        self.below = below
        self.hasObjects = hasObjects
        self.portion = portion
    }
}
