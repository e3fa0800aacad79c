internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// What the screens show, made of what the client knows.
extension Client {
    /// The board of the present place, if it shows one.
    var boardView: BoardView? {
        var view = stillBoardView
        if var moving = view {
            cursors.motion.show(in: &moving)
            if noticeboard.shown != nil { moving.marks.refused = cursors.refused }
            if moving.match.outcome == nil { moving.texts.keys = keysBesideBoard }
            view = moving
        }
        return view
    }

    private var stillBoardView: BoardView? {
        switch display.screen {
        case .match: ownBoardView
        case .table: table.map(boardView)
        case .watching:
            visit?.session.watching.match.flatMap { visit?.session.lobbyState[$0] }.flatMap(
                boardView)
        case .game: openGame.flatMap(boardView)
        case .lobby, .gallery, .account, .friends, .statistics, .devices, .settings, .replay,
            .games:
            nil
        }
    }

    /// Those who only watch see one picture, whatever their keys are.
    private var keysBesideBoard: [KeyRow] {
        let isTold =
            display.size.rows >= Self.largeWindow && display.screen != .watching
            && visit?.session.match?.flaw == nil
        return isTold && display.helpPage == nil && display.overlay == nil ? keyRows : []
    }

    func boardView(of table: Table) -> BoardView {
        var view = BoardView(
            match: table.match, numbering: preferences.keymap.numbering,
            circle: .init(name: table.name(of: .circle)),
            cross: .init(name: table.name(of: .cross)), headline: table.headline)
        view.isOwnTurn = table.isOwnTurn
        view.isGood = table.isOwnTurn
        view.ownPiece = table.opponent == .bots ? nil : .circle
        view.texts.isShared = table.opponent == .samePerson
        view.texts.isSingle = table.isPuzzle
        view.moves = table.trace.moves
        view.cursor = isBoardCovered ? nil : table.cursor
        if case .puzzle(let puzzle) = table.opponent, let answer = table.answer {
            show(answer, to: puzzle, in: &view)
        } else if table.showsWorths, table.isOwnTurn, table.match.outcome == nil {
            view.signs = signs(of: table.match.position)
        }
        view.hint =
            preferences.isQuick && table.match.outcome == nil && table.isOwnTurn
            ? BoardWords.placesAtOnce(table.match.next.letter)
            : fitting(table.hint, table.shortHint)
        if table.match.outcome != nil, table.opponent != .bots {
            view.choices = [
                .init(key: KeyRow.nextRound.shown, words: BoardWords.nextRound),
                .init(
                    key: KeyRow.back.shown, words: isAlone ? BoardWords.menu : BoardWords.lobby),
            ]
        }
        return view
    }

    /// What each move would have been worth, and why the best one was that.
    private func show(_ answer: Square, to puzzle: Puzzle, in view: inout BoardView) {
        view.signs = signs(of: puzzle.position)
        view.marks.isAnswer = true
        view.isGood = answer == puzzle.best
        let numbering = preferences.keymap.numbering
        let streak = puzzleStreak(of: puzzle).map { [$0] } ?? []
        view.story =
            [PuzzleWords.verdict(puzzle, answer, by: numbering)]
            + PuzzleWords.explanation(puzzle, answer, by: numbering) + streak
        view.moves = nil
    }

    private func signs(of position: Position) -> [Square: BoardArt.Sign] {
        Dictionary(
            uniqueKeysWithValues: position.moves.compactMap { square in
                position.worth(of: square).map { (square, BoardArt.Sign($0)) }
            })
    }

