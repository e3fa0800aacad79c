package import Clockwork
package import Game

/// A match at one terminal: two people at one keyboard, or one person against a bot.
package struct Table: Hashable, Sendable {
    package enum Opponent: Hashable, Sendable {
        case samePerson
        case bot(Bot)
    }

    /// What the table asks before it does something that can't be undone.
    package struct Question: Hashable, Sendable {
        package let isYesChosen: Bool

        static let resign = Question(isYesChosen: false)
    }

    /// Long enough to see that somebody moved, and short enough never to wait for.
    package static let botPause = Duration.milliseconds(250)
    private static let here = PlayerID(rawValue: "here")
    private static let there = PlayerID(rawValue: "there")

    package let opponent: Opponent
    package private(set) var match: Match
    package private(set) var record = MatchRecord()
    package private(set) var cursor = Square.centre
    package private(set) var notice: String?
    package private(set) var question: Question?
    /// When the bot moves, if it is to move.
    package private(set) var nextDeadline: Instant?
    private var random: SeededRandom

    /// Whoever sits here starts the match, and so has circle.
    package init(against opponent: Opponent, seed: UInt64) {
        self.opponent = opponent
        match = Match(circle: Self.here, cross: Self.there)
        random = SeededRandom(seed: seed)
    }

    /// Whose move it is, or would be: circle's is that of the person who opened the table.
    package var isOwnTurn: Bool {
        guard match.outcome == nil else { return false }
        return opponent == .samePerson || match.next == .circle
    }

    package func name(of piece: Piece) -> String {
        switch (opponent, piece) {
        case (.samePerson, .circle): "circle"
        case (.samePerson, .cross): "cross"
        case (.bot, .circle): "you"
        case (.bot(let bot), .cross): "\(bot.rawValue) bot"
        }
    }

    package mutating func handle(_ intent: Intent, at now: Instant) {
        notice = nil
        if question != nil { return answer(intent) }
        switch intent {
        case .move(let direction): cursor = cursor.neighbour(direction)
        case .nextItem: cursor = cursor.offset(by: 1)
        case .previousItem: cursor = cursor.offset(by: -1)
        case .choose(let square): cursor = square
        case .confirm: place()
        case .nextRound: startNextRound()
        case .resign: askToResign()
        case .back, .help, .nextTheme, .redraw, .suspend, .quit: break
        }
        callBot(at: now)
    }

    /// Lets the bot move if its time has come.
    package mutating func wake(at now: Instant) {
        guard let deadline = nextDeadline, deadline <= now else { return }
        nextDeadline = nil
        guard case .bot(let bot) = opponent else { return }
        guard let square = bot.move(in: match.position, random: &random) else { return }
        play(square)
    }

    /// Points at a square as a mouse does: the first time chooses it, the second places there.
    package mutating func point(at square: Square, at now: Instant) {
        guard question == nil else { return }
        handle(cursor == square ? .confirm : .choose(square), at: now)
    }
}

extension Table {
    private mutating func place() {
        guard isOwnTurn else {
            notice = match.outcome == nil ? "Not your move yet." : "This round is over."
            return
        }
        play(cursor)
    }

    private mutating func play(_ square: Square) {
        do throws(MoveRefusal) {
            try match.play(square, by: match.player(of: match.next))
            try record.play(square)
        } catch {
            notice = Self.sentence(for: error)
        }
    }

    private mutating func startNextRound() {
        guard match.outcome != nil else { return place() }
        do throws(MoveRefusal) {
            try match.startNextRound()
            try record.startNextRound()
            cursor = .centre
        } catch {
            notice = Self.sentence(for: error)
        }
    }

    private mutating func askToResign() {
        guard match.outcome == nil else {
            notice = "This round is over."
            return
        }
        question = .resign
    }

    private mutating func answer(_ intent: Intent) {
        guard let question else { return }
        switch intent {
        case .move: self.question = Question(isYesChosen: !question.isYesChosen)
        case .confirm:
            self.question = nil
            if question.isYesChosen { resign() }
        case .back: self.question = nil
        case .nextItem, .previousItem, .choose, .nextRound, .resign, .help, .nextTheme, .redraw,
            .suspend, .quit:
            notice = "Choose with ←→ and press Enter."
        }
    }

    private mutating func resign() {
        let piece = opponent == .samePerson ? match.next : .circle
        do throws(MoveRefusal) {
            try match.resign(by: match.player(of: piece))
            try record.resign(piece)
            nextDeadline = nil
        } catch {
            notice = Self.sentence(for: error)
        }
    }

    private mutating func callBot(at now: Instant) {
        guard opponent != .samePerson, match.outcome == nil, match.next == .cross else { return }
        nextDeadline = nextDeadline ?? now + Self.botPause
    }

    private static func sentence(for refusal: MoveRefusal) -> String {
        switch refusal {
        case .notSeated: "You only watch this match."
        case .roundIsOver: "This round is over."
        case .roundGoesOn: "This round is not over yet."
        case .notYourTurn: "Not your move yet."
        case .squareTaken(by: .cross): "X stands there already."
        case .squareTaken(by: .circle): "O stands there already."
        case .alreadyOffered: "You have offered a draw already."
        case .nothingOffered: "Nobody has offered a draw."
        }
    }
}

extension Square {
    /// The next square in that direction; from an edge, the edge itself.
    fileprivate func neighbour(_ direction: Direction) -> Square {
        let next =
            switch direction {
            case .up: Square(row: row - 1, column: column)
            case .down: Square(row: row + 1, column: column)
            case .left: Square(row: row, column: column - 1)
            case .right: Square(row: row, column: column + 1)
            }
        return next ?? self
    }

    /// The square so many places further in the order of reading, from the last to the first.
    fileprivate func offset(by places: Int) -> Square {
        Square(number: (number + places + 8) % 9 + 1) ?? self
    }
}
