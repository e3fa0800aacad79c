internal import Drawing
internal import Game
internal import Records
internal import SimperiumClock
internal import Visit
internal import Wording

/// The screen of a local game: a match against a bot, between two players at this keyboard or
/// between two bots, or a puzzle.
struct LocalGameScreen: ScreenWithBoard {
    private static let nextRound = ScreenAction(
        "Enter", "next round", "play another round; the other side moves first",
        on: KeyStroke(.enter), " ", "r", does: .rematch
    ).when { $0.table?.isRoundOver == true }

    private static let explain = ScreenAction(
        "s", "notes", "show or hide the value of each move; the round won't count", on: "s",
        does: .explain
    ).when { $0.table?.isRound == true }

    static let actionTable = ActionTable(
        "Against a bot, or two at one keyboard",
        [
            .retry, nextRound,
            ScreenAction.place.when { $0.table?.isOpen == true },
            explain,
            ScreenAction.resign.withAvailability { game in
                guard let table = game.table, table.isRound || table.isRoundOver else {
                    return .absent
                }
                return table.isRound ? .offered : .explained
            },
            ScreenAction(
                "u", "take back", "take back your last move; turns the round into practice",
                on: "u", does: .takeBack
            ).withAvailability { game in
                guard let table = game.table, table.isRound else { return .absent }
                return table.canUndo ? .offered : .explained
            },
            ScreenAction.review.withAvailability { game in
                game.table?.isRoundOver == true ? game.replayAvailability : .absent
            },
            ScreenAction.copyRound.withAvailability { game in
                guard game.table?.answer == nil else { return .offered }
                return game.table?.isRoundOver == true ? game.replayAvailability : .absent
            },
            ScreenAction.chooseSquare.withLastLineWord(nil).explainedUnless {
                $0.table?.isOpen == true
            },
            ScreenAction.number.explainedUnless { $0.table?.isOpen == true },
        ] + ScreenAction.common)

    mutating func handle(_ intent: Intent, _ game: inout GameContext) {
        switch intent {
        case .move(let direction): game.performLocalGameAction(.move(direction))
        case .nextItem: game.performLocalGameAction(.step(1))
        case .previousItem: game.performLocalGameAction(.step(-1))
        case .choose(let square):
            game.performLocalGameAction(.choose(square))
            if game.preferences.isQuick { game.performLocalGameAction(.place) }
        case .confirm: game.performLocalGameAction(.place)
        case .rematch: game.performLocalGameAction(.startNextRound)
        case .review:
            guard let table = game.table else { return }
            game.openReplay(table.endedRound, of: table.match, from: .localGame)
        case .copy: copyResultText(&game)
        case .takeBack: game.performLocalGameAction(.undo)
        case .explain: showOrHideMoveValues(&game)
        case .resign: askToResign(&game)
        // From the menu, the player can return to the round.
        case .back: game.currentScreen = .lobby
        default: break
        }
    }

    private func showOrHideMoveValues(_ game: inout GameContext) {
        game.performLocalGameAction(.toggleWorths)
        guard let table = game.table, table.isRound, table.showsWorths else { return }
        game.reply(
            game.fitting(MoveJudgementWords.notesAreOn, LocalGameScreenWords.fewNotesAreOn))
    }

    private func copyResultText(_ game: inout GameContext) {
        guard let table = game.table else { return }
        if case .puzzle(let puzzle) = table.opponent, let answer = table.answer {
            let last = game.profile.puzzle
            let streak = last?.day == puzzle.day ? last?.streak ?? 0 : 0
            return game.copyToClipboard(PuzzleWords.shareText(puzzle, answer, streak: streak))
        }
        game.copyToClipboard(table.endedRound, of: table.match)
    }

    private func askToResign(_ game: inout GameContext) {
        guard let table = game.table else { return }
        guard table.match.outcome == nil else {
            return game.reply(MatchActionRefusal.roundIsOver.sentence)
        }
        let winner =
            table.opponent == .samePerson
            ? table.playerName(of: table.match.next.opponent).capitalised
            : "The \(table.playerName(of: .cross))"
        game.overlay = Question(
            { .resign(to: $0.isNarrow ? nil : winner) },
            while: { $0.table.map { $0.match.outcome == nil } == true }
        ) {
            $0.performLocalGameAction(.resign)
        }
    }

    mutating func wake(_ game: inout GameContext) {
        game.updateProgram { $0.table?.wake(at: $0.now) }
    }

    func nextDeadline(in game: GameContext) -> Instant? { game.table?.nextDeadline }

    func title(in game: GameContext) -> String {
        (game.isNarrow ? game.table?.shortTitle : game.table?.title) ?? ""
    }

    func shortTitle(in game: GameContext) -> String? { game.table?.shortTitle }

    func windowTitle(in game: GameContext) -> String? {
        guard let table = game.table, case .bot = table.opponent else { return nil }
        return table.isOwnTurn ? WindowTitleWords.ownTurn : WindowTitleWords.plain
    }

    func matchToAnimate(in game: GameContext) -> AnimatedMatch? {
        AnimatedMatch(board: .localGame, match: game.table?.match)
    }

    func board(in game: GameContext) -> BoardView? {
        game.table.map { Self.board(of: $0, in: game) }
    }

