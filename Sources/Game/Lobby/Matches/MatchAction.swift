package import Game

package enum MatchAction: Hashable, Sendable {
    case play(Square)
    case resign
    /// Claims the round, because the opponent is away or idle.
    case claim
    case offerDraw
    case acceptDraw
    case declineDraw
    case withdrawDraw
    case rematch
    case declineRematch
    case withdrawRematch
    /// Asks to take back these last moves. The first of them is the asking player's own last move.
    case askUndo([Square])
    case allowUndo
    case declineUndo
    case withdrawUndo
    case want(MatchTerms)
    /// Withdraws the user's own proposal of terms.
    case withdrawTerms
    case say(Phrase)
}

/// The reason why a request is refused.
package enum RequestObstacle: Error, Hashable, Sendable {
    /// Not all of the hub's objects have arrived.
    case notConnected
    case notHere
    case alreadyPlaying
    /// The user's account is in a match with this opponent on another device.
    case playingElsewhere(String)
    case alreadyChallenging
    case nothingToWithdraw
    case yourself
    case gone
    case away
    case playing
    /// The player with this name wants no invitations.
    case busy(String)
    /// The player's program does not support invitations. Pairing can still start a match if both
    /// players look for any opponent.
    case notAskable
    case askedTooSoon
    /// The player has recently answered "later" or "no".
    case askedBefore
    /// The invitation was withdrawn, or has expired.
    case notInvited
    /// The opponent has not been away or idle for long enough.
    case claimNotDue
    /// The player waits for a friend, who needs the player's join code to start a match.
    case invitesByCode
    case unknownCode
    /// No player in any hall of the lobby has this name.
    case nobodyCalled(String)
    case noMatch
    /// The board breaks the rules. The user can only leave.
    case doubtful
    /// The opponent has already declined a draw in this position.
    case drawDeclined
    /// The user has declined a draw in this position, and the opponent's program has not removed
    /// that offer. A draw offer by the user would accept it.
    case declinedDrawOpen
    /// The user has declined a request to take back moves in this position, and the opponent's
    /// program has not removed that request. A request by the user would open it again.
    case declinedUndoOpen
    /// The opponent's program does not support a second round.
    case playsOneRound
    /// The opponent's program, or the server, does not support the request.
    case notKnownThere
    case seriesOver
    case spokeTooSoon
    case move(MatchActionRefusal)
}
