internal import Drawing

/// Which of the matches are shown, and where each of them stands: on a wall of boards, or in a list
/// where there is little room.
struct GalleryPlan: Hashable {
    let count: Int
    let chosen: Int?
    let isWall: Bool
    private let wall: GalleryWall
    /// Where the wall stands, or the list.
    let room: Area

    init(count: Int, chosen: Int?, size: Size) {
        self.count = count
        self.chosen = chosen
        isWall = Layout(size) == .full
        room =
            isWall
            ? Area(row: 3, column: 0, rows: size.rows - 6, columns: size.columns)
            : Area(row: 1, column: 1, rows: size.rows - 3, columns: size.columns - 2)
        wall = GalleryWall(count: count, room: room.size)
    }

    var scale: BoardScale { wall.scale }

    /// How many stand beside each other.
    var columns: Int { isWall ? wall.columns : 1 }

    /// Those that are shown, the chosen one among them.
    var window: Range<Int> {
        guard !isWall else { return wall.window(around: chosen) }
        let rows = room.size.rows
        let first = min(max(0, (chosen ?? 0) - rows / 2), max(0, count - rows))
        return first..<min(count, first + rows)
    }

    /// Where one of those stands within the room.
    func area(of index: Int) -> Area {
        guard !isWall else { return wall.area(of: index, around: chosen) }
        return Area(row: index - window.lowerBound, column: 0, rows: 1, columns: room.size.columns)
    }

    /// The match at a point of the screen.
    func index(at point: Point) -> Int? {
        guard room.contains(point) else { return nil }
        let within = Point(
            row: point.row - room.origin.row, column: point.column - room.origin.column)
        return window.first { area(of: $0).contains(within) }
    }
}
