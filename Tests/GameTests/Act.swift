import Game
import SimperiumClock

/// A request to a match.
enum Act: Hashable {
    case play(Square, Piece)
    case resign(Piece)
    case offer(Piece)
    case accept(Piece)
    case decline(Piece)
    case withdraw(Piece)
    case next

    func perform(in match: inout Match) throws(MatchActionRefusal) {
        switch self {
        case .play(let square, let piece): try match.play(square, by: piece)
        case .resign(let piece): try match.endRound(lostBy: piece)
        case .offer(let piece): try match.offerDraw(by: piece)
        case .accept(let piece): try match.acceptDraw(by: piece)
        case .decline(let piece): try match.declineDraw(by: piece)
        case .withdraw(let piece): try match.withdrawDraw(by: piece)
        case .next: try match.startNextRound()
        }
    }

    /// Returns a random act, mostly a move by either player, in turn or not.
    static func random(_ random: inout SeededRandom) -> Act {
        let piece = Piece.allCases[random.numberBelow(2)]
        return switch random.numberBelow(20) {
        case 0: .resign(piece)
        case 1: .offer(piece)
        case 2: .accept(piece)
        case 3: .decline(piece)
        case 4: .withdraw(piece)
        case 5: .next
        default: .play(Square.allCases[random.numberBelow(9)], piece)
        }
    }
}

extension Match {
    /// A match after these acts.
    init(after acts: [Act]) throws {
        self.init()
        for act in acts { try act.perform(in: &self) }
    }
}
