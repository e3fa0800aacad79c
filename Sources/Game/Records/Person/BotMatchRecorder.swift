package import Game
package import SimperiumClock
package import SimperiumJSON

/// The recorder of a match against a bot. It returns edits that store the results of the rounds,
/// and the unfinished match, so that any device can resume the match.
package struct BotMatchRecorder: Hashable, Sendable {
    /// The maximum number of stored unfinished matches. If there are more, the oldest is removed.
    package static let mostKept = 8

    /// A stored unfinished match, with the round and the number of pieces that were stored last;
    /// both are 0 if this recorder has not stored the match yet.
    private struct StoredMatch: Hashable {
        let key: String
        var round = 0
        var pieces = 0
    }

    /// The unfinished match; nil if it is not stored.
    private var stored: StoredMatch?
    /// True if `recordProgress` has handled the end of the current round.
    private var isCounted = false

    /// Creates a recorder. To resume a stored match, pass the match's key. Pass nil for a match
    /// that is not stored yet.
    package init(goingOnWith key: String? = nil) {
        stored = key.map { StoredMatch(key: $0) }
    }

    /// The key of the unfinished match; nil if it is not stored.
    package var key: String? { stored?.key }

    /// Returns the edits that store the unfinished match during a round, and the result at the
    /// round's end. A practice round has no result, and removes the stored match. Call this after
    /// each change of the game.
    package mutating func recordProgress(
        of table: LocalGame, in records: AccountRecords, at now: ServerTime,
        by random: inout SeededRandom
    ) -> [RecordEdit] {
        guard case .bot(let level) = table.opponent else { return [] }
        guard let outcome = table.match.outcome else {
            isCounted = false
            // A practice round can't be resumed.
            guard !table.isPractice else { return removeUnfinishedMatch() }
            return recordUnfinishedOnOwnTurn(
                table, against: level, in: records, at: now, by: &random)
        }
        guard !isCounted else { return [] }
        isCounted = true
        let moves = table.moveHistory.moves.flatMap { PackedMoveList($0) } ?? PackedMoveList()
        let result = RoundResult(
            against: nil, called: level.rawValue, as: .circle, .init(outcome, for: .circle),
            by: .init(outcome), moves: moves, at: now, level: level,
            first: .first(inRound: table.match.round))
        let ended = removeUnfinishedMatch()
        // Practice does not count as a result.
        guard !table.isPractice else { return ended }
        return [.result(.bot(random.word), result)] + ended
    }

    /// Returns the edit that removes the stored match; no edit if no match is stored.
    private mutating func removeUnfinishedMatch() -> [RecordEdit] {
        stored.take().map { [.solo($0.key, nil)] } ?? []
    }

    /// Returns the edits that store a round, once both players have moved and it is the user's
    /// turn. Beyond `mostKept` matches, the oldest ones are removed.
    private mutating func recordUnfinishedOnOwnTurn(
        _ table: LocalGame, against level: Bot, in records: AccountRecords, at now: ServerTime,
        by random: inout SeededRandom
    ) -> [RecordEdit] {
        let match = table.match
        let (round, pieces) = (match.round, match.board.pieceCount)
        guard match.hasBegun, table.isOwnTurn, stored?.round != round || stored?.pieces != pieces,
            let moves = table.moveHistory.moves.flatMap({ PackedMoveList($0) })
        else { return [] }
        let solo = UnfinishedBotMatch(
            against: level, moves: moves, score: match.earlierScore,
            practice: table.practiceRounds, at: now)
        let isNew = stored == nil
        let key = key ?? random.word
        stored = StoredMatch(key: key, round: round, pieces: pieces)
        guard isNew else { return [.solo(key, solo)] }
        let old = records.solos.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
        let overflow = old.prefix(max(0, old.count - Self.mostKept + 1))
        return [.solo(key, solo)] + overflow.map { .solo($0.key, nil) }
    }
}

extension AccountRecords {
    /// Returns the latest unfinished match against a bot, except the one under `key`; nil if there
    /// is none.
    package func latestUnfinishedBotMatch(except key: String?) -> (
        key: String, solo: UnfinishedBotMatch
    )? {
        solos.filter { $0.key != key && $0.value.position?.isOver == false }
            .max { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
            .map { ($0.key, $0.value) }
    }
}

extension LocalGame {
    /// Resumes a stored match; returns nil for illegal moves.
    package init?(_ solo: UnfinishedBotMatch, seed: UInt64, at now: Instant) {
        self.init(
            against: solo.level, after: solo.moves.squares, score: solo.score,
            practice: solo.practice, seed: seed, at: now)
    }
}

extension SeededRandom {
    fileprivate var word: String {
        mutating get { String(next(), radix: 16) + String(next(), radix: 16) }
    }
}

/// An unfinished match against a bot: an object of the bucket `solo`, with a random key. The user
/// has circle, the bot cross.
package struct UnfinishedBotMatch: Hashable, Sendable {
    package let level: Bot
    package let moves: PackedMoveList
    package let score: Score
    /// The number of earlier rounds that were practice. The score counts them as draws.
    package let practice: Int
    package let at: ServerTime

    package init(
        against level: Bot, moves: PackedMoveList, score: Score, practice: Int = 0, at: ServerTime
    ) {
        self.level = level
        self.moves = moves
        self.score = score
        self.practice = practice
        self.at = at
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        guard let level = try object.bot(.level) else { throw .missing(member: "level") }
        guard let moves = try object.moves(.moves) else { throw .missing(member: "moves") }
        let score = Score(
            circleWins: try object.wholeNumber(.wins) ?? 0,
            crossWins: try object.wholeNumber(.losses) ?? 0,
            draws: try object.wholeNumber(.draws) ?? 0)
        guard let score else { throw .senseless(member: "wins") }
        self.level = level
        self.moves = moves
        self.score = score
        practice = try object.wholeNumber(.practice) ?? 0
        at = try object.stamp(.at) ?? ServerTime(milliseconds: 0)
        guard (0...score.draws).contains(practice) else { throw .senseless(member: "practice") }
        guard position != nil else { throw .contradiction }
    }

    /// The current position; nil if the moves are illegal. The initialiser from an object throws
    /// for illegal moves.
    package var position: Position? {
        try? Position(first: .first(inRound: score.rounds + 1), after: moves.squares)
    }

    package var members: JSONObject {
        var object: JSONObject = [
            .level: JSON(level.rawValue), .moves: moves.json, .wins: JSON(score.circleWins),
            .losses: JSON(score.crossWins), .draws: JSON(score.draws),
            .at: JSON(Int(at.milliseconds)),
        ]
        if practice > 0 { object[.practice] = JSON(practice) }
        return object
    }
}
