/// A record is written with a line for each round: its number, its moves with the squares numbered
/// in the order of reading, and how it ended unless it still goes on.
///
///     1: o5 x1 o9 x3 o2 x8 o4 x6 o7 (draw)
///     2: x5 o1 x3 o2 x7 (x wins)
///     3: o5 x9 (draw agreed)
///     4: x5 (o resigns)
///     5: o1 x5
extension MatchRecord: CustomStringConvertible {
    /// The longest text that is read as a record, in bytes.
    package static let longestText = 65_536

    package init(_ text: String) throws(NotationError) {
        var reader = try NotationReader(text, longest: Self.longestText)
        self.init()
        try reader.takeRound(into: &self)
        while reader.take("\n"), !reader.isAtEnd {
            do throws(MoveRefusal) {
                try startNextRound()
            } catch {
                throw reader.error(.refused(error))
            }
            try reader.takeRound(into: &self)
        }
        guard reader.isAtEnd else { throw reader.expected(.endOfLine) }
    }

    package var description: String {
        rounds.map(\.description).joined(separator: "\n")
    }
}

extension RoundRecord: CustomStringConvertible {
    package var description: String {
        var piece = position.first
        var words = ["\(number):"]
        for square in moves {
            words.append("\(piece.letter)\(square.number)")
            piece = piece.opponent
        }
        if let outcome { words.append("(\(outcome.words))") }
        return words.joined(separator: " ")
    }
}

extension Outcome {
    fileprivate var words: String {
        switch self {
        case .won(let piece, _): "\(piece.letter) wins"
        case .resigned(let piece): "\(piece.letter) resigns"
        case .drawn: "draw"
        case .drawAgreed: "draw agreed"
        }
    }
}

extension NotationReader {
    fileprivate mutating func takeRound(into record: inout MatchRecord) throws(NotationError) {
        let number = record.latest.number
        guard take("\(number):") else { throw expected(.round(number)) }
        while take(" ") {
            if take("(") { return try takeOutcome(into: &record) }
            try takeMove(into: &record)
        }
        guard record.latest.outcome == nil else { throw expected(.outcome) }
    }

    private mutating func takeMove(into record: inout MatchRecord) throws(NotationError) {
        let start = self
        guard let piece = takePiece(), let square = takeSquare() else {
            throw start.expected(.move)
        }
        do throws(MoveRefusal) {
            guard piece == record.latest.position.next else { throw .notYourTurn }
            try record.play(square)
        } catch {
            throw start.error(.refused(error))
        }
    }

    private mutating func takeOutcome(into record: inout MatchRecord) throws(NotationError) {
        let start = self
        if let outcome = record.latest.outcome, take(outcome.words + ")") { return }
        do throws(MoveRefusal) {
            if take("draw agreed)") { return try record.agreeDraw() }
            for piece in Piece.allCases where take(piece.letter + " resigns)") {
                return try record.resign(piece)
            }
        } catch {
            throw start.error(.refused(error))
        }
        throw expected(.outcome)
    }
}
