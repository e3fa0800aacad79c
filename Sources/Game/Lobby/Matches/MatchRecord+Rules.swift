package import Game

extension MatchRecord {
    /// Returns the first foul in a side's change from this record to `later`; nil if there is none.
    ///
    /// In a change, a side may do each of these at most once, in this order: change its flags,
    /// start the next round if both sides want it, move, and end the round. Instead of all this, a
    /// change may take back moves at the other side's request.
    ///
    /// `mayClaim` is true if the other side has been away for long enough. A side may also claim a
    /// round if the other side is idle. `isTimeUp` is true if the side to move has used up its
    /// time.
    package func foul(
        in later: MatchRecord, by piece: Piece, mayClaim: Bool = false, isTimeUp: Bool = false
    ) -> Foul? {
        if later.match.hasTakenBackMoves(since: match) {
            return foul(inUndo: later, by: piece, isTimeUp)
        }
        guard later.hasSameFlags(of: piece.opponent, as: self) else { return .othersFlag }
        if let foul = foul(inUndoRequestOf: piece, in: later) { return foul }
        if let foul = foul(inPhraseOrWishOf: piece, in: later) { return foul }
        var expected = self
        expected.copyFlags(of: piece, from: later)
        guard match.outcome == nil || match.outcome == expected.match.outcome else {
            return .roundIsOver
        }
        do throws(Foul) {
            try expected.startNextRoundIfDue(to: later, by: piece)
            if let foul = later.terms.foul(insteadOf: expected.terms) { throw foul }
            guard !isTimeUp || later.match.board == match.board else { throw .tooLate }
            try expected.makeMove(to: later, by: piece)
            let mayClaim = mayClaim || isIdle(piece.opponent)
            try expected.endRound(as: later, by: piece, mayClaim: mayClaim, isTimeUp: isTimeUp)
            // An offer in the same change as a move was made after the move.
            expected.copyFlags(of: piece, from: later)
        } catch {
            return error
        }
        return expected == later ? nil : .scoreNotDue
    }

    /// Returns the foul in a change that takes back moves; nil if there is none. The other side
    /// must have an open request to take back these moves, the time must not be up, and the change
    /// must do nothing else.
    private func foul(inUndo later: MatchRecord, by piece: Piece, _ isTimeUp: Bool) -> Foul? {
        var expected = self
        guard !isTimeUp, (try? expected.allowUndo(by: piece)) != nil else { return .noUndo }
        return expected == later ? nil : .noUndo
    }

    /// Returns the foul if a side newly asks to take back moves that can't be taken back now;
    /// otherwise nil.
    private func foul(inUndoRequestOf piece: Piece, in later: MatchRecord) -> Foul? {
        guard let undo = later.undos[piece], undo != undos[piece], undo.moment > 0 else {
            return nil
        }
        var taken = later.match
        let isPossible = (try? taken.takeBackAsPractice(undo.squares, of: piece)) != nil
        return isPossible && undo.moment == later.match.moment ? nil : .noUndo
    }

    /// Returns the first foul in a side's new phrase, proposal or readiness; nil if there is none.
    private func foul(inPhraseOrWishOf piece: Piece, in later: MatchRecord) -> Foul? {
        if later.lastPhrases[piece] != lastPhrases[piece] {
            guard later.lastPhrases[piece]?.canBeSaidAfter(lastPhrases[piece]) == true else {
                return .noPhrase
            }
        }
        if let want = later.wants[piece], want != wants[piece] {
            if let flaw = want.terms.flaw { return flaw }
            let isVain = want.terms.target?.isReached(in: later.match.score) == true
            guard !isVain else { return .targetReached }
        }
        let isNewlyReady = later.ready[piece] > 0 && later.ready[piece] != ready[piece]
        return isNewlyReady && later.isDecided ? .targetReached : nil
    }

    private mutating func startNextRoundIfDue(to later: MatchRecord, by piece: Piece) throws(Foul) {
        guard later.match.round != match.round else { return }
        guard later.match.round == match.round + 1, canStartNextRound else { throw .roundNotDue }
        do throws(MatchActionRefusal) {
            try startNextRound()
        } catch {
            throw .move(error)
        }
    }

    private mutating func makeMove(to later: MatchRecord, by piece: Piece) throws(Foul) {
        guard later.match.board != match.board else { return }
        guard let square = match.position.move(to: later.match.board) else { throw .noMove }
        do throws(MatchActionRefusal) {
            try play(square, by: piece)
        } catch {
            throw .move(error)
        }
    }

    private mutating func endRound(
        as later: MatchRecord, by piece: Piece, mayClaim: Bool, isTimeUp: Bool
    ) throws(Foul) {
        let reason = later.match.lossReason
        guard later.match.loser != match.loser || reason != match.lossReason else { return }
        guard let loser = later.match.loser else { throw .othersResignation }
        let possibleLoser =
            switch reason {
            case .timeout: match.next
            case .claimed: piece.opponent
            case .left, nil: piece
            }
        guard reason != .timeout || isTimeUp else { throw .timeNotUp }
        guard loser == possibleLoser else { throw .othersResignation }
        guard reason != .claimed || mayClaim else { throw .claimNotDue }
        do throws(MatchActionRefusal) {
            try endRound(lostBy: loser, because: reason)
        } catch {
            throw .move(error)
        }
    }
}

