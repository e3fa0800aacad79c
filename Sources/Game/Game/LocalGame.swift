package import SimperiumClock

/// A match at one terminal: two players at one keyboard, a player against a bot, two bots, or a
/// puzzle.
///
/// It does no I/O. Call `handle` for each action of the player, and `wake` at `nextDeadline`, when
/// a bot's move or the next round of two bots is due. Moves obey the rules of `Match`.
package struct LocalGame: Hashable, Sendable {
    package enum LocalOpponent: Hashable, Codable, Sendable {
        case samePerson
        case bot(Bot)
        /// A puzzle without an opponent. The player searches for the best move.
        case puzzle(Puzzle)
        /// Two bots. The player is a spectator.
        case bots
    }

    package enum LocalGameAction: Hashable, Sendable {
        case move(Direction)
        case step(Int)
        case choose(Square)
        case place
        case startNextRound
        case resign
        case undo
        case toggleWorths
    }

    /// The pause before a bot's move: long enough to notice the move, and too short to feel like
    /// waiting.
    package static let botPause = Duration.milliseconds(250)

    package let opponent: LocalOpponent
    package private(set) var match: Match
    package private(set) var moveHistory = MoveHistory()
    package private(set) var cursor = Square.centre
    /// True if the value of each free square is shown.
    package private(set) var showsWorths = false
    private var earlierPracticeRounds = 0
    /// The time of a bot's move, or of the next round of two bots; nil if neither is scheduled.
    package private(set) var nextDeadline: Instant?
    package private(set) var answer: Square?
    private var random: SeededRandom

    /// Creates a match. Against a bot, the player has circle, and moves first in the first round.
    package init(against opponent: LocalOpponent, seed: UInt64) {
        self.opponent = opponent
        match = Match()
        random = SeededRandom(seed: seed)
        switch opponent {
        case .puzzle(let puzzle): setUpBoard(puzzle)
        case .bots: nextDeadline = .start
        case .samePerson, .bot: break
        }
    }

    /// Resumes a match against a bot. `practice` is the number of earlier practice rounds, which
    /// `score` counts as draws. Returns nil if the moves are illegal.
    package init?(
        against bot: Bot, after moves: some Sequence<Square>, score: Score, practice: Int = 0,
        seed: UInt64, at now: Instant
    ) {
        self.init(against: .bot(bot), seed: seed)
        earlierPracticeRounds = practice
        let first = Piece.first(inRound: score.rounds + 1)
        guard
            var match = try? Match(
                board: Board(), next: first, round: score.rounds + 1, earlierScore: score)
        else { return nil }
        moveHistory.recordMoves(match)
        for square in moves {
            guard (try? match.play(square)) != nil else { return nil }
            moveHistory.recordMoves(match)
        }
        self.match = match
        cursor = match.board.initialCursor
        scheduleBotMove(at: now)
    }

    /// True if this round is practice, because a move was taken back or values were shown in it.
    package var isPractice: Bool { match.isPractice }

    /// The number of finished rounds that were practice. The match counts them as draws.
    package var practiceRounds: Int {
        earlierPracticeRounds + (isPractice && match.outcome != nil ? 1 : 0)
    }

    /// True if `undo` has a move to take back. False for a puzzle and for two bots.
    package var canUndo: Bool {
        guard match.outcome == nil, opponent != .bots, !isPuzzle else { return false }
        return moveHistory.moves.flatMap { takeBackCount(outOf: $0.count) } != nil
    }

    /// True if the player may move: with either piece at one keyboard, otherwise with circle. False
    /// between two bots, and once the round is over or the puzzle is answered.
    package var isOwnTurn: Bool {
        guard match.outcome == nil, opponent != .bots, answer == nil else { return false }
        return opponent == .samePerson || match.next == .circle
    }

    /// Performs an action. Returns the reason if the action is not allowed; otherwise nil.
    package mutating func handle(_ act: LocalGameAction, at now: Instant) -> MatchActionRefusal? {
        if opponent == .bots { return .notSeated }
        if isPuzzle, !act.isOfPuzzles { return .roundGoesOn }
        do throws(MatchActionRefusal) {
            switch act {
            case .move(let direction): cursor = match.board.nearestFreeSquare(direction, of: cursor)
            case .step(let places): cursor = match.board.freeSquare(places, after: cursor)
            case .choose(let square): cursor = square
            case .place: isPuzzle ? try submitAnswer() : try placeAtCursor()
            case .startNextRound: try startNextRound()
            case .resign: try resign()
            case .undo: try undo()
            case .toggleWorths:
                showsWorths.toggle()
                if match.outcome == nil { match.makeRoundPractice() }
            }
        } catch {
            return error
        }
        scheduleBotMove(at: now)
        return nil
    }

    /// Makes a bot's move, or starts the next round of two bots, if `nextDeadline` has passed.
    package mutating func wake(at now: Instant) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        nextDeadline = nil
        if opponent == .bots { return advanceBotMatch(at: now) }
        guard case .bot(let bot) = opponent else { return }
        guard let square = bot.move(in: match.position, random: &random) else { return }
        do throws(MatchActionRefusal) {
            try playForSideToMove(square)
        } catch {
            preconditionFailure("a bot plays by the rules: \(error)")
        }
    }
}