    private var ownBoardView: BoardView? {
        guard let session = visit?.session, let own = session.own, let match = session.match,
            let record = match.record
        else { return nil }
        let state = record.match
        let offers = state.outcome == nil ? state.drawOffers : []
        let absence = session.lobbyState.roster.absence(of: own.opponent)
        var mine = side(ownName, offersDraw: offers.contains(own.piece))
        mine.saying = saying(of: own.piece, at: match.key)
        var theirs = side(
            own.opponentName, absence: absence,
            offersDraw: offers.contains(own.piece.opponent))
        theirs.saying = saying(of: own.piece.opponent, at: match.key)
        theirs.commonScore =
            commonScore(with: own.opponent, called: own.opponentName) ?? ""
        var view = BoardView(
            match: state, numbering: preferences.keymap.numbering,
            circle: own.piece == .circle ? mine : theirs,
            cross: own.piece == .cross ? mine : theirs,
            headline: headline(of: match, own, state))
        view.target = record.terms.target.map(TermsWords.target) ?? ""
        (view.isOwnTurn, view.ownPiece) = (own.isOurTurn(in: match), own.piece)
        view.isGood = view.isOwnTurn || state.outcome?.winner == own.piece
        view.moves = cursors.seat.trace.moves
        view.cursor = isBoardCovered ? nil : cursors.seat.cursor
        view.marks.isAhead = state.outcome == nil
        view.audience = audience(of: match.key, in: session.lobbyState)
        view.texts.others = matches(besides: match.key)
        if match.flaw != nil {
            view.hint = fitting(Doubtful.hintToPlayers, Doubtful.fewWordsToPlayers)
        } else if state.outcome == nil {
            view.choices = mayClaim ? choicesAlone : []
            view.clock.thinking = absence == nil ? clock(since: match.movedAt) : ""
            view.clock.left = timeLeft(match.timeLeft(at: now), of: match.limit)
            view.hint = hint(own, in: match, state)
        } else {
            view.choices = choices(after: record, own)
            view.clock.took = cursors.seat.took.map(BoardWords.took) ?? ""
            view.hint = hint(after: match, own, record)
        }
        return view
    }

    private func audience(of key: LobbyKey, in lobbyState: LobbyState) -> BoardView.Audience {
        let watchers = lobbyState.watchers
        return .init(count: watchers.count(watching: key), names: watchers.names(watching: key))
    }

    private func headline(of match: LobbyMatch, _ own: OwnMatch, _ state: Match) -> String {
        guard match.flaw == nil else { return Doubtful.headline }
        let isTheirTurn = state.outcome == nil && state.next != own.piece
        return isTheirTurn
            ? BoardWords.headline(ofMoveBy: own.opponentName) : state.headline(for: own.piece)
    }

    private func hint(_ own: OwnMatch, in match: LobbyMatch, _ state: Match) -> String {
        let opponent = own.opponentName
        if let absence = visit?.session.lobbyState.roster.absence(of: own.opponent) {
            return hint(opponent, absence, claimDue: visit?.session.claimDue)
        }
        if state.drawOffers.contains(own.piece.opponent) {
            let (agree, decline) = (key(.draw), key(.decline))
            return fitting(
                Offers.draw(by: opponent, agree: agree, decline: decline),
                Offers.draw(agree: agree, decline: decline))
        }
        guard own.isOurTurn(in: match) else { return waitingHint(for: opponent) }
        guard !preferences.isQuick else {
            return BoardWords.placesAtOnce(own.piece.letter)
        }
        guard let cursor = cursors.seat.cursor else { return BoardWords.chooseSquare }
        return state.hint(for: own.piece, at: cursor)
    }

    private func hint(
        after match: LobbyMatch, _ own: OwnMatch, _ record: MatchRecord
    ) -> String {
        let opponent = own.opponentName
        if let decision = own.decision(of: match) {
            return hint(decision, behindEndOf: match, own)
        }
        if let want = record.standingWant(of: own.piece.opponent),
            want != record.standingWant(of: own.piece)
        {
            return TermsWords.wanted(want.terms, by: opponent, agree: key(.rematch))
        }
        if record.wantsRematch.contains(own.piece) {
            return Offers.ownRematch(with: opponent, decline: key(.decline))
        }
        if record.wantsRematch.contains(own.piece.opponent) {
            let (accept, decline) = (key(.rematch), key(.decline))
            return fitting(
                Offers.rematch(by: opponent, accept: accept, decline: decline),
                Offers.rematch(accept: accept, decline: decline))
        }
        return hint(Offers.anotherRound(with: opponent), behindEndOf: match, own)
    }

    private func side(
        _ name: String, absence: Absence? = nil, offersDraw: Bool = false
    ) -> BoardView.Side {
        let offer = offersDraw ? BoardWords.offersDraw : ""
        return BoardView.Side(
            name: name,
            remark: absence?.remark(at: now) ?? offer)
    }

    /// What can be done while the opponent is away.
    private var choicesAlone: [BoardView.Choice] {
        [
            .init(key: key(.claim), words: BoardWords.claim, isUrgent: true),
            .init(
                key: key(.endUndecided), words: BoardWords.endUndecided,
                remark: BoardWords.waitOn),
        ]
    }

