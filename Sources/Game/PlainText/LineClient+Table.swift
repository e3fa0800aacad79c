internal import Commands
internal import Game
internal import Records
internal import Visit
internal import Wording

/// A game at this terminal alone, in lines.
extension LineClient {
    mutating func takeAtTable(_ word: LineWord, _ wasAsked: LineQuestion?) {
        switch word {
        case .board:
            table?.match.board.lines(numbering).forEach { say($0) }
            table.map { say($0.turnSentence) }
        case .resign:
            question = table?.match.outcome == nil ? .resign : nil
            say(question != nil ? LineWords.asksToResign : MoveRefusal.roundIsOver.sentence)
        case .yes where wasAsked == .resign: act(.resign)
        case .yes where wasAsked == .goOnWithBot: goOnWithBot()
        case .yes, .no: break
        case .rematch, .next: act(.startNextRound)
        case .replay: tellRoundAtTable()
        case .undo: takeBack()
        case .notes: tellWorths()
        case .help: LineWord.help(LineWord.atTable).forEach { say($0) }
        case .quit, .leave: leave(.done)
        case .who, .matches, .challenge, .invite, .join, .look, .wait, .clock, .target, .say, .mute,
            .watch, .name,
            .account,
            .friends, .stats, .games, .draw, .later, .busy, .withdraw, .claim, .retry:
            say(LineWords.noLobbyHere)
        }
    }

    mutating func placeAtTable(_ square: Square) {
        _ = table?.handle(.choose(square), at: now)
        act(.place)
    }

    /// Lets the bot move, and tells it.
    mutating func wakeTable() {
        guard let before = table?.match else { return }
        table?.wake(at: now)
        tellTable(since: before)
    }

    private mutating func takeBack() {
        if let refusal = table?.handle(.undo, at: now) { return say(refusal.sentence) }
        guard let table else { return }
        say(NoteWords.takenBack)
        table.match.board.lines(numbering).forEach { say($0) }
        say(table.turnSentence)
    }

    private mutating func tellWorths() {
        guard let position = table?.match.position, table?.match.outcome == nil else {
            return say(MoveRefusal.roundIsOver.sentence)
        }
        if table?.showsWorths == false { _ = table?.handle(.turnWorths, at: now) }
        for square in position.moves {
            guard let worth = position.worth(of: square) else { continue }
            say(NoteWords.line(worth, of: square, numbering))
        }
    }

    private mutating func act(_ act: Table.Act) {
        guard let before = table?.match else { return }
        if let refusal = table?.handle(act, at: now) { return say(refusal.sentence) }
        tellTable(since: before)
    }

    private mutating func tellTable(since before: Match) {
        if tellAnswer() { return }
        guard let table, table.match != before else { return }
        for square in Square.allCases where before.board[square] == nil {
            guard let piece = table.match.board[square] else { continue }
            say(table.sentence(aboutMoveTo: square, by: piece, numbering))
        }
        if table.match.outcome == nil { say(table.turnSentence) }
        for sentence in table.resultSentences { say(sentence) }
    }
}

extension LineClient {
    /// What an answer to a puzzle was worth, and why another was better. False if none was given.
    private mutating func tellAnswer() -> Bool {
        guard let table, case .puzzle(let puzzle) = table.opponent, let answer = table.answer else {
            return false
        }
        keepRound()
        say(PuzzleWords.verdict(puzzle, answer, by: numbering))
        for line in PuzzleWords.explanation(puzzle, answer, by: numbering) { say(line) }
        guard let records = visit?.records else { return true }
        let streak = records.puzzleStreak(upTo: puzzle.day)
        if streak > 0 { say(PuzzleWords.streak(streak)) }
        return true
    }
}

extension LineWord {
    /// Those that mean something at a table without a server.
    fileprivate static let atTable: [LineWord] = [
        .board, .resign, .yes, .no, .rematch, .replay, .undo, .notes, .help, .quit,
    ]
}
