package import Drawing
internal import Game

extension Client {
    /// The picture of the present.
    package func draw() -> Canvas {
        var canvas = Canvas(size)
        guard Layout(size) != .none else {
            drawTooSmall(on: &canvas)
            return canvas
        }
        switch scene {
        case .menu(let menu): MenuScreen(menu, size: size).draw(on: &canvas)
        case .table(let table): TableScreen(table, size: size).draw(on: &canvas)
        }
        drawKeyBar(keyRows, on: &canvas)
        if isHelpShown { drawHelp(keyRows, on: &canvas) }
        return canvas
    }

    /// The keys that do something now, the most useful ones first.
    var keyRows: [KeyRow] {
        let everywhere = [KeyRow.theme, .help, .redraw, .suspend]
        switch scene {
        case .menu: return [.chooseItem, .open, .quit] + everywhere
        case .table(let table):
            if table.question != nil { return [.answer, .giveAnswer, .back, .help, .redraw] }
            let moves: [KeyRow] =
                table.match.outcome == nil
                ? [.chooseSquare, .number, .place, .resign]
                : [.nextRound, .chooseSquare.unnamed, .number, .resign.unnamed]
            return moves + [.back, .quit] + everywhere
        }
    }

    private func drawTooSmall(on canvas: inout Canvas) {
        let needed = Layout.smallest
        canvas.write(
            "needs \(needed.columns)x\(needed.rows)", at: .topLeft, width: size.columns, .warning)
    }
}

/// How much of a screen there is room for.
package enum Layout: Hashable, Sendable {
    case full
    case compact
    /// Letters, whose turn it is, and the keys.
    case tiny
    /// A word about the room that is needed.
    case none

    package static let smallest = Size(rows: 8, columns: 20)

    package init(_ size: Size) {
        func hasRoom(rows: Int, columns: Int) -> Bool {
            size.rows >= rows && size.columns >= columns
        }
        if hasRoom(rows: 24, columns: 80) {
            self = .full
        } else if hasRoom(rows: 12, columns: 40) {
            self = .compact
        } else if hasRoom(rows: Self.smallest.rows, columns: Self.smallest.columns) {
            self = .tiny
        } else {
            self = .none
        }
    }
}
