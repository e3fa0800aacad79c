package import Game

/// Something of each side of a match.
package struct Sides<Value: Hashable & Sendable>: Hashable, Sendable {
    private var circle: Value
    private var cross: Value

    init(circle: Value, cross: Value) {
        self.circle = circle
        self.cross = cross
    }

    package internal(set) subscript(piece: Piece) -> Value {
        get { piece == .circle ? circle : cross }
        set {
            switch piece {
            case .circle: circle = newValue
            case .cross: cross = newValue
            }
        }
    }
}
