import Drawing
import DrawingSamples
import SimperiumClock

func drawing() -> Report {
    var report = Report("Drawing, 80 × 24, 256 colours")
    measureFrames(&report)
    measureBytes(&report)
    measureKeys(&report)
    report.count("memory of a cell", MemoryLayout<Cell>.stride, .bytes, target: 16)
    return report
}

private func measureFrames(_ report: inout Report) {
    let board = SampleBoard()
    let frame = board.draw()
    var other = frame
    other.put("7", at: Point(row: 3, column: 71))
    report.time("a board drawn", count: 1_000) {
        for _ in 0..<1_000 { keep(board.draw()) }
    }
    report.time("first paint", count: 1_000) {
        for _ in 0..<1_000 { keep(bytes(of: [frame])) }
    }
    var painter = painter()
    var output: [UInt8] = []
    painter.paint(frame, &output)
    report.time("one changed cell, difference and paint", target: 10, count: 1_000) {
        for round in 0..<1_000 {
            output.removeAll(keepingCapacity: true)
            painter.paint(round.isMultiple(of: 2) ? other : frame, &output)
        }
        keep(output)
    }
    output.removeAll()
    painter.paint(other, &output)
    report.count("bytes of one changed cell", output.count, .bytes, target: 24)
    report.time("nothing changed", target: 10, count: 1_000) {
        for _ in 0..<1_000 { painter.paint(other, &output) }
    }
    report.growth(
        "ten times the cells, nothing changed", target: 12,
        small: { compare(Canvas(Size(rows: 24, columns: 80))) },
        large: { compare(Canvas(Size(rows: 240, columns: 80))) })
}

private func compare(_ canvas: Canvas) {
    let other = canvas
    for _ in 0..<1_000 { keep(canvas.runs(changedFrom: other)) }
}

private func measureBytes(_ report: inout Report) {
    var board = SampleBoard()
    var painter = painter()
    func count(_ name: String, target: Int, _ change: (inout SampleBoard) -> Void) {
        change(&board)
        var output: [UInt8] = []
        painter.paint(board.draw(), &output)
        report.count(name, output.count, .bytes, target: target)
    }
    count("bytes of the first paint", target: 4_096) { _ in }
    count("bytes of a cursor step", target: 80) { $0.cursor = 5 }
    count("bytes of a second", target: 24) { $0.clock -= 1 }
    count("bytes of one more watcher", target: 64) { $0.watchers += 1 }
    count("bytes of a move", target: 400) {
        $0.pieces[5] = .cross
        $0.notice = "okafor is to move. Your X stands in cell 6."
    }
    count("bytes of nothing", target: 0) { _ in }
}

private func measureKeys(_ report: inout Report) {
    let typed = Array(String(repeating: "The quick brown fox é ", count: 4_000).utf8)
    let arrows = Array(
        String(repeating: "\u{1B}[A\u{1B}[1;5C\u{1B}OB\u{1B}[<0;12;7M", count: 4_000).utf8)
    let pasted = Array(("\u{1B}[200~" + String(repeating: "pasted text ", count: 8_000)).utf8)
    for (name, sent) in [("typed text", typed), ("arrows and clicks", arrows), ("a paste", pasted)]
    {
        report.throughput("keys: \(name)", bytes: sent.count) {
            var parser = KeyParser()
            var rest = sent[...]
            while !rest.isEmpty {
                keep(parser.read(Array(rest.prefix(4_096)), at: .start))
                rest = rest.dropFirst(4_096)
            }
        }
    }
}

private func painter() -> ANSIPainter {
    var capabilities = Capabilities()
    capabilities.colourDepth = .palette
    return ANSIPainter(capabilities, theme: .dark)
}

private func bytes(of frames: [Canvas]) -> [UInt8] {
    var painter = painter()
    var output: [UInt8] = []
    for frame in frames { painter.paint(frame, &output) }
    return output
}
