import Drawing
import TestSupport
import Testing

@Suite("ANSI painter")
struct PainterTests {
    @Test("Only what changed is sent, by the shortest way")
    func shortest() {
        var frames = Frames()
        frames.paint { $0.write("clock 18 s", at: Point(row: 4, column: 60)) }

        #expect(frames.paint { $0.write("7", at: Point(row: 4, column: 67)) } == "\u{8}\u{8}\u{8}7")
        #expect(frames.paint { $0.write("6", at: Point(row: 4, column: 67)) } == "\u{8}6")
        #expect(frames.paint { _ in } == "")
    }
}

/// A painter and the canvas of its last frame.
private struct Frames {
    var canvas: Canvas
    var painter: ANSIPainter

    init(_ capabilities: Capabilities = Capabilities(), size: Size = Size(rows: 24, columns: 80)) {
        canvas = Canvas(size)
        painter = ANSIPainter(capabilities, theme: .dark)
    }

    @discardableResult
    mutating func paint(_ draw: (inout Canvas) -> Void) -> String {
        draw(&canvas)
        var output: [UInt8] = []
        painter.paint(canvas, &output)
        return String(decoding: output, as: UTF8.self)
    }
}
