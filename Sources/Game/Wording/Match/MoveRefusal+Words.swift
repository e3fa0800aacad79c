package import Game

extension MoveRefusal {
    package var sentence: String {
        switch self {
        case .notSeated: "You only watch this match."
        case .roundIsOver: "This round is over."
        case .roundGoesOn: "This round is not over yet."
        case .notYourTurn: "Not your move yet."
        case .squareTaken(let piece): "\(piece.letter) stands there already."
        case .alreadyOffered: "You have offered a draw already."
        case .notBegun: "Not both have moved yet."
        case .nothingOffered: "Nobody has offered a draw."
        case .nothingToTakeBack: "There is nothing of yours to take back."
        }
    }
}
