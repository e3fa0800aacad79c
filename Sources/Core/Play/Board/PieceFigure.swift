internal import Game

/// A piece of any size as a figure: two bars that cross, or a ring. Quarters of cells make its
/// edges round; a cross is the heavier of the two, so that they differ by more than their colours.
struct PieceFigure {
    private static let quarters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
    /// So many points of a quarter are looked at in each direction.
    private static let samples = 8
    /// Half of a bar's breadth, and the breadth of the ring, where the figure is two high and wide.
    private static let bar = 0.21
    private static let ring = 0.35
    /// How far the middle of a bar reaches, so that its corners stay within the figure.
    private static let reach = 0.8

    private let piece: Piece
    private let rows: Int
    private let columns: Int

    init(_ piece: Piece, rows: Int, columns: Int) {
        self.piece = piece
        self.rows = rows
        self.columns = columns
    }

    /// Row by row, in blocks and quarters of them.
    var picture: String {
        (0..<rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<columns { line.append(cell(row: row, column: column)) }
            return String(line)
        }.joined(separator: "\n")
    }

    private func cell(row: Int, column: Int) -> Unicode.Scalar {
        var index = 0
        for quarter in 0..<4 where isCovered(2 * row + quarter / 2, 2 * column + quarter % 2) {
            index |= 1 << quarter
        }
        return Self.quarters[index]
    }

    /// Whether the figure covers at least half of a quarter.
    private func isCovered(_ row: Int, _ column: Int) -> Bool {
        let count = Self.samples
        var covered = 0
        for point in 0..<count * count {
            let right = Double(column * count + point % count) + 0.5
            let down = Double(row * count + point / count) + 0.5
            let x = right / Double(columns * count) - 1
            let y = down / Double(rows * count) - 1
            if covers(x, y) { covered += 1 }
        }
        return 2 * covered >= count * count
    }

    private func covers(_ x: Double, _ y: Double) -> Bool {
        switch piece {
        case .cross: isNearBar(x, y) || isNearBar(x, -y)
        case .circle:
            (1 - Self.ring) * (1 - Self.ring) <= x * x + y * y && x * x + y * y <= 1
        }
    }

    /// Whether a point is near the bar from the top left corner to the bottom right one.
    private func isNearBar(_ x: Double, _ y: Double) -> Bool {
        let along = max(-Self.reach, min(Self.reach, (x + y) / 2))
        let (across, past) = (x - along, y - along)
        return across * across + past * past <= Self.bar * Self.bar
    }
}
