package import Game
package import SimperiumClock
package import SimperiumWire

/// The part of a match that only its player has. The match itself is in the lobby's state.
package struct OwnMatch: Hashable, Sendable {
    /// A result waits this long until one of the players answers it.
    package static let answerLimit = Duration.seconds(30)
    /// After an absence of this length a player may end the round without the opponent.
    package static let claimTime = Duration.seconds(15)
    /// A program deletes a Match with an unwanted opponent within this time.
    private static let declineTime = Duration.seconds(3)
    /// The clock here is later than the referee's by this much: while the opponent moves, and while
    /// the person does.
    private static let margin = Duration.milliseconds(250)
    private static let ownMargin = Duration.seconds(2)

    package let key: ObjectKey
    /// The piece of the person at this program.
    package let piece: Piece
    package let opponent: PlayerID
    /// The opponent's name when the match began.
    package let opponentName: String
    /// The time when the match is left unless a player answers its result.
    package private(set) var answerDue: Instant?
    /// The time when pairing seated the two; nil if the player was invited.
    package var pairedAt: Instant?
    /// The end of the time to press a key, for a person who was idle when the match began.
    package var keyDue: Instant?
    /// True if the clock is not the one that the person looked for, because the opponent looked for
    /// a slower one.
    package var hasOpponentsClock = false
    /// The series that this side looked for and the opponent did not. It is proposed after the
    /// first round.
    package var wishedSeries: SeriesTarget?
    /// The opponent's absence.
    package var absence: Absence?
    /// True if the server has not confirmed the last move that was made here, or the consent to
    /// take one back.
    package var isUnheard = false
    /// The moves of the round, as far as this program saw them.
    package private(set) var trace = MoveHistory()
    /// The last round that this side was ready for at any time.
    private(set) var consent = 0
    /// The times of the person's last phrases.
    private var spokeAt: [Instant] = []
    /// The number of seconds left at the last warning.
    private var warned = Int.max
    /// True if the server has confirmed the move that started the clock.
    private var isConfirmed = false
    /// True if the server has sent the start of the time. It does not repeat it after a break.
    package var isTimedByHub = false
    /// No timeout is claimed before: the server has refused one.
    package var timeoutHeldUntil = Instant.start
    /// The match as it was when its object was removed; nil while it is in the lobby's state.
    @Boxed package var removed: LobbyMatch?

    /// Sits down at a match.
    package init(_ match: LobbyMatch, of player: PlayerID, against name: String, at now: Instant) {
        key = match.key
        piece = player == match.circle ? .circle : .cross
        opponent = match.opponent(of: player)
        opponentName = name
        if let record = match.record { _ = applyState(nil, record, at: now) }
    }

    package func isOurTurn(in match: LobbyMatch) -> Bool {
        guard let state = match.match, match.flaw == nil else { return false }
        return state.outcome == nil && state.next == piece
    }

    /// True if both have moved in the round, as the server knows it.
    package func hasBegun(_ match: Match) -> Bool {
        match.hasBegun && (!isUnheard || match.board.pieceCount > 2)
    }

    /// Returns the moves that a side could take back now: its own last one, and the answer to it;
    /// nil if there are none, or if this program has not seen them.
    package func lastMoves(from piece: Piece, in match: Match) -> [Square]? {
        let count = match.next == piece ? 2 : 1
        guard match.outcome == nil, let moves = trace.moves, moves.count >= count,
            moves.count == match.board.pieceCount
        else { return nil }
        return Array(moves.suffix(count))
    }

    /// True if an end that comes now means that the opponent did not want the match.
    package func isDeclined(_ match: Match, at now: Instant) -> Bool {
        guard let pairedAt, match.isUntouched else { return false }
        return now - pairedAt <= Self.declineTime
    }
}

extension OwnMatch {
    /// Draws the conclusions from a state that another program has made of the match, and returns
    /// the news.
    package mutating func applyState(
        _ old: LobbyMatch, _ new: LobbyMatch, at now: Instant
    ) -> [Notice] {
        if let flaw = new.flaw { return flaw == old.flaw ? [] : [.doubtful(flaw)] }
        guard let record = new.record else { return [] }
        let relief: [Notice] = old.flaw == nil ? [] : [.trusted]
        let news = old.record.map { record.news(since: $0, of: piece.opponent) } ?? []
        return relief + applyState(old.record, record, telling: news, at: now)
    }

    /// Draws the conclusions from a new state, and puts the news of it between those about the
    /// beginning and the end of the round.
    package mutating func applyState(
        _ old: MatchRecord?, _ new: MatchRecord, telling news: [Notice] = [], at now: Instant
    ) -> [Notice] {
        let match = new.match
        trace.recordMoves(match)
        consent = max(consent, new.ready[piece])
        if match.moment != old?.match.moment {
            (warned, isConfirmed, isTimedByHub) = (.max, false, false)
            timeoutHeldUntil = .start
        }
        let isSameRound = match.round == old?.match.round
        // A player who is asked for a rematch has time to think about it.
        let askers = old?.wantsRematch.count ?? 0
        if !isSameRound || new.wantsRematch.count > askers { answerDue = nil }
        answerDue = match.outcome == nil ? nil : answerDue ?? now + Self.answerLimit
        guard let old = old?.match else { return [] }
        let told = isSameRound ? news : [.roundBegan(match.round)] + news
        guard let outcome = match.outcome, !isSameRound || outcome != old.outcome else {
            return told
        }
        return told + [.roundEnded(outcome)]
    }

