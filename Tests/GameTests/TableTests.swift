import Game
import SimperiumClock
import Testing

@Suite("Practice at a table")
struct TableTests {
    private func place(_ squares: Square..., at table: inout LocalGame) {
        for square in squares {
            _ = table.handle(.choose(square), at: .start)
            _ = table.handle(.place, at: .start)
            table.wake(at: .start + LocalGame.botPause)
        }
    }

    @Test("At one keyboard the last move of either player is taken back")
    func samePerson() {
        var table = LocalGame(against: .samePerson, seed: 1)
        #expect(table.handle(.undo, at: .start) == .nothingToTakeBack)
        place(.centre, .top, at: &table)
        #expect(table.handle(.undo, at: .start) == nil)
        #expect(table.moveHistory.moves == [.centre] && table.match.next == .cross)
        #expect(table.match.board.pieceCount == 1 && table.isPractice)
        place(.left, at: &table)
        #expect(table.moveHistory.moves == [.centre, .left])
    }

    @Test("Against a bot the player's last move is, with the bot's answer")
    func bot() {
        var table = LocalGame(against: .bot(.perfect), seed: 1)
        place(.centre, at: &table)
        #expect(table.match.board.pieceCount == 2 && table.isOwnTurn)
        #expect(table.handle(.undo, at: .start) == nil)
        #expect(table.moveHistory.moves == [] && table.isOwnTurn && table.nextDeadline == nil)
        _ = table.handle(.choose(.centre), at: .start)
        _ = table.handle(.place, at: .start)
        #expect(table.handle(.undo, at: .start) == nil, "before the bot has answered")
        #expect(table.moveHistory.moves == [] && table.nextDeadline == nil)
        #expect(table.handle(.undo, at: .start) == .nothingToTakeBack)
    }

    @Test("A finished round stays so, and a round with shown worths is practice")
    func limits() {
        var table = LocalGame(against: .samePerson, seed: 1)
        place(.centre, .topLeft, .topRight, .top, .bottomLeft, at: &table)
        #expect(table.handle(.undo, at: .start) == .roundIsOver)
        #expect(table.handle(.toggleWorths, at: .start) == nil && !table.isPractice)
        _ = table.handle(.startNextRound, at: .start)
        #expect(!table.showsWorths && !table.isPractice, "a new round begins without worths")
        _ = table.handle(.toggleWorths, at: .start)
        #expect(table.showsWorths && table.isPractice)
        _ = table.handle(.toggleWorths, at: .start)
        #expect(!table.showsWorths && table.isPractice)
    }

    @Test("A practice round is in the score of neither side, and is no draw, also after it")
    func practiceScore() {
        var table = LocalGame(against: .samePerson, seed: 1)
        _ = table.handle(.toggleWorths, at: .start)
        place(.centre, .topLeft, .topRight, .top, .bottomLeft, at: &table)
        let score = { (table: LocalGame) in table.match.score.withoutDraws(table.practiceRounds) }
        #expect(table.match.outcome?.winner == .circle && score(table) == Score())
        _ = table.handle(.startNextRound, at: .start)
        #expect(table.match.round == 2 && score(table) == Score() && !table.isPractice)
        place(.centre, .topLeft, .topRight, .top, .bottomLeft, at: &table)
        #expect(score(table).crossWins == 1 && score(table).rounds == 1)
    }

    @Test("A move can be taken back once the player has made one")
    func canUndo() {
        var table = LocalGame(against: .samePerson, seed: 1)
        #expect(!table.canUndo)
        place(.centre, at: &table)
        #expect(table.canUndo)
    }

    @Test("No move of a puzzle or of two bots can be taken back")
    func cannotUndo() {
        let puzzle = LocalGame(against: .puzzle(Puzzle(of: PuzzleDay(number: 20_000))), seed: 1)
        var bots = LocalGame(against: .bots, seed: 1)
        for second in 0..<3 { bots.wake(at: .start + .seconds(second)) }
        for var table in [puzzle, bots] {
            #expect(table.match.board.pieceCount > 1 && table.match.outcome == nil)
            #expect(!table.canUndo)
            #expect(table.handle(.undo, at: .start) != nil)
        }
    }
}
