/// How a round was lost that its loser is written to have resigned, if not by resigning. Raw values
/// are those of a Match's `ending`.
package enum Ending: String, Hashable, Sendable, CaseIterable {
    /// The loser was away, and the other side took the round.
    case claimed = "claim"
    /// The loser left, in a round in which both had moved.
    case left
    /// The loser was to move, and let the time run out.
    case timeout
}
