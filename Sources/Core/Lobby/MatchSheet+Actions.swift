internal import Game

extension MatchSheet {
    mutating func perform(_ action: Action, by piece: Piece) throws(Obstacle) {
        do throws(MoveRefusal) {
            switch action {
            case .play(let square): try play(square, by: piece)
            case .resign: try resign(by: piece)
            case .offerDraw where declinesDraw.contains(piece.opponent): break
            case .offerDraw: try offerDraw(by: piece)
            case .acceptDraw: try acceptDraw(by: piece)
            case .declineDraw: try declineDraw(by: piece)
            case .withdrawDraw: try withdrawDraw(by: piece)
            case .rematch: try answerRematch(true, by: piece)
            case .declineRematch: try answerRematch(false, by: piece)
            case .withdrawRematch: try answerRematch(nil, by: piece)
            }
        } catch {
            throw .move(error)
        }
    }

    /// What the side of `piece` did, as the other side is told of it, to make `old` this sheet.
    func news(since old: MatchSheet, of piece: Piece) -> [Notice] {
        let isSameRound = match.round == old.match.round
        let before =
            isSameRound ? old.match.position : Position(first: .first(inRound: match.round))
        if let square = before.move(to: match.board) { return [.moved(square)] }
        guard isSameRound else { return [] }
        return drawNews(since: old, of: piece) + rematchNews(since: old, of: piece)
    }

    private func drawNews(since old: MatchSheet, of piece: Piece) -> [Notice] {
        guard match.outcome == nil else { return [] }
        if declinesDraw.contains(piece) && !old.declinesDraw.contains(piece) {
            return [.drawDeclined]
        }
        switch (old.match.drawOffers.contains(piece), match.drawOffers.contains(piece)) {
        case (false, true): return [.drawOffered]
        case (true, false): return [.drawWithdrawn]
        case (false, false), (true, true): return []
        }
    }

    private func rematchNews(since old: MatchSheet, of piece: Piece) -> [Notice] {
        if declinesRematch.contains(piece) && !old.declinesRematch.contains(piece) {
            return [.rematchDeclined]
        }
        switch (old.wantsRematch.contains(piece), wantsRematch.contains(piece)) {
        case (false, true): return [.rematchWanted]
        case (true, false): return [.rematchWithdrawn]
        case (false, false), (true, true): return []
        }
    }
}
