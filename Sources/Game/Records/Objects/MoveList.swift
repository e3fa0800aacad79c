package import Game
package import SimperiumJSON

/// The squares of a round in the order in which they were taken, in one machine word: somebody's
/// ten thousand rounds need no array each.
package struct MoveList: Hashable, Sendable {
    private var nibbles: UInt64 = 0
    package private(set) var count = 0

    package init() {}

    /// Nil if a square is taken twice.
    package init?(_ squares: some Sequence<Square>) {
        for square in squares {
            guard append(square) else { return nil }
        }
    }

    /// Nil unless they are numbers from 0 to 8, each there once at most.
    init?(_ numbers: [JSON]) {
        guard numbers.count <= Board.squareCount else { return nil }
        for number in numbers {
            guard let square = number.int.flatMap(UInt8.init(exactly:)).flatMap(Square.init),
                append(square)
            else { return nil }
        }
    }

    package var squares: [Square] {
        (0..<count).compactMap { Square(rawValue: UInt8(nibbles >> UInt64($0 * 4) & 15)) }
    }

    package var json: JSON { .array(squares.map { JSON(Int($0.rawValue)) }) }

    private mutating func append(_ square: Square) -> Bool {
        guard !squares.contains(square) else { return false }
        nibbles |= UInt64(square.rawValue) << UInt64(count * 4)
        count += 1
        return true
    }
}
