internal import Game

/// The size of a board's squares. Pictures of the two smallest sizes are drawn by hand;
/// `PieceFigure` computes the pictures of larger sizes.
package enum BoardScale: Int, Hashable, Sendable, CaseIterable, Comparable {
    case letters = 1
    case two = 2
    case three = 3
    case five = 5
    case seven = 7
    case nine = 9
    case eleven = 11
    case thirteen = 13
    case fifteen = 15
    case seventeen = 17

    package static func < (left: BoardScale, right: BoardScale) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The smallest size drawn with sextants, on terminals that have these blocks. In smaller
    /// sizes, sextants take too many bytes for a slow connection, and show little.
    private static let leastOfSextants = BoardScale.seven

    func picture(of piece: Piece, hasSextants: Bool) -> [Substring] {
        let isFine = hasSextants && self >= Self.leastOfSextants
        return (isFine ? Self.finePictures : Self.pictures)[piece]?[self] ?? []
    }

    private static let pictures = pictures(of: .quarters)
    private static let finePictures = pictures(of: .sixths)

    private static func pictures(
        of parts: PieceFigure.CellDivision
    ) -> [Piece: [BoardScale: [Substring]]] {
        let drawn = [Piece.cross: drawnCrosses, .circle: drawnCircles]
        return drawn.reduce(into: [:]) { pictures, drawn in
            for scale in allCases {
                let (rows, columns) = (scale.rawValue, scale.pictureColumns)
                let picture =
                    drawn.value[scale]
                    ?? PieceFigure(piece: drawn.key, rows: rows, columns: columns, parts: parts)
                    .picture
                pictures[drawn.key, default: [:]][scale] =
                    picture.split(separator: "\n", omittingEmptySubsequences: false)
            }
        }
    }

    private static let drawnCrosses: [BoardScale: String] = [
        .letters:
            "X",
        .two:
            """
        ▚▞
        ▞▚
        """,
    ]

    private static let drawnCircles: [BoardScale: String] = [
        .letters:
            "O",
        .two:
            """
        ▛▜
        ▙▟
        """,
    ]
}

/// The figure of a piece in any size: two crossed bars, or a ring. Partial blocks make round edges.
/// A cross is the heavier figure, so that the two differ by more than their colours.
struct PieceFigure {
    /// The parts of a cell: two columns, and two or three rows.
    enum CellDivision: Int {
        case quarters = 2
        case sixths = 3

        private static let allOfQuarters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
        /// The characters for filled sixths of a cell, indexed by the bits of the filled parts.
        /// Unicode has them in the same order, without the four characters that existed before.
        private static let allOfSixths = (0..<64).map { index -> Unicode.Scalar in
            switch index {
            case 0: " "
            case 21: "▌"
            case 42: "▐"
            case 63: "█"
            default: Unicode.Scalar(UInt32(0x1FB00 + index - 1 - index / 21)) ?? " "
            }
        }

        /// Returns the character that fills these parts of a cell. The lowest bit is the part at
        /// the top left.
        func character(_ bits: Int) -> Unicode.Scalar {
            (self == .quarters ? Self.allOfQuarters : Self.allOfSixths)[bits]
        }
    }

    private static let samples = 8
    /// Half the width of a bar, for a figure of height and width 2.
    private static let bar = 0.21
    /// The width of the ring, for a figure of height and width 2.
    private static let ring = 0.35
    /// The largest coordinate of a bar's centre line. It is less than 1, to leave room for the
    /// bar's round ends.
    private static let reach = 0.8

    let piece: Piece
    let rows: Int
    let columns: Int
    let parts: CellDivision

    var picture: String {
        (0..<rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<columns { line.append(cell(row: row, column: column)) }
            return String(line)
        }.joined(separator: "\n")
    }

    private func cell(row: Int, column: Int) -> Unicode.Scalar {
        var bits = 0
        for part in 0..<2 * parts.rawValue
        where isCovered(parts.rawValue * row + part / 2, 2 * column + part % 2) {
            bits |= 1 << part
        }
        return parts.character(bits)
    }

    /// Returns true if the figure covers at least half of a part.
    private func isCovered(_ row: Int, _ column: Int) -> Bool {
        let count = Self.samples
        var covered = 0
        for point in 0..<count * count {
            let right = Double(column * count + point % count) + 0.5
            let down = Double(row * count + point / count) + 0.5
            let x = right / Double(columns * count) - 1
            let y = 2 * down / Double(rows * parts.rawValue * count) - 1
            if covers(x, y) { covered += 1 }
        }
        return 2 * covered >= count * count
    }

    private func covers(_ x: Double, _ y: Double) -> Bool {
        switch piece {
        case .cross: isWithinDiagonalBar(x, y) || isWithinDiagonalBar(x, -y)
        case .circle:
            (1 - Self.ring) * (1 - Self.ring) <= x * x + y * y && x * x + y * y <= 1
        }
    }

    /// Returns true if a point is within the bar from the top left corner to the bottom right one.
    private func isWithinDiagonalBar(_ x: Double, _ y: Double) -> Bool {
        let along = max(-Self.reach, min(Self.reach, (x + y) / 2))
        let (across, past) = (x - along, y - along)
        return across * across + past * past <= Self.bar * Self.bar
    }
}
