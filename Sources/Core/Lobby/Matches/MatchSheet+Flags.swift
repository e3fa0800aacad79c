package import Game

extension MatchSheet {
    /// A number for each side, 0 where there is none.
    package struct Flags: Hashable, Sendable {
        private var circle: Int
        private var cross: Int

        init(circle: Int = 0, cross: Int = 0) {
            self.circle = circle
            self.cross = cross
        }

        package internal(set) subscript(piece: Piece) -> Int {
            get { piece == .circle ? circle : cross }
            set {
                switch piece {
                case .circle: circle = newValue
                case .cross: cross = newValue
                }
            }
        }

        func positive(_ number: Int) -> Set<Piece> {
            // So it is nearly always, and then there is no list to be made.
            guard self != Flags() || number == 0 else { return [] }
            return Set(Piece.allCases.filter { self[$0] == number })
        }

        func negative(_ number: Int) -> Set<Piece> { positive(-number) }

        /// Who offers a draw, or a rematch: an offer stands unless the other side has said no.
        func standing(at moment: Int) -> Set<Piece> {
            positive(moment).filter { self[$0.opponent] != -moment }
        }
    }
}
