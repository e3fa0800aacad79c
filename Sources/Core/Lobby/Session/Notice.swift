package import Game
package import SimperiumClock

/// Something that a person should be told. Most of it somebody else did.
package enum Notice: Hashable, Sendable {
    case refused(RequestObstacle)
    /// The hub did not take what the program wrote.
    case notTaken(LobbyBucket, LobbyRefusal)
    case flawed(LobbyBucket, LobbyKey, ObjectFlaw)
    case came(PlayerID)
    case left(PlayerID, name: String)

    /// A challenge came to nothing: somebody else was first, or they have just left.
    case challengeFailed(name: String)
    case matchBegan(opponent: String, isOurs: Bool)
    case matchEnded(opponent: String, MatchEnd)

    case moved(Square)
    case roundEnded(Outcome)
    case roundBegan(Int)
    case drawOffered
    case drawDeclined
    case drawWithdrawn
    case rematchWanted
    case rematchDeclined
    case rematchWithdrawn
    case opponentAway(until: Instant)
    case opponentBack
    /// The opponent's program wrote what is not by the rules. The board stays as it was.
    case doubtful(Doubt)
    case trusted

    /// The match on show is another one now, or none.
    case shows(LobbyKey?)
    /// The person who was followed has left.
    case lostSight
}

/// How a match came to its end.
package enum MatchEnd: Hashable, Sendable {
    case left
    /// By the opponent, or because the opponent's time to return ran out.
    case opponentLeft
    /// Our own line was broken for too long.
    case connectionBroken
    /// After the result nobody said what should come next.
    case noAnswer
    /// Another match turned out to have been there before.
    case void
}

/// Why the state of a match is not to be trusted.
package enum Doubt: Hashable, Sendable {
    case flaw(ObjectFlaw)
    /// Nothing that the opponent may do leads to it.
    case unexplained
}
