import Game
import PlainText
import Records
import TestSupport
import Testing

/// A part of all 255,168 games, or all of them in `make soak`.
@Suite("Rounds written down: properties")
struct RoundFileProperties {
    @Test("Every game that is exported is read back as it was", arguments: Piece.allCases)
    func readBack(first: Piece) {
        var games = Games(first: first, parts: Seeds.count(8, most: Games.allParts, share: 4))
        games.playOut()
        #expect(games.tried > 0 && games.failed == [])
    }
}

/// A walk through all games.
private struct Games {
    let first: Piece
    /// All games are dealt out to so many parts.
    static let allParts = 1_024
    /// The number of parts that are tried.
    let parts: Int
    var count = 0
    var tried = 0
    var failed: [[Square]] = []
    private var moves: [Square] = []

    init(first: Piece, parts: Int) {
        self.first = first
        self.parts = parts
    }

    mutating func playOut() {
        playOut(Position(first: first))
    }

    private mutating func playOut(_ position: Position) {
        guard !position.isOver else { return tryRound() }
        for square in position.moves {
            var later = position
            guard (try? later.play(square)) != nil else { continue }
            moves.append(square)
            playOut(later)
            moves.removeLast()
        }
    }

    private mutating func tryRound() {
        defer { count += 1 }
        guard count % Self.allParts < parts else { return }
        tried += 1
        let round = try? PlayedRound(
            circle: "lin", cross: "zoë", first: first, moves: moves, finish: .board)
        guard let round else { return failed.append(moves) }
        let hasNotes = count.isMultiple(of: 97)
        let texts = [
            RoundText.lines(round, withNotes: hasNotes).joined(separator: "\n"),
            RoundText.json(round) + "\n",
        ]
        for text in texts where (try? RoundFileReader.round(in: Array(text.utf8))) != round {
            failed.append(moves)
        }
    }
}
