/// Why the state of a match is not to be trusted.
package enum Doubt: Hashable, Sendable {
    case flaw(ObjectFlaw)
    /// Nothing that the opponent may do leads to it.
    case unexplained
}
