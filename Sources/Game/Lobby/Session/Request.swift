package import Game

/// A person's request to their program.
package enum Request: Hashable, Sendable {
    /// Enter the lobby.
    case enter(PlayerName?, PlayerMode, Player.Way?)
    case leave
    case rename(PlayerName)
    /// Hide the name from spectators, or show it again.
    case hide(Bool)
    /// Block these accounts, and no others.
    case shun(Set<String>)
    /// Play later matches by that clock, or by none.
    case limit(MoveLimit?)
    /// Play later matches to so many won rounds, or without an end.
    case target(SeriesTarget?)
    /// Change the mode of the Player.
    case look(PlayerMode)
    /// Leave the pairing on the way to another hall, or join it again.
    case stepAside(Bool)
    /// Make a code for a friend.
    case invite
    /// Invite a player, or start at once if both look for any opponent.
    case challenge(PlayerID)
    /// Answer an invitation.
    case answer(PlayerID, Answer)
    case join(JoinCode)
    case withdrawChallenge
    case act(Action)
    /// Leave the match in this mode: `auto` is for the next opponent.
    case leaveMatch(PlayerMode)
    case watch(Watching.Choice)

    /// The answer to an invitation.
    package enum Answer: Hashable, Codable, Sendable, CaseIterable {
        case play
        case later
        case no
        /// Later, and no more invitations until that is taken back.
        case doNotDisturb
    }
}

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
