internal import Drawing
internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire
internal import Visit
internal import Wording

struct MatchScreen: ScreenWithBoard {
    private var key: ObjectKey?
    private var round = 0
    /// The square of the cursor. Nil when a round begins, so that a key pressed for another purpose
    /// can't place a piece.
    private var cursor: Square?
    private var wasOwnTurn = false
    /// The start of the round; nil if this program did not see it.
    private var roundStart: Instant?
    /// The duration of the round; nil until the round has ended, and if its start is unknown.
    private var roundDuration: Duration?

    /// Resets the state for a new round, measures the round's duration, and alerts the player when
    /// their turn begins.
    mutating func updateAfterEvent(_ game: inout GameContext) {
        guard let (own, match) = game.ownMatch else { return }
        if key != own.key { self = MatchScreen() }
        if key == nil || round != match.match?.round {
            key = own.key
            round = match.match?.round ?? 0
            cursor = nil
            (roundStart, roundDuration) = (match.match?.board.pieceCount == 0 ? game.now : nil, nil)
        }
        guard let state = match.match else { return }
        if state.outcome != nil, roundDuration == nil {
            roundDuration = roundStart.map { game.now - $0 }
        }
        let isOwnTurn = own.isOurTurn(in: match)
        if isOwnTurn, !wasOwnTurn { game.alertPlayer() }
        wasOwnTurn = isOwnTurn
    }

    func nextDeadline(in game: GameContext) -> Instant? {
        game.program.visit?.match?.nextChange(after: game.now)
    }

    func showsTimeInSeconds(in game: GameContext) -> Bool { true }

    func title(in game: GameContext) -> String {
        guard let own = game.program.visit?.own else { return "" }
        guard !game.isNarrow else { return BoardWords.title(against: own.opponentName) }
        return MatchScreenWords.title(game.ownName, own.piece, against: own.opponentName)
    }

    func shortTitle(in game: GameContext) -> String? {
        game.program.visit?.own.map { BoardWords.title(against: $0.opponentName) }
    }

    func matchToAnimate(in game: GameContext) -> AnimatedMatch? {
        game.program.visit?.own.map {
            AnimatedMatch(board: .match($0.key), match: game.program.visit?.match?.match)
        }
    }
}

extension MatchScreen {
    func currentActions(in game: GameContext) -> [ScreenAction] {
        game.program.visit?.match?.match == nil ? ScreenAction.common : Self.actionTable.rows
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        guard let (own, match) = game.ownMatch else { return }
        guard match.flaw == nil else { return handle(intent, inBrokenMatch: own, &game) }
        let isOver = match.match?.outcome != nil
        switch intent {
        case .move, .nextItem, .previousItem:
            cursor = match.match?.board.freeSquareForCursor(by: intent, from: cursor)
        case .choose(let square):
            guard !isOver else { return game.reply(MatchActionRefusal.roundIsOver.sentence) }
            cursor = square
            if game.preferences.isQuick { placeAtCursor(own, in: match, &game) }
        case .confirm where !isOver: placeAtCursor(own, in: match, &game)
        case .confirm where match.isDecided, .rematch where match.isDecided:
            game.updateProgram { $0.startAnotherSeries() }
        case .rematch where !isOver: game.repeatRoundStart(round)
        case .confirm, .rematch: game.ask(.act(.rematch))
        case .nextOpponent where !isOver: game.refuseDuringRound()
        case .nextOpponent: game.askAndReportAllowedInvitations(.leaveMatch(.auto))
        case .review where !isOver, .copy where !isOver, .opponentCard where !isOver:
            game.reply(KeyReplyWords.afterRound)
        case .review: game.openReplay(game.ownRound, of: match.match, from: .match)
        case .copy: game.copyToClipboard(game.ownRound, of: match.match)
        case .resign: askToResign(own, in: match, &game)
        case .draw: askToOfferOrAcceptDraw(own, in: match, &game)
        case .takeBack: askToRequestOrAllowUndo(own, in: match, &game)
        case .decline: declineOrWithdrawOffer(own, in: match, &game)
        case .opponentCard:
            game.overlay = PlayerCard(
                of: .here(own.opponent), called: own.opponentName,
                user: game.program.user(of: own.opponent))
        case .phrases: openPhrases(to: own, &game)
        case .mute: game.toggleMuteOfAllPlayers()
        case .nextClock, .nextTarget: proposeClockOrTarget(intent, own, in: match, &game)
        case .claim: askWhileOpponentAbsent(MatchScreenWords.claim, &game) { $0.ask(.act(.claim)) }
        case .endUndecided:
            askWhileOpponentAbsent(MatchScreenWords.end, &game) { $0.ask(.leaveMatch(.open)) }
        case .back: leaveOrAskDuringRound(match, &game)
        default: break
        }
    }

