internal import Drawing
internal import Game
internal import Wording

/// The panel beside or below a board: the turn, the score, the choices, the moves, and the
/// spectators.
struct PanelBesideBoard {
    private static let columns = 33
    /// The maximum number of marks for a side's wins in a match that is not a series.
    private static let marks = 5
    private static let mostPips = 10

    private let view: BoardView

    init(_ view: BoardView) {
        self.view = view
    }

    func draw(on canvas: inout Canvas) {
        let width = min(Self.columns, canvas.size.columns)
        let isTall = canvas.size.rows >= 14
        let big = isTall ? view.bigHeadlineAfterRound(fitting: width) : nil
        // With large letters, a low window has room for fewer blank rows, so each row lists three
        // moves.
        let isTight = big != nil && canvas.size.rows < 22
        let perRow = isTight ? 3 : 2
        var row = drawHeadlineAndEnd(big, isTall: isTall, width: width, on: &canvas)
        var blankRows = (belowHeadline: 1, aboveChoices: isTall ? 1 : 0, belowChoices: 1)
        if isTight {
            let spare = canvas.size.rows - row - rowsBelowHeadline(movesPerRow: perRow)
            blankRows = (spare >= 3 ? 1 : 0, spare >= 2 ? 1 : 0, spare >= 1 ? 1 : 0)
        }
        row += blankRows.belowHeadline
        if view.story.isEmpty {
            drawSidesWithScore(row: row, width: width, on: &canvas)
            row += 3
        }
        if !view.headToHeadScore.isEmpty {
            canvas.write(
                view.headToHeadScore, at: Point(row: row, column: 4), width: width - 4, .faint)
            row += 1
        }
        row += blankRows.aboveChoices
        if !view.choices.isEmpty {
            drawChoices(from: row, on: &canvas)
            row += view.choices.count + blankRows.belowChoices
        }
        for line in view.story.flatMap({ $0.wrapped(toColumns: width) }) {
            canvas.write(line, at: Point(row: row, column: 0), width: width)
            row += 1
        }
        guard view.story.isEmpty else {
            _ = drawLegend(from: row + 1, on: &canvas)
            return
        }
        canvas.drawInside(rowsFrom: row) {
            drawMovesAndWatchers(width: width, movesPerRow: perRow, on: &$0)
        }
    }

    private func rowsBelowHeadline(movesPerRow: Int) -> Int {
        let moves = view.moves?.count ?? 0
        return 3 + (view.headToHeadScore.isEmpty ? 0 : 1) + view.choices.count
            + (moves == 0 ? 0 : 1 + (moves + movesPerRow - 1) / movesPerRow)
    }

    /// Draws the headline, also in large letters if `big` is not nil, and the end of the round.
    /// Returns the next free row.
    private func drawHeadlineAndEnd(
        _ big: BigText?, isTall: Bool, width: Int, on canvas: inout Canvas
    ) -> Int {
        var row = isTall ? 1 : 0
        if let big {
            if !view.isAnimated { big.draw(at: .topLeft, view.headlineStyle, on: &canvas) }
            row = BigText.rows
        }
        drawHeadlineAndClock(row: row, width: width, hasReason: big != nil, on: &canvas)
        row += 1
        if isTall, view.story.isEmpty, let end = view.match.roundEndDetail(by: view.numbering) {
            let line = view.clock.duration.isEmpty ? end : "\(end), \(view.clock.duration)"
            canvas.write(
                line.columns <= width ? line : end, at: Point(row: row, column: 0), width: width,
                .faint)
            row += 1
        }
        return row
    }

