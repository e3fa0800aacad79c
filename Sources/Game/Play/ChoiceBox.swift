internal import Drawing
internal import Game

/// A box in the middle of the screen with a few choices, one below the other. The picture around it
/// stays visible.
struct ChoiceBox {
    struct ChoiceWithRemark: Hashable {
        let words: String
        /// A note on the choice, such as the reason why it is not possible now.
        var remark = ""
        var style = Style.plain
    }

    private static let narrowest = 24

    let heading: String
    var lines: [(text: String, style: Style)] = []
    var choices: [ChoiceWithRemark]
    /// The index of the selected choice; nil while the player can't choose.
    var chosen: Int?
    var boards: [BoardArt] = []
    var captions: [String] = []

    private var contents: Int {
        let texts = [heading] + lines.map(\.text) + choices.map { "  \($0.words)  \($0.remark)" }
        let boards = boards.count * (scale.boardSize.columns + Self.gap) - Self.gap
        return max(texts.map(\.columns).max() ?? 0, boards, Self.narrowest)
    }

    private static let gap = 3
    private var scale: BoardScale { .letters }

    /// Returns the area of the box. `hasBoards` is true if the boards have room. `gap` is the
    /// number of empty rows between the parts.
    private func layout(in size: Size) -> (area: Area, hasBoards: Bool, gap: Int) {
        let columns = min(contents + 4, size.columns)
        let least = 1 + lines.count + choices.count
        let room = size.rows - 2 - (ScreenSizeClass(size) == .tiny ? 0 : 2)
        let boardRows = boards.isEmpty ? 0 : scale.boardSize.rows + 2
        let hasBoards = boardRows > 0 && least + boardRows + 2 <= room
        let gap = least + (hasBoards ? boardRows : 0) + 2 <= room ? 1 : 0
        let rows = min(least + (hasBoards ? boardRows : 0) + 2 * gap, size.rows - 2) + 2
        let area = Area(
            row: max(0, (size.rows - rows) / 2), column: (size.columns - columns) / 2,
            rows: rows, columns: columns)
        return (area, hasBoards, gap)
    }

    private func firstChoiceRowAndLineCount(in size: Size) -> (row: Int, lines: Int) {
        let (area, hasBoards, gap) = layout(in: size)
        let room = area.size.rows - 2
        let shown = min(lines.count, max(0, room - 1 - choices.count))
        let boards = hasBoards ? scale.boardSize.rows + 2 : 0
        return (1 + gap + boards + shown + gap, shown)
    }

    func index(at point: Point, in size: Size) -> Int? {
        let area = layout(in: size).area
        guard area.contains(point) else { return nil }
        let index = point.row - area.origin.row - 1 - firstChoiceRowAndLineCount(in: size).row
        return choices.indices.contains(index) ? index : nil
    }

    func draw(on canvas: inout Canvas) {
        let (area, hasBoards, gap) = layout(in: canvas.size)
        let (first, shown) = firstChoiceRowAndLineCount(in: canvas.size)
        canvas.drawFramed(area) { canvas in
            let width = canvas.size.columns
            canvas.write(heading, at: .topLeft, width: width, .strong)
            var row = 1 + gap
            for line in lines.prefix(shown) {
                canvas.write(
                    line.text, at: Point(row: row, column: 0), width: width, line.style)
                row += 1
            }
            if hasBoards { drawBoards(from: row + 1, on: &canvas) }
            for (index, choice) in choices.enumerated() {
                canvas.drawInside(row: first + index) {
                    draw(choice, isChosen: index == chosen, on: &$0)
                }
            }
        }
    }

    private func draw(_ choice: ChoiceWithRemark, isChosen: Bool, on canvas: inout Canvas) {
        let width = canvas.size.columns
        if isChosen { canvas.markAsSelected() }
        let words = min(choice.words.columns, max(0, width - 2))
        canvas.write(
            choice.words, at: Point(row: 0, column: 2), width: words,
            isChosen ? .selected : choice.style)
        let rest = width - words - 4
        guard rest >= choice.remark.columns else { return }
        canvas.write(
            choice.remark, at: Point(row: 0, column: words + 4), width: rest,
            isChosen ? .selected : .faint)
    }

    private func drawBoards(from row: Int, on canvas: inout Canvas) {
        for (index, art) in boards.enumerated() {
            let column = index * (scale.boardSize.columns + Self.gap)
            guard column + scale.boardSize.columns <= canvas.size.columns else { return }
            art.draw(at: Point(row: row, column: column), scale: scale, on: &canvas)
            guard captions.indices.contains(index) else { continue }
            canvas.write(
                captions[index],
                at: Point(row: row + scale.boardSize.rows, column: column),
                width: scale.boardSize.columns, aligned: .centre, .faint)
        }
    }
}

extension Intent {
    /// Returns the index of the choice that an intent moves the selection to; nil for other
    /// intents.
    func choiceIndex(from chosen: Int, of count: Int) -> Int? {
        switch self {
        case .move(.up), .move(.left), .previousItem: (chosen + count - 1) % count
        case .move(.down), .move(.right), .nextItem: (chosen + 1) % count
        default: nil
        }
    }
}
