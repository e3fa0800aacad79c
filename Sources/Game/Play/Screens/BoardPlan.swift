internal import Drawing

/// Where a board stands on its screen, how large, and where there is room for what is told of it.
struct BoardPlan: Hashable {
    static let panelColumns = 34
    private static let panelRows = 9
    /// In a wide window there is room for what others play: two boards beside each other, and more.
    private static let widePanel = 52...64
    /// Board and panel stay together, however wide the screen is.
    private static let widestGap = 8

    let scale: BoardScale
    let board: Area
    /// Where the score and the moves stand, if there is room for them.
    let panel: Area?

    /// Of all ways to divide the room the one with the largest board, best with a panel beside it.
    /// For a panel the board may be a step smaller, as long as its pieces are pictures; on a full
    /// screen there always is one.
    init(_ room: Area, _ layout: Layout) {
        let (rows, columns) = (room.size.rows, room.size.columns)
        func largest(_ rows: Int, _ columns: Int) -> BoardScale? {
            BoardScale.largest(fitting: Size(rows: rows, columns: columns))
        }
        let hasPanel = layout == .full || layout == .compact
        let beside = hasPanel ? largest(rows, columns - Self.panelColumns) : nil
        let below = hasPanel ? largest(rows - Self.panelRows, columns) : nil
        let alone = largest(rows, columns) ?? .letters
        let least = layout == .full ? .letters : max(.three, alone.stepDown)
        if let beside, beside == alone || beside >= least, beside >= below ?? .letters {
            self.init(beside: beside, in: room)
        } else if let below, below == alone || below >= least {
            self.init(above: below, in: room)
        } else {
            self.init(alone: alone, in: room)
        }
    }

    private init(beside scale: BoardScale, in room: Area) {
        let size = scale.boardSize
        let spare = room.size.columns - size.columns - Self.widestGap
        let width =
            spare >= Self.widePanel.lowerBound
            ? min(spare, Self.widePanel.upperBound) : Self.panelColumns
        let rest = room.size.columns - width - size.columns
        let gap = min(max(rest / 2, 2), Self.widestGap)
        let left = max(0, (rest - gap + 1) / 2)
        let top = room.origin.row + (room.size.rows - size.rows) / 2
        self.scale = scale
        board = Area(row: top, column: left, rows: size.rows, columns: size.columns)
        panel = Area(
            row: top, column: min(left + size.columns + gap, room.size.columns - width),
            rows: room.rows.upperBound - top, columns: width)
    }

    private init(above scale: BoardScale, in room: Area) {
        let size = scale.boardSize
        let top = room.origin.row + (room.size.rows - size.rows - Self.panelRows) / 2
        let width = min(room.size.columns - 2, max(Self.panelColumns, size.columns))
        self.scale = scale
        board = Area(
            row: top, column: (room.size.columns - size.columns) / 2, rows: size.rows,
            columns: size.columns)
        panel = Area(
            row: board.rows.upperBound + 1, column: (room.size.columns - width) / 2,
            rows: room.rows.upperBound - board.rows.upperBound - 1, columns: width)
    }

    private init(alone scale: BoardScale, in room: Area) {
        let size = scale.boardSize
        self.scale = scale
        board = Area(
            row: room.origin.row + max(0, (room.size.rows - size.rows) / 2),
            column: max(0, (room.size.columns - size.columns) / 2), rows: size.rows,
            columns: size.columns)
        panel = nil
    }
}

extension BoardScale {
    fileprivate var stepDown: BoardScale { Self.allCases.last { $0 < self } ?? self }
}
