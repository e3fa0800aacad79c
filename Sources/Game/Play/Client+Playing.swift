internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// What keys do at a board: in a match, and at a table.
extension Client {
    mutating func performInMatch(_ intent: Intent) {
        guard let own = visit?.session.own, let match = visit?.session.match else { return }
        guard match.flaw == nil else { return performInDoubt(intent, own) }
        switch intent {
        case .move(let direction): point(in: match) { $0.free(direction, of: $1) }
        case .nextItem: point(in: match) { $0.free(1, behind: $1) }
        case .previousItem: point(in: match) { $0.free(-1, behind: $1) }
        case .choose(let square): choose(square, own, in: match)
        case .confirm where match.match?.outcome == nil: place(own, in: match)
        case .confirm, .rematch: ask(.act(.rematch))
        case .nextOpponent: nextOpponent(after: match)
        case .review: review(own, in: match)
        case .resign: askToResign(match.match)
        case .draw: askForDraw(own, in: match)
        case .decline: decline(own, in: match)
        case .befriend: toggleFriend(own.opponent, called: own.opponentName)
        case .block: toggleBlock(own.opponent, called: own.opponentName)
        case .newGame: beginGame(with: own.opponent, called: own.opponentName)
        case .phrases: openPhrases()
        case .mute: turnMute()
        case .nextClock, .nextTarget: wantOtherTerms(intent, own, in: match)
        case .claim: display.overlay = .question(Question(.claim))
        case .endUndecided: display.overlay = .question(Question(.endUndecided))
        case .back: leave(match)
        default: break
        }
    }

    /// All that can be done with a board that can't be trusted is to leave it.
    private mutating func performInDoubt(_ intent: Intent, _ own: OwnMatch) {
        switch intent {
        case .back: ask(.leaveMatch(.open))
        case .nextOpponent: ask(.leaveMatch(.auto))
        default:
            noticeboard.answer(
                RequestObstacle.doubtful.sentence(about: own.opponentName), at: now)
        }
    }

    /// Goes from one square to another; at first, to one near the middle.
    private mutating func point(in match: LobbyMatch, at next: (Board, Square) -> Square) {
        guard let board = match.match?.board else { return }
        cursors.seat.cursor = cursors.seat.cursor.map { next(board, $0) } ?? board.firstFree
    }

    /// Whether a square can't be chosen because a piece stands there, which is said at once, and
    /// shown on the square.
    mutating func refuses(_ square: Square) -> Bool {
        guard visit?.session.match?.flaw == nil, let view = boardView, view.ownPiece != nil,
            view.match.outcome == nil,
            let piece = view.match.board[square]
        else { return false }
        cursors.refused = square
        noticeboard.answer(MoveRefusal.squareTaken(by: piece).sentence, at: now)
        return true
    }

    private mutating func choose(_ square: Square, _ own: OwnMatch, in match: LobbyMatch) {
        guard match.match?.outcome == nil else {
            return noticeboard.answer(MoveRefusal.roundIsOver.sentence, at: now)
        }
        cursors.seat.cursor = square
        if preferences.isQuick { place(own, in: match) }
    }

    private mutating func place(_ own: OwnMatch, in match: LobbyMatch) {
        guard let square = cursors.seat.cursor else {
            let reason =
                own.isOurTurn(in: match)
                ? AnswerWords.chooseSquareFirst : MoveRefusal.notYourTurn.sentence
            return noticeboard.answer(reason, at: now)
        }
        ask(.act(.play(square)))
    }

    private mutating func nextOpponent(after match: LobbyMatch) {
        guard match.match?.outcome != nil else {
            return noticeboard.answer(
                AnswerWords.roundFirst(resign: key(.resign)), at: now)
        }
        ask(.leaveMatch(.auto))
    }

    private mutating func askToResign(_ match: Match?) {
        guard match?.outcome == nil else {
            return noticeboard.answer(MoveRefusal.roundIsOver.sentence, at: now)
        }
        display.overlay = .question(Question(.resign))
    }

