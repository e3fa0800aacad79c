package import Game
package import SimperiumClock
package import SimperiumWire

/// The data about the user's match that only the user's program has. `LobbyState` contains the
/// match itself.
package struct OwnMatch: Hashable, Sendable {
    /// The time for an answer after a round, after a request for another round, or after a proposal
    /// of terms. When this time has passed, the program leaves the match.
    package static let answerLimit = Duration.seconds(30)
    /// The time that a player must be away before the other player may end the round.
    package static let claimTime = Duration.seconds(15)
    /// The time for the opponent's program to delete a new Match that the opponent does not want.
    private static let declineTime = Duration.seconds(3)
    /// The wait after the referee's limit before this program claims the opponent's timeout.
    private static let margin = Duration.milliseconds(250)
    /// The wait after the referee's limit before this program claims the user's own timeout.
    private static let ownMargin = Duration.seconds(2)

    package let key: ObjectKey
    package let piece: Piece
    package let opponent: PlayerID
    /// The opponent's name when the match began.
    package let opponentName: String
    /// The user's name when the match began. The two names come from one roster, so they differ
    /// even if a third player with the same name comes or leaves during the match.
    package let ownName: String
    /// The time when the program leaves the match after a round; nil during a round. A request for
    /// another round, or a proposal of terms, restarts the time limit.
    package private(set) var answerDue: Instant?
    /// The time when the match began, if this program's pairing started it; otherwise nil.
    package var pairedAt: Instant?
    /// True if the opponent's choice of clock applies, and differs from the user's choice.
    package var hasOpponentsClock = false
    /// True if the opponent has chosen a clock, or has chosen to play without one. Otherwise the
    /// opponent's clock is the usual one.
    package var hasOpponentChosenClock = false
    /// True if both players chose a series, and the opponent's shorter one applies.
    package var hasOpponentsSeries = false
    /// The series that only the user wanted; nil if there is none. The program proposes it after
    /// the first round.
    package var wishedSeries: SeriesTarget?
    /// The round that had ended when the user last proposed terms. Nil if the user proposed none,
    /// if the opponent had proposed the same terms, or if the opponent has declined since.
    package var lastProposalRound: Int?
    /// The terms of the round before the current one; the default terms if this program has not
    /// seen that round.
    package private(set) var earlierTerms = MatchTerms()
    package var absence: Absence?
    /// True if the server has not confirmed the user's last move or consent to take back a move.
    package var hasUnconfirmedMove = false
    package private(set) var moveHistory = MoveHistory()
    /// The latest round that the user has ever been ready for.
    private(set) var latestReadyRound = 0
    private var spokeAt: [Instant] = []
    /// The number of seconds left at the last warning during this move; `Int.max` before the first.
    private var warned = Int.max
    /// True if the server has sent the start of the current clock on this connection.
    package var isTimedByHub = false
    /// The earliest time of the next timeout claim. A refused claim postpones this time.
    package var timeoutHeldUntil = Instant.start
    /// The last state of the match, if the Match was removed or now names other players; otherwise
    /// nil.
    @BoxedRareValue package var removed: LobbyMatch?

    package init(_ match: LobbyMatch, of player: PlayerID, in roster: Roster, at now: Instant) {
        key = match.key
        piece = player == match.circle ? .circle : .cross
        let other = match.opponent(of: player)
        opponent = other
        opponentName = roster.shownName(of: other)
        ownName = roster.shownName(of: player)
        if let record = match.record { _ = applyState(nil, record, at: now) }
    }

    /// Returns the match's current round as a record. Returns nil if the round has not ended, if
    /// it has no moves, or if some moves are unknown.
    package func endedRound(in match: Match) -> PlayedRound? {
        let names = piece == .circle ? (ownName, opponentName) : (opponentName, ownName)
        return PlayedRound(moveHistory.moves, of: names, match)
    }

    package func isOurTurn(in match: LobbyMatch) -> Bool {
        guard let state = match.match, match.flaw == nil else { return false }
        return state.outcome == nil && state.next == piece
    }

    /// Returns true if both players have moved in the round, as far as the server knows.
    package func haveBothMoved(_ match: Match) -> Bool {
        match.hasBegun && (!hasUnconfirmedMove || match.board.pieceCount > 2)
    }

    /// Returns the moves that a side could take back now: its own last move and, if the other side
    /// has replied, the reply. Returns nil after the round, if there are no such moves, or if this
    /// program has not seen all moves.
    package func undoableMoves(from piece: Piece, in match: Match) -> [Square]? {
        let count = match.next == piece ? 2 : 1
        guard match.outcome == nil, let moves = moveHistory.moves, moves.count >= count,
            moves.count == match.board.pieceCount
        else { return nil }
        return Array(moves.suffix(count))
    }

    /// Returns true if this program's pairing has just started the match, and no move has been
    /// made.
    package func wasJustPairedWithoutMove(in match: Match, at now: Instant) -> Bool {
        guard let pairedAt, match.isUntouched else { return false }
        return now - pairedAt <= Self.declineTime
    }
}

extension OwnMatch {
    /// Adopts a valid state that another program has written, and returns the notices about the
    /// change. For a state with a flaw, returns only a notice about the flaw, if the flaw is new.
    package mutating func applyState(
        _ old: LobbyMatch, _ new: LobbyMatch, at now: Instant
    ) -> [Notice] {
        if let flaw = new.flaw { return flaw == old.flaw ? [] : [.doubtful(flaw)] }
        guard let record = new.record else { return [] }
        let relief: [Notice] = old.flaw == nil ? [] : [.trusted]
        let news = old.record.map { record.noticesForOpponent(since: $0, of: piece.opponent) } ?? []
        return relief + applyState(old.record, record, adding: news, at: now)
    }

