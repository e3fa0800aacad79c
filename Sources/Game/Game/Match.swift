// Game: the rules of tic-tac-toe, the bots, and values about rounds.
// Not here: a match as a synced object (Lobby), its pictures (Play), its texts (Wording).
// Start with `Match`; then `Position`, `Board`, `Bot`.

/// The score of the earlier rounds between two players, and the current round.
///
/// A match identifies each player only by the piece. Circle moves first in odd rounds, cross in
/// even rounds.
package struct Match: Hashable, Sendable {
    package private(set) var position: Position
    /// The score before this round. `score` also counts this round's result.
    package private(set) var earlierScore = Score()
    /// The side that has lost this round by resignation or for `lossReason`; nil if there is none.
    package private(set) var loser: Piece?
    /// The reason why `loser` lost the round; nil after a resignation, and without a loser.
    package private(set) var lossReason: NonResignationLossReason?
    /// The sides that offer a draw. If both sides offer a draw, it is agreed. A synced match
    /// derives this set from its flags.
    package var drawOffers: Set<Piece> = []
    /// The number of the last practice round; nil if there was none. In a practice round, a move
    /// was taken back or values were shown.
    package private(set) var lastPracticeRound: Int?

    /// Creates a new match. The player who starts the match has circle.
    package init() {
        position = Position(first: .first(inRound: 1))
    }

    /// Creates a match from stored values, which a faulty program may have written. Throws if the
    /// values contradict each other.
    ///
    /// A Match of Simperium's tutorial has only the first two values. If the round has ended on the
    /// board, `next` is ignored.
    package init(
        board: Board, next: Piece, round: Int = 1, earlierScore: Score = Score(),
        loser: Piece? = nil, lossReason: NonResignationLossReason? = nil,
        drawOffers: Set<Piece> = [], lastPracticeRound: Int? = nil
    ) throws(MatchFlaw) {
        guard lossReason == nil || loser != nil else { throw .endingWithoutLoser }
        guard round == earlierScore.rounds + 1 else { throw .roundsDoNotAddUp }
        guard let position = Position(board, first: .first(inRound: round)) else {
            throw .unreachableBoard
        }
        guard position.isOver || next == position.next else { throw .wrongTurn }
        self.position = position
        self.earlierScore = earlierScore
        self.loser = loser
        self.lossReason = lossReason
        self.drawOffers = drawOffers
        self.lastPracticeRound = lastPracticeRound
    }

    package var round: Int { earlierScore.rounds + 1 }
    package var score: Score { score(with: outcome) }
    /// True if this round is practice. A practice round counts for neither player.
    package var isPractice: Bool { lastPracticeRound == round }
    package var board: Board { position.board }
    package var next: Piece { position.next }

    /// The result of this round; nil while the round is in progress.
    ///
    /// Both players may end a round at the same time. In that case, a result on the board takes
    /// precedence over `loser`, and `loser` over an agreed draw.
    package var outcome: Outcome? {
        if let outcome = position.outcome { return outcome }
        if let loser { return Outcome(loser: loser, by: lossReason) }
        return drawOffers.count == 2 ? .drawAgreed : nil
    }

    /// Returns the score if this round ends with `outcome`; the earlier score for nil. A practice
    /// round counts as a draw, so that neither player wins, and the number of rounds is right.
    package func score(with outcome: Outcome?) -> Score {
        earlierScore.counting(isPractice && outcome != nil ? .drawAgreed : outcome)
    }

    private var isOver: Bool { position.isOver || loser != nil || drawOffers.count == 2 }

    /// True if both sides have moved in this round. A player who leaves earlier does not lose the
    /// round.
    package var hasBegun: Bool { board.pieceCount > 1 }
}

extension Match {
    /// Places a piece of one side. Throws if the other side must move, or if the move is illegal.
    /// Draw offers lapse.
    package mutating func play(_ square: Square, by piece: Piece) throws(MatchActionRefusal) {
        guard isOver || piece == next else { throw .notYourTurn }
        try play(square)
    }

    /// Places a piece of the side to move. Throws if the move is illegal. Draw offers lapse.
    package mutating func play(_ square: Square) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        try position.play(square)
        drawOffers = []
    }

    /// Ends the round. Without a `reason`, the loser has resigned. The caller must check that a
    /// claim or a timeout is justified. Throws if the round is over, or if a player leaves before
    /// both sides have moved.
    package mutating func endRound(
        lostBy loser: Piece, because reason: NonResignationLossReason? = nil
    ) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        guard reason != .left || hasBegun else { throw .notBegun }
        (self.loser, lossReason) = (loser, reason)
    }

    /// Offers a draw, or agrees to the opponent's offer. Throws if the round is over, or if the
    /// side has already offered a draw.
    package mutating func offerDraw(by piece: Piece) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        guard drawOffers.insert(piece).inserted else { throw .alreadyOffered }
    }

    package mutating func acceptDraw(by piece: Piece) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        guard drawOffers.contains(piece.opponent) else { throw .nothingOffered }
        drawOffers.insert(piece)
    }

    package mutating func declineDraw(by piece: Piece) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        guard drawOffers.remove(piece.opponent) != nil else { throw .nothingOffered }
    }

    package mutating func withdrawDraw(by piece: Piece) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        guard drawOffers.remove(piece) != nil else { throw .nothingOffered }
    }

    /// Replaces the round's position by the position after `moves`. Draw offers lapse. Throws if
    /// the round is over, or if a move is illegal.
    mutating func replaceMoves(with moves: [Square]) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        position = try Position(first: .first(inRound: round), after: moves)
        drawOffers = []
    }

    mutating func makeRoundPractice() { lastPracticeRound = round }

    /// Removes the last move of `piece`, any answer to that move, and all draw offers. Makes the
    /// round practice. Throws if the round is over, or if `squares` can't be the squares of these
    /// moves. The board does not contain the order of the moves.
    package mutating func takeBackAsPractice(
        _ squares: [Square], of piece: Piece
    ) throws(MatchActionRefusal) {
        guard !isOver else { throw .roundIsOver }
        guard squares.first.map({ board[$0] }) == piece, squares.count == (next == piece ? 2 : 1),
            let earlier = Position(board.without(squares), first: .first(inRound: round)),
            earlier.board.pieceCount == board.pieceCount - squares.count, earlier.next == piece
        else { throw .nothingToTakeBack }
        position = earlier
        drawOffers = []
        makeRoundPractice()
    }

    /// Counts this round's result, and clears the board for the next round. Throws while this round
    /// is in progress. The caller must check that both players want another round.
    package mutating func startNextRound() throws(MatchActionRefusal) {
        guard isOver else { throw .roundGoesOn }
        earlierScore = score
        position = Position(first: .first(inRound: round))
        (loser, lossReason, drawOffers) = (nil, nil, [])
    }
}

extension Piece {
    /// Returns the side that moves first in a round; rounds count from 1.
    package static func first(inRound round: Int) -> Piece {
        round.isMultiple(of: 2) ? .cross : .circle
    }
}
