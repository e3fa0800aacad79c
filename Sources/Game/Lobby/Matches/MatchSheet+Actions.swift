internal import Game

extension MatchSheet {
    mutating func perform(_ action: Action, by piece: Piece) throws(RequestObstacle) {
        do throws(MoveRefusal) {
            switch action {
            case .play(let square): try play(square, by: piece)
            case .resign: try resign(by: piece)
            case .claim: try claim(by: piece)
            case .offerDraw where declinesDraw.contains(piece.opponent): break
            case .offerDraw: try offerDraw(by: piece)
            case .acceptDraw: try acceptDraw(by: piece)
            case .declineDraw: try declineDraw(by: piece)
            case .withdrawDraw: try withdrawDraw(by: piece)
            case .rematch: try answerRematch(true, by: piece)
            case .declineRematch: try answerRematch(false, by: piece)
            case .withdrawRematch: try answerRematch(nil, by: piece)
            case .want(let terms): try want(terms, by: piece)
            case .say(let phrase): say(phrase, by: piece)
            }
        } catch {
            throw .move(error)
        }
    }

    /// What the side of `piece` did in this round, as the other side is told of it, to make `old`
    /// this sheet. How the round began and ended is told of by itself.
    func news(since old: MatchSheet, of piece: Piece) -> [Notice] {
        let before =
            match.round == old.match.round
            ? old.match.position : Position(first: .first(inRound: match.round))
        return (before.move(to: match.board).map { [.moved($0)] } ?? [])
            + drawNews(since: old, of: piece) + rematchNews(since: old, of: piece)
            + wordNews(since: old, of: piece)
    }

    /// What was said of a draw at this moment: what was said at an earlier one has lapsed.
    private func drawNews(since old: MatchSheet, of piece: Piece) -> [Notice] {
        guard match.outcome == nil else { return [] }
        let moment = match.moment
        if declinesDraw.contains(piece) && !old.offers.negative(moment).contains(piece) {
            return [.drawDeclined]
        }
        let earlier = old.offers.standing(at: moment)
        switch (earlier.contains(piece), match.drawOffers.contains(piece)) {
        case (false, true): return [.drawOffered]
        case (true, false): return [.drawWithdrawn]
        case (false, false), (true, true): return []
        }
    }

    /// What was said, and wanted of the next round.
    private func wordNews(since old: MatchSheet, of piece: Piece) -> [Notice] {
        let want = standingWant(of: piece)
        let wish: [Notice] =
            want == old.standingWant(of: piece) || match.round != old.match.round
            ? [] : [.wanted(want?.terms ?? terms)]
        guard let saying = sayings[piece], saying.isNews(since: old.sayings[piece]),
            let phrase = saying.phrase
        else { return wish }
        return wish + [.said(phrase)]
    }

    private func rematchNews(since old: MatchSheet, of piece: Piece) -> [Notice] {
        let next = match.round + 1
        if declinesRematch.contains(piece) && !old.ready.negative(next).contains(piece) {
            return [.rematchDeclined]
        }
        switch (old.ready.standing(at: next).contains(piece), wantsRematch.contains(piece)) {
        case (false, true): return [.rematchWanted]
        case (true, false): return [.rematchWithdrawn]
        case (false, false), (true, true): return []
        }
    }
}
