package import Game

/// An action of a player in a match.
package enum Action: Hashable, Sendable {
    case play(Square)
    case resign
    /// Take the round, because the opponent is away.
    case claim
    case offerDraw
    case acceptDraw
    case declineDraw
    case withdrawDraw
    case rematch
    case declineRematch
    case withdrawRematch
    /// Ask to take back the last moves, from the person's own last move on.
    case askUndo([Square])
    case allowUndo
    case declineUndo
    case withdrawUndo
    /// Ask for these terms in the next round.
    case want(MatchTerms)
    case say(Phrase)
}

/// The reason why a request can't be done now.
package enum RequestObstacle: Error, Hashable, Sendable {
    /// Nothing can be started before everything is here that the hub has.
    case notConnected
    case notHere
    case alreadyPlaying
    case alreadyChallenging
    case nothingToWithdraw
    case yourself
    case gone
    case away
    case playing
    case busy
    /// Their program has no invitations: it is paired if both look for any opponent.
    case notAskable
    case askedTooSoon
    /// They have said later, or no.
    case askedBefore
    /// The question was taken back, or is too old.
    case notInvited
    /// The opponent has not been away for long enough.
    case claimNotDue
    /// Only who knows the code may start a match with them.
    case invitesByCode
    case unknownCode
    /// In no hall of the lobby.
    case nobodyCalled(String)
    case noMatch
    /// The board is not by the rules. All that is left is to leave.
    case doubtful
    /// The opponent has said no to a draw at this moment already.
    case drawDeclined
    /// The opponent's program knows of no second round.
    case playsOneRound
    /// The opponent's program, or the server, is of the first version.
    case notKnownThere
    /// A player has won the series.
    case seriesOver
    case spokeTooSoon
    case move(MoveRefusal)
}
