import Game

extension MatchSheet {
    /// A number for each side, 0 where there is none.
    package typealias Flags = Sides<Int>
}

extension Sides<Int> {
    init() { self.init(circle: 0, cross: 0) }

    func positive(_ number: Int) -> Set<Piece> {
        // So it is nearly always, and then there is no list to be made.
        guard self != Self() || number == 0 else { return [] }
        return Set(Piece.allCases.filter { self[$0] == number })
    }

    func negative(_ number: Int) -> Set<Piece> { positive(-number) }

    /// Who offers a draw, or a rematch: an offer stands unless the other side has said no.
    func standing(at moment: Int) -> Set<Piece> {
        let offers = positive(moment)
        return offers.isEmpty ? offers : offers.filter { self[$0.opponent] != -moment }
    }
}
