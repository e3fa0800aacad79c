/// The nine squares and their pieces.
package struct Board: Hashable, Sendable {
    /// The number of squares in a row and in a column.
    package static let side = 3
    package static let squareCount = side * side

    private var crosses = SquareSet()
    private var circles = SquareSet()

    package init() {}

    /// Reads the Match bucket's `matrix`: nine numbers, each 0 for a free square or the raw value
    /// of a `Piece`. Returns nil for any other array.
    package init?(matrix: [Int]) {
        guard matrix.count == Self.squareCount else { return nil }
        for (index, number) in matrix.enumerated() where number != 0 {
            guard let square = Square(rawValue: UInt8(index)),
                let piece = UInt8(exactly: number).flatMap(Piece.init)
            else { return nil }
            place(piece, on: square)
        }
    }

    package var matrix: [Int] { Square.allCases.map { Int(self[$0]?.rawValue ?? 0) } }

    package var free: SquareSet { crosses.union(circles).complement }

    package var pieceCount: Int { crosses.union(circles).count }

    package subscript(square: Square) -> Piece? {
        if crosses.contains(square) { return .cross }
        return circles.contains(square) ? .circle : nil
    }

    package func squares(of piece: Piece) -> SquareSet {
        switch piece {
        case .cross: crosses
        case .circle: circles
        }
    }

    /// Returns the lines that `piece` has completed. One move can complete two lines.
    package func completedLines(of piece: Piece) -> [WinningLine] {
        WinningLine.allCases.filter { squares(of: piece).isSuperset(of: $0.squares) }
    }

    func without(_ squares: [Square]) -> Board {
        var board = self
        board.crosses = crosses.subtracting(SquareSet(squares))
        board.circles = circles.subtracting(SquareSet(squares))
        return board
    }

    mutating func place(_ piece: Piece, on square: Square) {
        precondition(free.contains(square), "a piece can't be placed on another")
        switch piece {
        case .cross: crosses = crosses.inserting(square)
        case .circle: circles = circles.inserting(square)
        }
    }
}

/// One of the nine squares. Raw values are the indexes in the Match bucket's `matrix`.
package enum Square: UInt8, Hashable, Codable, Sendable, CaseIterable {
    case topLeft, top, topRight
    case left, centre, right
    case bottomLeft, bottom, bottomRight

    /// Creates the square with this number for players: 1 to 9, in reading order. Returns nil for
    /// any other number.
    package init?(number: Int) {
        guard (1...Board.squareCount).contains(number) else { return nil }
        self.init(rawValue: UInt8(number - 1))
    }

    package init?(row: Int, column: Int) {
        guard (0..<Board.side).contains(row), (0..<Board.side).contains(column) else { return nil }
        self.init(rawValue: UInt8(row * Board.side + column))
    }

    package var number: Int { Int(rawValue) + 1 }
    package var row: Int { Int(rawValue) / Board.side }
    package var column: Int { Int(rawValue) % Board.side }
}

/// A set of squares, stored as a bit mask. A square's raw value is the position of its bit.
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

    init(number: Int) {
        mask = UInt16(number)
    }

    /// The bit mask as an index, from 0 to 511.
    var number: Int { Int(mask) }

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

/// Three squares in a row, a column or a diagonal.
package struct WinningLine: Hashable, Sendable {
    package let squares: SquareSet

    private init(_ squares: SquareSet) {
        self.squares = squares
    }

    /// An inline array, because reference counting of an array would slow the bots' search down.
    fileprivate static let all: InlineArray = [
        WinningLine([.topLeft, .top, .topRight]),
        WinningLine([.left, .centre, .right]),
        WinningLine([.bottomLeft, .bottom, .bottomRight]),
        WinningLine([.topLeft, .left, .bottomLeft]),
        WinningLine([.top, .centre, .bottom]),
        WinningLine([.topRight, .right, .bottomRight]),
        WinningLine([.topLeft, .centre, .bottomRight]),
        WinningLine([.topRight, .centre, .bottomLeft]),
    ]
}

extension WinningLine: CaseIterable {
    package static var allCases: [WinningLine] { all.indices.map { all[$0] } }
}

extension SquareSet {
    var hasLine: Bool {
        for index in WinningLine.all.indices
        where isSuperset(of: WinningLine.all[index].squares) {
            return true
        }
        return false
    }

    /// The squares that complete a line whose other two squares are in the set.
    var completions: SquareSet {
        var found = SquareSet()
        for index in WinningLine.all.indices {
            let missing = WinningLine.all[index].squares.subtracting(self)
            if missing.count == 1 { found = found.union(missing) }
        }
        return found
    }
}

/// The direction of a cursor's step, on a board or in a list.
package enum Direction: Hashable, Codable, Sendable {
    case up
    case down
    case left
    case right
}

/// Steps to the next free square. Taken squares are skipped.
extension Board {
    /// Returns the nearest free square in a direction from `square`; `square` itself if there is
    /// none. Left and right stay in the row if possible; up and down choose the square at the
    /// shortest distance. So a cursor can reach each free square, even the centre between four free
    /// corners.
    package func nearestFreeSquare(_ direction: Direction, of square: Square) -> Square {
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

    /// Returns the free square that is `places` free squares further in reading order; a negative
    /// number steps back. The first square follows the last. Returns `square` itself if too few
    /// squares are free. `places` must not be 0.
    package func freeSquare(_ places: Int, after square: Square) -> Square {
        let others = Square.allCases.map { square.shifted(by: $0.number) }
        let ways = (places < 0 ? others.reversed().dropFirst() : others[...]) + [square]
        return ways.filter(free.contains).dropFirst(abs(places) - 1).first ?? square
    }

    /// The first position of a cursor: the centre if it is free, otherwise the first free square in
    /// reading order. On a full board, the centre.
    package var initialCursor: Square {
        if free.contains(.centre) { return .centre }
        return free.first { _ in true } ?? .centre
    }
}

extension Square {
    fileprivate func shifted(by places: Int) -> Square {
        Square(rawValue: UInt8((Int(rawValue) + places) % Board.squareCount)) ?? self
    }
}

/// The numbering of the squares: in reading order, or as on a keypad.
package enum SquareNumbering: Hashable, Codable, Sendable {
    /// Numbers in reading order, as on a telephone.
    case page
    /// Numbers from the bottom row up, as on a keyboard's keypad.
    case keypad

    package init(isKeypad: Bool) {
        self = isKeypad ? .keypad : .page
    }

    package func number(of square: Square) -> Int { mirroredForKeypad(square).number }

    package func square(_ number: Int) -> Square? { Square(number: number).map(mirroredForKeypad) }

    package func digit(of square: Square) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(ascii: "0") + UInt8(number(of: square)))
    }

    /// Returns the square in the opposite row for a keypad, and the square itself for a page.
    private func mirroredForKeypad(_ square: Square) -> Square {
        guard self == .keypad else { return square }
        return Square(row: 2 - square.row, column: square.column) ?? square
    }
}
