internal import Game
internal import SimperiumClock
package import SimperiumJSON

/// A game as it stands in its bucket.
extension DayGame {
    package init(_ object: JSONObject) throws(RecordFlaw) {
        let circle = try object.player(.circle, called: .circleName)
        let cross = try object.player(.cross, called: .crossName)
        guard let days = try object.wholeNumber(.days) else { throw .missing(member: "days") }
        guard let limit = DayLimit(rawValue: days) else { throw .senseless(member: "days") }
        guard let since = try object.stamp(.since) else { throw .missing(member: "since") }
        let at = try object.stamp(.at) ?? since
        guard let moves = try object.moves(.moves)?.squares else {
            throw .missing(member: "moves")
        }
        let finishes = try object.finish.map { [$0] } ?? [.open, .board]
        let games = finishes.compactMap { finish in
            DayGame(
                circle: circle, cross: cross, limit: limit, since: since, at: at, moves, finish)
        }
        guard let game = games.first else { throw .contradiction }
        if case .outOfTime = game.round.finish, !game.hasBegun { throw .contradiction }
        self = game
    }

    package var members: JSONObject {
        var object: JSONObject = [
            .circle: JSON(circle.user), .circleName: JSON(circle.name),
            .cross: JSON(cross.user), .crossName: JSON(cross.name),
            .days: JSON(limit.rawValue), .since: JSON(Int(since.milliseconds)),
            .at: JSON(Int(at.milliseconds)),
            .moves: .array(moves.map { JSON(Int($0.rawValue)) }),
        ]
        switch round.finish {
        case .resigned(let piece): object[.resigned] = JSON(piece.word)
        case .outOfTime(let piece):
            object[.resigned] = JSON(piece.word)
            object[.ending] = JSON(Ending.timeout.rawValue)
        case .board, .open, .agreed, .claimed, .left, .notBack: break
        }
        return object
    }
}

extension JSONObject {
    fileprivate func player(
        _ member: JSONString, called name: JSONString
    ) throws(RecordFlaw) -> DayGame.Side {
        guard let user = try id(member) else { throw .missing(member: member.string) }
        guard let name = try text(name, longest: RoundResult.longestName) else {
            throw .missing(member: name.string)
        }
        return DayGame.Side(user: user, name: name)
    }

    /// How the game ended if not by the board; nil if it did not.
    fileprivate var finish: PlayedRound.Finish? {
        get throws(RecordFlaw) {
            let loser = try side(.resigned)
            guard let ending = given(.ending) else { return loser.map { .resigned($0) } }
            guard let text = ending.text else { throw .wrongType(member: "ending") }
            guard text.spells(Ending.timeout.rawValue) else { throw .senseless(member: "ending") }
            guard let loser else { throw .contradiction }
            return .outOfTime(loser)
        }
    }
}
