/// What was played in a match, round by round and move by move.
package struct MatchRecord: Hashable, Sendable {
    private var earlier: [RoundRecord] = []
    /// The round that goes on, or that no other has followed yet.
    package private(set) var latest = RoundRecord(number: 1)

    /// The record of a match before its first move.
    package init() {}

    package var rounds: [RoundRecord] { earlier + [latest] }
    package var score: Score { rounds.reduce(Score()) { $0.counting($1.outcome) } }

    package mutating func play(_ square: Square) throws(MoveRefusal) {
        try latest.play(square)
    }

    package mutating func resign(_ piece: Piece) throws(MoveRefusal) {
        try latest.settle(.resigned(by: piece))
    }

    package mutating func agreeDraw() throws(MoveRefusal) {
        try latest.settle(.drawAgreed)
    }

    package mutating func startNextRound() throws(MoveRefusal) {
        guard latest.outcome != nil else { throw .roundGoesOn }
        earlier.append(latest)
        latest = RoundRecord(number: latest.number + 1)
    }
}

/// What was played in one round.
package struct RoundRecord: Hashable, Sendable {
    package let number: Int
    package private(set) var moves: [Square] = []
    package private(set) var position: Position
    package private(set) var outcome: Outcome?

    fileprivate init(number: Int) {
        self.number = number
        position = Position(first: .first(inRound: number))
    }

    fileprivate mutating func play(_ square: Square) throws(MoveRefusal) {
        guard outcome == nil else { throw .roundIsOver }
        try position.play(square)
        outcome = position.outcome
        moves.append(square)
    }

    /// Ends the round by word instead of by a move.
    fileprivate mutating func settle(_ outcome: Outcome) throws(MoveRefusal) {
        guard self.outcome == nil else { throw .roundIsOver }
        self.outcome = outcome
    }
}