    private func choices(after record: MatchRecord, _ own: OwnMatch) -> [BoardView.Choice] {
        let (mine, theirs) = (own.piece, own.piece.opponent)
        var rematch = BoardView.Choice(key: key(.rematch), words: BoardWords.rematch)
        if record.wantsRematch.contains(mine) {
            rematch.remark = BoardWords.waitingForThem
        } else if record.wantsRematch.contains(theirs) {
            rematch.remark = BoardWords.theyWantOne
            rematch.isUrgent = true
        } else if record.declinesRematch.contains(theirs) {
            rematch.remark = BoardWords.declined
        }
        let wait = own.answerDue.map { BoardWords.comes(in: $0, from: now) } ?? ""
        let friend = BoardView.Choice(key: KeyRow.befriend.shown, words: BoardWords.addFriend)
        let days = BoardView.Choice(key: KeyRow.gameWithThem.shown, words: DayGameWords.begin)
        return (record.isDecided ? [] : [rematch]) + [
            .init(key: key(.nextOpponent), words: BoardWords.nextOpponent),
            .init(key: key(.review), words: BoardWords.seeAgain),
        ] + (mayBefriendOpponent ? [friend] : []) + (mayPlayOverDays ? [days] : []) + [
            .init(key: KeyRow.back.shown, words: BoardWords.lobby, remark: wait)
        ]
    }

    func boardView(of shown: LobbyMatch) -> BoardView? {
        guard let lobbyState = visit?.session.lobbyState, let match = shown.match else {
            return nil
        }
        func side(_ id: PlayerID) -> BoardView.Side {
            var side = self.side(
                lobbyState.roster.name(of: id), absence: lobbyState.roster.absence(of: id))
            side.saying = saying(of: id == shown.circle ? .circle : .cross, at: shown.key)
            return side
        }
        var view = BoardView(
            match: match, numbering: preferences.keymap.numbering,
            circle: side(shown.circle), cross: side(shown.cross),
            headline: shown.flaw == nil ? match.headline : Doubtful.headline)
        view.target = shown.terms.target.map(TermsWords.target) ?? ""
        view.moves = cursors.gallery.traces[shown.key]?.moves
        view.audience = audience(of: shown.key, in: lobbyState)
        view.texts.others = matches(besides: shown.key)
        guard shown.flaw == nil else {
            view.hint = Doubtful.hintToWatchers
            return view
        }
        view.clock.thinking = match.outcome == nil ? clock(since: shown.movedAt) : ""
        view.clock.left = timeLeft(
            shown.timeLeft(at: now), of: shown.limit, while: match.outcome == nil)
        let absence = match.outcome == nil ? absenceHint(of: shown) : nil
        view.hint = absence ?? shown.record.map { watchingHint($0, in: view) } ?? ""
        return view
    }

    /// What those who watch are told of a player who is away.
    private func absenceHint(of shown: LobbyMatch) -> String? {
        guard let roster = visit?.session.lobbyState.roster else { return nil }
        let away = shown.players.lazy.compactMap { id in
            roster.absence(of: id).map { (name: roster.name(of: id), absence: $0) }
        }.first
        return away.map { hint($0.name, $0.absence) }
    }

    private func hint(_ name: String, _ absence: Absence, claimDue due: Instant? = nil) -> String {
        display.size.columns < TitleBar.wide
            ? BoardWords.away(name, absence, at: now)
            : BoardWords.away(name, absence, claimDue: due, at: now)
    }

    private func clock(since move: Instant?) -> String {
        move.map { BoardWords.clock(now - $0) } ?? ""
    }

    /// When a match's clock shows another number of seconds; nil if none is shown.
    var timeLeftChangesAt: Instant? {
        guard let session = visit?.session else { return nil }
        return switch display.screen {
        case .match: session.match?.timeLeftChanges(after: now)
        case .watching:
            session.watching.match.flatMap {
                session.lobbyState[$0]?.timeLeftChanges(after: now)
            }
        default: nil
        }
    }

    /// Where it is not known since when the time runs, how long it is in all.
    private func timeLeft(
        _ left: Duration?, of limit: MoveLimit?, while hasTime: Bool = true
    ) -> [String] {
        guard let limit, hasTime else { return [] }
        return left.map { ClockWords.left($0, of: limit) } ?? [ClockWords.perMove(limit)]
    }

    /// What others call the person at this program.
    var ownName: String {
        guard let session = visit?.session else { return LobbyWords.you }
        guard session.lobbyState.roster.contains(session.me) else {
            return preferences.name?.text ?? LobbyWords.guest
        }
        return session.lobbyState.roster.name(of: session.me)
    }

    var isBoardCovered: Bool {
        if case .question = display.overlay { return true }
        return false
    }
}