    /// Draws the headline, with the clock at its right. Below large letters, the headline includes
    /// the reason for the round's end, even if the board shows it.
    private func drawHeadlineAndClock(
        row: Int, width: Int, hasReason: Bool, on canvas: inout Canvas
    ) {
        var view = view
        if hasReason, view.reasons.isEmpty, let outcome = view.match.outcome {
            view.reasons = outcome.reasonsOnBoard
        }
        // A countdown is above the board. Other times are more important than the end of a long
        // name.
        let times = view.clock.countdown == nil ? view.clock.forms : []
        let least = times.isEmpty ? 0 : view.clock.limitForms.last.map { $0.columns + 2 } ?? 0
        let taken = canvas.write(
            view.headlineWithReason(fitting: width - least).shortened(toColumns: width - least),
            at: Point(row: row, column: 0), view.headlineStyle)
        let clock = times.first { taken + 2 + $0.columns <= width }
        guard let clock else { return }
        canvas.write(clock, at: Point(row: row, column: width - clock.columns), .faint)
    }

    private func drawSidesWithScore(row: Int, width: Int, on canvas: inout Canvas) {
        for (line, piece) in [Piece.circle, .cross].enumerated() {
            drawSideWithWins(piece, row: row + line, width: width, on: &canvas)
        }
        guard !view.isSingleRound else { return }
        let draws = view.score.draws
        canvas.write(PanelBesideBoardWords.draws, at: Point(row: row + 2, column: 4), .faint)
        canvas.write(
            "\(draws)", at: Point(row: row + 2, column: width - 4), width: 4, aligned: .right,
            .faint)
    }

    private func drawSideWithWins(_ piece: Piece, row: Int, width: Int, on canvas: inout Canvas) {
        let side = view.playerTexts(of: piece)
        let isNext = view.match.outcome == nil && view.match.next == piece
        let style = piece.style
        if isNext { canvas.put("▸", at: Point(row: row, column: 0), .strong) }
        canvas.write(piece.letter, at: Point(row: row, column: 2), style)
        let wins = view.score.wins(of: piece)
        let marks =
            view.isSingleRound
            ? ""
            : view.seriesTarget.map { Self.winMarks(wins, of: $0) }
                ?? String(repeating: "▄ ", count: min(wins, Self.marks))
        let words = side.phrase.isEmpty ? side.remark : side.phrase
        let beside = words.isEmpty ? marks : words
        let start = width - 4 - beside.columns
        canvas.write(
            beside, at: Point(row: row, column: start),
            !side.phrase.isEmpty ? .good : side.remark.isEmpty ? style : .warning)
        let room = max(0, start - 5)
        canvas.write(side.name, at: Point(row: row, column: 4), width: room)
        let taken = min(side.name.columns, room)
        if view.needsYouMark(beside: piece), taken + LobbyWords.you.columns + 2 <= room {
            canvas.write(LobbyWords.you, at: Point(row: row, column: 6 + taken), .faint)
        }
        guard !view.isSingleRound else { return }
        canvas.write(
            "\(wins)", at: Point(row: row, column: width - 4), width: 4, aligned: .right, .strong)
    }

    /// Returns marks for a side's wins and for the wins that the side still needs; empty if the
    /// series is too long.
    static func winMarks(_ wins: Int, of target: SeriesTarget) -> String {
        guard target.rawValue <= Self.mostPips else { return "" }
        let filled = min(wins, target.rawValue)
        return String(repeating: "●", count: filled)
            + String(repeating: "○", count: target.rawValue - filled)
    }

    func drawChoices(from row: Int, on canvas: inout Canvas) {
        let keys = (view.choices.map(\.key.columns).max() ?? 0) + 2
        for (line, choice) in view.choices.enumerated() {
            let start = Point(row: row + line, column: 2)
            canvas.write(choice.key, at: start, .strong)
            let words = Point(row: start.row, column: start.column + keys)
            let taken = canvas.write(choice.words, at: words, choice.isUrgent ? .good : .plain)
            canvas.write(
                choice.remark, at: Point(row: start.row, column: words.column + taken + 2),
                choice.isUrgent ? .good : .faint)
        }
    }

