package import Game

/// Why what a person asked for can't be done now.
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
    /// Their program knows nothing of questions: it finds them as they both look for anybody.
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
    /// Somebody has won as many rounds as were to be won.
    case seriesOver
    case spokeTooSoon
    case move(MoveRefusal)
}
