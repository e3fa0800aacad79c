import Drawing
import SimperiumClock
import TestSupport
import Testing

@Suite("Canvas, properties")
struct CanvasProperties {
    @Test("No half of a wide character is ever left alone")
    func halves() {
        for seed in Seeds.first(300) {
            var scribbler = Scribbler(seed: seed)
            var canvas = Canvas(scribbler.size())
            for _ in 0..<20 {
                if scribbler.random.chance(1, in: 9) {
                    let before = canvas
                    canvas = Canvas(scribbler.size())
                    canvas.paste(before, at: .topLeft)
                }
                scribbler.draw(on: &canvas)
                #expect(canvas.brokenCells == [], "seed \(seed)")
            }
        }
    }

    @Test("Drawing in a part leaves all other cells unchanged")
    func parts() {
        for seed in Seeds.first(200) {
            var scribbler = Scribbler(seed: seed)
            var canvas = scribbler.canvas(scribbler.size())
            let before = canvas
            let part = scribbler.area(near: canvas.size)
            canvas.drawInside(part) { inner in
                for _ in 0..<5 { scribbler.draw(on: &inner) }
            }

            for point in canvas.points where !part.contains(point) && canvas[point] != before[point]
            {
                // A wide character at the edge, whose other half was overwritten by the part.
                #expect(canvas[point]?.glyph == .blank, "seed \(seed)")
                #expect(
                    before[point]?.glyph.isWide != false || before[point]?.glyph == .continuation)
            }
        }
    }

    @Test("Painting only the runs turns one canvas into the other")
    func runs() {
        for seed in Seeds.first(300) {
            var scribbler = Scribbler(seed: seed)
            let shown = scribbler.canvas(scribbler.size())
            var canvas = shown
            for _ in 0..<scribbler.random.numberBelow(4) { scribbler.draw(on: &canvas) }
            let runs = canvas.runs(changedFrom: shown)

            var covered: [Point] = []
            for run in runs { covered += run.columns.map { Point(row: run.row, column: $0) } }
            #expect(covered == covered.sorted { ($0.row, $0.column) < ($1.row, $1.column) })
            #expect(Set(covered).count == covered.count)
            for point in canvas.points where canvas[point] != shown[point] {
                #expect(covered.contains(point), "seed \(seed)")
            }
            for run in runs {
                #expect(canvas[run].first?.glyph != .continuation, "seed \(seed)")
                #expect(canvas[run].last?.glyph.isWide == false, "seed \(seed)")
                #expect(canvas[run.start] != shown[run.start], "seed \(seed)")
            }
        }
    }

    @Test("A text and its shortened form take their computed number of cells")
    func texts() {
        for seed in Seeds.first(200) {
            var scribbler = Scribbler(seed: seed)
            let text = scribbler.text()
            let limit = scribbler.random.numberBelow(14)
            let shown = text.shortened(toColumns: limit)

            #expect(shown.columns <= limit)
            #expect(text.columns > limit || shown.columns == text.columns)
            #expect(shown.shortened(toColumns: limit) == shown)
        }
    }
}

extension Canvas {
    var points: [Point] {
        (0..<size.rows).flatMap { row in
            (0..<size.columns).map { Point(row: row, column: $0) }
        }
    }

    /// Wide characters without a second cell, and second cells without a character.
    fileprivate var brokenCells: [Point] {
        points.filter { point in
            let next = self[Point(row: point.row, column: point.column + 1)]
            let continues = next?.glyph == .continuation
            let isWide = self[point]?.glyph.isWide == true
            if point.column == 0, self[point]?.glyph == .continuation { return true }
            return isWide != continues || isWide && next?.style != self[point]?.style
        }
    }
}
