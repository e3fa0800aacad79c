internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import Visit
internal import Wording

struct WatchScreen: ScreenWithBoard {
    static let actionTable = ActionTable(
        "While watching",
        [
            ScreenAction(
                "Tab", "next match", "go to the next match", also: "the arrows",
                keys: ScreenAction.arrows + ScreenAction.tabs, does: .nextItem),
            .follow, .television, .retry, .mute,
        ] + ScreenAction.common)

    func sharedPictureInputs(in game: GameContext) -> SharedPictureInputs? {
        guard let key = game.program.visit?.watching.match else { return SharedPictureInputs() }
        return SharedPictureInputs(moves: [key: game.matchList.moveHistories[key]?.moves])
    }

    private func watchedMatch(in game: GameContext) -> LobbyMatch? {
        guard let visit = game.program.visit, let key = visit.watching.match else { return nil }
        return visit.lobbyState[key]
    }

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        switch intent {
        case .television: game.watch(.anything)
        case .follow:
            guard let watching = game.program.visit?.watching, let shown = watchedMatch(in: game)
            else {
                return game.reply(KeyReplyWords.noPlayerToFollow)
            }
            switch watching.choice {
            case .person(shown.circle): game.follow(player: shown.cross)
            case .person(shown.cross):
                game.watch(.match(shown.key))
                game.reply(WatchScreenWords.followsNone)
            default: game.follow(player: shown.circle)
            }
        case .mute: game.toggleMuteOfAllPlayers()
        case .nextItem, .move(.down), .move(.right): watchOtherMatch(by: 1, &game)
        case .previousItem, .move(.up), .move(.left): watchOtherMatch(by: -1, &game)
        case .back:
            game.ask(.watch(.nothing))
            game.currentScreen = .gallery
        default: break
        }
    }

    private func watchOtherMatch(by places: Int, _ game: inout GameContext) {
        let keys = game.galleryMatches.map(\.key)
        let index = game.program.visit?.watching.match.flatMap(keys.firstIndex)
        guard let index, keys.count > 1 else { return }
        game.watchInAnyHall(keys[(index + places + keys.count) % keys.count])
    }

    func nextDeadline(in game: GameContext) -> Instant? {
        watchedMatch(in: game)?.nextChange(after: game.now)
    }

    func showsTimeInSeconds(in game: GameContext) -> Bool { game.hasLiveMatches }

    func title(in game: GameContext) -> String {
        guard let visit = game.program.visit, let way = shortTitle(in: game) else { return "" }
        guard !game.isNarrow, let shown = watchedMatch(in: game) else { return way }
        let colon = if case .person = visit.watching.choice { ":" } else { "" }
        return "\(way)\(colon) \(game.names(of: shown))"
    }

    func shortTitle(in game: GameContext) -> String? {
        guard let visit = game.program.visit else { return nil }
        return switch visit.watching.choice {
        case .anything: WatchScreenWords.television
        case .person(let id):
            WatchScreenWords.following(visit.lobbyState.roster.shownName(of: id))
        case .match, .nothing: WatchScreenWords.watching
        }
    }

    func matchToAnimate(in game: GameContext) -> AnimatedMatch? {
        game.program.visit?.watching.match.map {
            AnimatedMatch(board: .match($0), match: watchedMatch(in: game)?.match)
        }
    }

    func board(in game: GameContext) -> BoardView? {
        guard let shown = watchedMatch(in: game), var view = Self.board(of: shown, in: game) else {
            return nil
        }
        // Moves on small boards are not judged, because there may be many boards.
        view.otherMatches = game.otherMatchesInLargeWindow(besides: shown.key)
        view.audience.isViewerOnly = view.audience.count == 1
        if shown.flaw == nil { view.judgePositionAndMoves() }
        return view
    }

    static func board(of shown: LobbyMatch, in game: GameContext) -> BoardView? {
        guard let lobbyState = game.program.visit?.lobbyState, let match = shown.match else {
            return nil
        }
        func texts(of id: PlayerID) -> BoardView.PlayerTexts {
            var texts = BoardView.PlayerTexts(name: lobbyState.roster.shownName(of: id))
            let isIdle = shown.piece(of: id).map { shown.record?.isIdle($0) == true }
            texts.remark =
                lobbyState.roster.absence(of: id)?.timeLeftToReturn(at: game.now)
                ?? (isIdle == true ? BoardWords.idle : "")
            texts.phrase = game.recentUnmutedPhrase(
                of: id == shown.circle ? .circle : .cross, at: shown.key)
            return texts
        }
        var view = BoardView(
            match: match, numbering: game.numbering,
            circle: texts(of: shown.circle), cross: texts(of: shown.cross),
            headline: shown.flaw == nil ? match.headline : BrokenRulesWords.headline)
        view.practiceRounds = shown.practiceRounds
        if let record = shown.record, shown.flaw == nil {
            view.setSeriesTargetAndEnd(
                from: record, sentence: view.seriesResult(by: record))
        }
        view.moves = game.matchList.moveHistories[shown.key]?.moves
        view.audience = .init(
            of: shown.key, in: lobbyState,
            viewer: game.program.visit.flatMap { $0.snapshot == nil ? $0.ownKey : nil })
        guard shown.flaw == nil else {
            view.hint = BrokenRulesWords.hintToWatchers
            return view
        }
        var absence: String?
        if match.outcome == nil {
            view.clock.thinkingTime =
                shown.movedAt.map { BoardWords.thinkingTime(game.now - $0) } ?? ""
            view.clock.setTimeLeft(shown.timeLeft(at: game.now), of: shown.limit)
            absence = absenceHint(of: shown, lobbyState.roster, game)
        }
        view.hint = absence ?? shown.record.map { turnOrResultHint($0, in: view, game) } ?? ""
        return view
    }

    private static func absenceHint(
        of shown: LobbyMatch, _ roster: Roster, _ game: GameContext
    ) -> String? {
        shown.players.lazy.compactMap { id in
            roster.absence(of: id).map {
                BoardWords.absenceHint(
                    roster.shownName(of: id), $0, claimDue: nil, in: game.size, at: game.now)
            }
        }.first
    }

    /// Returns a line about the player to move. After the round, returns the round's result and, if
    /// there is room, the result of the series or a player's wish for a rematch.
    private static func turnOrResultHint(
        _ record: MatchRecord, in view: BoardView, _ game: GameContext
    ) -> String {
        func name(_ piece: Piece) -> String { view.playerTexts(of: piece).name }
        guard let outcome = record.match.outcome else {
            return BoardWords.thinking(name(record.match.next))
        }
        let end = outcome.sentence(name)
        let asker = record.wantsRematch.count == 1 ? record.wantsRematch.first : nil
        let sequel =
            view.seriesResult(by: record)
            ?? asker.map { WatchScreenWords.wantsRematch(name($0)) }
        return sequel.flatMap { game.inOneLine(end, $0) } ?? end
    }
}

private enum WatchScreenWords {
    static let television = "TV"
    static let watching = "watching"
    static let followsNone = "Following no player. You are watching this match."

    static func following(_ name: String) -> String { "following \(name)" }

    static func wantsRematch(_ name: String) -> String { "\(name) wants a rematch." }
}
