internal import Drawing

/// Where so many boards stand in a room: as large as all of them fit, or else as small as they are
/// still boards, some of them above and below what is shown.
struct GalleryWall: Hashable {
    /// Room for two short names and the score.
    private static let narrowest = 26
    /// Larger ones can't be taken in at a glance.
    static let largest = BoardScale.thirteen

    let scale: BoardScale
    /// How many stand beside each other, and how many rows of them there is room for.
    let columns: Int
    private let rows: Int
    private let cell: Size
    private let count: Int
    private let origin: Point

    init(count: Int, room: Size, largest: BoardScale = Self.largest) {
        let scales = BoardScale.allCases.filter { $0 <= largest }
        let fitting = scales.last { Self.capacity(of: room, at: $0) >= max(1, count) }
        scale = fitting ?? .letters
        let least = Self.cell(at: scale)
        let most = max(1, room.columns / least.columns)
        let lines = max(1, (count + most - 1) / most)
        let columns = max(1, min(most, (count + lines - 1) / lines))
        rows = max(1, room.rows / least.rows)
        // Frames share what room there is, but don't drift apart in a wide window.
        let width = min(room.columns / columns, least.columns + 12)
        self.columns = columns
        cell = Size(rows: min(least.rows, room.rows), columns: width)
        let height = cell.rows * min(lines, rows)
        origin = Point(
            row: (room.rows - height) / 2, column: (room.columns - width * columns) / 2)
        self.count = count
    }

    private static func cell(at scale: BoardScale) -> Size {
        let board = scale.boardSize
        return Size(rows: board.rows + 2, columns: max(board.columns + 4, narrowest))
    }

    private static func capacity(of room: Size, at scale: BoardScale) -> Int {
        let cell = cell(at: scale)
        return (room.rows / cell.rows) * (room.columns / cell.columns)
    }

    /// Those that are shown, the chosen one among them.
    func window(around chosen: Int?) -> Range<Int> {
        let first = firstLine(around: chosen) * columns
        return first..<max(first, min(count, first + rows * columns))
    }

    /// Where one of them stands, of those that are shown.
    func area(of index: Int, around chosen: Int?) -> Area {
        let line = index / columns - firstLine(around: chosen)
        return Area(
            row: origin.row + line * cell.rows,
            column: origin.column + index % columns * cell.columns, rows: cell.rows,
            columns: cell.columns)
    }

    private func firstLine(around chosen: Int?) -> Int {
        let lines = (count + columns - 1) / columns
        return min(max(0, (chosen ?? 0) / columns - rows / 2), max(0, lines - rows))
    }
}
