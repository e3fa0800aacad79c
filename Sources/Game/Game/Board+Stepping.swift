/// How somebody goes over a board who looks for a free square: taken ones are jumped over.
extension Board {
    /// The nearest free square in that direction; the square itself if there is none. To the left
    /// and right one stays in the row if one can, up and down the shortest way is taken: so each
    /// free square can be reached, also the middle between four corners.
    package func free(_ direction: Direction, of square: Square) -> Square {
        var (nearest, least) = (square, Int.max)
        for candidate in free {
            let (right, down) = (candidate.column - square.column, candidate.row - square.row)
            let (ahead, cost) =
                switch direction {
                case .up: (-down, down * down + right * right)
                case .down: (down, down * down + right * right)
                case .left: (-right, abs(right) + Board.side * abs(down))
                case .right: (right, abs(right) + Board.side * abs(down))
                }
            guard ahead > 0, cost < least else { continue }
            (nearest, least) = (candidate, cost)
        }
        return nearest
    }

    /// The free square so many places further in the order of reading, from the last to the first;
    /// the square itself if all are taken.
    package func free(_ places: Int, behind square: Square) -> Square {
        let others = Square.allCases.map { square.shifted(by: $0.number) }
        let ways = (places < 0 ? others.reversed().dropFirst() : others[...]) + [square]
        return ways.filter(free.contains).dropFirst(abs(places) - 1).first ?? square
    }

    /// Where somebody begins who has not pointed at a square yet: in the middle, or near it.
    package var firstFree: Square {
        if free.contains(.centre) { return .centre }
        return free.first { _ in true } ?? .centre
    }
}

extension Square {
    fileprivate func shifted(by places: Int) -> Square {
        Square(rawValue: UInt8((Int(rawValue) + places) % Board.squareCount)) ?? self
    }
}
