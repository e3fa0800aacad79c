extension Canvas {
    /// What the canvas shows, row by row, without the blanks that end a row.
    package var text: String {
        rows { $0.text }
    }

    /// What it shows where nothing but ASCII may be sent.
    package var asciiText: String {
        rows { cells in
            cells.reduce(into: "") { text, cell in text.unicodeScalars.append(cell.glyph.ascii) }
        }
    }

    /// Like `text`, with what is not plain in brackets that name the style: `[cross:X]`.
    package var styledText: String {
        rows { cells in
            var text = ""
            var rest = cells
            while let style = rest.first?.style {
                let same = rest.prefix { $0.style == style }
                text += style == .plain ? same.text : "[\(style):\(same.text)]"
                rest = rest.dropFirst(same.count)
            }
            return text
        }
    }

    private func rows(_ reading: (ArraySlice<Cell>) -> String) -> String {
        (0..<grid.rows).map { row in
            let text = reading(self[Run(row: row, columns: 0..<grid.columns)])
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

extension ArraySlice<Cell> {
    fileprivate var text: String {
        var scalars = String.UnicodeScalarView()
        for cell in self { scalars.append(contentsOf: cell.glyph.scalars) }
        return String(scalars)
    }
}
