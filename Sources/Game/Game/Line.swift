/// Three squares in a row, a column or a diagonal.
package struct Line: Hashable, Sendable {
    package let squares: SquareSet

    private init(_ squares: SquareSet) {
        self.squares = squares
    }

    /// Without storage of its own, whose owners the bots would count on each of many passes.
    fileprivate static let all: InlineArray = [
        Line([.topLeft, .top, .topRight]),
        Line([.left, .centre, .right]),
        Line([.bottomLeft, .bottom, .bottomRight]),
        Line([.topLeft, .left, .bottomLeft]),
        Line([.top, .centre, .bottom]),
        Line([.topRight, .right, .bottomRight]),
        Line([.topLeft, .centre, .bottomRight]),
        Line([.topRight, .centre, .bottomLeft]),
    ]
}

extension Line: CaseIterable {
    package static var allCases: [Line] { all.indices.map { all[$0] } }
}

extension SquareSet {
    var hasLine: Bool {
        for index in Line.all.indices where isSuperset(of: Line.all[index].squares) { return true }
        return false
    }

    /// The squares that are all a line lacks whose other two are here.
    var completions: SquareSet {
        var found = SquareSet()
        for index in Line.all.indices {
            let missing = Line.all[index].squares.subtracting(self)
            if missing.count == 1 { found = found.union(missing) }
        }
        return found
    }
}
