/// What stands on a square. Raw values are those of the Match bucket's `matrix`.
package enum Piece: UInt8, Hashable, Codable, Sendable, CaseIterable {
    case cross = 1
    case circle = 2

    package var opponent: Piece { self == .cross ? .circle : .cross }
}