    static func board(of table: LocalGame, in game: GameContext) -> BoardView {
        var view = BoardView(
            match: table.match, numbering: game.numbering,
            circle: .init(name: table.playerName(of: .circle)),
            cross: .init(name: table.playerName(of: .cross)), headline: table.headline)
        view.isOwnTurn = table.isOwnTurn
        view.ownPiece = table.opponent == .bots ? nil : .circle
        let isWon = view.ownPiece != nil && table.match.outcome?.winner == .circle
        view.isGoodNews = table.isOwnTurn || isWon && table.opponent != .samePerson
        view.playsBothSides = table.opponent == .samePerson
        view.isSingleRound = table.isPuzzle
        view.moves = table.moveHistory.moves
        view.cursor = game.overlay is Question ? nil : table.cursor
        if case .puzzle(let puzzle) = table.opponent, let answer = table.answer {
            showAnswerWithMoveValues(answer, to: puzzle, in: &view, game)
        } else if table.showsWorths, table.isOwnTurn, table.match.outcome == nil {
            view.signs = moveValueSigns(of: table.match.position)
            view.legend = moveValueLegend(of: table.match.position)
        }
        view.practiceRounds = table.practiceRounds
        if table.isPractice, table.match.outcome != nil {
            view.reasons = [UndoWords.practiceReason]
        }
        view.hint =
            game.preferences.isQuick && table.match.outcome == nil && table.isOwnTurn
            ? BoardWords.numberKeyHint(table.match.next.letter)
            : game.fitting(table.hint, table.shortHint)
        if !view.legend.isEmpty, ScreenSizeClass(game.size) != .full {
            view.hint = line(of: view.legend)
        }
        if table.match.outcome != nil, table.opponent != .bots {
            view.choices = [
                .init(key: nextRound.keyNames, words: LocalGameScreenWords.nextRound),
                .init(
                    key: ScreenAction.back.keyNames,
                    words: game.isAlone ? LocalGameScreenWords.menu : BoardWords.lobby),
            ]
        }
        return view
    }

    private static func showAnswerWithMoveValues(
        _ answer: Square, to puzzle: Puzzle, in view: inout BoardView, _ game: GameContext
    ) {
        view.signs = moveValueSigns(of: puzzle.position)
        view.legend = moveValueLegend(of: puzzle.position)
        try? view.match.play(answer)
        view.isAnswer = true
        view.isGoodNews = answer == puzzle.best
        let numbering = game.numbering
        view.story =
            [PuzzleWords.verdictBelowHeadline(puzzle, answer, by: numbering)]
            + PuzzleWords.bestMoveReasons(puzzle, answer, by: numbering)
        if let last = game.profile.puzzle, last.day == puzzle.day, last.streak > 0 {
            view.story.append(PuzzleWords.solvedStreak(last.streak))
        }
        view.story.append(PuzzleWords.nextPuzzleTime(after: puzzle.day, at: game.today))
        view.moves = nil
    }

    private static func moveValueLegend(of position: Position) -> [BoardView.SignMeaning] {
        let worths = Set(position.moves.compactMap { position.perfectPlayResult(of: $0) })
        return worths.sorted(by: >).map {
            BoardView.SignMeaning(
                sign: BoardArt.SquareSign($0), words: MoveJudgementWords.short($0))
        }
    }

    private static func line(of legend: [BoardView.SignMeaning]) -> String {
        legend.map { "\($0.sign.text) \($0.words)" }.joined(separator: ", ") + "."
    }

    private static func moveValueSigns(of position: Position) -> [Square: BoardArt.SquareSign] {
        Dictionary(
            uniqueKeysWithValues: position.moves.compactMap { square in
                position.perfectPlayResult(of: square).map { (square, BoardArt.SquareSign($0)) }
            })
    }
}

extension LocalGame {
    fileprivate var isRound: Bool { isPlayed && match.outcome == nil }
    fileprivate var isRoundOver: Bool { isPlayed && match.outcome != nil }
    /// True while a square can be chosen.
    fileprivate var isOpen: Bool { isRound || isPuzzle && isOwnTurn }

    private var isPlayed: Bool { !isPuzzle && opponent != .bots }
}

extension GameContext {
    /// The availability of a replay after a round. A round without moves has no replay.
    fileprivate var replayAvailability: ScreenAction.Availability {
        program.table?.endedRound == nil ? .explained : .offered
    }

    fileprivate mutating func performLocalGameAction(_ action: LocalGame.LocalGameAction) {
        if action == .place, program.isCheckingAnswer {
            return reply(LocalGameScreenWords.checking)
        }
        let refusal = updateProgram { $0.table?.handle(action, at: $0.now) }
        if let refusal { reply(refusal.sentence) }
    }
}

extension QuestionWords {
    /// Returns the question that confirms a resignation. `winner` is the player who would win; nil
    /// to leave out the sentence about the winner.
    static func resign(to winner: String?) -> QuestionWords {
        let consequence = winner.map { " \($0) wins." } ?? ""
        return QuestionWords("Resign this round?\(consequence)", yes: "resign")
    }
}

private enum LocalGameScreenWords {
    static let checking = "Checking your account for an earlier answer. Try again in a moment."
    static let nextRound = "Next round"
    static let menu = "Menu"
    static let fewNotesAreOn = "Practice round."
}
