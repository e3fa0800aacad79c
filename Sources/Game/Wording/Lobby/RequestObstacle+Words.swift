internal import Game
package import Lobby

extension RequestObstacle {
    /// The reason why an action is not possible now, and the next step if there is one.
    package func sentence(about opponent: String) -> String {
        switch self {
        case .notConnected: "Not in sync with the server yet. Try again in a moment."
        case .notHere: "You are not in the lobby yet. Try again in a moment."
        case .alreadyPlaying: "You are already in a match."
        case .alreadyChallenging:
            "You have already invited a player. Withdraw that invitation first."
        case .nothingToWithdraw: "You have no invitation to withdraw."
        case .yourself: "That is you."
        case .gone: "They have just left."
        case .away: "They are away. Wait until they are back."
        case .playing: "They are in a match. Enter watches it."
        case .busy: "They accept no invitations right now."
        case .notAskable: "Their program has no invitations. You can both look for a match."
        case .askedTooSoon: "You have just sent an invitation. Wait a moment."
        case .askedBefore: "They declined your last invitation. Invite them again later."
        case .notInvited: "Their invitation is no longer open."
        case .claimNotDue: "\(opponent) still has time to return."
        case .invitesByCode: "They are waiting for a friend. You need their code to join."
        case .nobodyCalled(let name): LobbyWords.nobodyCalled(name)
        case .unknownCode: "No match has that code. Check it with your friend."
        case .noMatch: "You are not in a match."
        case .doubtful: "This board is not reliable. You can only leave."
        case .drawDeclined: "\(opponent) has just declined a draw."
        case .playsOneRound: "\(opponent)'s program plays only one round."
        case .notKnownThere: "\(opponent)'s program is too old for that."
        case .seriesOver: "The series is over. Start another one from the lobby."
        case .spokeTooSoon: "You have just sent a phrase. Wait a moment."
        case .move(let refusal): refusal.sentence
        }
    }
}
