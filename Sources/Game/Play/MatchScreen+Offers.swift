internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// The keys for draw offers, undo requests, and the terms of the next round.
extension MatchScreen {
    func askToOfferOrAcceptDraw(
        _ own: OwnMatch, in match: LobbyMatch, _ game: inout GameContext
    ) {
        guard let state = match.match, state.outcome == nil else {
            return game.reply(MatchActionRefusal.roundIsOver.sentence)
        }
        if state.drawOffers.contains(own.piece) {
            game.replyDrawIsOffered(again: true)
        } else if state.drawOffers.contains(own.piece.opponent) {
            askDuringRound(
                { _ in OfferWords.acceptDraw }, &game,
                while: { $1.match?.drawOffers.contains($0.piece.opponent) == true }
            ) {
                $0.ask(.act(.acceptDraw))
            }
        } else if let obstacle = match.record?.drawOfferObstacle(by: own.piece) {
            game.reply(obstacle.reasonAndNextStep(about: own.opponentName))
        } else {
            // An offer would accept an offer that the opponent has made meanwhile.
            askDuringRound(
                { _ in OfferWords.offerDraw }, &game,
                while: { $1.match?.drawOffers.contains($0.piece.opponent) == false }
            ) {
                $0.offerDraw()
            }
        }
    }

    func askToRequestOrAllowUndo(
        _ own: OwnMatch, in match: LobbyMatch, _ game: inout GameContext
    ) {
        guard let record = match.record, record.match.outcome == nil else {
            return game.reply(MatchActionRefusal.roundIsOver.sentence)
        }
        // Both players may have asked at the same time.
        if record.openUndoRequest(of: own.piece.opponent) != nil {
            askDuringRound(
                { $0.isNarrow ? OfferWords.fewAllowUndo : OfferWords.allowUndo }, &game,
                while: { $1.record?.openUndoRequest(of: $0.piece.opponent) != nil }
            ) {
                $0.ask(.act(.allowUndo))
            }
        } else if record.openUndoRequest(of: own.piece) != nil {
            game.replyUndoIsRequested()
        } else if record.declinesUndo(by: own.piece.opponent) {
            game.reply(MatchActionRefusal.alreadyDeclined.sentence)
        } else if record.hasDeclinedUndoRequest(of: own.piece.opponent) {
            let obstacle = RequestObstacle.declinedUndoOpen
            game.reply(obstacle.reasonAndNextStep(about: own.opponentName))
        } else if own.undoableMoves(from: own.piece, in: record.match) != nil {
            askDuringRound(
                { $0.isNarrow ? OfferWords.fewAskUndo : OfferWords.askUndo }, &game,
                while: { $1.record?.openUndoRequest(of: $0.piece.opponent) == nil }
            ) {
                $0.requestUndo()
            }
        } else {
            game.reply(MatchActionRefusal.nothingToTakeBack.sentence)
        }
    }

    func declineOrWithdrawOffer(
        _ own: OwnMatch, in match: LobbyMatch, _ game: inout GameContext
    ) {
        guard let record = match.record else { return }
        if let offer = record.firstOffer(toDeclineOrWithdrawBy: own.piece) {
            game.ask(.act(offer.declineOrWithdraw(by: own.piece)))
            let now = game.ownMatch?.match.record
            let isOpen = now?.openOffer(by: own.piece) == offer
            if offer.side == own.piece, !isOpen { game.reply(DrawAndRematchWords.offerWithdrawn) }
            // A refusal replaces the player's own request.
            if offer.side != own.piece, record.openUndoRequest(of: own.piece) != nil,
                now?.openUndoRequest(of: own.piece) == nil
            {
                game.reply(UndoWords.declinedAndOwnRequestEnded)
            }
        } else if record.match.outcome != nil {
            // A rematch can be declined before the opponent offers it.
            game.ask(.act(.declineRematch))
            if game.ownMatch?.match.record?.declinesRematch.contains(own.piece) == true {
                game.reply(DrawAndRematchWords.rematchDeclined)
            }
        } else {
            game.reply(KeyReplyWords.nothingAsked)
        }
    }

