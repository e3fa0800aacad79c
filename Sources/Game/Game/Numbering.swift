/// Which number, and so which digit of the keyboard, is which square's.
package enum Numbering: Hashable, Codable, Sendable {
    /// In the order of reading, as on a telephone.
    case page
    /// From below, as the digits of a keyboard's keypad lie.
    case keypad

    package init(isKeypad: Bool) {
        self = isKeypad ? .keypad : .page
    }

    package func number(of square: Square) -> Int { mirrored(square).number }

    package func square(_ number: Int) -> Square? { Square(number: number).map(mirrored) }

    package func digit(of square: Square) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(ascii: "0") + UInt8(number(of: square)))
    }

    /// The square that has this one's number in the order of reading, and the other way round.
    private func mirrored(_ square: Square) -> Square {
        guard self == .keypad else { return square }
        return Square(row: 2 - square.row, column: square.column) ?? square
    }
}