    private func handle(
        _ intent: Intent, inBrokenMatch own: OwnMatch, _ game: inout GameContext
    ) {
        switch intent {
        case .back: game.ask(.leaveMatch(.open))
        case .nextOpponent: game.askAndReportAllowedInvitations(.leaveMatch(.auto))
        default: game.reply(RequestObstacle.doubtful.reasonAndNextStep(about: own.opponentName))
        }
    }

    private func placeAtCursor(_ own: OwnMatch, in match: LobbyMatch, _ game: inout GameContext) {
        guard let square = cursor else {
            return game.reply(
                own.isOurTurn(in: match)
                    ? KeyReplyWords.chooseSquareFirst : MatchActionRefusal.notYourTurn.sentence)
        }
        game.ask(.act(.play(square)))
    }

    private func openPhrases(to own: OwnMatch, _ game: inout GameContext) {
        guard game.program.visit?.opponentKnowsPhrasesAndClaims == true else {
            return game.reply(
                RequestObstacle.notKnownThere.reasonAndNextStep(about: own.opponentName))
        }
        game.helpPage = nil
        game.overlay = PhraseList()
    }

    /// Asks a question that closes when the round ends, or when `isOpen` returns false.
    func askDuringRound(
        _ words: @escaping @Sendable (GameContext) -> QuestionWords, _ game: inout GameContext,
        while isOpen: @escaping @Sendable (OwnMatch, LobbyMatch) -> Bool = { _, _ in true },
        yes: @escaping Question.Action
    ) {
        let (key, round) = (game.ownMatch?.own.key, game.ownMatch?.match.match?.round)
        game.overlay = Question(
            words,
            while: { game in
                guard let (own, match) = game.ownMatch, own.key == key,
                    match.match?.round == round, match.match?.outcome == nil
                else { return false }
                return isOpen(own, match)
            }, yes: yes)
    }

    private func askToResign(
        _ own: OwnMatch, in match: LobbyMatch, _ game: inout GameContext
    ) {
        guard match.match?.outcome == nil else {
            return game.reply(MatchActionRefusal.roundIsOver.sentence)
        }
        askDuringRound({ .resign(to: $0.isNarrow ? nil : own.opponentName) }, &game) {
            $0.ask(.act(.resign))
        }
    }

    /// Asks whether to end the round of an opponent who is away or idle, or shows when that will be
    /// possible. The question closes when the opponent is back.
    private func askWhileOpponentAbsent(
        _ words: QuestionWords, _ game: inout GameContext, yes: @escaping Question.Action
    ) {
        guard game.mayClaim else {
            if let due = game.program.visit?.claimDue {
                let wait = due.secondsCountdown(from: game.now)
                game.reply(BoardWords.roundCanBeEnded(in: wait, isClaimable: game.canEverClaim))
            }
            return
        }
        game.overlay = Question({ _ in words }, while: { $0.mayClaim }, yes: yes)
    }

    private func leaveOrAskDuringRound(_ match: LobbyMatch, _ game: inout GameContext) {
        guard match.match?.outcome == nil else { return game.ask(.leaveMatch(.open)) }
        askDuringRound({ MatchScreenWords.leaveQuestion($0.costOfLeaving) }, &game) {
            $0.ask(.leaveMatch(.open))
        }
    }
}

extension GameContext {
    /// The finished round of the player's match. Nil if the round has not ended, if it has no
    /// moves, or if some moves are unknown.
    var ownRound: PlayedRound? {
        ownMatch.flatMap { own, match in
            match.match.flatMap { own.endedRound(in: $0) }
        }
    }

    /// Shows the notice of the round's start again, because the player pressed the key of a rematch
    /// when the round had just begun.
    fileprivate mutating func repeatRoundStart(_ round: Int) {
        guard let visit = program.visit,
            let sentence = Notice.roundBegan(round).sentenceUnlessShown(
                at: visit, now: program.now, keys: preferences.keymap.namedKeys)
        else { return }
        reply(sentence)
    }

