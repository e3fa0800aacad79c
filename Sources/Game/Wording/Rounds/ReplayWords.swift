package import Game

/// What is said while a round is seen again.
package enum ReplayWords {
    package static let section = "replay"
    package static let notSeen = "Not all moves of this round were seen here."
    package static let noRound = "There is no round that is over."

    package static func section(_ circle: String, _ cross: String) -> String {
        "replay \(circle) (\(Piece.circle.letter)), \(cross) (\(Piece.cross.letter))"
    }

    package static func headline(_ replay: Replay) -> String {
        guard replay.count > 0 else { return "THE START" }
        guard !replay.isAtEnd else { return end(replay.outcome) }
        return "MOVE \(replay.count) OF \(replay.round.moves.count)"
    }

    private static func end(_ outcome: Outcome?) -> String {
        switch outcome {
        case .won(let piece, _): "\(piece.letter) WINS"
        case .resigned(let piece): "\(piece.letter) RESIGNED"
        case .claimed(let piece), .notBack(let piece): "\(piece.letter) WAS AWAY"
        case .left(let piece): "\(piece.letter) LEFT"
        case .outOfTime(let piece): "\(piece.letter) OUT OF TIME"
        case .drawn: "A DRAW"
        case .drawAgreed: "A DRAW, AGREED"
        case nil: "NOT OVER"
        }
    }

    /// The line above the keys, the longest form first.
    package static func hints(_ replay: Replay, _ numbering: Numbering) -> [String] {
        guard let square = replay.lastMove else { return ["The arrows step, Space plays."] }
        let piece = replay.round.mover(of: replay.count - 1)
        func move(_ place: String) -> String { "\(replay.count). \(piece.letter) in \(place)" }
        let (long, short) = (
            move(numbering.words(for: square)), move("\(numbering.number(of: square))")
        )
        if let note = replay.note {
            let sentence = NoteWords.sentence(note, numbering)
            return ["\(long): \(sentence)", "\(short): \(sentence)"]
                + ["\(short): \(NoteWords.short(note))."]
        }
        guard let outcome = replay.outcome else { return ["\(long).", "\(short)."] }
        let end = outcome.sentence { replay.round.name(of: $0) }
        return ["\(long). \(end)", "\(short). \(end)", end]
    }

    /// The words behind a file or what was typed, where there is no round to show.
    package static func noResult(_ word: String) -> String {
        "no round is called \(word); 1 is the last one"
    }

    package static func noFile(_ word: String) -> String {
        "there is no file \(word), and a result is a number, 1 for the last one, or its key"
    }

    package static func movesUnknown(_ word: String) -> String {
        "of the round \(word) not all moves are known"
    }
}
