internal import Commands
internal import Game
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
        case .yes, .no: break
        case .rematch, .next: act(.startNextRound)
        case .replay: tellRoundAtTable()
        case .undo: takeBack()
        case .notes: tellWorths()
        case .help: LineWord.help(LineWord.atTable).forEach { say($0) }
        case .quit, .leave: leave(.done)
        case .who, .matches, .challenge, .invite, .join, .look, .wait, .clock, .watch, .name,
            .account,
            .friends, .stats, .draw, .later, .busy, .withdraw, .claim, .retry:
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
        guard let table, table.match != before else { return }
        for square in Square.allCases where before.board[square] == nil {
            guard let piece = table.match.board[square] else { continue }
            say(table.sentence(aboutMoveTo: square, by: piece, numbering))
        }
        if table.match.outcome == nil { say(table.turnSentence) }
        for sentence in table.resultSentences { say(sentence) }
    }
}

extension LineWord {
    /// Those that mean something at a table without a server.
    fileprivate static let atTable: [LineWord] = [
        .board, .resign, .yes, .no, .rematch, .replay, .undo, .notes, .help, .quit,
    ]
}