    mutating func refuseDuringRound() {
        reply(KeyReplyWords.finishRoundFirst(resign: keyName(.resign)))
    }
}

extension LobbyMatch {
    /// Returns the next time when the time left changes or a phrase disappears; nil if there is
    /// none.
    func nextChange(after now: Instant) -> Instant? {
        [nextTimeLeftChange(after: now), nextPhraseEnd(after: now)].compactMap(\.self).min()
    }
}

extension Board {
    /// Returns the square that an intent moves the cursor to. Without a cursor, returns the centre,
    /// or the first free square if the centre is taken. For an intent that moves no cursor, returns
    /// `cursor`.
    func freeSquareForCursor(by intent: Intent, from cursor: Square?) -> Square? {
        guard let cursor else { return initialCursor }
        return switch intent {
        case .move(let direction): nearestFreeSquare(direction, of: cursor)
        case .nextItem: freeSquare(1, after: cursor)
        case .previousItem: freeSquare(-1, after: cursor)
        default: cursor
        }
    }
}

extension MatchScreen {
    func board(in game: GameContext) -> BoardView? {
        guard let (own, match) = game.ownMatch, let record = match.record,
            let lobbyState = game.program.visit?.lobbyState
        else { return nil }
        let state = record.match
        let absence = lobbyState.roster.absence(of: own.opponent)
        var mine = BoardView.PlayerTexts(name: game.ownName)
        mine.remark = undoOrDrawRemark(of: own.piece, in: record)
        mine.phrase = game.recentUnmutedPhrase(of: own.piece, at: match.key)
        var theirs = BoardView.PlayerTexts(name: own.opponentName)
        theirs.remark =
            absence?.timeLeftToReturn(at: game.now)
            ?? (record.isIdle(own.piece.opponent) ? BoardWords.idle : nil)
            ?? undoOrDrawRemark(of: own.piece.opponent, in: record)
        theirs.phrase = game.recentUnmutedPhrase(of: own.piece.opponent, at: match.key)
        var view = BoardView(
            match: state, numbering: game.numbering,
            circle: own.piece == .circle ? mine : theirs,
            cross: own.piece == .cross ? mine : theirs, headline: headline(of: match, own, state))
        view.reasons = endReasons(of: match, own, state)
        view.headToHeadScore =
            game.headToHeadScore(with: own.opponent, called: own.opponentName) ?? ""
        view.practiceRounds = match.practiceRounds
        view.setSeriesTargetAndEnd(
            from: record, for: own.piece, sentence: own.seriesResult(of: match))
        (view.isOwnTurn, view.ownPiece) = (own.isOurTurn(in: match), own.piece)
        view.isGoodNews = view.isOwnTurn || state.outcome?.winner == own.piece
        view.moves = own.moveHistory.moves
        view.cursor = game.overlay is Question ? nil : cursor
        view.canChooseAhead = state.outcome == nil
        view.audience = .init(of: match.key, in: lobbyState)
        view.otherMatches = game.otherMatchesInLargeWindow(besides: match.key)
        if match.flaw != nil {
            view.hint = game.fitting(
                BrokenRulesWords.hintToPlayers, BrokenRulesWords.fewWordsToPlayers)
        } else if state.outcome == nil {
            view.choices = choicesWhileOpponentAway(in: game)
            view.clock.thinkingTime =
                absence == nil
                ? match.movedAt.map { BoardWords.thinkingTime(game.now - $0) } ?? "" : ""
            view.clock.setTimeLeft(
                match.timeLeft(at: game.now), of: match.limit, isWaiting: !view.isOwnTurn)
            view.hint = hintDuringRound(of: match, own, state, game)
        } else {
            view.choices = choicesAfterRound(of: record, own, game)
            view.clock.duration = roundDuration.map(\.age) ?? ""
            view.hint = hintAfterRound(of: match, own, record, game)
        }
        return view
    }

    /// Returns the remark about a side's open undo request or draw offer; empty if there is
    /// neither.
    private func undoOrDrawRemark(of piece: Piece, in record: MatchRecord) -> String {
        switch record.openOffer(by: piece)?.kind {
        case .undo: UndoWords.requestRemark
        case .draw: MatchScreenWords.offersDraw
        case .rematch, .terms, nil: ""
        }
    }

