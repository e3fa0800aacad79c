/// One of the nine squares. Raw values are the indexes in the Match bucket's `matrix`.
package enum Square: UInt8, Hashable, Codable, Sendable, CaseIterable {
    case topLeft, top, topRight
    case left, centre, right
    case bottomLeft, bottom, bottomRight

    /// The square that people call by this number: 1 to 9, in the order of reading.
    package init?(number: Int) {
        guard (1...Board.squareCount).contains(number) else { return nil }
        self.init(rawValue: UInt8(number - 1))
    }

    package init?(row: Int, column: Int) {
        guard (0..<Board.side).contains(row), (0..<Board.side).contains(column) else { return nil }
        self.init(rawValue: UInt8(row * Board.side + column))
    }

    package var number: Int { Int(rawValue) + 1 }
    package var row: Int { Int(rawValue) / Board.side }
    package var column: Int { Int(rawValue) % Board.side }
}
