internal import Drawing
internal import Game

/// The list that the program opens with, beside a board to look at.
struct MenuScreen {
    private let menu: Menu
    private let layout: Layout

    init(_ menu: Menu, size: Size) {
        self.menu = menu
        layout = Layout(size)
    }

    func draw(on canvas: inout Canvas) {
        if layout != .tiny { drawTitleBar("play", "", on: &canvas) }
        let top = layout == .tiny ? 0 : 2
        let room = Area(
            row: top, column: 0, rows: canvas.size.rows - top - 1, columns: canvas.size.columns)
        let listRows = Menu.Item.allCases.count
        canvas.inside(room) { canvas in
            guard layout == .full else { return drawList(on: &canvas, remarks: layout != .tiny) }
            let board = showcase
            let scale = BoardScale.largest(
                fitting: Size(rows: canvas.size.rows - 2, columns: canvas.size.columns - 56))
            guard let scale else { return drawList(on: &canvas, remarks: true) }
            let top = (canvas.size.rows - scale.boardSize.rows) / 2
            let space = canvas.size.columns - 52 - scale.boardSize.columns
            board.draw(
                at: Point(
                    row: top, column: canvas.size.columns - scale.boardSize.columns - space / 2),
                scale: scale, on: &canvas)
            let list = Area(
                row: (canvas.size.rows - listRows) / 2 - 2, column: 4, rows: listRows + 4,
                columns: 50)
            canvas.inside(list) { canvas in
                canvas.write("PLAY", at: .topLeft, .strong)
                let items = Area(row: 2, column: 0, rows: listRows, columns: 50)
                canvas.inside(items) { drawList(on: &$0, remarks: true) }
            }
        }
    }

    private func drawList(on canvas: inout Canvas, remarks: Bool) {
        for (row, item) in Menu.Item.allCases.enumerated() {
            let isChosen = item == menu.chosen
            let style = isChosen ? Style.selected : .plain
            let line = Area(row: row, column: 0, rows: 1, columns: canvas.size.columns)
            canvas.fill(line, style)
            if isChosen {
                canvas.write("▸", at: line.origin, style)
                canvas.showCursor(at: line.origin)
            }
            let (name, remark) = item.words
            canvas.write(name, at: Point(row: row, column: 2), style)
            guard remarks, canvas.size.columns >= 40 else { continue }
            canvas.write(
                remark, at: Point(row: row, column: 24), width: canvas.size.columns - 24,
                isChosen ? style : .faint)
        }
    }

    /// A round that circle has just won.
    private var showcase: BoardArt {
        var position = Position(first: .circle)
        for number in [5, 1, 7, 3, 2, 9, 8] {
            guard let square = Square(number: number) else { continue }
            do throws(MoveRefusal) {
                try position.play(square)
            } catch {
                preconditionFailure("the showcase is a legal round")
            }
        }
        var art = BoardArt(position.board)
        art.winners = position.outcome?.winningSquares ?? []
        art.showsNumbers = false
        return art
    }
}