    /// Returns the reason for the round's end, to follow the headline; the longest form first.
    private func endReasons(of match: LobbyMatch, _ own: OwnMatch, _ state: Match) -> [String] {
        guard let outcome = state.outcome else { return [] }
        guard !state.isPractice else { return UndoWords.practiceReasons }
        return match.flaw == nil
            ? outcome.offBoardReasonVariants(for: own.piece, against: own.opponentName) : []
    }

    private func headline(of match: LobbyMatch, _ own: OwnMatch, _ state: Match) -> String {
        guard match.flaw == nil else { return BrokenRulesWords.headline }
        let isTheirTurn = state.outcome == nil && state.next != own.piece
        return isTheirTurn
            ? BoardWords.headline(ofMoveBy: own.opponentName) : state.headline(for: own.piece)
    }

    private func hintDuringRound(
        of match: LobbyMatch, _ own: OwnMatch, _ state: Match, _ game: GameContext
    ) -> String {
        let opponent = own.opponentName
        if let absence = game.program.visit?.lobbyState.roster.absence(of: own.opponent) {
            return BoardWords.absenceHint(
                opponent, absence, claimDue: game.canEverClaim ? game.program.visit?.claimDue : nil,
                in: game.size, at: game.now)
        }
        if match.record?.isIdle(own.piece.opponent) == true {
            let claim = game.keyName(.claim)
            return game.fitting(
                BoardWords.idleHint(opponent, claim: claim), BoardWords.shortIdleHint(claim: claim))
        }
        if match.record?.openUndoRequest(of: own.piece.opponent) != nil {
            let (allow, decline) = (game.keyName(.takeBack), game.keyName(.decline))
            return game.fitting(
                UndoWords.requestReceived(opponent, allow: allow, decline: decline),
                UndoWords.shortRequestReceived(allow: allow, decline: decline))
        }
        if state.drawOffers.contains(own.piece.opponent) {
            let (agree, decline) = (game.keyName(.draw), game.keyName(.decline))
            return game.fitting(
                DrawAndRematchWords.drawOffer(by: opponent, agree: agree, decline: decline),
                DrawAndRematchWords.shortDrawOffer(agree: agree, decline: decline))
        }
        guard own.isOurTurn(in: match) else {
            if case .offline? = game.program.visit?.status,
                game.program.visit?.statistics.unsentOrUnacknowledged ?? 0 > 0
            {
                return MatchScreenWords.unsent
            }
            return BoardWords.thinking(opponent)
        }
        guard !game.preferences.isQuick else {
            return BoardWords.numberKeyHint(own.piece.letter)
        }
        return cursor.map { state.hint(for: own.piece, at: $0) } ?? BoardWords.chooseSquare
    }

    private func hintAfterRound(
        of match: LobbyMatch, _ own: OwnMatch, _ record: MatchRecord, _ game: GameContext
    ) -> String {
        let opponent = own.opponentName
        /// Returns `sequel` after the reason for the round's end, if the board does not show the
        /// reason and both fit; otherwise `sequel` alone.
        func afterEndReason(_ sequel: String) -> String {
            own.offBoardEndSentence(of: match).flatMap { game.inOneLine($0, sequel) } ?? sequel
        }
        if let decision = own.seriesResult(of: match) { return afterEndReason(decision) }
        let (accept, decline) = (game.keyName(.rematch), game.keyName(.decline))
        let wantsRematch = record.wantsRematch.contains(own.piece.opponent)
        let theirTerms = MatchTermsWords.rematchSuffix(of: record, by: own.piece.opponent)
        let rematchOnTerms = game.fitting(
            DrawAndRematchWords.rematchOffer(by: opponent, terms: theirTerms, accept: accept),
            DrawAndRematchWords.shortRematchOffer(terms: theirTerms, accept: accept))
        if let want = record.proposedTerms(of: own.piece.opponent),
            want != record.proposedTerms(of: own.piece)
        {
            return wantsRematch
                ? rematchOnTerms
                : MatchTermsWords.proposal(
                    want.terms, insteadOf: record.terms, by: opponent, agree: accept)
        }
        if record.wantsRematch.contains(own.piece), !record.hasRematchOnDifferentTerms {
            let terms = MatchTermsWords.rematchSuffix(of: record, by: own.piece)
            return game.fitting(
                DrawAndRematchWords.ownRematchOffer(with: opponent, terms: terms, decline: decline),
                DrawAndRematchWords.shortOwnRematchOffer(terms: terms, decline: decline))
        }
        if wantsRematch {
            guard theirTerms.isEmpty else { return rematchOnTerms }
            return game.fitting(
                DrawAndRematchWords.rematchOffer(by: opponent, accept: accept, decline: decline),
                DrawAndRematchWords.shortRematchOffer(accept: accept, decline: decline))
        }
        return afterEndReason(DrawAndRematchWords.anotherRoundQuestion(with: opponent))
    }