    /// Adopts a state. Returns the notice about a new round, then `news`, then the notice about the
    /// round's end. Returns no notices if `old` is nil.
    package mutating func applyState(
        _ old: MatchRecord?, _ new: MatchRecord, adding news: [Notice] = [], at now: Instant
    ) -> [Notice] {
        let match = new.match
        moveHistory.recordMoves(match)
        latestReadyRound = max(latestReadyRound, new.ready[piece])
        if match.moment != old?.match.moment {
            (warned, isTimedByHub) = (.max, false)
            timeoutHeldUntil = .start
        }
        let isSameRound = match.round == old?.match.round
        // A player who is asked for a rematch, or reads other terms, gets time to answer.
        let askers = old?.wantsRematch.count ?? 0
        let isAsked = new.wantsRematch.count > askers || new.hasNewProposal(since: old)
        if !isSameRound || isAsked { answerDue = nil }
        answerDue = match.outcome == nil ? nil : answerDue ?? now + Self.answerLimit
        guard let old else { return [] }
        if !isSameRound { earlierTerms = old.terms }
        let told = isSameRound ? news : [.roundBegan(match.round)] + news
        guard let outcome = match.outcome, !isSameRound || outcome != old.match.outcome else {
            return told
        }
        return told + [.roundEnded(outcome)]
    }

    /// Returns true if the user may send a phrase. A margin allows for differences from the times
    /// that the server measures.
    package func maySpeak(at now: Instant) -> Bool {
        Phrase.maySpeak(after: spokeAt, at: now) { $0 + $1 + .milliseconds(250) }
    }

    package mutating func recordSpeaking(at now: Instant) {
        spokeAt = spokeAt.suffix(Phrase.mostInAMinute - 1) + [now]
    }
}

extension OwnMatch {
    /// Records that the server has confirmed the user's changes. Returns true if one of them was a
    /// move, or consent to take back a move, that starts the opponent's clock.
    package mutating func confirmMoveIfClockStarts(in match: LobbyMatch) -> Bool {
        defer { hasUnconfirmedMove = false }
        return hasUnconfirmedMove && match.runningLimit != nil
            && match.match?.next == piece.opponent
    }

    /// Returns the time when this program claims a timeout; nil if no clock runs. `online` is the
    /// time of the last connection. Unless the server has sent the clock's start, the clock starts
    /// at `online` at the earliest, because the server may have restarted.
    package func timeoutClaimTime(in match: LobbyMatch, onlineSince online: Instant) -> Instant? {
        guard let limit = match.runningLimit else { return nil }
        let margin = isOurTurn(in: match) ? Self.ownMargin : Self.margin
        let known = match.movedAt ?? online
        let start = isTimedByHub ? known : max(known, online)
        return max(start + limit.duration + MoveTimeLimit.delay + margin, timeoutHeldUntil)
    }

    package func nextWarning(in match: LobbyMatch) -> Instant? {
        guard let limit = match.runningLimit, isOurTurn(in: match), let movedAt = match.movedAt
        else { return nil }
        let next = limit.warnings.first { $0 < warned }
        return next.map { movedAt + .seconds(limit.rawValue - $0) }
    }

    /// Returns the number of seconds left if a warning is due, once for each warning; otherwise
    /// nil.
    package mutating func takeDueWarningSeconds(in match: LobbyMatch, at now: Instant) -> Int? {
        var taken: Int?
        while let due = nextWarning(in: match), due <= now, let limit = match.limit {
            taken = limit.warnings.first { $0 < warned }
            warned = taken ?? 0
        }
        return taken
    }
}

extension Match {
    /// True if no move has been made in the match.
    package var isUntouched: Bool { round == 1 && board.pieceCount == 0 }
}

/// The reason why a match ended, from the view of one of its players.
package enum MatchEnd: Hashable, Sendable {
    case left
    /// The user left during a round, after both had moved.
    case forfeited
    case opponentLeft
    /// The opponent left during a round, after both had moved.
    case opponentForfeited
    /// The opponent's connection ended for good; `inPlay` is true if both had moved.
    case opponentLost(inPlay: Bool)
    case opponentNotBack
    /// The opponent was away or idle, and the user did not wait.
    case endedUndecided
    /// The user was away or idle, and the opponent did not wait.
    case opponentEnded
    case connectionBroken
    case noAnswer
    /// Pairing started the match, and the opponent was not available.
    case notAvailable
    /// A player was already seated in an earlier match.
    case void
}

extension MatchEnd {
    /// True if the opponent left, was away for too long, or did not wait for the user.
    package var isOpponentsLeaving: Bool {
        switch self {
        case .opponentLeft, .opponentForfeited, .opponentLost, .opponentNotBack, .opponentEnded:
            true
        default: false
        }
    }

    /// Returns the result of the unfinished round; nil if the round does not count.
    package func outcomeOfRoundInPlay(for piece: Piece) -> Outcome? {
        switch self {
        case .forfeited: .left(by: piece)
        case .opponentForfeited, .opponentLost(inPlay: true): .left(by: piece.opponent)
        case .opponentNotBack: .notBack(piece.opponent)
        case .left, .opponentLeft, .opponentLost(inPlay: false), .endedUndecided,
            .opponentEnded, .connectionBroken, .noAnswer, .notAvailable, .void:
            nil
        }
    }

    /// Returns the score after this end, including the unfinished round if it counts, and without
    /// practice rounds; nil without a valid state.
    package func finalScore(of shown: LobbyMatch, for piece: Piece) -> Score? {
        guard let match = shown.match, match.outcome == nil, !match.isPractice else {
            return shown.countedScore
        }
        return shown.countedScore?.counting(outcomeOfRoundInPlay(for: piece))
    }
}
