import Game
import SimperiumClock

/// A request to a match.
enum Act: Hashable {
    case play(Square, PlayerID)
    case resign(PlayerID)
    case offer(PlayerID)
    case accept(PlayerID)
    case decline(PlayerID)
    case withdraw(PlayerID)
    case next

    func perform(in match: inout Match) throws(MoveRefusal) {
        switch self {
        case .play(let square, let player): try match.play(square, by: player)
        case .resign(let player): try match.resign(by: player)
        case .offer(let player): try match.offerDraw(by: player)
        case .accept(let player): try match.acceptDraw(by: player)
        case .decline(let player): try match.declineDraw(by: player)
        case .withdraw(let player): try match.withdrawDraw(by: player)
        case .next: try match.startNextRound()
        }
    }

    /// Returns a random act, mostly a move, by any player, in turn or not.
    static func random(_ random: inout SeededRandom) -> Act {
        let player = [PlayerID.ada, .bob, .eve][
            random.chance(1, in: 20) ? 2 : random.numberBelow(2)]
        return switch random.numberBelow(20) {
        case 0: .resign(player)
        case 1: .offer(player)
        case 2: .accept(player)
        case 3: .decline(player)
        case 4: .withdraw(player)
        case 5: .next
        default: .play(Square.allCases[random.numberBelow(9)], player)
        }
    }
}

extension Match {
    /// A match of Ada and Bob after these acts.
    init(after acts: [Act]) throws {
        self.init(circle: .ada, cross: .bob)
        for act in acts { try act.perform(in: &self) }
    }
}

extension PlayerID {
    static let ada = PlayerID(rawValue: "ada")
    static let bob = PlayerID(rawValue: "bob")
    static let eve = PlayerID(rawValue: "eve")
}