    /// True if the person may speak now. The margin is for the server's clock.
    package func maySpeak(at now: Instant) -> Bool {
        Phrase.maySpeak(after: spokeAt, at: now) { $0 + $1 + .milliseconds(250) }
    }

    package mutating func recordSpeaking(at now: Instant) {
        spokeAt = spokeAt.suffix(Phrase.mostInAMinute - 1) + [now]
    }
}

/// The clock of a match that has one.
extension OwnMatch {
    /// Notes that the server has the own move. Returns true if the time counts from now.
    package mutating func confirmOwnMove(_ match: LobbyMatch) -> Bool {
        guard match.runningLimit != nil, !isConfirmed, match.match?.next == piece.opponent else {
            return false
        }
        isConfirmed = true
        return true
    }

    /// The time when this program claims a timeout. The server may have restarted at `online`, when
    /// this program was connected again.
    package func timeoutDue(in match: LobbyMatch, onlineSince online: Instant) -> Instant? {
        guard let limit = match.runningLimit else { return nil }
        let margin = isOurTurn(in: match) ? Self.ownMargin : Self.margin
        let known = match.movedAt ?? online
        let start = isTimedByHub ? known : max(known, online)
        return max(start + limit.duration + MoveLimit.delay + margin, timeoutHeldUntil)
    }

    /// The time of the next warning that little time is left.
    package func nextWarning(in match: LobbyMatch) -> Instant? {
        guard let limit = match.runningLimit, isOurTurn(in: match), let movedAt = match.movedAt
        else { return nil }
        let next = limit.warnings.first { $0 < warned }
        return next.map { movedAt + .seconds(limit.rawValue - $0) }
    }

    /// Returns the number of seconds left, if a warning is due.
    package mutating func takeWarning(in match: LobbyMatch, at now: Instant) -> Int? {
        var taken: Int?
        while let due = nextWarning(in: match), due <= now, let limit = match.limit {
            taken = limit.warnings.first { $0 < warned }
            warned = taken ?? 0
        }
        return taken
    }
}

extension Match {
    /// True if no move has been made in it.
    package var isUntouched: Bool { round == 1 && board.pieceCount == 0 }
}

/// The rounds that two people have played with each other since they came.
package struct Tally: Hashable, Sendable {
    package private(set) var wins = 0
    package private(set) var losses = 0
    package private(set) var draws = 0

    package init() {}

    package var rounds: Int { wins + losses + draws }

    package mutating func addRounds(_ score: Score, of piece: Piece) {
        wins += score.wins(of: piece)
        losses += score.wins(of: piece.opponent)
        draws += score.draws
    }
}

/// The end of a match, for one of its players.
package enum MatchEnd: Hashable, Sendable {
    case left
    /// The player left during a round after both had moved.
    case forfeited
    case opponentLeft
    /// The opponent left during a round after both had moved.
    case opponentForfeited
    /// The opponent's line is gone, and they can't come back; whether both had moved.
    case opponentLost(inPlay: Bool)
    /// The opponent's time to return ran out.
    case opponentNotBack
    /// The opponent was away, and we did not want to wait.
    case endedUndecided
    /// We were away, and the opponent did not want to wait.
    case opponentEnded
    /// Our own connection was broken for too long.
    case connectionBroken
    /// After the result neither player said what should come next.
    case noAnswer
    /// Pairing had brought us together, and the opponent did not sit down.
    case notAvailable
    /// Another match turned out to have been there before.
    case void
}

extension MatchEnd {
    /// True if the opponent left, or was away for too long.
    package var isOpponentsLeaving: Bool {
        switch self {
        case .opponentLeft, .opponentForfeited, .opponentLost, .opponentNotBack, .opponentEnded:
            true
        case .left, .forfeited, .endedUndecided, .connectionBroken, .noAnswer, .notAvailable,
            .void:
            false
        }
    }

    /// Returns the result of a round that was in play, for the player of a piece; nil if the round
    /// does not count.
    package func outcome(for piece: Piece) -> Outcome? {
        switch self {
        case .forfeited: .left(by: piece)
        case .opponentForfeited, .opponentLost(inPlay: true): .left(by: piece.opponent)
        case .opponentNotBack: .notBack(piece.opponent)
        case .left, .opponentLeft, .opponentLost(inPlay: false), .endedUndecided,
            .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            nil
        }
    }

    /// Returns the score of a match that ends like this, for the player of a piece, with the round
    /// that the end decides.
    package func score(of match: Match, for piece: Piece) -> Score {
        match.outcome == nil ? match.score(with: outcome(for: piece)) : match.score
    }
}
