import Drawing
import DrawingSamples
import Testing

@Suite("Canvas")
struct CanvasTests {
    private static let pictures: [(String, Size, @Sendable (inout Canvas) -> Void, String)] = [
        (
            "A text is cut off at all four edges", Size(rows: 2, columns: 6),
            { canvas in
                canvas.write("okafor", at: Point(row: 0, column: -2))
                canvas.write("okafor", at: Point(row: 1, column: 3))
                canvas.write("lost", at: Point(row: -1, column: 0))
                canvas.write("lost", at: Point(row: 2, column: 0))
                canvas.write("lost", at: Point(row: Int.max, column: Int.min))
            }, "afor\n   oka"
        ),
        (
            "Words follow each other", Size(rows: 1, columns: 20),
            { canvas in
                let taken = canvas.write("漢字 ", at: .topLeft, .strong)
                #expect(taken == 5)
                canvas.write("to move", at: Point(row: 0, column: taken))
            }, "[strong:漢字 ]to move"
        ),
        (
            "Half of an overwritten wide character becomes a blank", Size(rows: 3, columns: 6),
            { canvas in
                for row in 0..<3 { canvas.write("漢字体", at: Point(row: row, column: 0)) }
                canvas.put("x", at: Point(row: 0, column: 1))
                canvas.put("x", at: Point(row: 1, column: 2))
                canvas.write("語", at: Point(row: 2, column: 1))
            }, " x字体\n漢x 体\n 語 体"
        ),
        (
            "Half of a wide character at an edge is a blank, and none of it lies outside",
            Size(rows: 2, columns: 5),
            { canvas in
                canvas.fill(canvas.bounds, with: "x")
                canvas.write("漢字体", at: Point(row: 0, column: -1), .strong)
                canvas.drawInside(Area(row: 1, column: 1, rows: 1, columns: 3)) { part in
                    part.write("漢字", at: .topLeft, .strong)
                }
            }, "[strong: 字体]\nx[strong:漢 ]x"
        ),
    ]

    @Test("Texts are drawn in whole characters, inside the canvas")
    func writing() {
        for (name, size, draw, picture) in Self.pictures {
            var canvas = Canvas(size)
            draw(&canvas)
            #expect(canvas.styledText == picture, "\(name)")
        }
    }

    @Test(
        "Words are aligned left, right or centred, and shortened if necessary",
        arguments: [
            (Alignment.left, "lin", "[lin    ]"), (.right, "lin", "[    lin]"),
            (.centre, "lin", "[  lin  ]"), (.centre, "emil", "[ emil  ]"),
            (.right, "漢字", "[   漢字]"),
            (.left, "guest-7f2c", "[guest-…]"), (.right, "漢字漢字", "[漢字漢…]"),
            (.left, "", "[       ]"),
        ])
    func alignment(alignment: Alignment, text: String, shown: String) {
        var canvas = Canvas(Size(rows: 1, columns: 9))
        canvas.fill(canvas.bounds, with: "x")
        canvas.put("[", at: .topLeft)
        canvas.write(text, at: Point(row: 0, column: 1), width: 7, aligned: alignment)
        canvas.put("]", at: Point(row: 0, column: 8))

        #expect(canvas.text == shown)
    }

    @Test("A part has its own origin and its own size, and changes nothing outside")
    func parts() {
        var canvas = Canvas(Size(rows: 4, columns: 8))
        canvas.drawInside(Area(row: 1, column: 2, rows: 2, columns: 4)) { part in
            part.fill(part.bounds, with: "·", .faint)
            part.write("abcdef", at: Point(row: 0, column: -1))
            part.drawInside(Area(row: 1, column: 2, rows: 9, columns: 9)) { inner in
                #expect(inner.size == Size(rows: 9, columns: 9))
                inner.fill(inner.bounds, with: "#")
                inner.showCursor(at: Point(row: 0, column: 1))
            }
            #expect(part.size == Size(rows: 2, columns: 4))
        }

        #expect(canvas.text == "\n  bcde\n  ··##\n")
        #expect(canvas.cursor == Point(row: 2, column: 5))
        #expect(canvas == canvas)
        #expect(canvas.size == Size(rows: 4, columns: 8))
    }

    @Test("Lines join where they meet and cross; frames have corners, if there is room for them")
    func lines() {
        var canvas = Canvas(Size(rows: 7, columns: 13))
        canvas.drawBox(canvas.bounds)
        canvas.drawHorizontalRule(at: Point(row: 2, column: 0), columns: 13)
        canvas.drawVerticalRule(at: Point(row: 2, column: 6), rows: 5)
        canvas.drawHorizontalRule(at: Point(row: 4, column: 6), columns: 7)
        canvas.drawBox(Area(row: 4, column: 2, rows: 2, columns: 3), .cursor)

        #expect(
            canvas.text == """
                ┌───────────┐
                │           │
                ├─────┬─────┤
                │     │     │
                │ ┌─┐ ├─────┤
                │ └─┘ │     │
                └─────┴─────┘
                """)

        var board = Canvas(Size(rows: 3, columns: 7))
        for column in [1, 5] { board.drawVerticalRule(at: Point(row: 0, column: column), rows: 3) }
        board.drawHorizontalRule(at: Point(row: 1, column: 0), columns: 7)
        board.drawBox(Area(row: 0, column: 3, rows: 1, columns: 3))
        #expect(board.text == " │   │\n─┼───┼─\n │   │")
    }

    @Test("A smaller canvas gets the whole characters that fit, and no cursor outside")
    func pasteIntoSmaller() {
        var canvas = Canvas(Size(rows: 2, columns: 6))
        canvas.write("ab漢字", at: .topLeft, .strong)
        canvas.write("second", at: Point(row: 1, column: 0))
        canvas.showCursor(at: Point(row: 1, column: 5))
        #expect(canvas.cursor == Point(row: 1, column: 5))

        var smaller = Canvas(Size(rows: 2, columns: 5))
        smaller.paste(canvas, at: .topLeft)
        #expect(smaller.styledText == "[strong:ab漢 ]\nsecon")
        smaller.showCursor(at: Point(row: 1, column: 5))
        #expect(smaller.cursor == nil)
        #expect(Canvas(Size(rows: 0, columns: 0)).size == Size(rows: 1, columns: 1))
    }

    @Test("A cell takes at most sixteen bytes; cells and the cursor are read back")
    func board() {
        #expect(MemoryLayout<Cell>.stride <= 16)
        let canvas = SampleBoard().draw()
        #expect(canvas.cursor == Point(row: 16, column: 33))
        #expect(canvas[Point(row: 2, column: 6)] == Cell("█", .cross))
        #expect(canvas[Point(row: 24, column: 0)] == nil)
    }
}

extension Canvas {
    /// The text with the style's name around text that is not plain: `[cross:X]`.
    fileprivate var styledText: String {
        (0..<size.rows).map { row in
            var text = ""
            var rest = (0..<size.columns).compactMap { self[Point(row: row, column: $0)] }[...]
            while let style = rest.first?.style {
                let same = rest.prefix { $0.style == style }
                var scalars = String.UnicodeScalarView()
                for cell in same { scalars.append(contentsOf: cell.glyph.scalars) }
                text += style == .plain ? String(scalars) : "[\(style):\(String(scalars))]"
                rest = rest.dropFirst(same.count)
            }
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}
