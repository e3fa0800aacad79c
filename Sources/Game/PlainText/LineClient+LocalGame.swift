internal import Commands
internal import Game
internal import Records
internal import Visit
internal import Wording

/// A game at this terminal only, in lines of text.
extension LineClient {
    mutating func handleLocalGameCommand(_ word: LineCommand, _ wasAsked: LineConfirmation?) {
        let isPuzzle = program.table?.isPuzzle == true
        if isPuzzle, word != .leave, !LineCommand.atPuzzle.contains(word) {
            return say(LineWords.notAtPuzzle)
        }
        switch word {
        case .board:
            printLocalBoard()
        case .resign: askToResignLocalRound()
        case .yes where wasAsked == .resign: performAndPrint(.resign)
        case .yes where wasAsked == .resumeBotMatch: resumeBotMatch()
        case .yes, .no: say(wasAsked == nil ? LineWords.nothingAsked : LineWords.nothingChanged)
        case .rematch, .next: performAndPrint(.startNextRound)
        case .replay: printFinishedLocalRound()
        case .undo: takeBackLocalMove()
        case .notes: printMoveValuesAsPractice()
        case .help:
            LineCommand.help(
                isPuzzle ? LineCommand.atPuzzle : LineCommand.atTable, in: .localGame
            )
            .forEach { say($0) }
        case .quit, .leave: leaveProgram()
        case .who, .matches, .challenge, .invite, .join, .look, .wait, .clock, .target, .say, .mute,
            .watch, .name, .account, .friends, .stats, .games, .draw, .later, .busy, .withdraw,
            .claim, .retry:
            say(LineWords.noLobbyHere)
        }
    }

    mutating func placeInLocalGame(_ square: Square) {
        _ = updateProgram { $0.table?.handle(.choose(square), at: $0.now) }
        performAndPrint(.place)
    }

    mutating func playBotMove() {
        guard let before = program.table?.match else { return }
        updateProgram { $0.table?.wake(at: $0.now) }
        printLocalMoves(since: before)
    }

    /// Offers to resume the unfinished match against a bot, if there is one and the new match has
    /// no move yet. Does nothing while another question is open.
    mutating func askToResumeBotMatch() {
        guard let table = program.table, case .bot = table.opponent,
            table.match.board.pieceCount == 0, table.match.round == 1, question == nil,
            let solo = program.unfinishedBotMatch?.solo
        else { return }
        question = .resumeBotMatch
        say(LineWords.askToResume(against: solo.level))
    }

    private mutating func resumeBotMatch() {
        guard updateProgram({ $0.resumeBotMatch() }) else {
            return say(LobbyWords.noBotMatchToResume)
        }
        if let table = program.table { say(table.introduction) }
        printLocalBoard()
    }

    private mutating func askToResignLocalRound() {
        guard let table = program.table, table.match.outcome == nil else {
            return say(MatchActionRefusal.roundIsOver.sentence)
        }
        question = .resign
        say(LineWords.confirmResigning(to: table.winnerByResigning))
    }

    private mutating func printLocalBoard() {
        guard let table = program.table else { return }
        say(table.match.board)
        say(table.turnSentence)
    }

    private mutating func takeBackLocalMove() {
        if let refusal = updateProgram({ $0.table?.handle(.undo, at: $0.now) }) {
            return say(refusal.sentence)
        }
        say(MoveJudgementWords.moveTakenBack)
        printLocalBoard()
    }

    /// Prints the value of each legal move, and makes the round practice.
    private mutating func printMoveValuesAsPractice() {
        guard let table = program.table, table.match.outcome == nil else {
            return say(MatchActionRefusal.roundIsOver.sentence)
        }
        if !table.showsWorths {
            _ = updateProgram { $0.table?.handle(.toggleWorths, at: $0.now) }
            say(MoveJudgementWords.notesAreOn)
        }
        let position = table.match.position
        for square in position.moves {
            guard let worth = position.perfectPlayResult(of: square) else { continue }
            say(MoveJudgementWords.valueLine(worth, of: square, numbering))
        }
    }

    private mutating func performAndPrint(_ act: LocalGame.LocalGameAction) {
        guard let before = program.table?.match else { return }
        if let refusal = updateProgram({ $0.table?.handle(act, at: $0.now) }) {
            return say(refusal.sentence)
        }
        if !storeAndPrintPuzzleAnswer() { printLocalMoves(since: before) }
    }

    private mutating func printLocalMoves(since before: Match) {
        guard let table = program.table, table.match != before else { return }
        for square in Square.allCases where before.board[square] == nil {
            guard let piece = table.match.board[square] else { continue }
            say(table.sentence(aboutMoveTo: square, by: piece, numbering))
        }
        if table.match.outcome == nil { say(table.turnSentence) }
        for sentence in table.resultSentences { say(sentence) }
    }
}

extension LineClient {
    /// Stores the answer to a puzzle, prints the verdict and the streak, and returns true. Returns
    /// false if there is no answer.
    private mutating func storeAndPrintPuzzleAnswer() -> Bool {
        guard let table = program.table, case .puzzle(let puzzle) = table.opponent,
            let answer = table.answer
        else {
            return false
        }
        updateProgram { $0.storeTableResults() }
        printVerdictAndStreak(answer, to: puzzle)
        return true
    }

    private mutating func printVerdictAndStreak(_ answer: Square, to puzzle: Puzzle) {
        say(PuzzleWords.verdict(puzzle, answer, by: numbering))
        for line in PuzzleWords.bestMoveReasons(puzzle, answer, by: numbering) { say(line) }
        if let last = program.profile.puzzle, last.day == puzzle.day, last.streak > 0 {
            say(PuzzleWords.solvedStreak(last.streak))
        }
        say(PuzzleWords.nextPuzzleTime(after: puzzle.day, at: program.today))
    }

    /// Prints a puzzle that was answered earlier, with the answer on the board, and returns true.
    /// Returns false if there is no such answer.
    @discardableResult
    mutating func printEarlierPuzzleAnswer() -> Bool {
        guard let table = program.table, case .puzzle(let puzzle) = table.opponent,
            let answer = table.answer
        else { return false }
        say(PuzzleWords.alreadyAnswered(puzzle))
        var position = puzzle.position
        if (try? position.play(answer)) != nil { say(position.board) }
        printVerdictAndStreak(answer, to: puzzle)
        return true
    }
}

extension LineCommand {
    /// The commands that the help lists in a game at this terminal.
    fileprivate static let atTable: [LineCommand] = [
        .board, .resign, .yes, .no, .rematch, .replay, .undo, .notes, .help, .quit,
    ]
    /// The commands at a puzzle, which has only one move.
    fileprivate static let atPuzzle: [LineCommand] = [.board, .help, .quit]
}
