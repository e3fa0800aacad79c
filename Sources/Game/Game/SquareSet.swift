/// Some of the nine squares, each a bit at the square's raw value.
package struct SquareSet: Hashable, Sendable {
    private var mask: UInt16

    private init(mask: UInt16) {
        self.mask = mask
    }

    package init() {
        mask = 0
    }

    package init(_ squares: some Sequence<Square>) {
        mask = squares.reduce(0) { $0 | Self.bit(of: $1) }
    }

    private static func bit(of square: Square) -> UInt16 { 1 << UInt16(square.rawValue) }

    package var isEmpty: Bool { mask == 0 }
    package var count: Int { mask.nonzeroBitCount }
    package var complement: SquareSet { SquareSet(mask: ~mask & 0b111_111_111) }

    package func contains(_ square: Square) -> Bool { mask & Self.bit(of: square) != 0 }

    package func isSuperset(of other: SquareSet) -> Bool { other.mask & ~mask == 0 }

    package func union(_ other: SquareSet) -> SquareSet { SquareSet(mask: mask | other.mask) }

    package func intersection(_ other: SquareSet) -> SquareSet {
        SquareSet(mask: mask & other.mask)
    }

    package func subtracting(_ other: SquareSet) -> SquareSet {
        SquareSet(mask: mask & ~other.mask)
    }

    package func inserting(_ square: Square) -> SquareSet {
        SquareSet(mask: mask | Self.bit(of: square))
    }
}

extension SquareSet: Sequence {
    /// Walks the squares in the order of reading.
    package struct Iterator: IteratorProtocol {
        fileprivate var mask: UInt16

        package mutating func next() -> Square? {
            guard mask != 0 else { return nil }
            defer { mask &= mask - 1 }
            return Square(rawValue: UInt8(mask.trailingZeroBitCount))
        }
    }

    package func makeIterator() -> Iterator { Iterator(mask: mask) }
}

extension SquareSet: ExpressibleByArrayLiteral {
    package init(arrayLiteral squares: Square...) {
        self.init(squares)
    }
}
