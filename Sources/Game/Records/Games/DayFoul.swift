package import Game

/// Why the referee of games over days does not let a change pass.
package enum DayFoul: Error, Hashable, Sendable {
    case serversGame
    case notInTheGame
    case everything

    case flawed(RecordFlaw)
    /// Other people, another limit, or another beginning.
    case otherTerms
    /// What was played is not what was played before.
    case otherMoves
    /// Nothing is done by it, or two things at once.
    case notOneAct
    case othersResignation
    /// The side that is to move has time left.
    case timeNotUp
    case move(MoveRefusal)

    /// Whether what is to be changed is somebody else's (401); else it is against the rules (400).
    package var isTrespass: Bool {
        switch self {
        case .serversGame, .notInTheGame, .everything: true
        case .flawed, .otherTerms, .otherMoves, .notOneAct, .othersResignation, .timeNotUp, .move:
            false
        }
    }
}