extension LocalGame {
    private mutating func placeAtCursor() throws(MatchActionRefusal) {
        guard isOwnTurn || match.outcome != nil else { throw .notYourTurn }
        try playForSideToMove(cursor)
    }

    /// Makes a move for the player or bot whose turn it is, and records it.
    private mutating func playForSideToMove(_ square: Square) throws(MatchActionRefusal) {
        try match.play(square)
        moveHistory.recordMoves(match)
    }

    private mutating func startNextRound() throws(MatchActionRefusal) {
        let practiceRounds = practiceRounds
        try match.startNextRound()
        moveHistory.recordMoves(match)
        cursor = .centre
        (earlierPracticeRounds, showsWorths) = (practiceRounds, false)
    }

    /// Takes back the player's last move and any answer of the bot; at one keyboard, takes back one
    /// move. Makes the round practice. Throws if the round is over, or if there is no move to take
    /// back.
    private mutating func undo() throws(MatchActionRefusal) {
        guard match.outcome == nil else { throw .roundIsOver }
        guard let moves = moveHistory.moves, let count = takeBackCount(outOf: moves.count) else {
            throw .nothingToTakeBack
        }
        try match.replaceMoves(with: Array(moves.dropLast(count)))
        match.makeRoundPractice()
        moveHistory.recordMoves(match)
        nextDeadline = nil
    }

    /// Returns the number of moves to take back: 1 at one keyboard, or if the bot has not answered
    /// the player's last move; otherwise 2. Returns nil if there are fewer moves.
    private func takeBackCount(outOf count: Int) -> Int? {
        let wanted = opponent == .samePerson || !isOwnTurn ? 1 : 2
        return count >= wanted ? wanted : nil
    }

    private mutating func resign() throws(MatchActionRefusal) {
        try match.endRound(lostBy: opponent == .samePerson ? match.next : .circle)
        nextDeadline = nil
    }

    private mutating func scheduleBotMove(at now: Instant) {
        guard case .bot = opponent, match.outcome == nil, match.next == .cross else { return }
        nextDeadline = nextDeadline ?? now + Self.botPause
    }
}

extension LocalGame {
    private static let showPause = Duration.seconds(1)
    /// The pause between two rounds of two bots.
    private static let showRest = Duration.seconds(4)

    package var isPuzzle: Bool {
        if case .puzzle = opponent { true } else { false }
    }

    private mutating func setUpBoard(_ puzzle: Puzzle) {
        moveHistory.recordMoves(match)
        for square in puzzle.moves where (try? match.play(square)) != nil {
            moveHistory.recordMoves(match)
        }
    }

    /// Restores an earlier answer to the puzzle, and shows the values of the squares. The answer
    /// can't be changed. Does nothing if there is no puzzle, or if it is already answered.
    package mutating func restorePuzzleAnswer(_ answer: Square) {
        guard isPuzzle, self.answer == nil else { return }
        (self.answer, cursor) = (answer, answer)
        showsWorths = true
    }

    /// Submits the cursor's square as the answer, and shows the values of the squares. Throws if
    /// the puzzle is already answered, or if the square is taken.
    private mutating func submitAnswer() throws(MatchActionRefusal) {
        guard answer == nil else { throw .roundIsOver }
        if let piece = match.board[cursor] { throw .squareTaken(by: piece) }
        answer = cursor
        showsWorths = true
    }

    /// The bot with cross when two bots play. A player can take the other bot's place.
    package static let strongerOfBots = Bot.hard
    package static let weakerOfBots = Bot.medium

    /// Makes a bot's move, or starts the next round of two bots. The bots alternate in moving
    /// first, as in any match.
    private mutating func advanceBotMatch(at now: Instant) {
        if match.outcome != nil {
            guard (try? match.startNextRound()) != nil else { return }
            moveHistory.recordMoves(match)
        } else {
            let bot: Bot = match.next == .circle ? Self.weakerOfBots : Self.strongerOfBots
            guard let square = bot.move(in: match.position, random: &random),
                (try? playForSideToMove(square)) != nil
            else { return }
        }
        nextDeadline = now + (match.outcome == nil ? Self.showPause : Self.showRest)
    }
}

extension LocalGame.LocalGameAction {
    fileprivate var isOfPuzzles: Bool {
        switch self {
        case .move, .step, .choose, .place: true
        case .startNextRound, .resign, .undo, .toggleWorths: false
        }
    }
}
