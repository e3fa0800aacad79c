package import Game

extension MoveRefusal {
    package var sentence: String {
        switch self {
        case .notSeated: "You are only watching this match."
        case .roundIsOver: "This round is over."
        case .roundGoesOn: "This round is not over yet."
        case .notYourTurn: "It's not your move yet."
        case .squareTaken(let piece): "\(piece.letter) is already there."
        case .alreadyOffered: "You have already offered a draw."
        case .notBegun: "Both players must move first."
        case .nothingOffered: "There is no draw offer."
        case .nothingToTakeBack: "There is no move to take back."
        }
    }
}
