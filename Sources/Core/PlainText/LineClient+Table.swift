internal import Commands
internal import Game
internal import Wording

/// A game at this terminal alone, in lines.
extension LineClient {
    mutating func takeAtTable(_ word: LineWord, _ wasAsked: Bool) {
        switch word {
        case .board:
            table?.match.board.lines(numbering).forEach { say($0) }
            table.map { say($0.turnSentence) }
        case .resign:
            isAskedToResign = table?.match.outcome == nil
            say(isAskedToResign ? "Give the round up? yes or no." : "This round is over.")
        case .yes where wasAsked: act(.resign)
        case .yes, .no: break
        case .rematch, .next: act(.startNextRound)
        case .help: LineWord.help(LineWord.atTable).forEach { say($0) }
        case .quit, .leave: leave(.done)
        case .who, .matches, .challenge, .invite, .join, .look, .wait, .watch, .name, .draw:
            say("There is no lobby at this table; help tells the words.")
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

    private mutating func act(_ act: Table.Act) {
        guard let before = table?.match else { return }
        if let refusal = table?.handle(act, at: now) { return say(refusal.sentence) }
        tellTable(since: before)
    }

    private mutating func tellTable(since before: Match) {
        guard let table, table.match != before else { return }
        for square in Square.allCases where before.board[square] == nil {
            guard let piece = table.match.board[square] else { continue }
            let place = "\(piece.letter) in \(numbering.place(of: square))"
            say("\(table.subject(piece)) placed \(place).")
        }
        if let outcome = table.match.outcome {
            say("\(outcome.sentence(table.subject)) Rematch or quit?")
            table.resultLine.map { say("Score: \($0).") }
        } else {
            say(table.turnSentence)
        }
    }
}

extension Table {
    /// Whose move it is.
    var turnSentence: String {
        guard match.outcome == nil else { return "This round is over." }
        switch opponent {
        case .bot where isOwnTurn: return "Your move."
        case .bot, .samePerson: return "\(subject(match.next)) to move."
        }
    }

    /// What a side is called where a sentence begins.
    fileprivate func subject(_ piece: Piece) -> String {
        let name = name(of: piece)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
