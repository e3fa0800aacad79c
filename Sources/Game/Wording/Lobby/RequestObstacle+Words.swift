internal import Game
package import Lobby

extension RequestObstacle {
    /// The reason why an action isn't possible right now, and the next step if there is one.
    package func sentence(about opponent: String) -> String {
        switch self {
        case .notConnected: "Not synced with the server yet. Try again in a moment."
        case .notHere: "You are not in the lobby yet. Try again in a moment."
        case .alreadyPlaying: "You are already in a match."
        case .alreadyChallenging:
            "You have already invited a player. Withdraw that invitation first."
        case .nothingToWithdraw: "There is no invitation to withdraw."
        case .yourself: "That's you."
        case .gone: "They've just left."
        case .away: "They are away. Wait until they are back."
        case .playing: "They are in a match. Press Enter to watch."
        case .busy: "They aren't accepting invitations right now."
        case .notAskable:
            "Their program doesn't support invitations. You can both look for a match."
        case .askedTooSoon: "You've just sent an invitation. Wait a moment."
        case .askedBefore: "They declined your last invitation. Invite them again later."
        case .notInvited: "Their invitation is no longer open."
        case .claimNotDue: "\(opponent) still has time to return."
        case .invitesByCode: "They are waiting for a friend. You need their code to join."
        case .nobodyCalled(let name): LobbyWords.nobodyCalled(name)
        case .unknownCode: "No match has that code. Check it with your friend."
        case .noMatch: "You are not in a match."
        case .doubtful: "This match is no longer valid. You can only leave."
        case .drawDeclined: "\(opponent) has just declined a draw."
        case .playsOneRound: "\(opponent)'s program only plays one round."
        case .notKnownThere: "\(opponent)'s program is too old for that."
        case .seriesOver: "The series is over. Start another one from the lobby."
        case .spokeTooSoon: "You've just sent a phrase. Wait a moment."
        case .move(let refusal): refusal.sentence
        }
    }
}
