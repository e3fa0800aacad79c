internal import Drawing
internal import Game
internal import Wording

/// A board as large as possible, with its panel beside or below it if there is room.
struct BoardPicture {
    private let view: BoardView
    private let layout: ScreenSizeClass
    private let room: Area
    private let plan: BoardAndPanelLayout
    /// The state of the connection; nil if the title bar shows it, or without a lobby.
    private let sync: TitleBarSyncStatus?

    init(_ view: BoardView, size: Size, sync: TitleBarSyncStatus? = nil) {
        self.view = view
        self.sync = sync
        layout = ScreenSizeClass(size)
        let top = layout == .full || layout == .compact ? 2 : 1
        let bottom = layout == .full ? 3 : 2
        room = Area(row: top, column: 0, rows: size.rows - top - bottom, columns: size.columns)
        plan = BoardAndPanelLayout(room, layout)
    }

    /// The end of the series; nil until the series is decided and the last piece has been drawn.
    /// Also nil in the smallest windows, because these show the board instead.
    private var series: BoardView.SeriesEnd? {
        layout == .tiny || view.isAnimated ? nil : view.seriesEnd
    }

    /// The minimum height of a window, in rows, for other matches and keys beside the board.
    static let largeWindow = 34

    /// The hint below the board. Without a panel, a player's last phrase or the first line of the
    /// story replaces the hint.
    var hint: String {
        guard plan.panel == nil else { return view.hint }
        return view.phraseLine ?? view.story.first ?? view.hint
    }

    /// Returns the first column for an overlaid panel of `columns` columns. A panel at this column
    /// hides neither the board nor, if possible, the board's own panel. Returns nil if the board
    /// leaves no room.
    func panelColumnNotHidingBoard(for columns: Int, in width: Int) -> Int? {
        let board = plan.board.columns.upperBound
        let all = max(board, plan.panel?.columns.upperBound ?? 0)
        return [all, board].map { $0 + 1 }.first { $0 + columns <= width }
    }

    func square(at point: Point) -> Square? {
        guard series == nil else { return nil }
        return Square.allCases.first { square in
            let part = plan.scale.area(of: square)
            return Area(
                row: plan.board.origin.row + part.origin.row,
                column: plan.board.origin.column + part.origin.column, rows: part.size.rows,
                columns: part.size.columns
            ).contains(point)
        }
    }

    func draw(on canvas: inout Canvas) {
        if let series {
            canvas.drawInside(room) { SeriesEndPicture(series, of: view).draw(on: &$0) }
            return
        }
        let width = canvas.size.columns
        switch layout {
        case .full: break
        case .compact: if plan.panel == nil { drawTurnAndScore(row: 1, on: &canvas) }
        case .tiny, .none: drawTurnAndConnection(width: width, on: &canvas)
        }
        view.art.draw(at: plan.board.origin, scale: plan.scale, on: &canvas)
        if let panel = plan.panel {
            canvas.drawInside(panel) { PanelBesideBoard(view).draw(on: &$0) }
            if let countdown = view.clock.countdown {
                canvas.drawInside(plan.rowAboveBoard) { countdown.draw(on: &$0) }
            }
            let row = plan.rowBelowBoard(in: room) ?? plan.rowBesideClock
            canvas.drawInside(row) { view.drawPositionValueBar(on: &$0) }
        }
    }

    /// Draws the headline, then the clock or the state of the connection. If there is no room, a
    /// state that is not an alert is left out.
    private func drawTurnAndConnection(width: Int, on canvas: inout Canvas) {
        let isAlert = sync?.isAlert == true
        let time = isAlert ? nil : view.clock.shortestForm
        let words = time ?? sync?.shortText ?? ""
        let room = width - words.columns - 1
        let headline = view.headlineWithReason(fitting: width)
        guard !words.isEmpty, isAlert || time != nil || headline.columns <= room else {
            drawHeadline(at: .topLeft, width: width, on: &canvas)
            return
        }
        drawHeadline(at: .topLeft, width: room, on: &canvas)
        canvas.write(
            words, at: Point(row: 0, column: room + 1), isAlert ? .warning : view.clock.style)
    }

