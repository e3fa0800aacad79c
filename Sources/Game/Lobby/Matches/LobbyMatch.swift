package import Game
package import SimperiumClock
package import SimperiumJSON
package import SimperiumWire

/// A match of the lobby: who plays it, its last valid state, and the times of moves and phrases.
///
/// The two ids alone say who sits there. The rest of the object may be against the rules: then the
/// two have no board, or the last one that was valid.
package struct LobbyMatch: Hashable, Sendable {
    package let key: ObjectKey
    /// The player who started the match.
    package let circle: PlayerID
    package let cross: PlayerID
    /// True if a program wrote it that only knows the tutorial's four members.
    package let isPlain: Bool
    /// The last state that was by the rules; nil if there was none.
    package private(set) var record: MatchRecord?
    /// The flaw of the present state; nil if `record` is the present state.
    package private(set) var flaw: ObjectFlaw?
    /// The time of the last move, or of the beginning; nil if that was before this program came.
    package private(set) var movedAt: Instant?
    private var phrases = Sides<Heard?>(nil)

    /// A phrase, and when it came.
    private struct Heard: Hashable {
        let saying: Saying
        let at: Instant
    }

    /// Reads a Match that was seen at that time; nil if it was there before. Throws if its ids are
    /// not those of two players.
    package init(_ key: ObjectKey, _ object: JSONObject, at time: Instant? = nil) throws(ObjectFlaw)
    {
        self.init(key, object, of: try Sides(playersOf: object), at: time)
    }

    private init(
        _ key: ObjectKey, _ object: JSONObject, of players: Sides<PlayerID>, at time: Instant?
    ) {
        self.key = key
        (circle, cross) = (players[.circle], players[.cross])
        isPlain = object.value(.round) == nil
        do throws(ObjectFlaw) {
            record = try MatchRecord(object, circle: circle, cross: cross)
            movedAt = time
        } catch {
            flaw = error
        }
    }

    package var match: Match? { record?.match }
    /// The terms of the match: those of the standard game without a valid state.
    package var terms: MatchTerms { record?.terms ?? MatchTerms() }
    package var limit: MoveLimit? { record?.limit }
    package var isDecided: Bool { record?.isDecided == true }
    var mark: RoundStatus? {
        record.map {
            RoundStatus(
                round: $0.match.round, outcome: $0.match.outcome, isPractice: $0.match.isPractice)
        }
    }

    package var players: [PlayerID] { [circle, cross] }

    package func player(of piece: Piece) -> PlayerID { piece == .circle ? circle : cross }

    /// Returns nil for a person who does not play here.
    package func piece(of player: PlayerID) -> Piece? {
        switch player {
        case circle: .circle
        case cross: .cross
        default: nil
        }
    }

    package func opponent(of player: PlayerID) -> PlayerID { player == circle ? cross : circle }
}

/// New states.
extension LobbyMatch {
    /// The time when a state was seen, and the facts about it.
    struct UpdateContext {
        let now: Instant
        /// False for a state found in an index: its moves and phrases are older.
        var isNews = true
        /// True if the server has refused a change that was made here, so the state need not follow
        /// from the present one.
        var isRevert = false
        /// The part of the person at this program, who plays here; nil for a spectator.
        var own: OwnMatch?
    }

    /// The result of a new state.
    enum ApplyResult {
        /// The match continues. The flaw is the one that the state newly has.
        case applied(ObjectFlaw?)
        /// It is a match of other people now.
        case other(LobbyMatch)
    }

    /// Makes the move to the board in `object`. Returns false if the board is not one move away, or
    /// if the move is of the person's own piece, where they play.
    mutating func play(moveIn object: JSONObject, own: Piece?, at now: Instant) -> Bool {
        if let own, match?.next == own { return false }
        guard flaw == nil, record?.play(moveIn: object) == true else { return false }
        movedAt = now
        return true
    }

