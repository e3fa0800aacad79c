package import Game

/// Texts of the replay of a round.
package enum ReplayWords {
    package static var sectionTitle: String { "replay" }
    package static var cannotReplay: String {
        "This round has no moves, or some are unknown."
    }
    package static var unfinished: String { "Unfinished." }
    package static var noRoundToReplay: String { "There is no finished round to replay." }

    /// Returns a round as a text to share: the players, the moves with marks on mistakes, and the
    /// end.
    package static func shareText(_ round: PlayedRound) -> String {
        let moves = round.moves.indices.map { index in
            round.mover(of: index).letter + "\(round.moves[index].number)"
                + (round.judgement(on: index)?.slip?.mark ?? "")
        }
        let players = playersWithPieces(round.circle, round.cross)
        let end = endSentence(of: round)
        return "tictactoe, \(players): \(moves.joined(separator: " ")). \(end)"
    }

    private static func endSentence(of round: PlayedRound) -> String {
        round.outcome.map { $0.sentence { round.name(of: $0) } } ?? unfinished
    }

    package static func sectionTitle(_ circle: String, _ cross: String) -> String {
        "\(sectionTitle) \(playersWithPieces(circle, cross))"
    }

    private static func playersWithPieces(_ circle: String, _ cross: String) -> String {
        "\(circle) (\(Piece.circle.letter)), \(cross) (\(Piece.cross.letter))"
    }

    package static func headline(_ replay: Replay) -> String {
        guard !replay.isAtEnd else { return replay.outcome?.headline ?? "UNFINISHED" }
        guard replay.count > 0 else { return "START" }
        return "MOVE \(replay.count) OF \(replay.round.moves.count)"
    }

    /// Returns the forms of the line above the keys, the longest first.
    package static func hintLineVariants(
        _ replay: Replay, _ numbering: SquareNumbering
    ) -> [String] {
        guard let square = replay.lastMove else {
            // A round without moves is at its end already.
            return [replay.isAtEnd ? endSentence(of: replay.round) : "Arrows step, Space plays."]
        }
        let piece = replay.round.mover(of: replay.count - 1)
        func move(_ place: String) -> String { "\(replay.count). \(piece.letter) in \(place)" }
        let (long, short) = (
            move(numbering.numberAndPlace(for: square)), move("\(numbering.number(of: square))")
        )
        if let note = replay.note {
            let sentence = MoveJudgementWords.sentence(note, numbering)
            return ["\(long): \(sentence)", "\(short): \(sentence)"]
                + ["\(short): \(MoveJudgementWords.short(note))."]
        }
        guard replay.outcome != nil else { return ["\(long).", "\(short)."] }
        let end = endSentence(of: replay.round)
        return ["\(long). \(end)", "\(short). \(end)", end]
    }

    /// Returns the error for a round that does not exist. `count` is the number of finished rounds.
    package static func noFinishedRound(_ word: String, of count: Int) -> String {
        count == 0
            ? "you have no finished rounds yet"
            : "there is no round \(word); 1 is the latest"
    }

    package static func noSuchRoundFile(_ word: String) -> String {
        "there is no file \(word); a round is a number (1 is the latest) or a key"
    }

    package static func movesUnknown(_ word: String) -> String {
        "round \(word) has no moves, or some are unknown"
    }
}