    private func drawTurnAndScore(row: Int, on canvas: inout Canvas) {
        let columns = canvas.size.columns
        // The score is more important than the longest form of the headline.
        let score = view.isSingleRound ? 0 : view.scoreLine.columns + 3
        let words = drawHeadline(
            at: Point(row: row, column: 1), width: columns - 2, beside: score, on: &canvas)
        let free = columns - words - 4
        let room = free - view.scoreLine.columns - 2
        let clock = view.clock.forms.first { $0.columns <= room } ?? view.clock.shortestForm
        let taken = clock.map { $0.columns + 2 } ?? 0
        let width = max(0, free - taken)
        // The score line of a single round is the time limit. It is left out if it does not fit.
        if !view.isSingleRound || view.scoreLine.columns <= width {
            canvas.write(
                view.scoreLine, at: Point(row: row, column: words + 3 + taken), width: width,
                aligned: .right)
        }
        guard let clock else { return }
        canvas.write(clock, at: Point(row: row, column: words + 3), view.clock.style)
    }

    @discardableResult
    private func drawHeadline(
        at point: Point, width: Int, beside other: Int = 0, on canvas: inout Canvas
    ) -> Int {
        canvas.write(
            view.headlineWithReason(fitting: width - other).shortened(toColumns: width), at: point,
            view.headlineStyle)
    }
}

/// The size and area of a board, and the area of its panel.
struct BoardAndPanelLayout: Hashable {
    static let panelColumns = 34
    private static let panelRows = 9
    /// The range of widths of a panel in a wide window. Two or more small boards fit side by side
    /// in such a panel.
    private static let widePanel = 52...64
    private static let widestGap = 8

    let scale: BoardScale
    let board: Area
    /// The panel with the score and the moves; nil if the panel does not fit.
    let panel: Area?

    /// The row above the board, for the clock. The row is free if there is a panel.
    var rowAboveBoard: Area { boardWideRow(board.origin.row - 1) }

    private func boardWideRow(_ row: Int) -> Area {
        Area(row: row, column: board.origin.column, rows: 1, columns: board.size.columns)
    }

    var rowBesideClock: Area {
        let row = rowAboveBoard
        let start = min(20, row.size.columns)
        return Area(
            row: row.origin.row, column: row.origin.column + start, rows: 1,
            columns: row.size.columns - start)
    }

    /// Returns the row below the board, for the position's value; nil if no row is left there.
    func rowBelowBoard(in room: Area) -> Area? {
        guard board.rows.upperBound < room.rows.upperBound else { return nil }
        return boardWideRow(board.rows.upperBound)
    }

    /// Divides the room into the largest possible board and, if possible, a panel beside or below
    /// it. For a panel, the board may be one size smaller, but at least of size `three`. A full
    /// screen always has a panel, so its board may be even smaller.
    init(_ room: Area, _ layout: ScreenSizeClass) {
        let (rows, columns) = (room.size.rows, room.size.columns)
        func largestScaleFitting(_ rows: Int, _ columns: Int) -> BoardScale? {
            BoardScale.largest(fitting: Size(rows: rows, columns: columns))
        }
        let hasPanel = layout == .full || layout == .compact
        let beside = hasPanel ? largestScaleFitting(rows, columns - Self.panelColumns) : nil
        let below = hasPanel ? largestScaleFitting(rows - Self.panelRows, columns) : nil
        let alone = largestScaleFitting(rows, columns) ?? .letters
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

func drawPreviewOfMatch(_ view: BoardView, on canvas: inout Canvas) {
    let words = 4
    let size = canvas.size
    let scale = BoardScale.largest(
        fitting: Size(rows: size.rows - words - 1, columns: size.columns - 2))
    guard let scale else { return }
    let board = scale.boardSize
    let top = max(0, (size.rows - board.rows - words) / 2)
    view.art.draw(
        at: Point(row: top, column: (size.columns - board.columns) / 2), scale: scale, on: &canvas)
    var row = top + board.rows + 1
    for piece in [Piece.circle, .cross] {
        let isNext = view.match.outcome == nil && view.match.next == piece
        canvas.write(piece.letter, at: Point(row: row, column: 2), piece.style)
        canvas.write(
            view.playerTexts(of: piece).name, at: Point(row: row, column: 4), width: 15,
            isNext ? .strong : .plain)
        canvas.write(
            "\(view.score.wins(of: piece))", at: Point(row: row, column: 18), width: 4,
            aligned: .right, .strong)
        if isNext {
            canvas.write(BoardWords.toMove, at: Point(row: row, column: 24), width: 7, .faint)
        }
        row += 1
    }
    guard view.audience.count > 0, row < size.rows else { return }
    canvas.write(
        CountWords.watching(view.audience.count), at: Point(row: row, column: 4),
        width: size.columns - 5, .faint)
}
