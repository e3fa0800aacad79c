/// A way to bring a terminal's cursor somewhere, to be weighed against others by its length.
enum CursorMove: Hashable, Sendable {
    case to(Point)
    /// So many rows down and columns right, or up and left; with `afresh` from the first column.
    case by(rows: Int, columns: Int, afresh: Bool)

    /// The shortest way from a cell, or from wherever the cursor may be.
    static func shortest(from start: Point?, to end: Point) -> CursorMove {
        let address = CursorMove.to(end)
        guard let start else { return address }
        let rows = end.row - start.row
        let step = CursorMove.by(rows: rows, columns: end.column - start.column, afresh: false)
        let afresh = CursorMove.by(rows: rows, columns: end.column, afresh: true)
        let relative = step.length <= afresh.length ? step : afresh
        return relative.length < address.length ? relative : address
    }

    var length: Int {
        switch self {
        case .to(.topLeft): 3
        case .to(let point) where point.column == 0: 3 + digits(point.row + 1)
        case .to(let point): 4 + digits(point.row + 1) + digits(point.column + 1)
        case .by(let rows, let columns, let afresh):
            (afresh ? 1 : 0) + stepLength(rows)
                + (usesBackspaces(columns) ? -columns : stepLength(columns))
        }
    }

    func append(to output: inout [UInt8]) {
        switch self {
        case .to(let point):
            output.append("\u{1B}[")
            if point != .topLeft { output.append(number: point.row + 1) }
            if point.column > 0 {
                output.append(ascii: ";")
                output.append(number: point.column + 1)
            }
            output.append(ascii: "H")
        case .by(let rows, let columns, let afresh):
            if afresh { output.append(ascii: "\r") }
            append(step: rows, forwards: "B", backwards: "A", to: &output)
            if usesBackspaces(columns) {
                for _ in columns..<0 { output.append(ascii: "\u{8}") }
            } else {
                append(step: columns, forwards: "C", backwards: "D", to: &output)
            }
        }
    }

    private func usesBackspaces(_ columns: Int) -> Bool {
        (-3...(-1)).contains(columns)
    }

    private func stepLength(_ count: Int) -> Int {
        switch abs(count) {
        case 0: 0
        case 1: 3
        case let many: 3 + digits(many)
        }
    }

    private func append(
        step count: Int, forwards: Unicode.Scalar, backwards: Unicode.Scalar,
        to output: inout [UInt8]
    ) {
        guard count != 0 else { return }
        output.append("\u{1B}[")
        if abs(count) > 1 { output.append(number: abs(count)) }
        output.append(ascii: count > 0 ? forwards : backwards)
    }
}
