internal import Game
internal import Lobby
internal import Visit

/// An event that a simulated lobby should reach now and then.
package enum CoveredEvent: String, Hashable, Sendable, CaseIterable {
    case line, fullBoard, agreement, resignation, claim, flag
    case leaving, notBack, endUndecided
    case drawDeclined, drawWithdrawn
    case rematchDeclined, rematchWithdrawn
    case phrase, wish, clockedMatch, seriesBegun, seriesWon, timeTold
    case idleAtBoard, idleAsked, wakeCall
    case undoAsked, undoDeclined, undoWithdrawn, undone

    /// The event that a notice stands for; nil if it is of no interest here.
    init?(_ notice: Notice, at client: LobbyClient?) {
        let record = client?.match?.record
        switch notice {
        case .roundEnded where record?.isDecided == true: self = .seriesWon
        case .roundEnded(let outcome): self = Self(outcome)
        case .matchEnded(_, .opponentForfeited): self = .leaving
        case .matchEnded(_, .opponentNotBack): self = .notBack
        case .matchEnded(_, .endedUndecided): self = .endUndecided
        case .matchBegan where record?.terms.target != nil: self = .seriesBegun
        case .matchBegan where record?.terms.limit != nil: self = .clockedMatch
        case .drawDeclined: self = .drawDeclined
        case .drawWithdrawn: self = .drawWithdrawn
        case .rematchDeclined: self = .rematchDeclined
        case .rematchWithdrawn: self = .rematchWithdrawn
        case .said: self = .phrase
        case .wanted: self = .wish
        case .timeLeft: self = .timeTold
        case .opponentIdle: self = .idleAtBoard
        case .asksIdle: self = .idleAsked
        case .undoAsked: self = .undoAsked
        case .undoDeclined: self = .undoDeclined
        case .undoWithdrawn: self = .undoWithdrawn
        case .undone: self = .undone
        case .called: self = .wakeCall
        default: return nil
        }
    }

    private init(_ outcome: Outcome) {
        self =
            switch outcome {
            case .won: .line
            case .drawn: .fullBoard
            case .drawAgreed: .agreement
            case .resigned: .resignation
            case .claimed: .claim
            case .left: .leaving
            case .notBack: .notBack
            case .outOfTime: .flag
            }
    }
}
