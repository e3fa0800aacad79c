/// How a match came to its end.
package enum MatchEnd: Hashable, Sendable {
    case left
    /// By the opponent, or because the opponent's time to return ran out.
    case opponentLeft
    /// Our own connection was broken for too long.
    case connectionBroken
    /// After the result neither player said what should come next.
    case noAnswer
    /// Another match turned out to have been there before.
    case void
}