    private func drawMovesAndWatchers(
        width: Int, movesPerRow perRow: Int, on canvas: inout Canvas
    ) {
        let moves = view.moves ?? []
        var row = 0
        // A program that was restarted during the round may not know the moves. The list of moves
        // is then left out, unless the heading has a remark.
        let isEmpty = moves.isEmpty && view.match.outcome != nil && view.terms.isEmpty
        if canvas.size.rows >= 2, !isEmpty {
            let rows = (moves.count + perRow - 1) / perRow
            let hidden = max(0, rows - canvas.size.rows + 1) * perRow
            drawHeadingOfMoves(moves, hidden: hidden, on: &canvas)
            drawMoves(moves, hidden: hidden, perRow: perRow, on: &canvas)
            row = 2 + min(rows, canvas.size.rows - 1)
        }
        row = drawLegend(from: row, on: &canvas)
        if view.audience.count > 0, canvas.size.rows >= row + 2 {
            let head = canvas.write(
                PanelBesideBoardWords.watching, at: Point(row: row, column: 0), .strong)
            canvas.write("\(view.audience.count)", at: Point(row: row, column: head + 2), .strong)
            canvas.write(
                view.audience.line, at: Point(row: row + 1, column: 2), width: width - 2, .faint)
            row += 3
        }
        canvas.drawInside(rowsFrom: row) { drawOtherMatchesOrKeys(width: width, on: &$0) }
    }

    private func drawHeadingOfMoves(_ moves: [Square], hidden: Int, on canvas: inout Canvas) {
        let heading =
            view.isSingleRound
            ? PanelBesideBoardWords.moves : PanelBesideBoardWords.round(view.match.round)
        let start = canvas.write(heading, at: .topLeft, .strong) + 2
        var remark = view.isPractice ? UndoWords.practiceMark : view.terms
        if remark.isEmpty, moves.isEmpty { remark = BoardWords.move(view.match.moveCount + 1) }
        if remark.isEmpty, hidden > 0 {
            remark = PanelBesideBoardWords.movesListed(from: hidden + 1)
        }
        canvas.write(
            remark, at: Point(row: 0, column: start), view.isPractice ? .warning : .faint)
    }

    /// Draws the meanings of the signs on the board, if there is room for all meanings. Returns the
    /// next free row.
    private func drawLegend(from row: Int, on canvas: inout Canvas) -> Int {
        guard !view.legend.isEmpty, row + view.legend.count < canvas.size.rows else { return row }
        for (line, legend) in view.legend.enumerated() {
            let sign = legend.sign
            canvas.write(sign.text, at: Point(row: row + line, column: 2), sign.style)
            canvas.write(legend.words, at: Point(row: row + line, column: 6), .faint)
        }
        return row + view.legend.count + 1
    }

    /// Draws the other matches, as boards if at least two fit side by side. Without other matches,
    /// draws the keys.
    private func drawOtherMatchesOrKeys(width: Int, on canvas: inout Canvas) {
        guard !view.otherMatches.isEmpty, canvas.size.rows > 1 else {
            return drawKeyMeanings(on: &canvas)
        }
        canvas.write(PanelBesideBoardWords.alsoPlayed, at: .topLeft, .strong)
        canvas.drawInside(rowsFrom: 1) { canvas in
            let others = view.otherMatches.count
            let scales = [BoardScale.three, .letters].map {
                ($0, OtherBoardLayout($0, in: canvas.size, most: others))
            }
            if let (scale, boards) = scales.first(where: { $0.1.count >= 2 }) {
                for (index, other) in view.otherMatches.prefix(boards.count).enumerated() {
                    canvas.drawInside(boards.area(of: index)) { draw(other, scale, on: &$0) }
                }
            } else {
                drawMatchList(view.otherMatches.prefix(canvas.size.rows), width: width, on: &canvas)
            }
        }
    }

