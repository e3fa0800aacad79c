internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

extension MatchScreen {
    static let phrases = ScreenAction(
        "g", "say", "send a phrase; your opponent and the spectators see it", on: "g",
        does: .phrases
    ).when { $0.ownState != .doubtful }

    static let actionTable = ActionTable(
        "In a match", decisions + board + ending + ScreenAction.common)

    /// The actions for an absent opponent, a lost connection and a finished round.
    private static let decisions: [ScreenAction] = [
        ScreenAction.claim.withAvailability { $0.canEverClaim ? $0.endingAvailability : .absent },
        ScreenAction(
            "e", "end", "end without a result; your opponent must be away or idle", on: "e",
            does: .endUndecided
        ).withAvailability(\.endingAvailability),
        .retry,
        ScreenAction(
            "r", "rematch", "play another round", also: "Enter", on: "r", KeyStroke(.enter), " ",
            does: .rematch
        ).withAvailability { game in
            guard game.ownState == .over else {
                return game.hasRematchJustBegun ? .explained : .absent
            }
            return game.waitsForRematch ? .explained : .offered
        }.withComputedLastLineWord { game in
            game.program.visit?.match?.isDecided == true
                ? MatchActionsWords.anotherSeries : MatchActionsWords.rematch
        },
    ]

    private static let board: [ScreenAction] = [
        // This action is also offered on the opponent's turn. Otherwise the last line would be
        // painted again at each move, which is too much for a slow connection.
        ScreenAction.place.withAvailability { game in
            switch game.ownState {
            case .inRound: .offered
            case .doubtful: .explained
            case .over: .absent
            }
        },
        ScreenAction(
            "d", "draw", "offer a draw, or accept one; asks first", on: "d", does: .draw
        ).explainedUnless { $0.ownState == .inRound && !$0.drawOffers.own }
            .withComputedLastLineWord {
                $0.drawOffers.opponent ? MatchActionsWords.agree : MatchActionsWords.draw
            },
        ScreenAction.decline.explainedUnless { $0.declineWord != nil }
            .withComputedLastLineWord { $0.declineWord },
        ScreenAction.resign.explainedUnless { $0.ownState == .inRound },
        ScreenAction(
            "u", nil, "take back your last move, or allow that; asks first", on: "u",
            does: .takeBack
        ).withAvailability { game in
            guard game.program.visit?.knowsUndo == true, game.ownState != .doubtful else {
                return .absent
            }
            return game.ownState == .inRound ? .offered : .explained
        }.withComputedLastLineWord { $0.opponentAsksUndo ? MatchActionsWords.allow : nil },
        ScreenAction(
            "n", "next", "find another opponent", on: "n", does: .nextOpponent
        ).explainedUnless { $0.ownState != .inRound },
        ScreenAction.chooseSquare.withLastLineWord(nil)
            .explainedUnless { $0.ownState == .inRound },
        ScreenAction.number.explainedUnless { $0.ownState == .inRound },
    ]

    private static let ending: [ScreenAction] = [
        ScreenAction.review.explainedUnless { $0.ownState == .over && $0.ownRound != nil },
        ScreenAction(
            "p", "card",
            "your opponent's card, after the round: record, correspondence game, friends, block",
            on: "p", does: .opponentCard
        ).explainedUnless { $0.ownState == .over },
        phrases, .mute,
        ScreenAction.copyRound.explainedUnless { $0.ownState == .over && $0.ownRound != nil },
        ScreenAction.nextClock.withLastLineWord(nil).explainedUnless { $0.mayPropose },
        ScreenAction.nextTarget.withLastLineWord(nil).explainedUnless { $0.mayPropose },
    ]
}

extension GameContext {
    /// The player's match, and the data about it that only this program has; nil outside a match.
    var ownMatch: (own: OwnMatch, match: LobbyMatch)? {
        guard let own = program.visit?.own, let match = program.visit?.match else { return nil }
        return (own, match)
    }

    /// True if the opponent has been away or idle for so long that the player may end the round.
    var mayClaim: Bool { program.visit?.mayClaim(at: program.now) == true }

    /// True if the opponent's program supports claims.
    var canEverClaim: Bool { program.visit?.opponentKnowsPhrasesAndClaims == true }

    fileprivate var endingAvailability: ScreenAction.Availability {
        mayClaim ? .offered : program.visit?.claimDue == nil ? .absent : .explained
    }

    fileprivate enum OwnMatchPhase {
        case inRound
        case over
        /// A match with an unreliable board. The player can only leave the match.
        case doubtful
    }

    fileprivate var ownState: OwnMatchPhase {
        guard let match = program.visit?.match, match.flaw == nil else { return .doubtful }
        return match.match?.outcome == nil ? .inRound : .over
    }

    /// True while the player can propose a clock or a series for the next round.
    fileprivate var mayPropose: Bool {
        ownState == .over && program.visit?.match?.isDecided == false
    }

    /// True if the player waits for an answer to an offer of a rematch. False if the opponent wants
    /// other terms, which the same key accepts.
    fileprivate var waitsForRematch: Bool {
        guard let (own, match) = ownMatch, let record = match.record else { return false }
        let theirs = record.proposedTerms(of: own.piece.opponent)
        return record.wantsRematch == [own.piece]
            && (theirs == nil || theirs == record.proposedTerms(of: own.piece))
    }

    /// True in a later round before its first move. Then a player may still press the key of a
    /// rematch, because both may press it at the same time.
    fileprivate var hasRematchJustBegun: Bool {
        guard ownState == .inRound, let match = program.visit?.match?.match else { return false }
        return match.round > 1 && match.board.pieceCount == 0
    }

    fileprivate var drawOffers: (own: Bool, opponent: Bool) {
        guard let (own, match) = ownMatch, let offers = match.match?.drawOffers else {
            return (false, false)
        }
        return (offers.contains(own.piece), offers.contains(own.piece.opponent))
    }

    fileprivate var opponentAsksUndo: Bool {
        guard let (own, match) = ownMatch else { return false }
        return match.record?.openUndoRequest(of: own.piece.opponent) != nil
    }

    /// The word for declining or withdrawing an offer; nil without an open offer.
    fileprivate var declineWord: String? {
        guard let (own, match) = ownMatch,
            let offer = match.record?.firstOffer(toDeclineOrWithdrawBy: own.piece)
        else { return nil }
        return offer.side == own.piece ? MatchActionsWords.withdraw : MatchActionsWords.decline
    }

    /// Shows that the player's draw offer is open. `again` is true if it was open before the key.
    mutating func replyDrawIsOffered(again: Bool = false) {
        let decline = keyName(.decline)
        reply(
            fitting(
                again
                    ? DrawAndRematchWords.drawAlreadyOffered(decline: decline)
                    : DrawAndRematchWords.ownDrawOffer(decline: decline),
                DrawAndRematchWords.shortOwnDrawOffer(decline: decline)))
    }

    mutating func replyUndoIsRequested() {
        let decline = keyName(.decline)
        reply(
            fitting(
                UndoWords.requestSent(decline: decline),
                UndoWords.shortRequestSent(decline: decline)))
    }
}

private enum MatchActionsWords {
    static let rematch = "rematch"
    static let anotherSeries = "another series"
    static let draw = "draw"
    static let agree = "agree"
    static let decline = "decline"
    static let withdraw = "withdraw"
    static let allow = "allow"
}
