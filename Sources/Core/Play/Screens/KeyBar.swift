internal import Drawing

/// The last line: the first few keys that do something now, each with a word.
struct KeyBar {
    private static let most = 8

    /// A key of the line, and where it stands.
    private struct Entry {
        let row: KeyRow
        let word: String
        let columns: Range<Int>
    }

    private var entries: [Entry] = []

    init(_ rows: [KeyRow], columns: Int) {
        let hasWords = columns >= 40
        var column = 1
        for row in rows where entries.count < Self.most {
            guard let word = row.word else { continue }
            let width = row.shown.columns + (hasWords ? 1 + word.columns : 0)
            guard column + width < columns else { break }
            let place = column..<column + width
            entries.append(Entry(row: row, word: hasWords ? word : "", columns: place))
            column += width + (hasWords ? 2 : 1)
        }
    }

    func entry(at column: Int) -> KeyRow? {
        entries.first { $0.columns.contains(column) }?.row
    }

    func draw(on canvas: inout Canvas) {
        let row = canvas.size.rows - 1
        canvas.fill(Area(row: row, column: 0, rows: 1, columns: canvas.size.columns), .keyBar)
        for entry in entries {
            let start = Point(row: row, column: entry.columns.lowerBound)
            let taken = canvas.write(entry.row.shown, at: start, .keyBarKey)
            canvas.write(entry.word, at: Point(row: row, column: start.column + taken + 1), .keyBar)
        }
    }
}