    private func choicesWhileOpponentAway(in game: GameContext) -> [BoardView.Choice] {
        guard let due = game.program.visit?.claimDue else { return [] }
        let wait =
            due > game.now ? MatchScreenWords.wait(due.secondsCountdown(from: game.now)) : nil
        let claim = game.choice(
            .claim, MatchScreenWords.claimChoice, remark: wait ?? "", isUrgent: wait == nil)
        let end = game.choice(
            .endUndecided, MatchScreenWords.endChoice, remark: wait ?? MatchScreenWords.waitOn)
        return game.canEverClaim ? [claim, end] : [end]
    }

    private func choicesAfterRound(
        of record: MatchRecord, _ own: OwnMatch, _ game: GameContext
    ) -> [BoardView.Choice] {
        let (mine, theirs) = (own.piece, own.piece.opponent)
        var rematch = game.choice(.rematch, MatchScreenWords.rematch)
        if record.wantsRematch.contains(mine), !record.hasRematchOnDifferentTerms {
            rematch.remark = MatchScreenWords.waitingForThem
        } else if record.wantsRematch.contains(theirs) {
            rematch.remark = MatchScreenWords.theyWantOne
            rematch.isUrgent = true
        } else if record.declinesRematch.contains(theirs) {
            rematch.remark = MatchScreenWords.declined
        }
        if record.isDecided { rematch.words = MatchScreenWords.anotherSeries }
        var choices = [rematch, game.choice(.nextOpponent, MatchScreenWords.nextOpponent)]
        if game.ownRound != nil {
            choices.append(game.choice(.review, MatchScreenWords.seeAgain))
        }
        choices.append(game.choice(.opponentCard, MatchScreenWords.openCard(of: own.opponentName)))
        let wait = own.answerDue.map { MatchScreenWords.countdownBar(in: $0, from: game.now) } ?? ""
        choices.append(
            .init(key: ScreenAction.back.keyNames, words: BoardWords.lobby, remark: wait))
        return choices
    }
}

private enum MatchScreenWords {
    static let end = QuestionWords("End without a result?", no: "wait", yes: "end")
    static let claim = QuestionWords("Claim the round?", no: "wait", yes: "claim")

    /// Returns the question before leaving. `consequence` is a sentence.
    static func leaveQuestion(_ consequence: String) -> QuestionWords {
        QuestionWords("Leave? \(consequence)", yes: "leave")
    }

    static func title(_ name: String, _ piece: Piece, against opponent: String) -> String {
        "\(name) (\(piece.letter)) against \(opponent) (\(piece.opponent.letter))"
    }

    static let unsent = "Your move is saved. It will be sent when the server is back."
    static let offersDraw = "offers draw"
    static let claimChoice = "Claim the round"
    static let endChoice = "End without a result"
    static let waitOn = "or wait"

    static func wait(_ time: String) -> String { "in \(time)" }

    static func openCard(of name: String) -> String { "About \(name)" }
    static let rematch = "Rematch"
    static let anotherSeries = "Another series"
    static let seeAgain = "Replay"
    static let nextOpponent = "Next opponent"
    static let waitingForThem = "offer sent"
    static let theyWantOne = "opponent is ready"
    static let declined = "declined"

    /// Returns a countdown: the time left, and a bar with a filled cell for every three seconds.
    static func countdownBar(in due: Instant, from now: Instant) -> String {
        let left = max(0, (due - now).secondsRoundedUp)
        let cells = min(10, (left + 2) / 3)
        let bar = String(repeating: "▒", count: cells) + String(repeating: "·", count: 10 - cells)
        return "\(wait(due.secondsCountdown(from: now))) \(bar)"
    }
}
