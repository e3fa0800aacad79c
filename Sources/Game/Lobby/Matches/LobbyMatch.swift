package import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A match of the lobby: its players, its last valid state, and the times of moves and phrases.
///
/// Only the two ids decide who is seated. If the rest of the object breaks the rules, the match
/// keeps its last valid state, if there was one.
package struct LobbyMatch: Hashable, Sendable {
    package let key: ObjectKey
    /// The player who started the match.
    package let circle: PlayerID
    package let cross: PlayerID
    /// True if the object has no `round`. For example, the tutorial's program writes only four
    /// members.
    package let isPlain: Bool
    /// The last valid state; nil if there was none.
    package private(set) var record: MatchRecord?
    /// The flaw of the current state; nil if `record` is the current state.
    package private(set) var flaw: ObjectFlaw?
    /// The time when the side to move began to think, as far as this program knows. Nil if the
    /// program did not see the last move or the start.
    package private(set) var movedAt: Instant?
    private var phrases = Sides<TimedPhrase?>(nil)
    /// The number of practice rounds that this program has seen, including the current round. The
    /// object contains only the number of the last one.
    private var practiceCount = 0

    private struct TimedPhrase: Hashable {
        let phrase: NumberedPhrase
        let at: Instant
    }

    /// Reads a Match. `time` is the time when the object arrived; nil for an object in an index.
    /// Throws unless the object has the valid ids of two players. Any other flaw is stored in
    /// `flaw`.
    package init(_ key: ObjectKey, _ object: JSONObject, at time: Instant? = nil) throws(ObjectFlaw)
    {
        self.init(key, object, of: try Sides(playersOf: object), at: time)
    }

    private init(
        _ key: ObjectKey, _ object: JSONObject, of players: Sides<PlayerID>, at time: Instant?
    ) {
        self.key = key
        (circle, cross) = (players[.circle], players[.cross])
        isPlain = object.nonNullValue(.round) == nil
        do throws(ObjectFlaw) {
            record = try MatchRecord(object, of: players)
            movedAt = time
            practiceCount = record?.match.lastPracticeRound == nil ? 0 : 1
        } catch {
            flaw = error
        }
    }

    /// The current state; nil if it has a flaw.
    package var currentRecord: MatchRecord? { flaw == nil ? record : nil }

    package var match: Match? { record?.match }
    /// The terms of the match; without a valid state, the default terms.
    package var terms: MatchTerms { record?.terms ?? MatchTerms() }
    package var limit: MoveTimeLimit? { record?.limit }
    package var isDecided: Bool { record?.isDecided == true }
    /// True if both players want the next round on the same terms, so that it starts by itself.
    package var hasAgreedRematch: Bool { record?.hasAgreedRematch == true }

    /// The number of finished practice rounds that this program has seen. The object counts them as
    /// draws.
    package var practiceRounds: Int {
        let isRunning = match.map { $0.isPractice && $0.outcome == nil } ?? false
        return max(0, practiceCount - (isRunning ? 1 : 0))
    }

    /// The score without practice rounds; nil without a valid state.
    package var countedScore: Score? { match?.score.withoutDraws(practiceRounds) }

    package var players: [PlayerID] { [circle, cross] }

    package func player(of piece: Piece) -> PlayerID { piece == .circle ? circle : cross }

    package func piece(of player: PlayerID) -> Piece? {
        switch player {
        case circle: .circle
        case cross: .cross
        default: nil
        }
    }

    package func opponent(of player: PlayerID) -> PlayerID { player == circle ? cross : circle }
}

extension LobbyMatch {
    /// The arrival time of a state, and its source.
    struct UpdateTimeAndSource {
        let now: Instant
        var source = ObjectFromEvent.StateSource.change
        /// The user's own part of the match; nil for a spectator.
        var own: OwnMatch?
    }

    enum ApplyResult {
        /// The flaw of the new state of a match that continues; nil if the state is valid or
        /// ignored, or if the flaw was known before.
        case applied(ObjectFlaw?)
        /// The match between other players that the object now contains.
        case other(LobbyMatch)
    }

    /// Makes the move that leads to the board in `object`. Returns false if no single move leads
    /// there, if it is the user's turn to move, or if the current state has a flaw.
    mutating func playOthersMove(moveIn object: JSONObject, own: Piece?, at now: Instant) -> Bool {
        if let own, match?.next == own { return false }
        guard flaw == nil, record?.play(moveIn: object) == true else { return false }
        movedAt = now
        return true
    }

