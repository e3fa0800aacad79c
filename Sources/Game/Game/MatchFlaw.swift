/// Why stored members are no match. Every case is something a peer may have written.
package enum MatchFlaw: Error, Hashable, Sendable {
    case onePlayerTwice
    case roundsDoNotAddUp
    case unreachableBoard
    case wrongTurn
    /// It says how somebody lost, and not who.
    case endingWithoutLoser
}