    /// Applies a new state. Throws if its ids are not those of two players.
    mutating func apply(_ object: JSONObject, _ sighting: UpdateContext) throws(ObjectFlaw)
        -> ApplyResult
    {
        let known = Sides(circle: circle, cross: cross)
        let players = try Sides(playersOf: object, known: known)
        guard players == known else {
            return .other(
                LobbyMatch(
                    key, object, of: players, at: sighting.isNews ? sighting.now : nil))
        }
        do throws(ObjectFlaw) {
            let new = try MatchRecord(object, circle: circle, cross: cross)
            guard sighting.isRevert || record?.mayBecome(new, for: sighting.own) != false else {
                throw .unexplained
            }
            replaceRecord(new, sighting)
            return .applied(nil)
        } catch {
            if case .impossible = error, isCrossing(sighting) { return .applied(nil) }
            defer { flaw = error }
            return .applied(error == flaw ? nil : error)
        }
    }

    /// True if a move may have crossed with the consent to take the one before back. The server
    /// refuses the later of the two, and the state comes with its answer.
    private func isCrossing(_ sighting: UpdateContext) -> Bool {
        guard let own = sighting.own, own.isUnheard, let record, !sighting.isRevert else {
            return false
        }
        return record.undos[own.piece] != nil || record.match.isPractice
    }

    /// Shows a state without looking at how it came about.
    mutating func replaceRecord(_ new: MatchRecord, _ sighting: UpdateContext) {
        if let record, record.sayings != new.sayings {
            recordSayings(new.sayings, since: record.sayings, sighting)
        }
        if new.match.moment != record?.match.moment {
            movedAt = sighting.isNews || sighting.own != nil ? sighting.now : nil
        }
        record = new
        flaw = nil
    }

    private mutating func recordSayings(
        _ new: Sides<Saying?>, since old: Sides<Saying?>, _ sighting: UpdateContext
    ) {
        for piece in Piece.allCases where new[piece] != old[piece] {
            phrases[piece] = nil
            guard sighting.isNews, let saying = new[piece], saying.isNews(since: old[piece])
            else { continue }
            phrases[piece] = Heard(saying: saying, at: sighting.now)
        }
    }
}

/// The clock and the phrases, which are shown for a while.
extension LobbyMatch {
    /// The clock that runs now; nil if none does.
    package var runningLimit: MoveLimit? {
        flaw == nil && match?.outcome == nil ? limit : nil
    }

    /// The time that is left for the move; nil if no clock runs, or its start is not known.
    package func timeLeft(at now: Instant) -> Duration? {
        guard let limit = runningLimit, let movedAt else { return nil }
        return min(limit.duration, max(.zero, movedAt + limit.duration - now))
    }

    /// Returns when that is another number of seconds.
    package func timeLeftChanges(after now: Instant) -> Instant? {
        guard let limit = runningLimit, let movedAt else { return nil }
        return (movedAt + limit.duration).nextSecond(after: now)
    }

    /// Starts the clock of the side to move at another time.
    mutating func startClock(from start: Instant) {
        if limit != nil, flaw == nil { movedAt = start }
    }

    /// Returns the phrase that a side has said a moment ago.
    package func saying(of piece: Piece, at now: Instant) -> Saying? {
        guard let heard = phrases[piece], heard.at + Phrase.stay > now else { return nil }
        return heard.saying
    }

    package func phrase(of piece: Piece, at now: Instant) -> Phrase? {
        saying(of: piece, at: now)?.phrase
    }

    /// Returns when the first of the phrases disappears.
    package func phraseEnds(after now: Instant) -> Instant? {
        Piece.allCases.compactMap { phrases[$0].map { $0.at + Phrase.stay } }
            .filter { $0 > now }.min()
    }
}

extension Instant {
    /// Returns when another whole minute since this instant has passed.
    func nextMinute(after now: Instant) -> Instant {
        self + .seconds(60 * (max(0, (now - self).wholeSeconds) / 60 + 1))
    }

    /// Returns the time when a countdown to this instant shows another second; nil if it is over.
    package func nextSecond(after now: Instant) -> Instant? {
        let left = self - now
        guard left > .zero else { return nil }
        return self + .seconds(1 - left.secondsRoundedUp)
    }
}
