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