    private mutating func askForDraw(_ own: OwnMatch, in match: LobbyMatch) {
        guard let state = match.match, state.outcome == nil else {
            return noticeboard.answer(MoveRefusal.roundIsOver.sentence, at: now)
        }
        if state.drawOffers.contains(own.piece) {
            noticeboard.answer(
                Offers.ownDrawAlready(decline: key(.decline)), at: now)
        } else if state.drawOffers.contains(own.piece.opponent) {
            display.overlay = .question(Question(.acceptDraw))
        } else if match.record?.declinesDraw.contains(own.piece.opponent) == true {
            tellDrawDeclined(own)
        } else {
            display.overlay = .question(Question(.offerDraw))
        }
    }

    mutating func offerDraw() {
        ask(.act(.offerDraw))
        guard let own = visit?.session.own, let match = visit?.session.match,
            let state = match.match
        else { return }
        if match.record?.declinesDraw.contains(own.piece.opponent) == true {
            tellDrawDeclined(own)
        } else if state.drawOffers.contains(own.piece) {
            noticeboard.answer(Offers.ownDraw(decline: key(.decline)), at: now)
        }
    }

    private mutating func tellDrawDeclined(_ own: OwnMatch) {
        let refusal = RequestObstacle.drawDeclined.sentence(about: own.opponentName)
        noticeboard.answer(refusal, at: now)
    }

    /// Says no to whatever is asked of us, or takes back what we ask.
    private mutating func decline(_ own: OwnMatch, in match: LobbyMatch) {
        guard let record = match.record else { return }
        let (mine, theirs) = (own.piece, own.piece.opponent)
        if record.match.outcome != nil {
            let action: Action =
                record.wantsRematch.contains(mine) ? .withdrawRematch : .declineRematch
            ask(.act(action))
        } else if record.match.drawOffers.contains(theirs) {
            ask(.act(.declineDraw))
        } else if record.match.drawOffers.contains(mine) {
            ask(.act(.withdrawDraw))
        } else {
            noticeboard.answer(AnswerWords.nothingAsked, at: now)
        }
    }

    /// Would like the next round by another clock, or the series to end otherwise.
    private mutating func wantOtherTerms(
        _ intent: Intent, _ own: OwnMatch, in match: LobbyMatch
    ) {
        guard let record = match.record, record.match.outcome != nil else {
            return noticeboard.answer(
                AnswerWords.roundFirst(resign: key(.resign)), at: now)
        }
        var terms = record.standingWant(of: own.piece)?.terms ?? record.terms
        if intent == .nextClock {
            terms.limit = MoveLimit.offered.next(after: terms.limit)
        } else {
            let score = record.match.score
            let targets = SeriesTarget.offered.filter { !$0.isReached(in: score) }
            terms.target = targets.next(after: terms.target)
        }
        ask(.act(.want(terms)))
        guard let now = visit?.session.match?.record?.standingWant(of: own.piece)?.terms else {
            return
        }
        noticeboard.answer(TermsWords.ownWanted(now), at: self.now)
    }

    private mutating func leave(_ match: LobbyMatch) {
        guard match.match?.outcome == nil else { return ask(.leaveMatch(.open)) }
        display.overlay = .question(Question(.leaveMatch))
    }
}

extension Client {
    mutating func performAtTable(_ intent: Intent) {
        guard let table else { return }
        switch intent {
        case .move(let direction): act(.move(direction))
        case .nextItem: act(.step(1))
        case .previousItem: act(.step(-1))
        case .choose(let square):
            act(.choose(square))
            if preferences.isQuick { act(.place) }
        case .confirm: act(.place)
        case .rematch: act(.startNextRound)
        case .review: review(table)
        case .takeBack: act(.undo)
        case .explain: act(.turnWorths)
        case .resign: askToResign(table.match)
        case .back: leaveTable()
        default: break
        }
    }

    mutating func act(_ act: Table.Act) {
        guard let refusal = table?.handle(act, at: now) else { return }
        noticeboard.answer(refusal.sentence, at: now)
    }

    /// Back to the lobby; where there is none, to a menu of what needs none, and there it asks: who
    /// began with this game may not expect anything behind it.
    private mutating func leaveTable() {
        let isUnderWay = table.map { $0.match.outcome == nil && $0.match.moveCount > 0 } ?? false
        guard isAlone, isUnderWay else { return display.screen = .lobby }
        display.overlay = .question(Question(.leaveTable))
    }
}
