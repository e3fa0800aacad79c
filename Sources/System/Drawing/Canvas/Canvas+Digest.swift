extension Canvas {
    /// The characters of each row, from the top.
    package var texts: [String] {
        (0..<grid.rows).map { row in
            var text = ""
            for cell in cells[row * grid.columns..<(row + 1) * grid.columns] {
                for scalar in cell.glyph.scalars { text.unicodeScalars.append(scalar) }
            }
            return text
        }
    }

    /// A digest of what the characters do not tell: each cell's style, and where the cursor is.
    package var looks: UInt32 {
        var sum: UInt32 = 0x811C_9DC5
        func add(_ number: Int) { sum = (sum ^ UInt32(truncatingIfNeeded: number)) &* 0x0100_0193 }
        for cell in cells { add(Int(cell.style.rawValue)) }
        add(cursor.map { $0.row * grid.columns + $0.column } ?? -1)
        return sum
    }
}
