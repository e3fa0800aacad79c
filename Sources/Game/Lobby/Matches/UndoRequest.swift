package import Game
internal import SimperiumJSON

/// A side's request to take back the last moves: the member `circleUndo` or `crossUndo` of a Match.
///
/// Like other flags it contains its moment, so it lapses with the next move. A negative moment
/// declines the other side's request.
package struct UndoRequest: Hashable, Sendable {
    let moment: Int
    /// The last move of the side that asks and, if there is one, the other side's reply; empty in a
    /// refusal.
    package let squares: [Square]

    init(moment: Int, squares: [Square]) {
        (self.moment, self.squares) = (moment, squares)
    }

    init(_ value: JSON, _ member: JSONString) throws(ObjectFlaw) {
        guard let numbers = value.array?.ints, let moment = numbers.first, moment > .min,
            numbers.count <= 3
        else { throw .wrongType(member: member.string) }
        let squares = numbers.dropFirst().compactMap(Square.init(number:))
        guard squares.count == numbers.count - 1 else { throw .wrongType(member: member.string) }
        self.init(moment: moment, squares: squares)
    }

    var value: JSON { .array([JSON(moment)] + squares.map { JSON($0.number) }) }
}