    /// Draws each key whose meaning fits in one line. Draws nothing if there is no room for all
    /// these keys.
    private func drawKeyMeanings(on canvas: inout Canvas) {
        let start = (view.keys.map(\.keyNames.columns).max() ?? 0) + 2
        let width = max(0, canvas.size.columns - start)
        let rows = view.keys.filter {
            !$0.keyNames.isEmpty && $0.meaning(fitting: width).columns <= width
        }
        guard !rows.isEmpty, canvas.size.rows > rows.count else { return }
        canvas.write(PanelBesideBoardWords.keys, at: .topLeft, .strong)
        for (line, row) in zip(1..., rows) {
            canvas.write(row.keyNames, at: Point(row: line, column: 0), .strong)
            canvas.write(
                row.meaning(fitting: width), at: Point(row: line, column: start), width: width,
                .faint)
        }
    }

    private func draw(
        _ other: BoardView.OtherMatch, _ scale: BoardScale, on canvas: inout Canvas
    ) {
        // The end of a name is more important than the score.
        let (both, width) = ("\(other.names)  \(other.score)", canvas.size.columns - 3)
        canvas.write(
            both.columns <= width ? both : other.names, at: Point(row: 0, column: 2), width: width,
            .faint)
        other.art.draw(at: Point(row: 1, column: 2), scale: scale, on: &canvas)
    }

    private func drawMatchList(
        _ others: ArraySlice<BoardView.OtherMatch>, width: Int, on canvas: inout Canvas
    ) {
        for (line, other) in others.enumerated() {
            let start = Point(row: line, column: 2)
            canvas.write(
                other.score, at: start, width: width - 2, aligned: .right, .faint)
            canvas.write(
                other.names, at: start, width: width - 4 - other.score.columns, .faint)
        }
    }

    private func drawMoves(
        _ moves: [Square], hidden: Int, perRow: Int, on canvas: inout Canvas
    ) {
        var piece = Piece.first(inRound: view.match.round)
        for (index, square) in moves.enumerated() {
            if index >= hidden {
                let cell = Point(
                    row: 1 + (index - hidden) / perRow, column: 1 + 12 * (index % perRow))
                drawMove(piece, on: square, number: index + 1, view.slips[index], cell, on: &canvas)
            }
            piece = piece.opponent
        }
    }

    private func drawMove(
        _ piece: Piece, on square: Square, number: Int, _ slip: MoveJudgement.MissedResult?,
        _ cell: Point, on canvas: inout Canvas
    ) {
        let row = cell.row
        var column = cell.column
        column += canvas.write("\(number)", at: Point(row: row, column: column), .faint) + 1
        canvas.write(piece.letter, at: Point(row: row, column: column), piece.style)
        let number = view.numbering.number(of: square)
        let end = column + 2 + canvas.write("\(number)", at: Point(row: row, column: column + 2))
        guard let slip else { return }
        canvas.write(slip.mark, at: Point(row: row, column: end), .warning)
    }
}

/// The areas of as many small boards as fit.
private struct OtherBoardLayout {
    private let cell: Size
    private let columns: Int
    let count: Int

    /// Creates the areas. There are none unless two boards fit side by side. A row has at most
    /// `most` boards, so that names have more room.
    init(_ scale: BoardScale, in room: Size, most: Int) {
        let board = scale.boardSize
        let least = Size(rows: board.rows + 2, columns: board.columns + 3)
        let fitting = room.columns / least.columns
        columns = max(1, min(fitting, most))
        cell = Size(rows: least.rows, columns: room.columns / columns)
        // In a single column, a list shows more matches than boards would.
        count = fitting < 2 ? 0 : columns * (room.rows / cell.rows)
    }

    func area(of index: Int) -> Area {
        Area(
            row: index / columns * cell.rows, column: index % columns * cell.columns,
            rows: cell.rows, columns: cell.columns)
    }
}

private enum PanelBesideBoardWords {
    static let draws = "draws"
    static let watching = "WATCHING"
    static let alsoPlayed = "OTHER MATCHES"
    static let keys = "KEYS"
    static let moves = "MOVES"

    static func round(_ number: Int) -> String { "ROUND \(number)" }
    static func movesListed(from number: Int) -> String { "from move \(number)" }
}
