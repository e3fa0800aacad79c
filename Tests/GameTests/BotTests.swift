import Game
import SimperiumClock
import Testing

@Suite("Bot")
struct BotTests {
    /// Compared with a separate search without bounds or short cuts.
    @Test("The best moves are those of a full search, in every position", arguments: Piece.allCases)
    func best(first: Piece) throws {
        var search = PlainSearch()
        for position in try allPositions(first: first) {
            guard let (best, worth) = search.bestMoves(in: position) else { continue }
            let found = position.bestMoves
            // If every move loses, a block is preferred to moves that are no worse.
            guard worth.isLoss ? best.isSuperset(of: found) && !found.isEmpty : found == best else {
                Issue.record("\(position): \(Array(found)) instead of \(Array(best))")
                return
            }
        }
    }

    @Test("Perfect never loses, on either side, with any random choices and any opponent")
    func neverLoses() throws {
        for bot in Piece.allCases {
            var met: Set<Position> = []
            var open = [Position(first: .circle)]
            while let position = open.popLast() {
                #expect(position.outcome?.winner != bot.opponent, "\(position)")
                let moves = position.next == bot ? position.bestMoves : position.moves
                for square in moves where met.insert(try position.after(square)).inserted {
                    open.append(try position.after(square))
                }
            }
            #expect(met.count > 100)
        }
    }

    @Test("Each bot plays only moves that its rule allows, in every position, and all of them")
    func rules() throws {
        var random = SeededRandom(seed: 1)
        for position in try allPositions(first: .circle) where !position.isOver {
            for (bot, allowed) in allowedMoves(in: position) {
                let move = try #require(bot.move(in: position, random: &random))
                guard allowed.contains(move) else {
                    Issue.record("\(bot) plays \(move) in \(position)")
                    return
                }
            }
        }
    }

    @Test("Ties are decided at random: every allowed move is played", arguments: Bot.allCases)
    func variety(bot: Bot) throws {
        for text in ["o../.../... x", ".o./.x./... o", "xo./ox./... o", "o.x/.../x.o o"] {
            let position = try Position(text)
            var random = SeededRandom(seed: 2)
            let played = (0..<200).compactMap { _ in bot.move(in: position, random: &random) }

            #expect(SquareSet(played) == allowedMoves(in: position)[bot], "\(text)")
        }
        #expect(try game(bot, bot, seed: 5) == game(bot, bot, seed: 5), "the same seed")

        var random = SeededRandom(seed: 3)
        let over = try Position("ooo/xx./... x")
        #expect(bot.move(in: over, random: &random) == nil && over.bestMoves == [])
    }

    @Test("Hard misses the best move at its stated rate")
    func hardErrs() throws {
        // A corner loses, an edge draws; one move ahead they look the same.
        let position = try Position("o../.x./..o x")
        var random = SeededRandom(seed: 4)
        let errors = (0..<3_000).count { _ in
            let move = Bot.hard.move(in: position, random: &random)
            return move == .topRight || move == .bottomLeft
        }

        #expect(position.bestMoves == [.top, .left, .right, .bottom])
        #expect((180...220).contains(errors), "a third of the fifth that is not looked into")
    }

    @Test("Strength of each bot, over 40 games each", arguments: table)
    func results(first: Bot, second: Bot, expected: Series) throws {
        var series = Series(0, 0, 0)
        for seed in UInt64(0)..<40 {
            let final = try game(first, second, seed: seed)
            series.count(final.outcome, first: final.first)
        }

        #expect(series == expected)
    }

    private static let table: [(Bot, Bot, Series)] = [
        (.easy, .easy, Series(21, 16, 3)),
        (.easy, .medium, Series(7, 25, 8)),
        (.easy, .hard, Series(0, 32, 8)),
        (.easy, .perfect, Series(0, 32, 8)),
        (.medium, .easy, Series(34, 2, 4)),
        (.medium, .medium, Series(18, 7, 15)),
        (.medium, .hard, Series(1, 10, 29)),
        (.medium, .perfect, Series(0, 7, 33)),
        (.hard, .easy, Series(38, 0, 2)),
        (.hard, .medium, Series(26, 1, 13)),
        (.hard, .hard, Series(5, 2, 33)),
        (.hard, .perfect, Series(0, 2, 38)),
        (.perfect, .easy, Series(39, 0, 1)),
        (.perfect, .medium, Series(34, 0, 6)),
        (.perfect, .hard, Series(6, 0, 34)),
        (.perfect, .perfect, Series(0, 0, 40)),
    ]
}

/// Games won by the first player, won by the second, and drawn.
struct Series: Equatable, CustomStringConvertible {
    private var firstWins: Int
    private var secondWins: Int
    private var draws: Int

    init(_ firstWins: Int, _ secondWins: Int, _ draws: Int) {
        self.firstWins = firstWins
        self.secondWins = secondWins
        self.draws = draws
    }

    mutating func count(_ outcome: Outcome?, first: Piece) {
        switch outcome?.winner {
        case first: firstWins += 1
        case nil: draws += 1
        default: secondWins += 1
        }
    }

    var description: String { "\(firstWins)–\(secondWins), \(draws) drawn" }
}

/// Returns the final position of a game between two bots.
private func game(_ first: Bot, _ second: Bot, seed: UInt64) throws -> Position {
    var random = SeededRandom(seed: seed)
    var position = Position(first: .circle)
    while !position.isOver {
        let bot = position.next == .circle ? first : second
        try position.play(#require(bot.move(in: position, random: &random)))
    }
    return position
}

/// Returns the moves that each bot's rule allows.
private func allowedMoves(in position: Position) -> [Bot: SquareSet] {
    let wins = squares(where: position.next, completesALineOn: position.board)
    let blocks = squares(where: position.next.opponent, completesALineOn: position.board)
    let sensible = [wins, blocks, position.moves].first { !$0.isEmpty } ?? []
    let best = position.bestMoves
    return [
        .easy: wins.isEmpty ? position.moves : wins,
        .medium: sensible,
        .hard: sensible.union(best),
        .perfect: best,
    ]
}

/// Returns the squares, found by trying each free one.
private func squares(where piece: Piece, completesALineOn board: Board) -> SquareSet {
    SquareSet(
        board.free.filter { square in
            var matrix = board.matrix
            matrix[Int(square.rawValue)] = Int(piece.rawValue)
            return Board(matrix: matrix)?.completedLines(of: piece).isEmpty == false
        })
}