    /// After a round, proposes the next clock, or the next number of wins that ends the series.
    /// During a round, only replies that the round must end first; after a series, names the key
    /// for another one.
    func proposeClockOrTarget(
        _ intent: Intent, _ own: OwnMatch, in match: LobbyMatch, _ game: inout GameContext
    ) {
        guard let record = match.record, record.match.outcome != nil else {
            return game.refuseDuringRound()
        }
        guard !record.isDecided else {
            return game.reply(OfferWords.seriesIsOver(another: game.keyName(.rematch)))
        }
        let targets = SeriesTarget.offered.filter { !$0.isReached(in: record.match.score) }
        let wanted = game.updateProgram { program in
            program.proposeTermsForNextRound { terms in
                if intent == .nextClock {
                    terms.limit = MoveTimeLimit.offered.nextLarger(than: terms.limit)
                } else {
                    terms.target = targets.nextLarger(than: terms.target)
                }
            }
        }
        if let wanted {
            game.replyToOwnProposal(wanted, insteadOf: record.terms)
        } else if game.hasWithdrawnProposal(since: record) {
            game.reply(DrawAndRematchWords.offerWithdrawn)
        }
    }
}

extension GameContext {
    /// Returns true if the player had proposed terms in `earlier`, and proposes none now.
    fileprivate func hasWithdrawnProposal(since earlier: MatchRecord) -> Bool {
        guard let (own, match) = ownMatch else { return false }
        return earlier.proposedTerms(of: own.piece) != nil
            && match.record?.proposedTerms(of: own.piece) == nil
    }

    /// Replies with the player's proposal. If the opponent proposes other terms, also names these,
    /// because the key of a rematch accepts them.
    fileprivate mutating func replyToOwnProposal(
        _ wanted: MatchTerms, insteadOf current: MatchTerms
    ) {
        guard let (own, match) = ownMatch,
            let theirs = match.record?.proposedTerms(of: own.piece.opponent)?.terms,
            theirs != wanted
        else { return reply(MatchTermsWords.ownProposal(wanted, insteadOf: current)) }
        let accept = keyName(.rematch)
        func bothProposals(of name: String?) -> String {
            MatchTermsWords.ownProposal(
                wanted, besides: theirs, of: name, insteadOf: current, agree: accept)
        }
        reply(
            fitting(
                bothProposals(of: own.opponentName), bothProposals(of: nil),
                MatchTermsWords.proposal(
                    theirs, insteadOf: current, by: own.opponentName, agree: accept)))
    }

    fileprivate mutating func offerDraw() {
        ask(.act(.offerDraw))
        guard let (own, match) = ownMatch, match.match?.drawOffers.contains(own.piece) == true
        else { return }
        replyDrawIsOffered()
    }

    /// Asks to undo the player's last move, and the opponent's reply if there is one by now.
    fileprivate mutating func requestUndo() {
        let squares = ownMatch.flatMap { own, match in
            match.match.flatMap { own.undoableMoves(from: own.piece, in: $0) }
        }
        guard let squares else { return reply(MatchActionRefusal.nothingToTakeBack.sentence) }
        ask(.act(.askUndo(squares)))
        guard let (own, match) = ownMatch, match.record?.openUndoRequest(of: own.piece) != nil
        else { return }
        replyUndoIsRequested()
    }
}

private enum OfferWords {
    static let askUndo = QuestionWords("Ask to undo your move? The round won't count.", yes: "ask")
    static let allowUndo = QuestionWords("Allow that? The round won't count.", yes: "allow")
    static let fewAskUndo = QuestionWords("Undo?", no: "no", yes: "ask")
    static let fewAllowUndo = QuestionWords("Undo?", no: "no", yes: "yes")
    static let acceptDraw = QuestionWords("Agree to a draw?", short: "Draw?", yes: "agree")
    static let offerDraw = QuestionWords("Offer a draw?", short: "Draw?", yes: "offer")

    static func seriesIsOver(another key: String) -> String {
        "The series is over. \(key) starts another one."
    }
}
