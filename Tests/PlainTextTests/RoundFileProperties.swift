import Game
import PlainText
import Records
import TestSupport
import Testing

/// All 255,168 games, a 1,024th of them with each seed: so `SEEDS=1024` tries all.
@Suite("Rounds written down: properties")
struct RoundFileProperties {
    private static let parts: UInt64 = 1_024

    @Test(
        "Every game that is exported is read back as it was",
        arguments: Seeds.batches(8, most: parts))
    func readBack(seeds: Range<UInt64>) {
        for first in Piece.allCases {
            var games = Games(first: first, parts: seeds)
            games.playOut()
            #expect(games.tried > 0 && games.failed == [])
        }
    }
}

/// A walk through all games.
private struct Games {
    let first: Piece
    let parts: Range<UInt64>
    var count: UInt64 = 0
    var tried = 0
    var failed: [[Square]] = []
    private var moves: [Square] = []

    init(first: Piece, parts: Range<UInt64>) {
        self.first = first
        self.parts = parts
    }

    mutating func playOut() {
        playOut(Position(first: first))
    }

    private mutating func playOut(_ position: Position) {
        guard !position.isOver else { return take() }
        for square in position.moves {
            var later = position
            guard (try? later.play(square)) != nil else { continue }
            moves.append(square)
            playOut(later)
            moves.removeLast()
        }
    }

    private mutating func take() {
        defer { count += 1 }
        guard parts.contains(count % 1_024) else { return }
        tried += 1
        let round = try? PlayedRound(
            circle: "lin", cross: "zoë", first: first, moves: moves, finish: .board)
        guard let round else { return failed.append(moves) }
        let hasNotes = count.isMultiple(of: 97)
        let texts = [
            RoundText.lines(round, withNotes: hasNotes).joined(separator: "\n"),
            RoundText.json(round) + "\n",
        ]
        for text in texts where (try? RoundReader.round(in: Array(text.utf8))) != round {
            failed.append(moves)
        }
    }
}
