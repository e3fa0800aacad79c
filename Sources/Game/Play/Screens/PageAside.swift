internal import Drawing
internal import Records
internal import Wording

/// What stands beside a page's list in a wide window, about what is chosen there: a board as large
/// as there is room for, how two people got on, some lines, and the last rounds.
struct PageAside: Hashable {
    /// What the longest bar takes at most.
    private static let longestBar = 40

    var heading: String
    var art: BoardArt?
    var balance: Balance?
    var lines: [String] = []
    /// The last rounds, the newest first: as many as there is room for.
    var rounds: [String] = []

    func draw(on canvas: inout Canvas) {
        let width = canvas.size.columns
        canvas.write(heading, at: .topLeft, width: width, .strong)
        let lines = lines.flatMap { $0.wrapped(toColumns: width) }
        var row = 2
        if let art {
            let room = Size(rows: canvas.size.rows - row - lines.count - 1, columns: width)
            if let scale = BoardScale.largest(fitting: room) {
                art.draw(at: Point(row: row, column: 0), scale: scale, on: &canvas)
                row += scale.boardSize.rows + 1
            }
        }
        if let balance, balance.played > 0 {
            drawBars(balance, from: row, on: &canvas)
            row += 4
        }
        for (index, line) in lines.enumerated() {
            canvas.write(line, at: Point(row: row + index, column: 0), width: width)
        }
        drawRounds(from: row + lines.count, on: &canvas)
    }

    private func drawRounds(from row: Int, on canvas: inout Canvas) {
        guard !rounds.isEmpty else { return }
        let width = canvas.size.columns
        canvas.write(LastWords.heading, at: Point(row: row, column: 0), width: width, .strong)
        for (index, round) in rounds.enumerated() {
            canvas.write(round, at: Point(row: row + 1 + index, column: 0), width: width)
        }
    }

    private func drawBars(_ balance: Balance, from row: Int, on canvas: inout Canvas) {
        let bars = [
            (StatisticsWords.won, balance.won, Style.good),
            (StatisticsWords.lost, balance.lost, .warning),
            (StatisticsWords.drawn, balance.drawn, .plain),
        ]
        let start = (bars.map(\.0.columns).max() ?? 0) + 2
        let figures = bars.map { "\($0.1)" }
        let taken = start + 1 + (figures.map(\.columns).max() ?? 0)
        let room = max(1, min(Self.longestBar, canvas.size.columns - taken))
        let most = max(1, bars.map(\.1).max() ?? 1)
        for (index, (word, count, style)) in bars.enumerated() {
            canvas.write(word, at: Point(row: row + index, column: 0), .faint)
            // Whatever has happened at all is to be seen.
            let length = count == 0 ? 0 : max(1, count * room / most)
            let bar = Area(row: row + index, column: start, rows: 1, columns: length)
            canvas.fill(bar, with: "█", style)
            let end = start + length + (length == 0 ? 0 : 1)
            canvas.write(figures[index], at: Point(row: row + index, column: end))
        }
    }
}
