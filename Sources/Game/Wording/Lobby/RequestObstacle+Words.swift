internal import Game
package import Lobby

extension RequestObstacle {
    /// Why something can't be done now, and, where there is one, the next step.
    package func sentence(about opponent: String) -> String {
        switch self {
        case .notConnected: "Not in sync with the server yet: try again in a moment."
        case .notHere: "The lobby does not know you yet: try again in a moment."
        case .alreadyPlaying: "You are in a match already."
        case .alreadyChallenging: "You are asking somebody already; Esc takes it back."
        case .nothingToWithdraw: "You have asked nobody."
        case .yourself: "That is you."
        case .gone: "They have just left."
        case .away: "Their line is broken: wait until they are back."
        case .playing: "They are in a match: Enter watches it."
        case .busy: "They want to be left alone."
        case .notAskable: "Their program can't be asked: it only finds who looks for a match."
        case .askedTooSoon: "You have just asked somebody: wait a moment."
        case .askedBefore: "They have answered you already: ask again later."
        case .notInvited: "They no longer ask you."
        case .claimNotDue: "\(opponent) has some time yet to return."
        case .invitesByCode: "They wait for a friend: only who knows their code may join."
        case .nobodyCalled(let name): LobbyWords.nobodyCalled(name)
        case .unknownCode: "Nobody here waits with that code."
        case .noMatch: "You are in no match."
        case .doubtful: "The board can't be trusted: you can only leave."
        case .drawDeclined: "\(opponent) has said no to a draw just now."
        case .playsOneRound: "\(opponent)'s program plays one round only."
        case .notKnownThere: "\(opponent)'s program is older, and knows nothing of that."
        case .seriesOver: "The series is over: ask from the lobby for another."
        case .spokeTooSoon: "You have just said something: wait a moment."
        case .move(let refusal): refusal.sentence
        }
    }
}
