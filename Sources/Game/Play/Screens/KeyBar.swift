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
        let gap = hasWords ? 2 : 1
        let all = rows.compactMap { row in row.word.map { (row, hasWords ? $0 : "") } }
        // The key that tells all the others has its room, whatever else there is.
        let help = all.filter { $0.0.click == .help }
        let kept = help.reduce(0) { $0 + Self.width($1) + gap }
        var column = 1
        for entry in all where entry.0.click != .help {
            let width = Self.width(entry)
            guard entries.count < Self.most - help.count, column + width + kept <= columns else {
                break
            }
            append(entry, at: &column, gap)
        }
        for entry in help where column + Self.width(entry) <= columns {
            append(entry, at: &column, gap)
        }
    }

    private static func width(_ entry: (row: KeyRow, word: String)) -> Int {
        entry.row.shown.columns + (entry.word.isEmpty ? 0 : 1 + entry.word.columns)
    }

    private mutating func append(
        _ entry: (row: KeyRow, word: String), at column: inout Int, _ gap: Int
    ) {
        let end = column + Self.width(entry)
        entries.append(Entry(row: entry.row, word: entry.word, columns: column..<end))
        column = end + gap
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