extension MatchRecord {
    /// Returns true if the actions of other programs can lead from this record to `later`.
    ///
    /// `own` is nil for a spectator, whose program accepts the actions of both sides. A player's
    /// program accepts only the opponent's actions, because it makes the player's own moves itself.
    func canBecomeByOthersActions(_ later: MatchRecord, for own: OwnMatch?) -> Bool {
        guard let own else { return canLeadByBothSides(to: later) }
        return canReach(later, by: own.piece.opponent, otherReadyRound: own.latestReadyRound)
    }

    /// Returns true if the actions of `piece` can lead from this record to `later`, even if both
    /// sides acted at once.
    ///
    /// This check is more lenient than `foul`, because there may be no referee. A move or a new
    /// round is valid if its author had not yet received the other side's resignation, agreement or
    /// change of mind. If both sides resigned at once, a new round may count the earlier round as
    /// lost by `piece`. `otherReadyRound` is the latest round that the other side has ever been
    /// ready for.
    package func canReach(_ later: MatchRecord, by piece: Piece, otherReadyRound: Int) -> Bool {
        guard later.hasSameFlags(of: piece.opponent, as: self),
            !later.match.hasTakenBackMoves(since: match)
        else { return mayHaveGrantedUndo(in: later, by: piece) }
        if later.match.round == match.round {
            let isSame = later.match.loser == match.loser
            return (isSame || later.mayHaveEndedRound(by: piece)) && later.terms == terms
                && later.match.earlierScore == match.earlierScore
                && match.position.isAtMostOneMove(to: later.match.position, by: piece)
        }
        guard later.match.round == match.round + 1, otherReadyRound >= later.match.round,
            later.ready[piece] >= later.match.round,
            later.match.loser == nil || later.mayHaveEndedRound(by: piece),
            later.terms == terms || later.terms == later.wants[piece]?.terms
        else { return false }
        let start = Position(first: .first(inRound: later.match.round))
        let outcomes =
            [match.outcome, .resigned(by: piece)] + offeredDrawOutcomes(by: [piece.opponent])
        return outcomes.contains { later.match.earlierScore == match.score(with: $0) }
            && start.isAtMostOneMove(to: later.match.position, by: piece)
    }

    /// Returns true if `piece` may have taken back moves at the other side's request. The other
    /// side may have moved or withdrawn its request meanwhile, so only the referee compares the
    /// squares.
    private func mayHaveGrantedUndo(in later: MatchRecord, by piece: Piece) -> Bool {
        let (own, old, new) = (piece.opponent, match, later.match)
        let squares = Square.allCases.filter { old.board[$0] != new.board[$0] }
        return new.isPractice && new.earlierScore == old.earlierScore && later.terms == terms
            && later.ready[own] == ready[own] && later.wants[own] == wants[own]
            && later.lastPhrases[own] == lastPhrases[own]
            && squares.allSatisfy { new.board[$0] == nil }
            && squares.count { old.board[$0] == own } <= 1
            && squares.count { old.board[$0] == piece } <= 1
            && (new.loser == old.loser || later.mayHaveEndedRound(by: piece))
    }

    /// Returns true if `piece` may have ended the round as recorded: by resigning, by leaving, or
    /// by claiming the round or a timeout. Only the referee checks the conditions.
    private func mayHaveEndedRound(by piece: Piece) -> Bool {
        let isClaim = match.loser == piece.opponent && match.lossReason == .claimed
        // Both sides may claim the same timeout, so the loser does not matter here.
        let isTimeout = limit != nil && match.lossReason == .timeout
        return match.loser == piece || isClaim || isTimeout
    }

    /// Returns an agreed draw if one of these sides has offered a draw in this round; otherwise an
    /// empty list. The other side may have agreed before it received a later move.
    private func offeredDrawOutcomes(by pieces: [Piece]) -> [Outcome?] {
        let isOffered = pieces.contains { Match.round(ofMoment: offers[$0]) == match.round }
        return isOffered ? [.drawAgreed] : []
    }

    /// Returns true if both sides together may have changed this record to `later`, in any number
    /// of steps. If a side has ended the round in this record, for example by resigning, `later`
    /// may count the board's result instead, which has priority.
    func canLeadByBothSides(to later: MatchRecord) -> Bool {
        let (old, new) = (match, later.match)
        guard new.round != old.round else {
            let isPractice = new.isPractice
            return new.earlierScore == old.earlierScore
                && (isPractice || old.position.canLead(to: new.position))
                && (old.loser == nil || new.loser != nil)
        }
        let isPractice = new.lastPracticeRound == old.round
        let outcomes =
            [old.position.outcome] + offeredDrawOutcomes(by: Piece.allCases)
            + (isPractice ? [.drawAgreed] : [])
        return new.round > old.round
            && outcomes.contains { new.earlierScore.canFollow(old.score(with: $0)) }
    }
}

extension Position {
    /// Returns true if `later` has this position's board, or if one move of `piece` leads to
    /// `later`.
    fileprivate func isAtMostOneMove(to later: Position, by piece: Piece) -> Bool {
        later.board == board || next == piece && move(to: later.board) != nil
    }
}
