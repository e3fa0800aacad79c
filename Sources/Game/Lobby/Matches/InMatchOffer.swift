package import Game
internal import SimperiumJSON

/// An offer or request of one side that waits for the other side's answer.
package struct InMatchOffer: Hashable, Sendable {
    package enum InMatchOfferKind: Hashable, Sendable {
        case draw
        case rematch
        /// Other terms for the next round, without an offer of a rematch.
        case terms
        case undo
    }

    package let kind: InMatchOfferKind
    package let side: Piece

    package var acceptance: MatchAction {
        switch kind {
        case .draw: .acceptDraw
        case .rematch, .terms: .rematch
        case .undo: .allowUndo
        }
    }

    /// Returns a side's action to decline the other side's offer, or to withdraw its own.
    package func declineOrWithdraw(by piece: Piece) -> MatchAction {
        let isOwn = piece == side
        return switch kind {
        case .draw: isOwn ? .withdrawDraw : .declineDraw
        case .rematch: isOwn ? .withdrawRematch : .declineRematch
        case .terms: isOwn ? .withdrawTerms : .declineRematch
        case .undo: isOwn ? .withdrawUndo : .declineUndo
        }
    }
}

extension MatchRecord {
    /// Returns a side's open offer; nil if there is none. A request to take back moves has priority
    /// over a draw offer, and an offer of a rematch over proposed terms.
    package func openOffer(by side: Piece) -> InMatchOffer? {
        if openUndoRequest(of: side) != nil { return InMatchOffer(kind: .undo, side: side) }
        guard match.outcome == nil else {
            if wantsRematch.contains(side) { return InMatchOffer(kind: .rematch, side: side) }
            return proposedTerms(of: side).map { _ in InMatchOffer(kind: .terms, side: side) }
        }
        return match.drawOffers.contains(side) ? InMatchOffer(kind: .draw, side: side) : nil
    }

    /// Returns the open offer that a side declines or withdraws with one key press; nil if there is
    /// none. In a round, the other side's offer comes first. After a round, the side's own offer
    /// comes first, because a refusal also ends the side's own offer.
    package func firstOffer(toDeclineOrWithdrawBy side: Piece) -> InMatchOffer? {
        let (own, theirs) = (openOffer(by: side), openOffer(by: side.opponent))
        return match.outcome == nil ? theirs ?? own : own ?? theirs
    }
}

/// A side's request to take back the last moves: the member `circleUndo` or `crossUndo` of a Match.
///
/// Like other flags, the request contains its moment, so it lapses with the next move. A negative
/// moment declines the other side's request.
package struct UndoRequest: Hashable, Sendable {
    let moment: Int
    /// The last move of the side that asks, and any reply of the other side; empty in a refusal.
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
