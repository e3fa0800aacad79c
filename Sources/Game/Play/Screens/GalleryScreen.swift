internal import Drawing
internal import Game
internal import Wording

/// The matches that are played: a wall of boards, or a list of them where there is little room.
struct GalleryScreen {
    /// A match as the wall shows it.
    struct Item: Hashable {
        let row: LobbyView.Row
        /// How far the round is, in a word or two.
        let progress: String
        /// Nil while nobody knows the board.
        let board: BoardView?
        /// Of a match in another hall: what a list tells of it.
        var distant: Distant?

        struct Distant: Hashable {
            let score: String
            let board: Board?
        }

        /// The pieces, as far as they are known.
        var art: BoardArt? {
            guard let board = distant?.board else { return board?.art }
            var art = BoardArt(board)
            art.showsNumbers = false
            return art
        }
    }

    /// In which order they stand, and what was looked for.
    struct Heading: Hashable {
        var order = GalleryOrder.watchers
        var search = ""
        /// How many watch any of them.
        var watchers = 0
        /// How many there are, whether or not they are what was looked for.
        var count = 0
    }

    private let plan: GalleryPlan
    /// Those that are shown.
    private let items: [Item]
    private let heading: Heading
    private let size: Size

    init(_ plan: GalleryPlan, _ items: [Item], under heading: Heading, size: Size) {
        self.plan = plan
        self.items = items
        self.heading = heading
        self.size = size
    }

    func draw(on canvas: inout Canvas) {
        if plan.isWall { drawFrame(on: &canvas) }
        canvas.inside(plan.room) { canvas in
            if items.isEmpty { drawEmpty(on: &canvas) }
            let width = canvas.size.columns
            let isShort = !plan.isWall && items.contains { $0.row.isCut(in: width) }
            for (index, item) in zip(plan.window, items) {
                let isChosen = index == plan.chosen
                canvas.inside(plan.area(of: index)) { canvas in
                    plan.isWall
                        ? item.draw(isChosen: isChosen, scale: plan.scale, on: &canvas)
                        : item.row.draw(isChosen: isChosen, isShort: isShort, on: &canvas)
                }
            }
        }
    }

    private func drawFrame(on canvas: inout Canvas) {
        let head = canvas.write(LobbyScreenWords.matches, at: Point(row: 1, column: 2), .strong)
        let count = "\(plan.count)"
        canvas.write(count, at: Point(row: 1, column: head + 3), .faint)
        canvas.write(
            GalleryWords.heading(order: heading.order.name, search: heading.search),
            at: Point(row: 1, column: head + count.columns + 6), .faint)
        let beyond = plan.window.wordsBeyond(count: plan.count)
        let right = [beyond, heading.watchers > 0 ? Count.watchers(heading.watchers) : ""]
            .filter { !$0.isEmpty }.joined(separator: "   ")
        canvas.write(right, at: Point(row: 1, column: size.columns - 2 - right.columns), .faint)
        canvas.horizontalRule(at: Point(row: 2, column: 0), columns: size.columns)
        canvas.horizontalRule(at: Point(row: size.rows - 3, column: 0), columns: size.columns)
    }

    private func drawEmpty(on canvas: inout Canvas) {
        let isSearching = heading.count > 0
        canvas.write(
            isSearching ? GalleryWords.nothingFound(heading.search) : LobbyScreenWords.noMatchesNow,
            at: Point(row: 1, column: 2), width: canvas.size.columns - 2, .faint)
        canvas.write(
            isSearching ? GalleryWords.leavesSearch : LobbyScreenWords.matchesToCome,
            at: Point(row: 2, column: 2), width: canvas.size.columns - 2, .faint)
    }
}

extension GalleryScreen.Item {
    /// Draws a frame with who plays above, the board in it, and how far they are below.
    func draw(isChosen: Bool, scale: BoardScale, on canvas: inout Canvas) {
        let size = canvas.size
        canvas.box(canvas.bounds, isChosen ? .cursor : .rule)
        if isChosen { canvas.showCursor(at: .topLeft) }
        drawNames(isChosen: isChosen, on: &canvas)
        guard board != nil || distant != nil else { return }
        let picture = scale.boardSize
        art?.draw(
            at: Point(
                row: 1 + (size.rows - 2 - picture.rows) / 2,
                column: (size.columns - picture.columns) / 2), scale: scale, on: &canvas)
        let told = progress.isEmpty ? "" : " " + progress + " "
        canvas.write(told, at: Point(row: size.rows - 1, column: 2), .faint)
        let age = row.figure.allSatisfy { $0 == " " } ? "" : " " + row.figure + " "
        canvas.write(
            age, at: Point(row: size.rows - 1, column: size.columns - 2 - age.columns), .faint)
        guard let board, board.audience.count > 0 else { return }
        let watchers = " " + Count.watchers(board.audience.count) + " "
        canvas.write(
            watchers,
            at: Point(row: size.rows - 1, column: (size.columns - watchers.columns) / 2), .faint)
    }

    private func drawNames(isChosen: Bool, on canvas: inout Canvas) {
        guard let board else {
            let score = distant.map { " \($0.score) " } ?? ""
            let start = canvas.write(
                isChosen ? "▸ " : " ", at: Point(row: 0, column: 2), .cursor)
            var column = 2 + start
            let room = canvas.size.columns - 2 - column - score.columns
            let width = min(row.name.columns, room)
            canvas.write(row.name, at: Point(row: 0, column: column), width: width)
            column += width
            canvas.write(score, at: Point(row: 0, column: column), .faint)
            return
        }
        let score = " " + board.match.score.figures + " "
        let (circle, cross) = (board.circle.name, board.cross.name)
        let start = isChosen ? "▸ " : " "
        // Whoever has the shorter name leaves the rest of their half to the other.
        let room = canvas.size.columns - 5 - start.columns - score.columns
        let first = min(circle.columns, max(room / 2, room - cross.columns))
        let second = min(cross.columns, room - first)
        func style(_ piece: Piece) -> Style {
            board.match.outcome == nil && board.match.next == piece ? .strong : .plain
        }
        var column = 2 + canvas.write(start, at: Point(row: 0, column: 2), .cursor)
        canvas.write(
            circle, at: Point(row: 0, column: column), width: first, style(.circle))
        column += first
        column += canvas.write(score, at: Point(row: 0, column: column), .faint)
        canvas.write(
            cross, at: Point(row: 0, column: column), width: second, style(.cross))
        canvas.write(" ", at: Point(row: 0, column: column + second))
    }
}