    /// Applies a state from the hub. Throws unless the state has the valid ids of two players. Any
    /// other flaw is stored in `flaw`.
    mutating func apply(_ object: JSONObject, _ update: UpdateTimeAndSource) throws(ObjectFlaw)
        -> ApplyResult
    {
        let known = Sides(circle: circle, cross: cross)
        let players = try Sides(playersOf: object, known: known)
        guard players == known else {
            return .other(
                LobbyMatch(key, object, of: players, at: update.source.isNews ? update.now : nil))
        }
        do throws(ObjectFlaw) {
            let new = try MatchRecord(object, of: players)
            guard
                update.source == .revert
                    || record?.canBecomeByOthersActions(new, for: update.own) != false
            else { throw .unexplained }
            replaceRecord(new, update)
            return .applied(nil)
        } catch {
            if case .impossible = error, mayCrossUndoConsent(update) { return .applied(nil) }
            defer { flaw = error }
            return .applied(error == flaw ? nil : error)
        }
    }

    /// Returns true if the user's unconfirmed change may have crossed with the opponent's consent
    /// to take back a move. The server refuses the later of the two changes, and sends the valid
    /// state.
    private func mayCrossUndoConsent(_ update: UpdateTimeAndSource) -> Bool {
        guard let own = update.own, own.hasUnconfirmedMove, let record, update.source != .revert
        else { return false }
        return record.undos[own.piece] != nil || record.match.isPractice
    }

    /// Sets a state without checking that it follows from the current one.
    mutating func replaceRecord(_ new: MatchRecord, _ update: UpdateTimeAndSource) {
        if let record, record.lastPhrases != new.lastPhrases {
            recordPhrases(new.lastPhrases, since: record.lastPhrases, update)
        }
        if new.match.moment != record?.match.moment {
            movedAt = update.source.isNews || update.own != nil ? update.now : nil
        }
        let practice = record?.match.lastPracticeRound ?? 0
        let newPractice = new.match.lastPracticeRound ?? 0
        // The number of the last practice round falls only if the server has refused to take back a
        // move.
        if newPractice != practice { practiceCount += newPractice > practice ? 1 : -1 }
        record = new
        flaw = nil
    }

    private mutating func recordPhrases(
        _ new: Sides<NumberedPhrase?>, since old: Sides<NumberedPhrase?>,
        _ update: UpdateTimeAndSource
    ) {
        for piece in Piece.allCases where new[piece] != old[piece] {
            phrases[piece] = nil
            guard update.source.isNews, let phrase = new[piece], phrase.isNews(since: old[piece])
            else { continue }
            phrases[piece] = TimedPhrase(phrase: phrase, at: update.now)
        }
    }
}

extension LobbyMatch {
    package var runningLimit: MoveTimeLimit? {
        flaw == nil && match?.outcome == nil ? limit : nil
    }

    /// Returns the time left for the move; nil if no clock runs, or if its start is unknown.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let limit = runningLimit, let movedAt else { return nil }
        return min(limit.duration, max(.zero, movedAt + limit.duration - now))
    }

    package func nextTimeLeftChange(after now: Instant) -> Instant? {
        guard let limit = runningLimit, let movedAt else { return nil }
        return (movedAt + limit.duration).nextCountdownSecond(after: now)
    }

    /// Sets the start of the clock for the side to move, if the match has a clock and no flaw.
    mutating func startClock(from start: Instant) {
        if limit != nil, flaw == nil { movedAt = start }
    }

    package func shownNumberedPhrase(of piece: Piece, at now: Instant) -> NumberedPhrase? {
        guard let heard = phrases[piece], heard.at + Phrase.stay > now else { return nil }
        return heard.phrase
    }

    package func shownPhrase(of piece: Piece, at now: Instant) -> Phrase? {
        shownNumberedPhrase(of: piece, at: now)?.phrase
    }

    /// Returns the time when the next phrase disappears; nil if no phrase is shown.
    package func nextPhraseEnd(after now: Instant) -> Instant? {
        Piece.allCases.compactMap { phrases[$0].map { $0.at + Phrase.stay } }
            .filter { $0 > now }.min()
    }
}

extension Instant {
    /// Returns the next time when a whole number of minutes has passed since this instant.
    func nextElapsedMinute(after now: Instant) -> Instant {
        self + .seconds(60 * (max(0, (now - self).wholeSeconds) / 60 + 1))
    }

    /// Returns the next time when a countdown to this instant shows a different number of seconds;
    /// nil if the countdown is over.
    package func nextCountdownSecond(after now: Instant) -> Instant? {
        let left = self - now
        guard left > .zero else { return nil }
        return self + .seconds(1 - left.secondsRoundedUp)
    }
}
