package import Game

/// What a person asks their program for.
package enum Request: Hashable, Sendable {
    /// To be here, for others to see.
    case enter(PlayerName?, PlayerMode, Player.Way?)
    case leave
    case rename(PlayerName)
    /// To have the name left out of what those read who only watch, or not any more.
    case hide(Bool)
    /// To have nothing to do with the holders of these accounts.
    case shun(Set<String>)
    /// To play by that clock in matches to come, or by none.
    case limit(MoveLimit?)
    /// To have matches to come be over when somebody has won so many rounds, or when they like.
    case target(SeriesTarget?)
    /// To be found like this from now on.
    case look(PlayerMode)
    /// Not to be paired, on the way to where somebody waits, too; or to look for anybody again.
    case stepAside(Bool)
    /// To be found by a person who is told the code that this makes.
    case invite
    /// To play somebody, who is asked first unless both look for anybody.
    case challenge(PlayerID)
    /// To answer somebody who has asked.
    case answer(PlayerID, Answer)
    case join(JoinCode)
    case withdrawChallenge
    case act(Action)
    /// To end the match, and be found like this from then on: `auto` is for the next opponent.
    case leaveMatch(PlayerMode)
    case watch(Watching.Choice)

    /// What to say to whoever asks for a match.
    package enum Answer: Hashable, Codable, Sendable, CaseIterable {
        case play
        case later
        case no
        /// Later, and nobody else need ask until that is taken back.
        case doNotDisturb
    }
}

/// What a player may do in a match.
package enum Action: Hashable, Sendable {
    case play(Square)
    case resign
    /// To take the round, because the opponent is away.
    case claim
    case offerDraw
    case acceptDraw
    case declineDraw
    case withdrawDraw
    case rematch
    case declineRematch
    case withdrawRematch
    /// To play the next round by these terms.
    case want(MatchTerms)
    case say(Phrase)
}

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
