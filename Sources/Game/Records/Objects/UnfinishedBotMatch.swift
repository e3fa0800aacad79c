package import Game
package import SimperiumClock
package import SimperiumJSON

/// An unfinished match against a bot: an object of the bucket `solo`, with a random key. The user
/// has circle, the bot cross.
package struct UnfinishedBotMatch: Hashable, Sendable {
    package let level: Bot
    package let moves: PackedMoveList
    package let score: Score
    /// The number of earlier rounds that were practice. The score has them among the draws.
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

    /// The current position; nil if the moves are illegal. No object with illegal moves is valid.
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
