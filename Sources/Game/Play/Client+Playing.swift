internal import Drawing
internal import Game
internal import Lobby
internal import Visit
internal import Wording

/// What keys do at a board: in a match, and at a table.
extension Client {
    mutating func performInMatch(_ intent: Intent) {
        guard let match = visit?.session.match else { return }
        guard match.doubt == nil else { return performInDoubt(intent, match) }
        switch intent {
        case .move(let direction): point(in: match) { $0.free(direction, of: $1) }
        case .nextItem: point(in: match) { $0.free(1, behind: $1) }
        case .previousItem: point(in: match) { $0.free(-1, behind: $1) }
        case .choose(let square): choose(square, in: match)
        case .confirm where match.match?.outcome == nil: place(in: match)
        case .confirm, .rematch: ask(.act(.rematch))
        case .nextOpponent: nextOpponent(after: match)
        case .review: review(match)
        case .resign: askToResign(match.match)
        case .draw: askForDraw(in: match)
        case .decline: decline(in: match)
        case .befriend: toggleFriend(match.opponent, called: match.opponentName)
        case .block: toggleBlock(match.opponent, called: match.opponentName)
        case .newGame: beginGame(with: match.opponent, called: match.opponentName)
        case .phrases: openPhrases()
        case .mute: turnMute()
        case .nextClock, .nextTarget: wantOtherTerms(intent, in: match)
        case .claim: display.overlay = .question(Question(.claim))
        case .endUndecided: display.overlay = .question(Question(.endUndecided))
        case .back: leave(match)
        default: break
        }
    }

    /// All that can be done with a board that can't be trusted is to leave it.
    private mutating func performInDoubt(_ intent: Intent, _ match: MatchInPlay) {
        switch intent {
        case .back: ask(.leaveMatch(.open))
        case .nextOpponent: ask(.leaveMatch(.auto))
        default:
            noticeboard.answer(
                RequestObstacle.doubtful.sentence(about: match.opponentName), at: now)
        }
    }

    /// Goes from one square to another; at first, to one near the middle.
    private mutating func point(in match: MatchInPlay, at next: (Board, Square) -> Square) {
        guard let board = match.match?.board else { return }
        cursors.seat.cursor = cursors.seat.cursor.map { next(board, $0) } ?? board.firstFree
    }

    /// Whether a square can't be chosen because a piece stands there, which is said at once, and
    /// shown on the square.
    mutating func refuses(_ square: Square) -> Bool {
        guard visit?.session.match?.doubt == nil, let view = boardView, view.ownPiece != nil,
            view.match.outcome == nil,
            let piece = view.match.board[square]
        else { return false }
        cursors.refused = square
        noticeboard.answer(MoveRefusal.squareTaken(by: piece).sentence, at: now)
        return true
    }

    private mutating func choose(_ square: Square, in match: MatchInPlay) {
        guard match.match?.outcome == nil else {
            return noticeboard.answer(MoveRefusal.roundIsOver.sentence, at: now)
        }
        cursors.seat.cursor = square
        if preferences.isQuick { place(in: match) }
    }

    private mutating func place(in match: MatchInPlay) {
        guard let square = cursors.seat.cursor else {
            let reason =
                match.isOurTurn
                ? AnswerWords.chooseSquareFirst : MoveRefusal.notYourTurn.sentence
            return noticeboard.answer(reason, at: now)
        }
        ask(.act(.play(square)))
    }

    private mutating func nextOpponent(after match: MatchInPlay) {
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

    private mutating func askForDraw(in match: MatchInPlay) {
        guard let state = match.match, state.outcome == nil else {
            return noticeboard.answer(MoveRefusal.roundIsOver.sentence, at: now)
        }
        if state.drawOffers.contains(match.piece) {
            noticeboard.answer(
                Offers.ownDrawAlready(decline: key(.decline)), at: now)
        } else if state.drawOffers.contains(match.piece.opponent) {
            display.overlay = .question(Question(.acceptDraw))
        } else if match.sheet?.declinesDraw.contains(match.piece.opponent) == true {
            tellDrawDeclined(in: match)
        } else {
            display.overlay = .question(Question(.offerDraw))
        }
    }

    mutating func offerDraw() {
        ask(.act(.offerDraw))
        guard let match = visit?.session.match, let state = match.match else { return }
        if match.sheet?.declinesDraw.contains(match.piece.opponent) == true {
            tellDrawDeclined(in: match)
        } else if state.drawOffers.contains(match.piece) {
            noticeboard.answer(Offers.ownDraw(decline: key(.decline)), at: now)
        }
    }

    private mutating func tellDrawDeclined(in match: MatchInPlay) {
        let refusal = RequestObstacle.drawDeclined.sentence(about: match.opponentName)
        noticeboard.answer(refusal, at: now)
    }

    /// Says no to whatever is asked of us, or takes back what we ask.
    private mutating func decline(in match: MatchInPlay) {
        guard let sheet = match.sheet else { return }
        let (mine, theirs) = (match.piece, match.piece.opponent)
        if sheet.match.outcome != nil {
            let action: Action =
                sheet.wantsRematch.contains(mine) ? .withdrawRematch : .declineRematch
            ask(.act(action))
        } else if sheet.match.drawOffers.contains(theirs) {
            ask(.act(.declineDraw))
        } else if sheet.match.drawOffers.contains(mine) {
            ask(.act(.withdrawDraw))
        } else {
            noticeboard.answer(AnswerWords.nothingAsked, at: now)
        }
    }

    /// Would like the next round by another clock, or the series to end otherwise.
    private mutating func wantOtherTerms(_ intent: Intent, in match: MatchInPlay) {
        guard let sheet = match.sheet, sheet.match.outcome != nil else {
            return noticeboard.answer(
                AnswerWords.roundFirst(resign: key(.resign)), at: now)
        }
        var terms = sheet.standingWant(of: match.piece)?.terms ?? sheet.terms
        if intent == .nextClock {
            terms.limit = MoveLimit.offered.next(after: terms.limit)
        } else {
            let score = sheet.match.score
            let targets = SeriesTarget.offered.filter { !$0.isReached(in: score) }
            terms.target = targets.next(after: terms.target)
        }
        ask(.act(.want(terms)))
        guard let now = visit?.session.match?.sheet?.standingWant(of: match.piece)?.terms else {
            return
        }
        noticeboard.answer(TermsWords.ownWanted(now), at: self.now)
    }

    private mutating func leave(_ match: MatchInPlay) {
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
